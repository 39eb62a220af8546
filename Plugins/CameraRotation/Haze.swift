import StageKit

/// Ground that fades into one color with its distance from the eye.
struct Haze: Hashable, Sendable {
  var color: Color
  /// The color at the top of the canvas, reached evenly from the horizon; nil for the haze's own.
  var sky: Color?
  /// The depth at which it begins, as a multiple of the camera's distance.
  var start: Double
  /// The depth from which nothing shows through, as a multiple of the camera's distance.
  var end: Double
  var opacity: Double

  /// Draws the haze as a camera sees it, above the map.
  ///
  /// A camera does not roll, so depth depends on the row alone: its inverse grows evenly down the canvas, from 0 at the
  /// horizon. Looking straight down there is no haze.
  func draw(from camera: Camera, into list: inout DisplayList) {
    guard opacity > 0, let horizon = camera.horizon else { return }
    let (middle, height) = (camera.canvas.height / 2, camera.canvas.height)
    guard middle - horizon > 1e-6 else { return }
    // In the middle the depth is the camera's distance.
    func row(depth: Double) -> Double { horizon + (middle - horizon) / depth }
    func depth(row: Double) -> Double { row > horizon ? (middle - horizon) / (row - horizon) : .infinity }
    let (top, bottom) = (max(row(depth: end), -height), min(row(depth: start), 2 * height))
    if bottom > 0, bottom > top {
      let steps = 24
      let stops = (0...steps).map { step in
        let share = Double(step) / Double(steps)
        let alpha = smoothStep((depth(row: top + (bottom - top) * share) - start) / (end - start))
        return GradientStop(share, color.opacity(alpha * opacity))
      }
      list.fill(
        .rect(Rect(from: .zero, to: Point(camera.canvas.width, min(bottom, height)))),
        .linear(from: Point(0, top), to: Point(0, bottom), stops: stops))
    }
    if let sky, horizon > 0 {
      let bottom = min(horizon, height)
      list.fill(
        .rect(Rect(from: .zero, to: Point(camera.canvas.width, bottom))),
        .linear(
          from: .zero, to: Point(0, horizon),
          stops: [0, 0.25, 0.5, 0.75, 1].map { GradientStop($0, sky.opacity(smoothStep(1 - $0))) }))
    }
  }
}
