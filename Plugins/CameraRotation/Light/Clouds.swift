import StageKit

/// The shadows of clouds that drift over a map, as parameters.
struct CloudParameters: ParameterGroup {
  @Parameter("The darkness of their shadows.", .fraction) var darkness = 0.35
  @Parameter("The part of the sky that they take.", .fraction) var cover = 0.4
  @Parameter("The distance from one to the next.", .range(20...100_000, .meters)) var size = 1200.0
  @Parameter("The speed at which they drift, in meters a second.", .range(0...10_000)) var speed = 60.0
  @Parameter("The compass direction that they drift to.", .any(.degrees)) var heading = 70.0
  @Parameter("The number of a sky: each is another one.", .range(0...9_007_199_254_740_991)) var seed = 1
}

/// The shadows of clouds on a map and its buildings.
///
/// Two patterns drift in turn, each seen while the other goes back to where it came from. So they may drift at any speed,
/// and yet the film ends as it began.
///
/// Shadows are soft, so that a picture of few pixels is all that is drawn of them: some 15,000 for a canvas of 540 × 960, each
/// looked up in the pattern.
struct Clouds: Sendable {
  /// The number of values along a side of the pattern, and of clouds.
  static let (detail, count) = (256, 4)
  /// The size of a pixel of the picture that is drawn, in points.
  static let step = 6.0

  /// 1 below clouds, 0 elsewhere; it goes on beyond its sides.
  let pattern: [Float]
  private let parameters: CloudParameters
  /// The time after which they are where they were.
  private let period: Double

  /// Nil where nothing would be seen.
  init?(_ parameters: CloudParameters, period: Double) {
    guard parameters.darkness > 0, parameters.cover > 0, period > 0 else { return nil }
    pattern = Self.pattern(cover: parameters.cover, seed: UInt64(clamping: parameters.seed))
    (self.parameters, self.period) = (parameters, period)
  }

  /// A pattern, and how much of it is seen at a time.
  private struct Layer {
    var offset: Point
    var strength: Double
  }

  private func layers(at seconds: Double) -> [Layer] {
    let (s, c) = sineAndCosine(degrees: parameters.heading)
    let side = parameters.size * Double(Self.count)
    return [0.0, 0.5].compactMap { half in
      let turn = (seconds / period + half).truncatingRemainder(dividingBy: 1)
      let strength = (1 - sineAndCosine(degrees: 360 * turn).cosine) / 2
      guard strength > 0.001 else { return nil }
      // The two patterns are apart, so that no cloud is seen twice.
      let way = Point(s, -c) * (parameters.speed * period * turn) + Point(side * half, side * half / 2)
      return Layer(offset: way, strength: strength)
    }
  }

  /// The darkness at points of a canvas, row by row, from 0 to 1; `columns` × `rows` values, each of the middle of its cell.
  ///
  /// They fade with the haze, and where a cell reaches over too much ground.
  func darkness(
    at seconds: Double, over map: GroundMap, from camera: Camera, haze: Haze?, columns: Int, rows: Int
  ) -> [Double] {
    var result = [Double](repeating: 0, count: columns * rows)
    guard let copy = camera.transforms(from: map.ground, bounds: map.extent).first else { return result }
    let view = camera.groundToCanvas * copy
    guard let back = view.inverse else { return result }
    let layers = layers(at: seconds)
    let scale = Double(Self.detail) / (parameters.size * Double(Self.count))
    let (width, height) = (camera.canvas.width / Double(columns), camera.canvas.height / Double(rows))
    for row in 0..<rows {
      for column in 0..<columns {
        let place = back.apply(Point((Double(column) + 0.5) * width, (Double(row) + 0.5) * height))
        let depth = view.depth(of: place) / camera.distance
        guard depth > 0, depth < 5 else { continue }
        var seen = smoothStep((5 - depth) / 2)
        if let haze { seen *= 1 - haze.opacity * smoothStep((depth - haze.start) / (haze.end - haze.start)) }
        guard seen > 0 else { continue }
        var cover = 0.0
        for layer in layers { cover += layer.strength * value((place - layer.offset) * scale) }
        result[row * columns + column] = parameters.darkness * seen * cover
      }
    }
    return result
  }

  /// Between the values of the pattern.
  private func value(_ place: Point) -> Double {
    let (x, y) = (place.x - 0.5, place.y - 0.5)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (Float(x - left), Float(y - top))
    let mask = Self.detail - 1
    let (column, row) = (Int(left) & mask, Int(top) & mask)
    let (right, below) = ((column + 1) & mask, (row + 1) & mask)
    func at(_ column: Int, _ row: Int) -> Float { pattern[row * Self.detail + column] }
    let upper = at(column, row) + (at(right, row) - at(column, row)) * u
    let lower = at(column, below) + (at(right, below) - at(column, below)) * u
    return Double(upper + (lower - upper) * v)
  }

  /// Draws the shadows over all that a camera sees of a map, up to where the haze hides it.
  func draw(at seconds: Double, over map: GroundMap, from camera: Camera, haze: Haze?, into list: inout DisplayList) {
    let canvas = Rect(x: 0, y: 0, width: camera.canvas.width, height: camera.canvas.height)
    let (columns, rows) = (
      max(Int((canvas.width / Self.step).rounded(.up)), 1), max(Int((canvas.height / Self.step).rounded(.up)), 1)
    )
    var pixels = [UInt8](repeating: 0, count: columns * rows * 4)
    for (index, value) in darkness(
      at: seconds, over: map, from: camera, haze: haze, columns: columns, rows: rows
    ).enumerated() {
      pixels[4 * index + 3] = UInt8((min(value, 1) * 255).rounded())
    }
    if let picture = Image(width: columns, height: rows, premultiplied: pixels) { list.image(picture, in: canvas) }
  }

  /// The noise lies on a cylinder around another one, so that all sides meet.
  private static func pattern(cover: Double, seed: UInt64) -> [Float] {
    let noise = SeededNoise(seed: seed)
    let radius = Double(count) / (2 * .pi)
    var values = [Double](repeating: 0, count: detail * detail)
    for y in 0..<detail {
      let (s, c) = sineAndCosine(degrees: 360 * Double(y) / Double(detail))
      for x in 0..<detail {
        let along = Double(x * count) / Double(detail)
        values[y * detail + x] = noise.fractal(along, radius * c, radius * s, octaves: 4, period: count)
      }
    }
    // As much of the sky as told lies above the threshold; edges are as soft as a fifth of the range.
    let sorted = values.sorted()
    let threshold = sorted[min(Int(Double(sorted.count) * (1 - cover)), sorted.count - 1)]
    let softness = max((sorted[sorted.count - 1] - sorted[0]) / 5, 1e-9)
    return values.map { Float(smoothStep(($0 - threshold) / softness + 0.5)) }
  }
}
