import StageKit

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
