import Geometry
import Graphics
import Testing

@testable import Raster

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

@Suite("Filter graphs")
struct FilterGraphTests {
  private static let region = Rect(x: 0, y: 0, width: 64, height: 48)

  /// A white square on black, filtered by steps.
  private func frame(
    scale: Double = 1, region: Rect = region, square: Rect = Rect(x: 20, y: 16, width: 16, height: 12),
    color: Color = .white, transform: Transform = .identity, _ build: (inout FilterGraph) -> Void
  ) -> Image {
    var graph = FilterGraph(region: region)
    build(&graph)
    return draw(Int(64 * scale), Int(48 * scale), scale: scale) { list in
      list.group(transform: transform, effects: [.graph(graph)]) {
        $0.fill(rectangle(square.x, square.y, square.width, square.height), color)
      }
    }
  }

  @Test("A blur of two deviations is a Gaussian in each axis, within 2 %", arguments: [(1.2, 0.6), (4, 2), (7.5, 3)])
  func blur(x: Double, y: Double) {
    let square = Rect(x: 26, y: 20, width: 12, height: 9)
    let found = frame(square: square) { $0.add(.blur(x: x, y: y)) }
    // The share of a Gaussian's values at pixels that lie in the square.
    func part(_ place: Int, _ low: Double, _ high: Double, _ sigma: Double) -> Double {
      func value(_ distance: Int) -> Double { exp(-Double(distance * distance) / (2 * sigma * sigma)) }
      let whole = (-60...60).map(value).reduce(0, +)
      return (Int(low)..<Int(high)).map { value(place - $0) }.reduce(0, +) / whole
    }
    for row in stride(from: 8, to: 40, by: 3) {
      for column in stride(from: 8, to: 56, by: 3) {
        let exact = part(column, square.minX, square.maxX, x) * part(row, square.minY, square.maxY, y)
        #expect(abs(Double(found.red(column, row)) / 255 - exact) < 0.022)
      }
    }
  }

  @Test("Two graphs of the same content have pictures of their own")
  func twoGraphs() {
    let frame = draw(64, 48) { list in
      for (x, color) in [(0.0, Color.white), (32.0, Color.black)] {
        var graph = FilterGraph(region: Rect(x: 0, y: 0, width: 64, height: 48))
        graph.add(.flood(color), of: [], in: Rect(x: x, y: 0, width: 32, height: 48))
        list.group(effects: [.graph(graph)]) { $0.fill(rectangle(0, 0, 64, 48), .white) }
      }
    }
    #expect(frame.red(10, 10) == 255 && frame.red(50, 10) == 0)
    var far = FilterGraph(region: Rect(x: -1e20, y: 0, width: 2e20, height: 10))
    far.add(.flood(.white), of: [], in: Rect(x: 5e19, y: 0, width: 1e18, height: 10))
    far.add(.tile)
    #expect(draw(64, 48) { $0.group(effects: [.graph(far)]) { $0.fill(rectangle(0, 0, 8, 8), .white) } }.width == 64)
  }

  @Test("A step that changes nothing cuts its own picture alone")
  func cutInput() {
    let found = frame {
      $0.add(.merge, of: [.source], in: Rect(x: 0, y: 0, width: 24, height: 48))
      $0.add(.merge, of: [.source])
    }
    #expect(found.redArea == 16 * 12)
  }

  @Test("Steps are seen in their region alone, by whole pixels")
  func regions() {
    let found = frame { $0.add(.flood(.white), of: [], in: Rect(x: 10.2, y: 5, width: 7.5, height: 4)) }
    #expect(found.redArea == 8 * 4)
    #expect(found.red(10, 5) == 255 && found.red(17, 8) == 255 && found.red(18, 8) == 0)
  }

  @Test("Pictures move, repeat and grow by whole pixels")
  func places() {
    #expect(frame { $0.add(.offset(Point(5, -3))) }.red(25, 13) == 255)
    #expect(frame { $0.add(.offset(Point(5, -3))) }.redArea == 16 * 12)
    #expect(frame { $0.add(.morphology(isDilation: true, x: 3, y: 1)) }.redArea == 22 * 14)
    #expect(frame { $0.add(.morphology(isDilation: false, x: 3, y: 1)) }.redArea == 10 * 10)
    #expect(frame { $0.add(.morphology(isDilation: false, x: 99_999, y: 1)) }.redArea == 0)
    let tiles = frame {
      $0.add(.flood(.white), of: [], in: Rect(x: 8, y: 8, width: 2, height: 3))
      $0.add(.offset(.zero), in: Rect(x: 8, y: 8, width: 8, height: 6))
      $0.add(.tile)
    }
    #expect(tiles.redArea == Double(64 / 8 * (48 / 6) * 6))
    #expect(tiles.red(0, 2) == 255 && tiles.red(2, 2) == 0)
  }

