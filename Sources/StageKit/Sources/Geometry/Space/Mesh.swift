import Coding

/// Solids bounded by planar faces, in any number.
///
/// Everything and the digest are shared, not copied, when a mesh is. Built by `Mesh { … }`.
///
/// ```swift
/// let mesh = Mesh { mesh in
///   mesh.solid { solid in
///     let outline = [Point(0, 0), Point(9, 0), Point(9, 9), Point(0, 9)]
///     let roof = solid.walls([outline], from: 0, to: 12, color: 0)
///     solid.face(roof, color: 1)
///   }
/// }
/// let corners = mesh.vertices.count
/// ```
public struct Mesh: Sendable, Hashable, Digestible {
  /// A planar face, seen from the side that its normal points to.
  public struct Face: Hashable, Sendable {
    /// The range of its rings in the mesh's corners; each but the last is followed by `Mesh.ringEnd`. The even-odd rule
    /// decides what is inside.
    public let corners: Range<Int>
    /// Outward, of length 1.
    public let normal: SpacePoint
    /// The index of its color among those that the mesh is drawn with.
    public let color: Int
    /// True if it is vertical.
    public let isUpright: Bool
  }

  /// Faces that belong together, such as a building's.
  public struct Solid: Hashable, Sendable {
    public let vertices: Range<Int>
    public let faces: Range<Int>
    /// The center of a ball around it.
    public let center: SpacePoint
    public let radius: Double
    /// The height of the ground that it stands on, from which it grows and its foot is counted.
    public let base: Double
  }

  final class Storage: Sendable {
    let vertices: [SpacePoint]
    let corners: [UInt32]
    let faces: [Face]
    let solids: [Solid]
    let digest: Digest

    init(vertices: [SpacePoint], corners: [UInt32], faces: [Face], solids: [Solid]) {
      self.vertices = vertices
      self.corners = corners
      self.faces = faces
      self.solids = solids
      var hasher = DigestHasher()
      for vertex in vertices { vertex.digest(into: &hasher) }
      for corner in corners { hasher.combine(UInt64(corner)) }
      for face in faces {
        hasher.combine(face.corners.count)
        hasher.combine(face.color)
      }
      for solid in solids {
        hasher.combine(solid.faces.count)
        if solid.base != 0 { hasher.combine(solid.base) }
      }
      digest = hasher.finalize()
    }
  }

  let storage: Storage

  /// Separates the rings of a face.
  public static let ringEnd = UInt32.max

  /// The solids that `build` adds.
  public init(_ build: (inout MeshBuilder) -> Void) {
    var builder = MeshBuilder()
    build(&builder)
    self = builder.mesh
  }

  init(_ storage: Storage) { self.storage = storage }

  /// Those of a solid lie together.
  public var vertices: [SpacePoint] { storage.vertices }
  /// Indices of vertices.
  public var corners: [UInt32] { storage.corners }
  /// Those of a solid lie together.
  public var faces: [Face] { storage.faces }
  public var solids: [Solid] { storage.solids }
  public var isEmpty: Bool { storage.solids.isEmpty }

  /// Computed once, when the mesh is made.
  public var digest: Digest { storage.digest }

  public func digest(into hasher: inout DigestHasher) { hasher.combine(storage.digest) }

  public static func == (a: Mesh, b: Mesh) -> Bool { a.storage === b.storage || a.digest == b.digest }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.digest) }
}

/// Adds solids to a mesh, one after the other.
public struct MeshBuilder: Sendable {
  private var vertices: [SpacePoint] = []
  private var corners: [UInt32] = []
  private var faces: [Mesh.Face] = []
  private var solids: [Mesh.Solid] = []

  /// A builder of an empty mesh.
  public init() {}

  var mesh: Mesh { Mesh(Mesh.Storage(vertices: vertices, corners: corners, faces: faces, solids: solids)) }

