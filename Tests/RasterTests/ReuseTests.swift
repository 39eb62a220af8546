import Coding
import Formats
import Geometry
import Graphics
import Testing

@testable import Raster

/// Notes which columns of each strip, by its first row, were drawn.
private struct ColumnRecorder: FrameSink {
  private var sink: PlaneSink
  var columns: [Int: Range<Int>] = [:]

  init(width: Int, height: Int) { sink = PlaneSink(.premultipliedRGBA8, width: width, height: height) }

  var drawing: DrawingID? {
    get { sink.drawing }
    set { sink.drawing = newValue }
  }

  var frame: Image? {
    Image(width: sink.planes.width, height: sink.planes.height, premultiplied: sink.planes.bytes)
  }

  mutating func take(_ strip: DrawnStrip) {
    columns[strip.rows.lowerBound] = strip.columns
    sink.take(strip)
  }
}

@Suite("Reuse")
struct ReuseTests {
  private func command(_ kind: Int, _ list: inout DisplayList) {
    let n = Double(kind)
    let shape = rectangle(3 * n, 7 * n.truncatingRemainder(dividingBy: 5), 20.3, 9.7)
    switch kind % 6 {
    case 0: list.fill(shape, Color(hex: 0x336699))
    case 1:
      list.fill(
        shape,
        .linear(from: Point(0, 0), to: Point(60, 50), stops: [GradientStop(0, .white), GradientStop(1, .black)]))
    case 2: list.stroke(circle(Point(10 + n, 30), 9), Color(hex: 0xFFAA00, alpha: 0.6), StrokeStyle(width: 3))
    case 3: list.group(effects: [.dropShadow(color: .black, offset: Point(1, 2), sigma: 3)]) { $0.fill(shape, .white) }
    case 4:
      list.group(opacity: 0.5) {
        $0.fill(shape, .white)
        $0.fill(circle(Point(20, 20), n), Color(hex: 0x00FF00))
      }
    default:
      list.stroke(
        shape, .alongPath(start: 0, end: 40, stops: [GradientStop(0, .white), GradientStop(1, Color(hex: 0xFF0000))]),
        StrokeStyle(width: 4))
    }
  }

