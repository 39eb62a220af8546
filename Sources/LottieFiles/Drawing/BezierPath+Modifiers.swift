import StageKit

#if canImport(Glibc)
  import Glibc
#endif

extension BezierPath {
  /// The same with round corners of a radius, as far as half of each side allows.
  func roundingCorners(_ radius: Double) -> BezierPath {
    guard vertices.count > 1 else { return self }
    var result: [Vertex] = []
    result.reserveCapacity(vertices.count * 2)
    for (index, vertex) in vertices.enumerated() {
      let isEnd = !isClosed && (index == 0 || index == vertices.count - 1)
      guard vertex.isCorner, !isEnd else {
        result.append(vertex)
        continue
      }
      let before = vertices[(index + vertices.count - 1) % vertices.count].point
      let after = vertices[(index + 1) % vertices.count].point
      func place(toward other: Point) -> Point {
        let distance = vertex.point.distance(to: other)
        return vertex.point.interpolated(to: other, at: distance > 0 ? min(distance / 2, radius) / distance : 0)
      }
      let (start, end) = (place(toward: before), place(toward: after))
      result.append(Vertex(point: start, out: start.interpolated(to: vertex.point, at: Self.roundness)))
      result.append(Vertex(point: end, in: end.interpolated(to: vertex.point, at: Self.roundness)))
    }
    return BezierPath(result, isClosed: isClosed)
  }

  /// The same with vertices drawn to their center and control points away from it, or the other way below 0.
  func puckered(_ amount: Double) -> BezierPath {
    guard !vertices.isEmpty else { return self }
    let center = vertices.reduce(Point.zero) { $0 + $1.point } / Double(vertices.count)
    return BezierPath(
      vertices.map {
        Vertex(
          point: $0.point.interpolated(to: center, at: amount), in: $0.in.interpolated(to: center, at: -amount),
          out: $0.out.interpolated(to: center, at: -amount))
      }, isClosed: isClosed)
  }

  /// The same turned about a center: by all of an angle there, and less with the distance, by none at the farthest vertex.
  func twisted(_ degrees: Double, about center: Point) -> BezierPath {
    let reach = vertices.map { $0.point.distance(to: center) }.max() ?? 0
    guard reach > 0 else { return self }
    func turned(_ p: Point) -> Point {
      let share = max(1 - p.distance(to: center) / reach, 0)
      return Transform.rotation(degrees: degrees * share, about: center).apply(p)
    }
    // Short pieces bend with the twist, straight ones too.
    var fine = subdivided(8)
    for index in 0..<fine.segmentCount {
      guard case .line(let start, let end) = fine.segment(index) else { continue }
      fine.vertices[index].out = start.interpolated(to: end, at: 1.0 / 3)
      fine.vertices[(index + 1) % fine.vertices.count].in = start.interpolated(to: end, at: 2.0 / 3)
    }
    return BezierPath(
      fine.vertices.map { Vertex(point: turned($0.point), in: turned($0.in), out: turned($0.out)) },
      isClosed: isClosed)
  }

  /// The same in more and shorter curves.
  func subdivided(_ count: Int) -> BezierPath {
    guard segmentCount > 0 else { return self }
    var result = [Vertex(point: vertices[0].point)]
    for index in 0..<segmentCount {
      let segment = segment(index)
      for step in 0..<count {
        let part = segment.slice(from: Double(step) / Double(count), to: Double(step + 1) / Double(count))
        guard case .cubic(_, let a, let b, let end) = part else {
          result.append(Vertex(point: part.end))
          continue
        }
        result[result.count - 1].out = a
        result.append(Vertex(point: end, in: b))
      }
    }
    if isClosed, let last = result.popLast() { result[0].in = last.in }
    return BezierPath(result, isClosed: isClosed)
  }

  /// The same as a zigzag: each side has `ridges` turns, `size` to either side.
  func zigZag(size: Double, ridges: Double, isSmooth: Bool) -> BezierPath {
    let ridges = Int(min(max(ridges.rounded(), 0), 1000))
    guard segmentCount > 0, segmentCount * (ridges + 1) < 100_000 else { return self }
    var result: [Vertex] = []
    var side = -1.0
    /// Adds a point beside the path, in a direction given by its angle, y upward.
    func add(_ point: Point, _ angle: Double, before: Double, after: Double) {
      let normal = Point(cos(angle), -sin(angle))
      let along = Point(cos(angle - .pi / 2), -sin(angle - .pi / 2))
      let place = point + normal * (side * size)
      result.append(Vertex(point: place, in: place - along * before, out: place + along * after))
    }
    func addCorner(_ index: Int) {
      let count = vertices.count
      let point = vertices[index % count].point
      let before = vertices[index == 0 ? count - 1 : index - 1].point
      let after = vertices[(index + 1) % count].point
      let way = after - before
      // Perpendicular to the line between its neighbors.
      let normal = Point(way.y, -way.x)
      let share = isSmooth ? 1 / Double((ridges + 1) * 2) : 0
      add(
        point, -atan2(normal.y, normal.x), before: point.distance(to: before) * share,
        after: point.distance(to: after) * share)
    }
    addCorner(0)
    for index in 0..<segmentCount {
      side = -side
      let segment = segment(index)
      let length = isSmooth ? segment.start.distance(to: segment.end) / Double((ridges + 1) * 2) : 0
      for ridge in 0..<ridges {
        let t = Double(ridge + 1) / Double(ridges + 1)
        let way = segment.derivative(at: t)
        add(segment.point(at: t), atan2(way.x, way.y), before: length, after: length)
        side = -side
      }
      if !(isClosed && index == segmentCount - 1) { addCorner(index + 1) }
    }
    return BezierPath(result, isClosed: isClosed)
  }
}