  @Test("Two pictures combine as Porter and Duff say, and by sums of products")
  func compositing() {
    func value(_ compositing: FilterGraph.Compositing) -> [Int] {
      let found = frame {
        $0.add(.flood(Color(1, 0, 0, 0.6)), of: [], in: Rect(x: 28, y: 0, width: 36, height: 48))
        $0.add(.composite(compositing), of: [.step(0), .source])
      }
      return [found[24, 20], found[32, 20], found[50, 20]].map { $0[1] } + [found[50, 20][0]]
    }
    #expect(value(.over) == [255, 102, 0, 153])
    #expect(value(.inside) == [0, 0, 0, 0])
    #expect(value(.outside) == [0, 0, 0, 153])
    #expect(value(.atop) == [255, 102, 0, 0])
    #expect(value(.xor) == [255, 102, 0, 153])
    #expect(value(.lighter) == [255, 255, 0, 153])
    #expect(value(.arithmetic(k1: 0, k2: 0, k3: 0.5, k4: 0)) == [128, 128, 0, 0])
  }

  @Test("Linear light mixes as light, and comes back as it was")
  func linearLight() {
    let gray = Color(hex: 0x4080C0)
    let same = frame(color: gray) { $0.add(.offset(.zero), isLinear: true) }
    #expect(same[24, 20] == [0x40, 0x80, 0xC0, 255])
    let mixed = frame(color: .white) {
      $0.add(.flood(Color(1, 1, 1, 0.5)), of: [], isLinear: true)
      $0.add(.composite(.inside), of: [.source, .step(0)], isLinear: true)
      $0.add(.flood(.black), of: [])
      $0.add(.merge, of: [.step(2), .step(1)], isLinear: true)
    }
    // Half of the light.
    #expect(mixed[24, 20][0] == 188)
  }

  @Test("Matrices and functions change straight components and alpha")
  func colors() {
    let turned = frame(color: Color(0.2, 0.4, 0.6)) {
      $0.add(.matrix([0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0.2, 0, 0, 0, 0.5, 0]))
    }
    #expect(turned[24, 20] == [77, 26, 77, 255])
    let alpha = frame(color: Color(0, 1, 0)) {
      $0.add(.matrix(Array(repeating: 0, count: 15) + [0.2125, 0.7154, 0.0721, 0, 0]))
      $0.add(.flood(.white), of: [])
      $0.add(.composite(.inside), of: [.step(1), .step(0)])
    }
    #expect(alpha[24, 20][0] == 182)
    let functions = frame(color: Color(0.4, 0.5, 0.6)) {
      $0.add(
        .transfer(
          red: .table([0, 1, 0]), green: .discrete([0, 1, 0.2]), blue: .gamma(amplitude: 1, exponent: 2, offset: 0.1),
          alpha: .identity))
    }
    #expect(functions[24, 20] == [204, 255, 117, 255])
  }

  @Test("A convolution takes its matrix from the other end, and edges as they are said to be")
  func convolution() {
    var shift = FilterGraph.Convolution(columns: 3, matrix: [1, 0, 0, 0, 0, 0, 0, 0, 0])
    // The first number is for the pixel at the bottom right.
    #expect(frame { $0.add(.convolution(shift)) }.red(19, 15) == 255)
    #expect(frame { $0.add(.convolution(shift)) }.red(35, 27) == 0)
    let whole = Rect(x: 0, y: 0, width: 64, height: 48)
    for (edge, red) in [(FilterGraph.Edge.duplicate, 255), (.clear, 0), (.wrap, 255)] {
      shift.edge = edge
      #expect(frame(square: whole) { $0.add(.convolution(shift)) }.red(63, 47) == red)
    }
    var sum = FilterGraph.Convolution(columns: 3, matrix: Array(repeating: 1, count: 9))
    sum.divisor = 9
    #expect(frame { $0.add(.convolution(sum)) }.red(20, 20) == 170)
  }

  @Test("A displacement takes pixels from as far away as a channel says")
  func displacement() {
    let found = frame {
      $0.add(.flood(Color(1, 0.5, 0)), of: [])
      $0.add(
        .displacement(horizontal: .red, vertical: .green, length: Size(16, 16)), of: [.source, .step(0)])
    }
    #expect(found.redArea == 16 * 12 && found.red(12, 16) == 255 && found.red(28, 16) == 0)
  }

