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
struct Clouds: Sendable {
  /// The number of pixels along a side of the pattern, and of clouds.
  static let (detail, count) = (256, 4)

  /// Black where clouds are; it goes on beyond its sides.
  let pattern: Image
  private let parameters: CloudParameters
  /// The time after which they are where they were.
  private let period: Double

  /// Nil where nothing would be seen.
  init?(_ parameters: CloudParameters, period: Double) {
    guard parameters.darkness > 0, parameters.cover > 0, period > 0,
      let pattern = Self.pattern(cover: parameters.cover, seed: UInt64(clamping: parameters.seed))
    else { return nil }
    (self.pattern, self.parameters, self.period) = (pattern, parameters, period)
  }

  /// Draws the shadows over all that a camera sees of a map, up to where the haze hides it.
  func draw(at seconds: Double, over map: GroundMap, from camera: Camera, haze: Haze?, into list: inout DisplayList) {
    guard let copy = camera.transforms(from: map.ground, bounds: map.extent).first else { return }
    let view = camera.groundToCanvas * copy
    let side = parameters.size * Double(Self.count)
    let (s, c) = sineAndCosine(degrees: parameters.heading)
    let scale = side / Double(Self.detail)
    let drawing = DisplayList { list in
      for half in [0.0, 0.5] {
        let turn = (seconds / period + half).truncatingRemainder(dividingBy: 1)
        let strength = (1 - sineAndCosine(degrees: 360 * turn).cosine) / 2
        guard strength > 0.001 else { continue }
        let way = Point(s, -c) * (parameters.speed * period * turn)
        // The two patterns are apart, so that no cloud is seen twice.
        let apart = Point(side * half, side * half / 2)
        list.fill(
          .rect(map.extent),
          .image(
            pattern, placement: .translation(way + apart) * .scale(scale), spread: .repeat,
            opacity: parameters.darkness * strength), transform: view)
      }
    }
    guard let fade = haze?.fade(from: camera) else { return list.append(drawing) }
    list.group(mask: Mask(fade, isInverted: true)) { $0.append(drawing) }
  }

  /// The noise lies on a cylinder around another one, so that all sides meet.
  private static func pattern(cover: Double, seed: UInt64) -> Image? {
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
    let softness = (sorted[sorted.count - 1] - sorted[0]) / 5
    guard softness > 0 else { return nil }
    var pixels = [UInt8](repeating: 0, count: values.count * 4)
    for (index, value) in values.enumerated() {
      pixels[4 * index + 3] = UInt8((smoothStep((value - threshold) / softness + 0.5) * 255).rounded())
    }
    return Image(width: detail, height: detail, premultiplied: pixels)
  }
}
