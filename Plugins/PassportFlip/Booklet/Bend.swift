import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The cross-section of a leaf, seen along its hinge: an arc of a circle, so that the sheet is a part of a cylinder.
///
/// Angles are those of the leaf's tangent, in degrees: 0 lies on the right, 180 on the left. Lengths are shares of the
/// leaf's width.
struct Bend: Hashable, Sendable {
  /// The angle at the hinge.
  var start: Double
  /// The angle at the outer edge.
  var end: Double

  /// A leaf that is stiff.
  static func flat(_ angle: Double) -> Bend { Bend(start: angle, end: angle) }

  private init(start: Double, end: Double) {
    self.start = start
    self.end = end
  }

  /// A sheet that turns: a hand lifts its edge, which leads for two thirds of the way; then the sheet falls, and the air
  /// below it lets the edge come down last.
  ///
  /// Both angles grow with the leaf's, so that sheets one after the other do not pass through each other.
  /// - Parameters:
  ///   - angle: How far the leaf is turned, 0…180 degrees.
  ///   - flexibility: 0 for a stiff leaf, 1 for paper.
  init(angle: Double, flexibility: Double) {
    let turn = angle / 180
    let left = 1 - turn
    let lag = turn * turn * (3 - 2 * turn) - turn
    start = 180 * (turn + flexibility * lag)
    end = 180 * (turn + flexibility * Self.lead * turn * left * left)
  }

  private static let lead = 1.6

  var isFlat: Bool { start == end }

  /// The tangent's angle at a share of the width.
  func angle(at share: Double) -> Double { start + (end - start) * share }

  /// The offset from the hinge at a share of the width, to the right and toward the viewer. Source: an arc's chord.
  func point(at share: Double) -> (x: Double, z: Double) {
    let half = (end - start) * share * .pi / 360
    let chord = share * (abs(half) > 1e-6 ? sin(half) / half : 1)
    let (sine, cosine) = sineAndCosine(degrees: start + (end - start) * share / 2)
    return (chord * cosine, chord * sine)
  }

  /// This bend as it is seen from a leaf that lies at an angle.
  func relative(to angle: Double) -> Bend { Bend(start: start - angle, end: end - angle) }

  /// The same from the other side: of a leaf that opens to the left.
  func opening(from bend: Bend) -> Bend { Bend(start: start - bend.start, end: end - bend.end) }
}

/// A leaf with its bend, at its place.
struct BentLeaf: Sendable {
  /// A stretch of the leaf of which one side is seen, in shares of its width from the hinge.
  struct Side: Hashable, Sendable {
    var isFront: Bool
    var from: Double
    var to: Double
  }

  let bend: Bend
  let place: BookletPlacement

  private var width: Double { place.page.width }

  /// The position on the canvas of a point of the leaf.
  func project(_ p: Point) -> Point {
    let (x, z) = bend.point(at: p.x / width)
    let eye = place.eye
    let scale = eye.distance / (eye.distance - z * width)
    let position = Point(place.top.x + x * width, place.top.y + p.y)
    return eye.vanishingPoint + (position - eye.vanishingPoint) * scale
  }

  /// The canvas's x of a share of the width: hinge and eye make lines along the hinge upright on the canvas.
  func canvasX(_ share: Double) -> Double { project(Point(share * width, 0)).x }

  /// Above 0 where the front is seen: how fast the canvas's x grows with the share, but for a positive factor.
  private func frontness(_ share: Double) -> Double {
    let (x, z) = bend.point(at: share)
    let (sine, cosine) = sineAndCosine(degrees: bend.angle(at: share))
    let eye = place.eye
    return cosine * (eye.distance / width - z) + (x - (eye.vanishingPoint.x - place.hinge.x) / width) * sine
  }

  /// The visible sides of the leaf, from the hinge on: one, or both if it folds over.
  var sides: [Side] {
    let isFront = frontness(0) > 0
    guard isFront != (frontness(1) > 0) else { return [Side(isFront: isFront, from: 0, to: 1)] }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if (frontness(middle) > 0) == isFront { low = middle } else { high = middle }
    }
    return [Side(isFront: isFront, from: 0, to: low), Side(isFront: !isFront, from: low, to: 1)]
  }

  /// Maps the leaf's coordinates to the canvas, through the plane that meets the leaf at two shares of its width.
  func chord(from: Double, to: Double) -> Transform {
    let (a, b) = (bend.point(at: from), bend.point(at: to))
    let span = to - from
    let slope = ((b.x - a.x) / span, (b.z - a.z) / span)
    return place.eye.transform(
      hinge: place.top, start: ((a.x - slope.0 * from) * width, (a.z - slope.1 * from) * width), slope: slope)
  }
}