  /// Adds what `build` makes as one solid, which stands on ground of a height; nothing is added where it has no faces.
  public mutating func solid(base: Double = 0, _ build: (inout SolidBuilder) -> Void) {
    var builder = SolidBuilder()
    build(&builder)
    guard let corner = builder.vertices.first, !builder.faces.isEmpty else { return }
    var (low, high) = (corner, corner)
    for v in builder.vertices {
      low = SpacePoint(min(low.x, v.x), min(low.y, v.y), min(low.z, v.z))
      high = SpacePoint(max(high.x, v.x), max(high.y, v.y), max(high.z, v.z))
    }
    let (first, start, face) = (UInt32(vertices.count), corners.count, faces.count)
    vertices += builder.vertices
    corners += builder.corners.map { $0 == Mesh.ringEnd ? $0 : $0 + first }
    faces += builder.faces.map {
      Mesh.Face(
        corners: $0.corners.lowerBound + start..<$0.corners.upperBound + start, normal: $0.normal, color: $0.color,
        isUpright: $0.isUpright)
    }
    solids.append(
      Mesh.Solid(
        vertices: Int(first)..<vertices.count, faces: face..<faces.count, center: (low + high) * 0.5,
        radius: (high - low).length / 2, base: base))
  }

  /// Adds the solids of another mesh: larger by a factor, moved on the ground plane, and then each lifted to the ground that it
  /// stands on.
  public mutating func append(_ mesh: Mesh, scale: Double, shift: Point, lift: (Mesh.Solid) -> Double) {
    for solid in mesh.solids {
      let (vertex, face) = (vertices.count, faces.count)
      let base = lift(solid)
      vertices += mesh.vertices[solid.vertices].map {
        SpacePoint($0.x * scale + shift.x, $0.y * scale + shift.y, $0.z * scale + base)
      }
      for own in mesh.faces[solid.faces] {
        let start = corners.count
        corners += mesh.corners[own.corners].map {
          $0 == Mesh.ringEnd ? $0 : $0 - UInt32(solid.vertices.lowerBound) + UInt32(vertex)
        }
        faces.append(
          Mesh.Face(corners: start..<corners.count, normal: own.normal, color: own.color, isUpright: own.isUpright))
      }
      let center = solid.center * scale + SpacePoint(shift, base)
      solids.append(
        Mesh.Solid(
          vertices: vertex..<vertices.count, faces: face..<faces.count, center: center, radius: solid.radius * scale,
          base: base + solid.base * scale))
    }
  }
}

/// Adds faces to a solid.
public struct SolidBuilder: Sendable {
  fileprivate var vertices: [SpacePoint] = []
  fileprivate var corners: [UInt32] = []
  fileprivate var faces: [Mesh.Face] = []

  /// Adds a corner, and returns its index for faces.
  public mutating func vertex(_ p: SpacePoint) -> Int {
    vertices.append(p)
    return vertices.count - 1
  }

  /// Adds a face with corners of these indices, its outline first and then its holes; seen from outside, with z upward, the
  /// outline runs clockwise on the ground's map, where y grows downward. A face without an area is left out.
  public mutating func face(_ rings: [[Int]], color: Int) {
    guard let outline = rings.first, outline.count >= 3 else { return }
    // Newell's method.
    var sum = SpacePoint.zero
    for i in outline.indices {
      let (a, b) = (vertices[outline[i]], vertices[outline[(i + 1) % outline.count]])
      sum =
        sum
        + SpacePoint((a.y - b.y) * (a.z + b.z), (a.z - b.z) * (a.x + b.x), (a.x - b.x) * (a.y + b.y))
    }
    guard sum.length > 1e-9 else { return }
    let normal = sum.normalized
    let start = corners.count
    for (index, ring) in rings.enumerated() {
      if index > 0 { corners.append(Mesh.ringEnd) }
      corners += ring.map { UInt32($0) }
    }
    faces.append(
      Mesh.Face(corners: start..<corners.count, normal: normal, color: color, isUpright: abs(normal.z) < 1e-6))
  }

  /// Adds the walls above the rings of a footprint from one height to another, and returns the indices of the upper corners,
  /// ring by ring. Outlines run clockwise on the ground's map, holes the other way.
  public mutating func walls(_ rings: [[Point]], from low: Double, to high: Double, color: Int) -> [[Int]] {
    rings.map { ring in
      let lower = ring.map { vertex(SpacePoint($0, low)) }
      let upper = ring.map { vertex(SpacePoint($0, high)) }
      for i in ring.indices {
        let next = (i + 1) % ring.count
        face([[lower[i], lower[next], upper[next], upper[i]]], color: color)
      }
      return upper
    }
  }
}