  @Test("A flat surface is as bright as the sine of a light's elevation, and its edge as its slope says")
  func lighting() {
    var lighting = FilterGraph.Lighting(.distant(azimuth: 0, elevation: 30), color: .white)
    let flat = frame(square: Self.region) { $0.add(.lighting(lighting)) }
    #expect(flat.red(30, 20) == 128)
    // At an edge, the alpha of a column changes by 1 within two pixels: a slope of 4 / 4.
    lighting.height = 1
    let edge = frame { $0.add(.lighting(lighting)) }
    let normal = SIMD3(-1.0, 0, 1) / 2.0.squareRoot()
    let light = SIMD3(3.0.squareRoot() / 2, 0, 0.5)
    #expect(abs(Double(edge.red(20, 22)) - max((normal * light).sum(), 0) * 255) < 1)
    #expect(abs(Double(edge.red(35, 22)) - (normal.z * light.z - normal.x * light.x) * 255) < 1)
    lighting.exponent = 4
    let shine = frame(square: Self.region) { $0.add(.lighting(lighting)) }
    // Halfway between a light at 30° and the eye above are 60°.
    #expect(shine.red(30, 20) == Int((pow(sin(Double.pi / 3), 4) * 255).rounded()))
    lighting = FilterGraph.Lighting(.point(SIMD3(32, 24, 10)), color: .white)
    lighting.height = 0
    let lamp = frame { $0.add(.lighting(lighting)) }
    #expect(lamp.red(32, 24) == 255 && lamp.red(42, 24) == Int((255 / 2.0.squareRoot()).rounded()))
  }

  @Test("Noise is that of the code in the standard")
  func noise() {
    // Values of that code, in C, for a seed of 0 and frequencies of 0.05.
    let noise = GraphNoise(FilterGraph.Turbulence(frequencyX: 0.05, frequencyY: 0.05), Self.region)
    let reference = ReferenceNoise(seed: 0)
    for point in [Point(3, 7), Point(40, 12), Point(120.5, 300.25), Point(-17, 5)] {
      let found = noise.color(at: point)
      for channel in 0..<4 {
        #expect(abs(Double(found[channel]) - abs(reference.noise(channel, point.x * 0.05, point.y * 0.05))) < 1e-6)
      }
    }
  }

  @Test("Seamless noise goes on where it ends")
  func stitching() {
    var turbulence = FilterGraph.Turbulence(frequencyX: 0.07, frequencyY: 0.11)
    (turbulence.octaves, turbulence.isFractal, turbulence.stitches) = (3, true, true)
    let noise = GraphNoise(turbulence, Self.region)
    for place in [3.0, 17, 40.5] {
      let (left, right) = (noise.color(at: Point(0, place)), noise.color(at: Point(63.999_99, place)))
      let (top, bottom) = (noise.color(at: Point(place, 0)), noise.color(at: Point(place, 47.999_99)))
      for channel in 0..<4 {
        #expect(abs(left[channel] - right[channel]) < 1e-4 && abs(top[channel] - bottom[channel]) < 1e-4)
      }
    }
  }