  @Test("Frames are the same whatever was drawn before")
  func framesDoNotRemember() {
    var numbers = SeededNumbers(seed: 3)
    func fresh() -> FrameRenderer {
      FrameRenderer(
        width: 64, height: 50, background: Color(hex: 0x102030), cache: ResourceCache(), stripHeight: 8)
    }
    let renderer = fresh()
    var pictures = [PlaneSink](repeating: PlaneSink(.yuv420p8, width: 64, height: 50), count: 2)
    var kinds: [Int] = []
    for round in 0..<120 {
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: kinds = (0..<4).map { _ in Int.random(in: 0..<24, using: &numbers) }
      case 1: if !kinds.isEmpty { kinds.removeLast() }
      case 2: kinds.append(Int.random(in: 0..<24, using: &numbers))
      case 3: if !kinds.isEmpty { kinds[kinds.count / 2] = Int.random(in: 0..<24, using: &numbers) }
      default: break
      }
      let list = DisplayList { list in for kind in kinds { command(kind, &list) } }
      if round % 3 == 0 {
        #expect(renderer.render(list) == fresh().render(list))
        continue
      }
      let which = Int.random(in: 0..<4, using: &numbers) == 0 ? 1 : 0
      var expected = PlaneSink(.yuv420p8, width: 64, height: 50)
      renderer.render(list, into: &pictures[which])
      fresh().render(list, into: &expected)
      #expect(pictures[which].planes == expected.planes)
    }
  }

  /// Small things, some of them soft, shaded or cut, on and below wide ones that hide what is below.
  private func wideCommand(_ kind: Int, _ list: inout DisplayList) {
    let n = Double(kind)
    let place = Point((31 * n).truncatingRemainder(dividingBy: 260), (17 * n).truncatingRemainder(dividingBy: 70))
    let stops = [GradientStop(0, Color(hex: 0xFF0000, alpha: 0.7)), GradientStop(0.6, .white), GradientStop(1, .black)]
    switch kind % 8 {
    case 0: list.fill(rectangle(place.x - 60, place.y - 30, 170.4, 61.7), Color(hex: 0x336699))
    case 1: list.fill(circle(place, 90), Color(hex: 0xF0E0D0))
    case 2: list.fill(circle(place, 14), .radial(center: place, radius: 14, stops: stops, spread: .clear))
    case 3:
      list.fill(
        rectangle(place.x, place.y, 80, 33), .linear(from: place, to: place + Point(60, 0), stops: stops),
        transform: kind % 16 == 3 ? .identity : Transform(1, 0, 0, 0, 1, 0, 0.001, 0.0004, 1))
    case 4:
      list.group(effects: [.dropShadow(color: .black, offset: Point(1, 2), sigma: n / 8)]) {
        $0.fill(circle(place, 25), .white)
      }
    case 5:
      list.group(opacity: 0.6, clip: Clip(circle(place, 40))) { list in
        list.group(effects: [.blur(sigma: 6)]) { $0.fill(rectangle(place.x - 30, place.y, 90, 9), .black) }
        list.fill(circle(place, 20), .linear(from: .zero, to: place, stops: stops))
      }
    case 6: list.stroke(circle(place, 9), Color(hex: 0xFFAA00, alpha: 0.6), StrokeStyle(width: 3))
    default:
      list.stroke(
        circle(place, 22), .alongPath(start: 0, end: 90, stops: stops), StrokeStyle(width: 4))
    }
  }

  @Test("Columns that are drawn alone are those of the whole frame")
  func columnsAreThoseOfTheWhole() {
    var numbers = SeededNumbers(seed: 8)
    func fresh(_ stripHeight: Int) -> FrameRenderer {
      FrameRenderer(
        width: 270, height: 70, background: Color(hex: 0x102030), cache: ResourceCache(), stripHeight: stripHeight)
    }
    let renderers = [fresh(16), fresh(6)]
    var picture = PlaneSink(.yuv420p8, width: 270, height: 70)
    var kinds = (0..<9).map { _ in Int.random(in: 0..<64, using: &numbers) }
    for _ in 0..<150 {
      for _ in 0..<Int.random(in: 0...2, using: &numbers) {
        let place = Int.random(in: 0...kinds.count, using: &numbers)
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: kinds.insert(Int.random(in: 0..<64, using: &numbers), at: place)
        case 1: if place < kinds.count && kinds.count > 4 { kinds.remove(at: place) }
        default: if place < kinds.count { kinds[place] = Int.random(in: 0..<64, using: &numbers) }
        }
      }
      let list = DisplayList { list in for kind in kinds { wideCommand(kind, &list) } }
      var expected = PlaneSink(.yuv420p8, width: 270, height: 70)
      fresh(70).render(list, into: &expected)
      renderers[0].render(list, into: &picture)
      #expect(picture.planes == expected.planes)
      #expect(renderers[1].render(list) == fresh(16).render(list))
    }
  }

  @Test("Only what changes is drawn")
  func onlyChangesAreDrawn() {
    func fresh() -> FrameRenderer {
      FrameRenderer(width: 64, height: 32, background: .black, cache: ResourceCache(), stripHeight: 8)
    }
    let renderer = fresh()
    var drawn: [Int] = []
    var sink = ColumnRecorder(width: 64, height: 32)
    for (shade, x) in [(1, 0.0), (2, 0), (3, 0), (3, 8), (3, 9), (4, 9), (4, 9), (5, 9), (5, 9)] {
      let list = DisplayList {
        $0.fill(rectangle(0, 0, 64, 32), Color(hex: 0xFF0000))
        $0.fill(rectangle(0, 0, 64, 32), Color(hex: UInt32(shade) * 0x102030))
        $0.fill(rectangle(x, 0, 4, 40), .white)
      }
      sink.columns = [:]
      renderer.render(list, into: &sink)
      drawn.append(sink.columns.values.reduce(0) { $0 + $1.count })
      #expect(sink.frame == fresh().render(list))
    }
    let (whole, few) = (64 * 4, 32 * 4)
    #expect(drawn == [whole, whole, whole, few, few, whole, 0, whole, 0])
  }

  @Test("Below what hides them, changes show nothing, and what they leave shows again")
  func hiddenChanges() {
    func fresh() -> FrameRenderer {
      FrameRenderer(width: 300, height: 64, background: .black, cache: ResourceCache(), stripHeight: 16)
    }
    func list(_ shade: UInt32, sheet: Double, dot: Double?) -> DisplayList {
      DisplayList {
        $0.fill(rectangle(0, 0, 300, 64), Color(hex: 0x204060))
        $0.fill(rectangle(0, 0, 300, 64), Color(hex: shade * 0x102030, alpha: 0.5))
        $0.fill(rectangle(40, sheet, 200, 90), Color(hex: 0xF0E0D0))
        if let dot { $0.fill(circle(Point(dot, 40), 5), .white) }
      }
    }
    let renderer = fresh()
    for list in [
      list(1, sheet: 20.5, dot: nil), list(2, sheet: 20.3, dot: nil), list(3, sheet: 20.2, dot: 50),
      list(4, sheet: 20.1, dot: 254), list(5, sheet: 20, dot: nil), list(5, sheet: 40, dot: 200),
      list(6, sheet: 8, dot: 200),
    ] { #expect(renderer.render(list) == fresh().render(list)) }
  }

  @Test("Strips that nothing changed in say so")
  func unchangedStripsSaySo() {
    let renderer = FrameRenderer(width: 32, height: 32, background: .black, cache: ResourceCache(), stripHeight: 8)
    var sink = ColumnRecorder(width: 32, height: 32)
    func unchanged(_ y: Double) -> [Bool] {
      sink.columns = [:]
      renderer.render(
        DisplayList {
          $0.fill(rectangle(0, 0, 32, 32), Color(hex: 0x334455))
          $0.fill(rectangle(4, y, 4, 4), .white)
        }, into: &sink)
      return [0, 8, 16, 24].map { sink.columns[$0] == nil }
    }
    _ = unchanged(2)
    _ = unchanged(2)
    #expect(unchanged(2) == [true, true, true, true])
    #expect(unchanged(10) == [false, false, true, true])
    #expect(unchanged(18) == [true, false, false, true])
  }

  @Test("Columns that nothing changed in say so")
  func unchangedColumnsSaySo() {
    let renderer = FrameRenderer(width: 200, height: 16, background: .black, cache: ResourceCache(), stripHeight: 8)
    var sink = ColumnRecorder(width: 200, height: 16)
    func changed(_ x: Double) -> [Range<Int>] {
      sink.columns = [:]
      renderer.render(
        DisplayList {
          $0.fill(rectangle(0, 0, 200, 16), Color(hex: 0x334455))
          $0.fill(rectangle(x, 1, 4, 4), .white)
          $0.fill(rectangle(100, 0, 90, 16), Color(hex: 0x00FF00, alpha: 0.5))
        }, into: &sink)
      return [0, 8].map { sink.columns[$0] ?? 0..<0 }
    }
    _ = changed(40)
    _ = changed(40)
    #expect(changed(70) == [32..<96, 0..<0])
    #expect(changed(194) == [64..<200, 0..<0])
  }
}
