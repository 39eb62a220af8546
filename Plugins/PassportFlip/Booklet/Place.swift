import StageKit

/// Where a booklet lies at an instant, and how large it is.
struct Place: Hashable, Sendable {
  /// The middle of the hinge, on the canvas.
  var hinge: Point
  /// Of one page.
  var page: Size
  /// Of the corners away from the spine.
  var radius: Double
  /// Of the corners at the spine.
  var spineRadius: Double
  var eye: Eye
  /// How long and soft shadows are, as a multiple of those of the closed booklet.
  var shadowScale: Double

  var top: Point { Point(hinge.x, hinge.y - page.height / 2) }

  /// The angle at which the front of a leaf gives way to its back.
  var edgeOnAngle: Double { eye.edgeOnAngle(hinge: hinge.x) }

  /// From a leaf's coordinates, in points, to the canvas.
  func transform(angle: Double) -> Transform { eye.transform(angle: angle, hinge: top) }

  /// A leaf's outline in its own coordinates.
  var outline: Path {
    .roundedRect(
      Rect(x: 0, y: 0, width: page.width, height: page.height),
      radii: CornerRadii(
        topLeft: spineRadius, topRight: radius, bottomRight: radius, bottomLeft: spineRadius))
  }

  /// By how much the cover is larger than the paper in it.
  var margin: Double { page.width * 0.016 }

  /// The outline of the paper, in a leaf's coordinates.
  var paper: Path {
    let outer = max(radius - margin, 0)
    return .roundedRect(
      Rect(x: 0, y: margin, width: page.width - margin, height: page.height - 2 * margin),
      radii: CornerRadii(topRight: outer, bottomRight: outer))
  }

  /// What the booklet covers on the canvas, all leaves in it.
  func bounds(angles: [Double]) -> Rect {
    let corners = Rect(x: 0, y: 0, width: page.width, height: page.height).corners
    let points = ([0] + angles).flatMap { angle in corners.map(transform(angle: angle).apply) }
    return Rect(around: points) ?? .zero
  }
}
