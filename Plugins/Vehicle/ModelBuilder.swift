import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// A place of a model, in meters: to the right, forward, and up from the ground.
typealias ModelPoint = SIMD3<Double>

/// Puts models together from convex parts.
struct ModelBuilder {
  var mesh = MeshBuilder()

  /// A convex part between rings of equally many corners, one after the other, closed by the first and the last one.
  ///
  /// - Parameter color: That of the face from an edge of a ring to the next ring; edges are counted by their first corner.
  mutating func loft(_ rings: [[ModelPoint]], cap: ModelColor, color: (_ ring: Int, _ edge: Int) -> ModelColor) {
    let middle = Self.mean(rings.flatMap(\.self))
    mesh.solid { solid in
      let corners = rings.map { ring in ring.map { (point: $0, index: solid.vertex(Self.place($0))) } }
      func add(_ face: [(point: ModelPoint, index: Int)], _ color: ModelColor) {
        let indices = face.map(\.index)
        let outward = Self.mean(face.map(\.point)) - middle
        let isClockwise = (Self.normal(face.map(\.point)) * outward).sum() > 0
        solid.face([isClockwise ? indices : indices.reversed()], color: color.rawValue)
      }
      add(corners[0], cap)
      add(corners[corners.count - 1], cap)
      for ring in 0..<corners.count - 1 {
        for edge in corners[ring].indices {
          let next = (edge + 1) % corners[ring].count
          let (a, b) = (corners[ring][edge], corners[ring][next])
          let (c, d) = (corners[ring + 1][next], corners[ring + 1][edge])
          // Four corners need not lie in a plane.
          if abs((Self.normal([a.point, b.point, c.point]) * (d.point - a.point)).sum()) < 1e-9 {
            add([a, b, c, d], color(ring, edge))
          } else {
            add([a, b, c], color(ring, edge))
            add([a, c, d], color(ring, edge))
          }
        }
      }
    }
  }

  /// A side view, of places forward and up, as wide as `width`, whose edges on both sides are cut off by `chamfer`.
  mutating func profile(
    _ side: [SIMD2<Double>], width: Double, chamfer: Double, _ color: ModelColor, edges: [Int: ModelColor] = [:]
  ) {
    let half = width / 2
    let middle = side.reduce(.zero, +) / Double(side.count)
    func ring(_ right: Double, inset: Double) -> [ModelPoint] {
      side.map { corner in
        let way = corner - middle
        let length = (way * way).sum().squareRoot()
        let moved = middle + way * max(1 - inset / max(length, 1e-9), 0)
        return ModelPoint(right, moved.x, moved.y)
      }
    }
    let rings =
      chamfer > 0
      ? [
        ring(-half, inset: chamfer), ring(-half + chamfer, inset: 0), ring(half - chamfer, inset: 0),
        ring(half, inset: chamfer),
      ] : [ring(-half, inset: 0), ring(half, inset: 0)]
    loft(rings, cap: color) { edges[$1] ?? color }
  }

  /// A box around a middle.
  mutating func box(_ middle: ModelPoint, _ size: ModelPoint, _ color: ModelColor) {
    let half = size / 2
    func ring(_ up: Double) -> [ModelPoint] {
      [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map {
        ModelPoint(middle.x + $0.0 * half.x, middle.y + $0.1 * half.y, middle.z + up * half.z)
      }
    }
    loft([ring(-1), ring(1)], cap: color) { _, _ in color }
  }

  /// A round or, with few corners, an edged bar, which may grow thinner.
  mutating func bar(
    from start: ModelPoint, to end: ModelPoint, radius: Double, endRadius: Double? = nil, corners: Int = 6,
    _ color: ModelColor, cap: ModelColor? = nil
  ) {
    loft(
      [
        Self.ring(around: start, along: end - start, radius: radius, corners: corners),
        Self.ring(around: end, along: end - start, radius: endRadius ?? radius, corners: corners),
      ], cap: cap ?? color
    ) { _, _ in color }
  }

  /// A wheel across the way that it rolls.
  mutating func wheel(_ middle: ModelPoint, radius: Double, width: Double) {
    let half = ModelPoint(width / 2, 0, 0)
    bar(from: middle - half, to: middle + half, radius: radius, corners: 16, .tire)
    bar(from: middle - half * 1.12, to: middle + half * 1.12, radius: radius * 0.55, corners: 12, .metal)
  }

  /// A narrow ring across the way that it rolls, as of a bicycle.
  mutating func rim(_ middle: ModelPoint, radius: Double, thickness: Double) {
    let count = 16
    func corner(_ index: Int, _ radius: Double) -> ModelPoint {
      let (s, c) = sineAndCosine(degrees: 360 * Double(index) / Double(count))
      return middle + ModelPoint(0, c * radius, s * radius)
    }
    for index in 0..<count {
      let half = ModelPoint(thickness / 2, 0, 0)
      func ring(_ index: Int) -> [ModelPoint] {
        let (inner, outer) = (corner(index, radius - thickness), corner(index, radius))
        return [inner - half, outer - half, outer + half, inner + half]
      }
      loft([ring(index), ring(index + 1)], cap: .tire) { _, _ in .tire }
    }
  }

  /// A ball, or an egg of three radii.
  mutating func ball(_ middle: ModelPoint, _ radii: ModelPoint, _ color: ModelColor) {
    let rings = (0...6).map { index -> [ModelPoint] in
      let (s, c) = sineAndCosine(degrees: -80 + 160 * Double(index) / 6)
      return (0..<10).map { corner in
        let (y, x) = sineAndCosine(degrees: 36 * Double(corner))
        return middle + radii * ModelPoint(x * c, y * c, s)
      }
    }
    loft(rings, cap: color) { _, _ in color }
  }

  /// Corners around a place, across a way.
  static func ring(around middle: ModelPoint, along way: ModelPoint, radius: Double, corners: Int) -> [ModelPoint] {
    let ahead = way / (way * way).sum().squareRoot()
    let helper = abs(ahead.z) < 0.9 ? ModelPoint(0, 0, 1) : ModelPoint(0, 1, 0)
    let side = cross(ahead, helper)
    let right = side / (side * side).sum().squareRoot()
    let up = cross(right, ahead)
    return (0..<corners).map {
      let (s, c) = sineAndCosine(degrees: 360 * (Double($0) + 0.5) / Double(corners))
      return middle + (right * c + up * s) * radius
    }
  }

  private static func cross(_ a: ModelPoint, _ b: ModelPoint) -> ModelPoint {
    ModelPoint(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// On the map's ground, where y runs south: forward is north.
  private static func place(_ point: ModelPoint) -> SpacePoint { SpacePoint(point.x, -point.y, point.z) }

  /// The normal of a face as seen from outside: its corners run clockwise there on the map, whose y axis points backward.
  private static func normal(_ face: [ModelPoint]) -> ModelPoint {
    var sum = ModelPoint.zero
    for index in face.indices { sum += cross(face[index], face[(index + 1) % face.count]) }
    return -sum
  }

  private static func mean(_ points: [ModelPoint]) -> ModelPoint { points.reduce(.zero, +) / Double(points.count) }
}
