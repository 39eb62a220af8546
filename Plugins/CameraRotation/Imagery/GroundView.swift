import StageKit

/// The part of a plane that a camera sees.
struct GroundView {
  /// Maps the plane to the canvas.
  let transform: Transform
  /// The lines that bound the part, as a·x + b·y + c ≥ 0 inside.
  private let sides: [(a: Double, b: Double, c: Double)]
  /// The distance from each of them that a meter upward adds.
  private let sidesUp: [Double]
  /// Points on the canvas for a unit of the plane at a depth of 1.
  private let focalLength: Double
  /// The change of the transform's image of a place for a meter upward, before it is divided by the depth.
  private let up: SpacePoint
  /// The level of the plane.
  private let level: Double
  /// The least depth that counts, for ground that rises.
  private let nearest: Double

  /// - Parameters:
  ///   - copy: Maps the plane to the camera's ground.
  ///   - margin: The width around the canvas that counts as seen, in points.
  ///   - reach: The depth from which nothing is seen.
  init(_ camera: Camera, _ copy: Transform, margin: Double, reach: Double) {
    let t = camera.groundToCanvas * copy
    transform = t
    focalLength = camera.pointsPerMeter * camera.distance * (copy.apply(Point(1, 0)) - copy.apply(.zero)).length
    (up, level, nearest) = (camera.spaceToCanvas.z, camera.level, 0.1 * camera.distance)
    let (right, bottom) = (camera.canvas.width + margin, camera.canvas.height + margin)
    // Depths and, before they are divided by it, positions are linear on the plane.
    sides = [
      (t.m31, t.m32, t.m33 - camera.distance * Camera.nearPlane),
      (-t.m31, -t.m32, reach - t.m33),
      (t.m11 + margin * t.m31, t.m12 + margin * t.m32, t.m13 + margin * t.m33),
      (right * t.m31 - t.m11, right * t.m32 - t.m12, right * t.m33 - t.m13),
      (t.m21 + margin * t.m31, t.m22 + margin * t.m32, t.m23 + margin * t.m33),
      (bottom * t.m31 - t.m21, bottom * t.m32 - t.m22, bottom * t.m33 - t.m23),
    ]
    sidesUp = [
      up.z, -up.z, up.x + margin * up.z, right * up.z - up.x, up.y + margin * up.z, bottom * up.z - up.y,
    ]
  }

  /// The same of a box on a rectangle, between two heights: nil where all of it lies beyond one side.
  func scale(of rect: Rect, between heights: ClosedRange<Double>) -> Double? {
    let ends = [heights.lowerBound - level, heights.upperBound - level]
    for (side, rise) in zip(sides, sidesUp) {
      let isInside = rect.corners.contains { corner in
        ends.contains { side.a * corner.x + side.b * corner.y + side.c + rise * $0 >= 0 }
      }
      if !isInside { return nil }
    }
    let depth =
      rect.corners.map { corner in
        let depth = transform.m31 * corner.x + transform.m32 * corner.y + transform.m33
        return min(depth + up.z * ends[0], depth + up.z * ends[1])
      }.min() ?? nearest
    return focalLength / max(depth, nearest)
  }

  /// Points on the canvas for a unit of the plane, across the line of sight, where a rectangle is nearest in view; nil
  /// where nothing of it is.
  func scale(of rect: Rect) -> Double? {
    var points = rect.corners
    for side in sides {
      points = Self.clip(points, side)
      if points.isEmpty { return nil }
    }
    return points.map { focalLength / transform.depth(of: $0) }.max()
  }

  /// The part of a convex polygon on the inner side of a line.
  private static func clip(_ points: [Point], _ side: (a: Double, b: Double, c: Double)) -> [Point] {
    func distance(_ p: Point) -> Double { side.a * p.x + side.b * p.y + side.c }
    var result: [Point] = []
    for (index, point) in points.enumerated() {
      let next = points[(index + 1) % points.count]
      let (here, there) = (distance(point), distance(next))
      if here >= 0 { result.append(point) }
      if (here >= 0) != (there >= 0) { result.append(point + (next - point) * (here / (here - there))) }
    }
    return result
  }
}
