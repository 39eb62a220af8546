import CRasterKernels
import Coding
import Geometry
import Graphics
import Testing

@testable import Raster

@Suite("Grades")
struct GradeTests {
  /// A component is off by this at most, from 0 to 1: by rounding to 65280 steps, and between the entries of tables.
  private let tolerance = 1.5 / 65_280

  /// A layer with random pixels, of which half are opaque, and the straight colors that it holds.
  private func randomLayer(_ width: Int, _ height: Int, _ numbers: inout SeededNumbers) -> PixelLayer {
    let layer = PixelLayer()
    layer.reset(PixelRect(x0: 0, y0: 0, x1: width, y1: height))
    for y in 0..<height {
      for x in 0..<width {
        let alpha = Bool.random(using: &numbers) ? 65_280 : UInt16.random(in: 1_000...65_280, using: &numbers)
        layer.row(y).pixels[x] = Pixel(
          .random(in: 0...alpha, using: &numbers), .random(in: 0...alpha, using: &numbers),
          .random(in: 0...alpha, using: &numbers), alpha)
      }
    }
    return layer
  }

  private func straight(_ pixel: Pixel) -> SIMD3<Double> {
    let alpha = Double(pixel.w)
    return SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z)) / alpha
  }

  /// Compares what a grade makes of random pixels with what a closed form says of their straight colors.
  private func compare(
    _ grade: Grade, tolerance: Double? = nil, place: (x: Int, y: Int) = (0, 0),
    _ exact: (SIMD3<Double>, Int, Int) -> SIMD3<Double>
  ) {
    let (width, height) = (61, 40)
    var numbers = SeededNumbers(seed: 5)
    let layer = randomLayer(width, height, &numbers)
    let before = (0..<height).map { y in (0..<width).map { layer.row(y).pixels[$0] } }
    let cache = ResourceCache()
    let rasterizer = Rasterizer(width: width, height: height, scale: 1, cache: cache)
    let region = PixelRect(x0: place.x, y0: place.y, x1: place.x + width, y1: place.y + height)
    rasterizer.grade(
      layer.bounds, layer, PreparedGrade(grade, .identity, 1, cache: cache),
      of: Surface(region: region, stripHeight: 16))
    var worst = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let (pixel, source) = (layer.row(y).pixels[x], before[y][x])
        #expect(pixel.w == source.w)
        let alpha = Double(source.w) / 65_280
        let color = exact(straight(source), x, y).clamped(
          lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
        for i in 0..<3 { worst = max(worst, abs(Double(pixel[i]) / 65_280 - color[i] * alpha)) }
      }
    }
    #expect(worst <= tolerance ?? self.tolerance)
  }

  private func luma(_ c: SIMD3<Double>) -> Double { 0.213 * c.x + 0.715 * c.y + 0.072 * c.z }

  private func clamped(_ c: SIMD3<Double>) -> SIMD3<Double> {
    c.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
  }

  private func applied(_ grade: Grade, _ c: SIMD3<Double>) -> SIMD3<Double> {
    let v = SIMD3((0..<3).map { grade.component(c[$0], channel: $0) })
    let m = grade.matrix
    func row(_ r: SIMD4<Double>) -> Double { r.x * v.x + r.y * v.y + r.z * v.z + r.w }
    let color = SIMD3(row(m.red), row(m.green), row(m.blue))
    return clamped(color / max(color.max(), 1))
  }

  @Test("Exposure, lift, gamma, gain and the matrix are those of their formulas, of straight colors")
  func tone() {
    var grade = Grade()
    grade.tone.exposure = 0.4
    grade.tone.lift = SIMD3(0.05, 0, -0.02)
    grade.tone.gain = SIMD3(1.1, 0.9, 1)
    grade.tone.gamma = SIMD3(1.2, 1, 0.9)
    grade.matrix = ColorMatrix.contrast(1.1).followed(by: .saturation(1.3))
    compare(grade) { c, _, _ in applied(grade, c) }
  }

  @Test("What exposure makes brighter than white comes back with a lower contrast")
  func headroom() {
    var grade = Grade()
    grade.tone.exposure = 1
    grade.matrix = .brightness(0.5)
    compare(grade) { c, _, _ in applied(grade, c) }
  }

  @Test("What becomes too bright keeps its hue")
  func hue() {
    var grade = Grade()
    grade.tone.exposure = 1
    let frame = draw(4, 4) { list in
      list.fill(rectangle(0, 0, 4, 4), Color(hex: 0xFFC24B))
      list.adjust(grade, within: DisplayList { $0.fill(rectangle(-9, -9, 99, 99), .white) })
    }
    let (green, blue) = (grade.component(0xC2 / 255.0, channel: 1), grade.component(0x4B / 255.0, channel: 2))
    let red = grade.component(1, channel: 0)
    let expected = [255, green / red * 255, blue / red * 255]
    for (found, exact) in zip(frame[1, 1], expected) { #expect(abs(Double(found) - exact) <= 1) }
  }

  @Test("Curves, and the saturation by luma")
  func curves() throws {
    var grade = Grade()
    grade.curves.all = ToneCurve([Point(0, 0), Point(0.25, 0.15), Point(0.75, 0.85), Point(1, 1)])
    grade.curves.blue = ToneCurve([Point(0, 0.1), Point(1, 0.9)])
    let saturation = try #require(ToneCurve([Point(0, 0), Point(0.5, 1.2), Point(1, 0.5)]))
    grade.curves.saturation = saturation
    compare(grade, tolerance: 3 / 65_280) { c, _, _ in
      let color = applied(grade, c)
      let y = luma(color)
      return SIMD3(repeating: y) + (color - SIMD3(repeating: y)) * saturation.value(at: y)
    }
  }

  @Test("A table of curves is linear between entries, from its lowest to its highest color")
  func curveTable() throws {
    let entries: [SIMD3<Float>] = [SIMD3(0, 1, 0.2), SIMD3(0.5, 0.25, 0.3), SIMD3(1, 0, 0.9)]
    let table = try #require(
      LookupTable(
        .curves, size: 3, lowest: SIMD3(repeating: 0.2), highest: SIMD3(repeating: 0.8), entries: entries))
    var grade = Grade()
    grade.table = Grade.Look(table, amount: 0.75)
    compare(grade) { c, _, _ in
      let found = SIMD3(
        (0..<3).map { i -> Double in
          let at = min(max((c[i] - 0.2) / 0.3, 0), 2)
          let first = min(Int(at), 1)
          let (low, high) = (Double(entries[first][i]), Double(entries[first + 1][i]))
          return low + (high - low) * (at - Double(first))
        })
      return c + (found - c) * 0.75
    }
  }

  /// The color of a cube by the barycentric coordinates of the tetrahedron whose corners lead along the axes in the order of
  /// their parts.
  private func tetrahedral(_ c: SIMD3<Double>, _ size: Int, _ entries: [SIMD3<Float>]) -> SIMD3<Double> {
    let at = c * Double(size - 1)
    let first = (0..<3).map { min(Int(at[$0]), size - 2) }
    let part = (0..<3).map { at[$0] - Double(first[$0]) }
    func entry(_ corner: [Int]) -> SIMD3<Double> {
      let place = (0..<3).map { first[$0] + corner[$0] }
      return SIMD3<Double>(entries[place[0] + size * (place[1] + size * place[2])])
    }
    let order = [0, 1, 2].sorted { part[$0] > part[$1] }
    var corner = [0, 0, 0]
    var result = entry(corner) * (1 - part[order[0]])
    for (step, axis) in order.enumerated() {
      corner[axis] = 1
      result += entry(corner) * (part[axis] - (step < 2 ? part[order[step + 1]] : 0))
    }
    return result
  }

  @Test("A cube is interpolated within tetrahedra", arguments: [2, 5, 17])
  func cube(size: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(size))
    let entries = (0..<size * size * size).map { _ in
      SIMD3<Float>(Float(numbers.unit()), Float(numbers.unit()), Float(numbers.unit()))
    }
    var grade = Grade()
    grade.table = Grade.Look(try #require(LookupTable(.cube, size: size, entries: entries)))
    compare(grade, tolerance: 2 / 65_280) { c, _, _ in tetrahedral(c, size, entries) }
  }

  @Test("A cube that gives each color itself changes nothing, on the diagonals too")
  func identityCube() throws {
    let steps: [Float] = [0, 0.5, 1]
    let entries = (0..<27).map { (index: Int) -> SIMD3<Float> in
      SIMD3(steps[index % 3], steps[index / 3 % 3], steps[index / 9])
    }
    var grade = Grade()
    grade.table = Grade.Look(try #require(LookupTable(.cube, size: 3, entries: entries)))
    let frame = draw(256, 4) { list in
      for x in 0..<256 {
        for (y, mask) in [0xFFFFFF, 0xFFFF00, 0xFF00FF, 0x00FFFF].enumerated() {
          list.fill(rectangle(Double(x), Double(y), 1, 1), Color(hex: UInt32(x * 0x010101 & mask)))
        }
      }
      list.adjust(grade, within: DisplayList { $0.fill(rectangle(-9, -9, 999, 99), .white) })
    }
    for x in 0..<256 {
      #expect(frame[x, 0] == [x, x, x, 255] && frame[x, 1] == [x, x, 0, 255])
      #expect(frame[x, 2] == [x, 0, x, 255] && frame[x, 3] == [0, x, x, 255])
    }
  }

  @Test("A vignette follows its formula, wherever a layer begins")
  func vignette() {
    var grade = Grade()
    grade.vignette = Grade.Vignette(Rect(x: 10, y: 0, width: 60, height: 80), amount: 0.6, start: 0.3)
    compare(grade, place: (7, 20)) { c, x, y in
      let u = (Double(x) + 7.5 - 40) / 30
      let v = (Double(y) + 20.5 - 40) / 40
      let t = min(max(((u * u + v * v) / 2 - 0.09) / 0.91, 0), 1)
      return c * (1 - 0.6 * t * t * (3 - 2 * t))
    }
  }

  @Test("A vignette turns with its group")
  func turnedVignette() {
    var grade = Grade()
    grade.vignette = Grade.Vignette(Rect(x: -30, y: -10, width: 60, height: 20), amount: 1, start: 0)
    let frame = draw(64, 64) { list in
      list.group(transform: .translation(32, 32) * .rotation(degrees: 90), effects: [.grade(grade)]) {
        $0.fill(rectangle(-100, -100, 200, 200), .white)
      }
    }
    #expect(frame.red(32, 32) == 254 || frame.red(32, 32) == 255)
    // 10 points across are whole, along the long side they are not.
    #expect(frame.red(46, 32) == 0 || frame.red(47, 32) == 0)
    #expect(frame.red(32, 46) > 200)
  }
}
