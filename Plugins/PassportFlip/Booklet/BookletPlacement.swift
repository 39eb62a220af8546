import StageKit

/// The place and the size of a booklet at an instant.
struct BookletPlacement: Hashable, Sendable {
  /// The middle of the hinge, on the canvas.
  var hinge: Point
  /// The size of one page.
  var page: Size
  /// The radius of the corners away from the spine.
  var radius: Double
  /// The radius of the corners at the spine.
  var spineRadius: Double
  var eye: Eye
  /// The length and softness of shadows, as a multiple of those of the closed booklet.
  var shadowScale: Double

  var top: Point { Point(hinge.x, hinge.y - page.height / 2) }

  /// The angle at which the front of a leaf gives way to its back.
  var edgeOnAngle: Double { eye.edgeOnAngle(hinge: hinge.x) }

  /// Maps a leaf's coordinates, in points, to the canvas.
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
  var paper: Path { paper(from: 0, to: page.width - margin) }

  /// The outline of the paper's outer quarter, reaching further beyond its edge, in points.
  func paperEdge(outset: Double) -> Path { paper(from: page.width * 0.75, to: page.width - margin + outset) }

  private func paper(from start: Double, to end: Double) -> Path {
    let outer = min(max(radius - margin, 0), end - start)
    return .roundedRect(
      Rect(x: start, y: margin, width: end - start, height: page.height - 2 * margin),
      radii: CornerRadii(topRight: outer, bottomRight: outer))
  }

  /// The area of the booklet on the canvas, with all leaves.
  func bounds(_ bends: [Bend]) -> Rect {
    let shares = [0, 0.25, 0.5, 0.75, 1]
    let points = ([.flat(0)] + bends).flatMap { bend in
      let leaf = BentLeaf(bend: bend, place: self)
      return (bend.isFlat ? [0, 1] : shares).flatMap { share in
        [0, page.height].map { leaf.project(Point(share * page.width, $0)) }
      }
    }
    return Rect(around: points) ?? .zero
  }
}
