import StageKit

extension BezierPath {
  /// The same moved by a distance to its left, which is outside of a clockwise path, with joins at its corners.
  ///
  /// Curves are cut into quarters, each of which is moved by its ends and control points (Tiller and Hanson, 1984).
  func offset(by amount: Double, _ join: LineJoin, _ miterLimit: Double) -> BezierPath {
    let fine = subdivided(vertices.contains { !$0.isCorner } ? 4 : 1)
    let pieces = (0..<fine.segmentCount).compactMap { Self.moved(fine.segment($0), by: amount) }
    guard let first = pieces.first else { return self }
    var result = [Vertex(point: first.start)]
    for (index, piece) in pieces.enumerated() {
      if case .cubic(_, let a, let b, let end) = piece {
        result[result.count - 1].out = a
        result.append(Vertex(point: end, in: b))
      } else {
        result.append(Vertex(point: piece.end))
      }
      guard isClosed || index < pieces.count - 1 else { continue }
      Self.join(piece, pieces[(index + 1) % pieces.count], amount, join, miterLimit, &result)
    }
    if isClosed, result.count > 1, let last = result.popLast() {
      let isCorner = result[0].out == result[0].point
      result[0] = Vertex(point: last.point, in: last.in, out: isCorner ? last.point : result[0].out)
    }
    return BezierPath(result, isClosed: isClosed)
  }

  /// A piece moved to its left; nil for one without a direction.
  private static func moved(_ segment: Path.Segment, by amount: Double) -> Path.Segment? {
    let (from, to) = (segment.tangent(at: 0), segment.tangent(at: 1))
    guard from != .zero, to != .zero else { return nil }
    let (a, d) = (segment.start - from.perpendicular * amount, segment.end - to.perpendicular * amount)
    guard case .cubic(let start, let c1, let c2, let end) = segment else { return .line(a, d) }
    let length = start.distance(to: end)
    let factor = length > 0 ? a.distance(to: d) / length : 1
    return .cubic(a, a + (c1 - start) * factor, d + (c2 - end) * factor, d)
  }

  /// Adds the way from the end of a piece to the start of the next one.
  private static func join(
    _ piece: Path.Segment, _ next: Path.Segment, _ amount: Double, _ join: LineJoin, _ miterLimit: Double,
    _ result: inout [Vertex]
  ) {
    let (end, start) = (piece.end, next.start)
    guard end.distance(to: start) > abs(amount) * 1e-6 else { return }
    let (u, v) = (piece.tangent(at: 1), next.tangent(at: 0))
    let turn = u.cross(v)
    // At inner corners the sides meet before their ends.
    let isOuter = turn * amount > 0
    let along = turn != 0 ? (start - end).cross(v) / turn : .infinity
    if !isOuter {
      let meeting = end + u * along
      if case .line = piece, case .line = next, along.isFinite, -along < piece.start.distance(to: end) {
        result[result.count - 1] = Vertex(point: meeting)
      } else {
        result.append(Vertex(point: start))
      }
      return
    }
    switch join {
    case .miter where along.isFinite && along / abs(amount) < miterLimit: result.append(Vertex(point: end + u * along))
    case .round:
      let reach = end.distance(to: start) * BezierPath.roundness / 1.414
      result[result.count - 1].out = end + u * reach
      result.append(Vertex(point: start, in: start - v * reach))
      return
    default: break
    }
    result.append(Vertex(point: start))
  }
}
