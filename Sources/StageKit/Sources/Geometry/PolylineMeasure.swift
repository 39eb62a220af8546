/// Distances along a list of points, such as a route in meters on the ground.
///
/// Made once in linear time; look-ups are logarithmic. Distances beyond the ends count as the ends.
public struct PolylineMeasure: Sendable, Hashable {
  /// What is measured, in order.
  public let points: [Point]
  /// The distance of each point from the first along the line; never falls. A step that is not finite counts as 0.
  public let lengths: [Double]

  /// Measures once, in time linear in the points.
  public init(_ points: [Point]) {
    self.points = points
    var lengths: [Double] = []
    lengths.reserveCapacity(points.count)
    var total = 0.0
    for index in points.indices {
      if index > 0 {
        let step = points[index].distance(to: points[index - 1])
        if step.isFinite { total += step }
      }
      lengths.append(total)
    }
    self.lengths = lengths
  }

  /// From the first point to the last; 0 for fewer than two.
  @inlinable public var length: Double { lengths.last ?? 0 }

  /// The position `distance` from the first point; nil where there is no point.
  public func point(at distance: Double) -> Point? {
    guard let first = points.first else { return nil }
    guard distance > 0, points.count > 1 else { return first }
    return interpolated(at: distance, in: segment(at: distance))
  }

  /// The direction of travel at a distance, of length 1; that of the segment ahead at a corner, and zero on a line
  /// without length.
  public func tangent(at distance: Double) -> Point {
    guard length > 0 else { return .zero }
    var index = segment(at: min(max(distance, 0), length.nextDown))
    while index > 0, lengths[index + 1] == lengths[index] { index -= 1 }
    return (points[index + 1] - points[index]).normalized
  }

  /// The part between two distances, both ends interpolated, with the distance of each of its points.
  ///
  /// Empty where `end` is not above `start`, or nothing of the line lies between them.
  public func slice(from start: Double, to end: Double) -> (points: [Point], lengths: [Double]) {
    let start = max(start, 0)
    let end = min(end, length)
    guard start < end else { return ([], []) }
    let first = segment(at: start)
    let last = segment(at: end)
    var slicePoints: [Point] = []
    var sliceLengths: [Double] = []
    slicePoints.reserveCapacity(last - first + 2)
    sliceLengths.reserveCapacity(last - first + 2)
    slicePoints.append(interpolated(at: start, in: first))
    sliceLengths.append(start)
    for index in (first + 1)..<max(last + 1, first + 1) where lengths[index] > start && lengths[index] < end {
      slicePoints.append(points[index])
      sliceLengths.append(lengths[index])
    }
    slicePoints.append(interpolated(at: end, in: last))
    sliceLengths.append(end)
    return (slicePoints, sliceLengths)
  }

  /// The segment from point i to i + 1 with the last i whose distance is not above `distance`.
  private func segment(at distance: Double) -> Int {
    var (low, high) = (0, max(points.count - 2, 0))
    while low < high {
      let middle = (low + high + 1) / 2
      if lengths[middle] <= distance { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func interpolated(at distance: Double, in index: Int) -> Point {
    let span = lengths[index + 1] - lengths[index]
    guard span > 0 else { return points[index] }
    let t = min(max((distance - lengths[index]) / span, 0), 1)
    return points[index] * (1 - t) + points[index + 1] * t
  }
}
