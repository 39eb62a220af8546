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
  /// The light around the sun at the horizon, and the sun's compass direction; nil for none.
  var glow: Glow?

  /// The depth from which the ground is hidden, as a multiple of the camera's distance.
  var reach: Double { opacity >= 1 ? end : .infinity }

  /// The same for solids.
  func solid(from camera: Camera) -> Solids.Haze {
    Solids.Haze(color: color, start: start * camera.distance, end: end * camera.distance, opacity: opacity)
  }

  struct Glow: Hashable, Sendable {
    var color: Color
    var azimuth: Double

    /// The light of a sun that is low: whole from 25° down to the horizon, none above 45° and 12° below the horizon, where
    /// twilight ends.
    init(color: Color, of sun: Sun) {
      self.color = color.opacity(smoothStep((45 - sun.altitude) / 20) * smoothStep((sun.altitude + 12) / 12))
      azimuth = sun.azimuth
    }
  }

  /// Draws the haze as a camera sees it, above the map.
  ///
  /// If the camera does not roll, depth depends on the row only: its inverse grows evenly down the canvas, from 0 at
  /// the horizon. Looking straight down there is no haze.
  func draw(from camera: Camera, into list: inout DisplayList) {
    guard opacity > 0, let horizon = camera.horizon else { return }
    let (middle, width, height) = (camera.middle.y, camera.canvas.width, camera.canvas.height)
    // A turned canvas reaches beyond its sides.
    let margin = camera.roll == 0 ? 0 : width + height
    let rolling = camera.rolling
    guard middle - horizon > 1e-6 else { return }
    // In the middle the depth is the camera's distance.
    func row(depth: Double) -> Double { horizon + (middle - horizon) / depth }
    func depth(row: Double) -> Double { row > horizon ? (middle - horizon) / (row - horizon) : .infinity }
    let (top, bottom) = (max(row(depth: end), -height), min(row(depth: start), 2 * height))
    if bottom > -margin, bottom > top {
      let steps = 24
      let stops = (0...steps).map { step in
        let share = Double(step) / Double(steps)
        let alpha = smoothStep((depth(row: top + (bottom - top) * share) - start) / (end - start))
        return GradientStop(share, color.opacity(alpha * opacity))
      }
      list.fill(
        .rect(Rect(from: Point(-margin, -margin), to: Point(width + margin, min(bottom, height + margin)))),
        .linear(from: Point(0, top), to: Point(0, bottom), stops: stops), transform: rolling)
    }
    if let sky, horizon > -margin {
      let bottom = min(horizon, height + margin)
      // As far above the horizon as the top of a canvas that does not lean.
      let top = min(0, horizon - 1)
      list.fill(
        .rect(Rect(from: Point(-margin, -margin), to: Point(width + margin, bottom))),
        .linear(
          from: Point(0, top), to: Point(0, horizon),
          stops: [0, 0.25, 0.5, 0.75, 1].map { GradientStop($0, sky.opacity(smoothStep(1 - $0))) }),
        transform: rolling)
    }
    if let glow, glow.color.alpha > 0, horizon > -margin, let place = Self.place(of: glow, from: camera) {
      // It lies along the horizon, and fades into the far ground.
      let radius = width * 0.85
      let squeeze = Transform(1, 0, place.x, 0, 0.7, place.y)
      list.fill(
        .circle(center: .zero, radius: radius),
        .radial(
          center: .zero, radius: radius,
          stops: (0...8).map { step in
            let t = Double(step) / 8
            return GradientStop(t, glow.color.opacity((1 - t) * (1 - t) * opacity))
          }), transform: rolling * squeeze)
    }
  }

  /// The point of the horizon below the sun, before the canvas is turned; nil where that is behind the camera.
  private static func place(of glow: Glow, from camera: Camera) -> Point? {
    guard let horizon = camera.horizon else { return nil }
    let (s, c) = sineAndCosine(degrees: glow.azimuth - camera.heading)
    guard c > 0.2 else { return nil }
    // The image of the point at infinity in this direction.
    let focus = camera.pointsPerMeter * camera.distance
    return Point(camera.middle.x + focus * s / c / sineAndCosine(degrees: camera.pitch).sine, horizon)
  }
}
