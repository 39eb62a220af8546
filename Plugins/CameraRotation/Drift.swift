import StageKit

/// The sway of a hand-held camera, as parameters.
struct DriftParameters: ParameterGroup {
  @Parameter(
    "The distance by which the picture sways at most, each way; 0 for a camera that stands still.",
    .nonnegative(.points))
  var distance = 0.0
  @Parameter("The angle by which the camera leans at most, to each side.", .range(0...45, .degrees)) var roll = 0.0
  @Parameter(
    "The approximate time of a sway, of which a video has three or more. The drift repeats with the video, so that a loop has no seam.",
    .positive(.seconds)
  )
  var period = 4.0
  @Parameter("Another number gives another drift.", .range(0...1_000_000)) var seed = 1
}

/// The sway of a camera that is held by hand: smooth noise, which repeats after the video's duration.
struct Drift: Sendable {
  private let noise: SeededNoise
  /// In fractions of the canvas.
  private let reach: Point
  private let roll: Double
  private let duration: Double
  /// The radius of the circle in the noise that it goes around, as long as there are sways: so it ends as it began.
  private let radius: Double

  /// Nil for a camera that stands still.
  init?(_ parameters: DriftParameters, _ composition: Composition) {
    guard parameters.distance > 0 || parameters.roll > 0, composition.duration > 0 else { return nil }
    noise = SeededNoise(seed: UInt64(parameters.seed))
    reach = Point(parameters.distance / composition.size.width, parameters.distance / composition.size.height)
    roll = parameters.roll
    duration = composition.duration
    radius = min(max(duration / parameters.period, 3), 1e9) / (2 * .pi)
  }

  func applied(to view: CameraView, at seconds: Double) -> CameraView {
    let (s, c) = sineAndCosine(degrees: 360 * seconds / duration)
    // Each in a layer of noise of its own.
    func sway(_ layer: Double) -> Double {
      let value = noise.fractal(31.7 + radius * c, 17.3 + radius * s, layer, octaves: 2, roughness: 0.4)
      // Noise is seldom beyond a half; spread, its swings come to the limits.
      return sineAndCosine(degrees: min(max(2 * value, -1), 1) * 90).0
    }
    var view = view
    view.anchor = view.anchor + Point(reach.x * sway(0.3), reach.y * sway(7.6))
    view.roll += roll * sway(15.4)
    return view
  }
}
