import StageKit

/// Colors for the values of a recording, as parameters.
struct ColorScaleParameters: ParameterGroup {
  @Parameter("The value of the recording that gives the color.") var value = ProfileValue.speed
  @Parameter("From the lowest value to the highest, evenly apart.", as: .list(of: .color, minimumCount: 2))
  var colors = [Color(hex: 0x3DDC84), Color(hex: 0xFFD23F), Color(hex: 0xFF5A5F)]
  @Parameter(
    "The value of the first color, in the value's unit, such as km/h; without it, the lowest of the route.", .any())
  var low: Double?
  @Parameter("The value of the last color; without it, the highest of the route.", .any()) var high: Double?
}

/// The colors along a route by a value of its recording.
struct ColorScale: Sendable {
  /// At even steps of the route; nil where the recording has no value.
  private let colors: [Color?]

  private static let count = 512

  /// Nil where the recording has no value at all.
  init?(_ parameters: ColorScaleParameters, of record: RouteRecord, length: Double) {
    let samples = ProfileSamples(parameters.value, over: .distance, of: record, length: length, count: Self.count)
    let known = samples.values.compactMap(\.self)
    guard let least = known.min(), let most = known.max() else { return nil }
    let (low, high) = (parameters.low ?? least, parameters.high ?? most)
    let scale = parameters.colors
    colors = samples.values.map { value in
      value.map { value in
        let share = high > low ? min(max((value - low) / (high - low), 0), 1) : 0
        let place = share * Double(scale.count - 1)
        let index = min(Int(place), scale.count - 2)
        return scale[index].interpolated(to: scale[index + 1], at: place - Double(index))
      }
    }
  }

  /// Nil where the recording has no value.
  func color(atShare share: Double) -> Color? {
    let place = min(max(share, 0), 1) * Double(colors.count - 1)
    let index = min(Int(place), colors.count - 2)
    guard let a = colors[index], let b = colors[index + 1] else { return colors[index] ?? colors[index + 1] }
    return a.interpolated(to: b, at: place - Double(index))
  }
}

/// The colors of a line along its route.
struct LineColor: Sendable {
  var color: Color
  /// At the route's end; nil where it does not change.
  var endColor: Color?
  /// The colors of the recording instead, with a factor of their opacity.
  var scale: ColorScale?
  var scaleOpacity = 1.0

  /// The paint of a part of the route that is `length` long, and of which `gone` was drawn before.
  func paint(of window: Sweep.Window, on route: RouteLine, fades: Bool, length: Double, gone: Double) -> Paint {
    guard fades || endColor != nil || scale != nil else { return .color(color) }
    let steps = scale == nil ? 1 : 64
    let stops = (0...steps).map { step in
      let share = Double(step) / Double(steps)
      let place = (window.tail + (window.head - window.tail) * share) / route.length
      let color =
        scale?.color(atShare: place)?.opacity(scaleOpacity) ?? color.interpolated(to: endColor ?? color, at: place)
      return GradientStop(share, fades ? color.opacity(share) : color)
    }
    return .alongPath(start: 0 - gone, end: length - gone, stops: stops)
  }
}
