import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

/// Of what a group's clip and mask hide nothing is drawn, however deep it lies.
@Suite("The part of a drawing that shows")
struct ShownPartTests {
  private let width = 420
  private let height = 300

  private func effect(_ numbers: inout SeededNumbers) -> Effect {
    let color = Color(numbers.within(0...1), numbers.within(0...1), numbers.within(0...1), numbers.within(0.3...1))
    let offset = Point(numbers.within(-40...40), numbers.within(-40...40))
    let sigma = numbers.within(0.3...28)
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: return .blur(sigma: sigma)
    case 1: return .dropShadow(color: color, offset: offset, sigma: sigma)
    case 2: return .shadow(color: color, offset: offset, sigma: sigma)
    default: return .innerShadow(color: color, offset: offset, sigma: sigma)
    }
  }

  private func add(to list: inout DisplayList, depth: Int, _ numbers: inout SeededNumbers) {
    for _ in 0..<3 {
      let color = Color(numbers.within(0...1), numbers.within(0...1), numbers.within(0...1), numbers.within(0.4...1))
      let corner = Point(numbers.within(-60...420), numbers.within(-60...300))
      let size = (width: numbers.within(10...200), height: numbers.within(10...200))
      let shape = Path.roundedRect(
        Rect(x: corner.x, y: corner.y, width: size.width, height: size.height), radius: numbers.within(0...30))
      let gradient = Paint.linear(
        from: corner, to: corner + Point(90, 40), stops: [GradientStop(0, color), GradientStop(1, .white)])
      if Bool.random(using: &numbers) { list.fill(shape, gradient) } else { list.fill(shape, color) }
    }
    guard depth > 0 else { return }
    for _ in 0..<2 {
      var inner = DisplayList()
      add(to: &inner, depth: depth - 1, &numbers)
      let tilt = numbers.within(-0.0006...0.0006)
      let transform = Bool.random(using: &numbers) ? Transform(1, 0, 0, 0, 1, 0, tilt, 0, 1) : .identity
      let effects = (0..<Int.random(in: 1...2, using: &numbers)).map { _ in effect(&numbers) }
      list.group(Group(inner, transform: transform, opacity: 0.9, effects: effects))
    }
  }

  @Test("A mask hides without changing what shows", arguments: 0..<30)
  func masks(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var content = DisplayList()
    add(to: &content, depth: 2, &numbers)
    let (x, y) = (Int.random(in: 0..<300, using: &numbers), Int.random(in: 0..<200, using: &numbers))
    let (columns, rows) = (
      x..<x + Int.random(in: 1...110, using: &numbers), y..<y + Int.random(in: 1...90, using: &numbers)
    )
    func masked(_ rect: Rect) -> Image {
      draw(width, height) { list in
        list.group(mask: Mask(DisplayList { $0.fill(.rect(rect), .white) })) { $0.append(content) }
      }
    }
    let whole = masked(Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
    let part = masked(
      Rect(x: Double(x), y: Double(y), width: Double(columns.count), height: Double(rows.count)))
    var differences = 0
    for y in 0..<height {
      for x in 0..<width {
        let expected = columns.contains(x) && rows.contains(y) ? whole[x, y] : [0, 0, 0, 255]
        if part[x, y] != expected { differences += 1 }
      }
    }
    #expect(differences == 0)
  }

  @Test("An opaque gradient in a group hides what lies below it there, and nothing else changes", arguments: 0..<20)
  func gradients(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var below = DisplayList()
    add(to: &below, depth: 1, &numbers)
    let card = Path.roundedRect(Rect(x: 60.5, y: 40, width: 290, height: 220), radius: 24)
    let paint = Paint.linear(
      from: Point(60, 0), to: Point(350, 90), stops: [GradientStop(0, .white), GradientStop(1, .black)])
    let list = DisplayList { list in
      list.group(opacity: 0.7) { group in
        group.append(below)
        group.fill(card, paint)
        group.fill(circle(Point(200, 150), 60), Color(1, 0, 0, 0.5))
      }
    }
    let rasterizer = Rasterizer(width: width, height: height, scale: 1, cache: ResourceCache())
    let surface = Surface(region: PixelRect(x0: 0, y0: 0, x1: width, y1: height), stripHeight: 16)
    let operations = rasterizer.operations(of: list, .identity, surface)
    guard case .group(let group) = operations[0].kind else {
      Issue.record("a group has a layer")
      return
    }
    #expect(!group.occluders.isEmpty)
    let (all, seen) = (PixelLayer(), PixelLayer())
    for strip in 0..<surface.stripCount {
      let rows = surface.rows(ofStrip: strip)
      for target in [all, seen] {
        target.reset(PixelRect(x0: 0, y0: rows.lowerBound, x1: width, y1: rows.upperBound))
      }
      rasterizer.execute(group.source[...], strip: strip, of: surface, onto: all)
      rasterizer.execute(group.source, group.occluders, strip: strip, of: surface, onto: seen)
      for y in rows {
        let (a, b) = (all.row(y), seen.row(y))
        #expect((0..<width).allSatisfy { a.pixels[$0] == b.pixels[$0] && a.ditherMask[$0] == b.ditherMask[$0] })
      }
    }
  }
}