  @Test("A picture is the same in each part of the canvas, and whatever lies around it")
  func parts() {
    func list(_ list: inout DisplayList) {
      var graph = FilterGraph(region: Rect(x: -40, y: -40, width: 400, height: 300))
      graph.add(.blur(x: 5, y: 3), isLinear: true)
      graph.add(.morphology(isDilation: true, x: 2, y: 2))
      list.group(effects: [.graph(graph)]) { $0.fill(circle(Point(150, 90), 60), Color(hex: 0xE9552E)) }
    }
    let whole = draw(300, 200, list)
    let strips = draw(300, 200, stripHeight: 7, list)
    #expect(whole == strips)
    let part = draw(160, 110, list)
    for (x, y) in [(100, 60), (140, 100), (120, 90)] { #expect(part[x, y] == whole[x, y]) }
  }

  @Test("A turned group is filtered along its own axes")
  func turned() {
    let found = frame(transform: .translation(64, 0) * .rotation(degrees: 90)) { $0.add(.offset(Point(10, 0))) }
    // 10 to the right and turned by a quarter: 10 down.
    #expect(abs(found.redArea - 16 * 12) < 1 && found.red(40, 30) == 255 && found.red(40, 25) == 0)
  }

  @Test("Alpha of filtered groups counts in shadows, whatever it is made of")
  func shadows() {
    var graph = FilterGraph(region: Self.region)
    graph.add(.matrix(Array(repeating: 0, count: 15) + [1, 0, 0, 0, 0]))
    let found = draw(64, 48) { list in
      list.group(effects: [.graph(graph), .shadow(color: .white, offset: .zero, sigma: 0)]) {
        $0.fill(rectangle(4, 4, 10, 10), Color(1, 0, 0))
        $0.fill(rectangle(30, 4, 10, 10), Color(0, 0, 1))
      }
    }
    #expect(found.red(8, 8) == 255 && found.red(34, 8) == 0)
  }

  @Test("A conical gradient begins at its first circle, and ends at its last one")
  func conical() {
    let stops = [GradientStop(0, .black), GradientStop(1, .white)]
    let paint = Paint.conical(focus: Point(20, 32), innerRadius: 4, center: Point(32, 32), radius: 32, stops: stops)
    let found = draw(64, 64) { $0.fill(rectangle(0, 0, 64, 64), paint) }
    #expect(found.red(20, 31) == 0 && found.red(63, 31) > 250)
    // On the axis the circles are (1 − t) · 4 + t · 32 around 20 + 12 t.
    let t = (50.5 - 24) / (28 + 12)
    #expect(abs(found.red(50, 31) - Int(255 * t)) <= 1)
    let open = Paint.conical(focus: Point(10, 32), innerRadius: 2, center: Point(40, 32), radius: 8, stops: stops)
    #expect(
      draw(64, 64, background: Color(1, 0, 0)) { $0.fill(rectangle(0, 0, 64, 64), open) }[5, 5] == [255, 0, 0, 255])
  }
}

/// The noise of the code in the standard, as it is written there.
private struct ReferenceNoise {
  private var lattice = [Int](repeating: 0, count: 514)
  private var gradient = [[[Double]]](
    repeating: [[Double]](repeating: [0, 0], count: 514), count: 4)

  init(seed given: Int) {
    var seed = given <= 0 ? -(given % 2_147_483_646) + 1 : given
    if seed > 2_147_483_646 { seed = 2_147_483_646 }
    func random() -> Int {
      var result = 16_807 * (seed % 127_773) - 2_836 * (seed / 127_773)
      if result <= 0 { result += 2_147_483_647 }
      seed = result
      return result
    }
    for k in 0..<4 {
      for i in 0..<256 {
        lattice[i] = i
        for j in 0..<2 { gradient[k][i][j] = Double((random() % 512) - 256) / 256 }
        let s = (gradient[k][i][0] * gradient[k][i][0] + gradient[k][i][1] * gradient[k][i][1]).squareRoot()
        gradient[k][i][0] /= s
        gradient[k][i][1] /= s
      }
    }
    for i in (1..<256).reversed() {
      let j = random() % 256
      (lattice[i], lattice[j]) = (lattice[j], lattice[i])
    }
    for i in 0..<258 {
      lattice[256 + i] = lattice[i]
      for k in 0..<4 { gradient[k][256 + i] = gradient[k][i] }
    }
  }

  func noise(_ channel: Int, _ x: Double, _ y: Double) -> Double {
    let (tx, ty) = (x + 4096, y + 4096)
    let (bx0, by0) = (Int(tx) & 255, Int(ty) & 255)
    let (bx1, by1) = ((Int(tx) + 1) & 255, (Int(ty) + 1) & 255)
    let (rx0, ry0) = (tx - Double(Int(tx)), ty - Double(Int(ty)))
    let (rx1, ry1) = (rx0 - 1, ry0 - 1)
    let (i, j) = (lattice[bx0], lattice[bx1])
    let (b00, b10, b01, b11) = (lattice[i + by0], lattice[j + by0], lattice[i + by1], lattice[j + by1])
    let (sx, sy) = (rx0 * rx0 * (3 - 2 * rx0), ry0 * ry0 * (3 - 2 * ry0))
    func dot(_ b: Int, _ x: Double, _ y: Double) -> Double { x * gradient[channel][b][0] + y * gradient[channel][b][1] }
    let (u, v) = (dot(b00, rx0, ry0), dot(b10, rx1, ry0))
    let a = u + sx * (v - u)
    let (p, q) = (dot(b01, rx0, ry1), dot(b11, rx1, ry1))
    let b = p + sx * (q - p)
    return a + sy * (b - a)
  }
}
