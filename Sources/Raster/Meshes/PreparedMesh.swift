import CRasterKernels
import Geometry
import Graphics
import Memory

/// A mesh's visible faces in pixels of a surface, from near to far, by the tiles that they touch.
final class PreparedMesh {
  let faces = Scratch<raster_mesh_face>()
  let edges = Scratch<raster_mesh_edge>()
  /// The windows of faces that have them.
  private let walls = Scratch<raster_mesh_wall>()
  /// The light along faces that have some, and the values of all.
  private let besides = Scratch<raster_mesh_beside>()
  private let besideValues = Scratch<Float>()
  private let drapes = PreparedDrapes()
  let tiles = MeshTiles()
  private(set) var light = raster_mesh_light()
  /// The number of times that it is drawn.
  var useCount = 0
  /// The pixels that faces may touch.
  private(set) var bounds = PixelRect.empty
  private let places = Scratch<PlacedVertex>()
  private let nearest = Scratch<SIMD2<UInt32>>()
  private var ring: [SpacePoint] = []
  private var clipped: [SpacePoint] = []

  /// A vertex in 1/256 pixel, with 1 over its depth.
  private struct PlacedVertex: BitwiseCopyable {
    var x: Int32
    var y: Int32
    var nearness: Double
  }

  /// The farthest that outlines go from the surface, in pixels.
  fileprivate static let reach = 32_768.0

  /// Prepares solids for a surface, with pictures of their ground whose sides are halved a number of times; false if
  /// nothing of them is seen.
  func prepare(
    _ solids: Solids, _ projection: SpaceTransform, _ surface: Surface, drapesHalved halvings: Int,
    _ cache: ResourceCache
  ) -> Bool {
    drapes.removeAll()
    (faces.count, edges.count, walls.count, bounds, useCount) = (0, 0, 0, .empty, 0)
    (besides.count, besideValues.count) = (0, 0)
    guard let sight = projection.sight, solids.near > 0, !solids.colors.isEmpty else { return false }
    let view = MeshView(solids, projection, sight, surface)
    light = view.light
    sort(solids, view)
    for i in 0..<nearest.count {
      let index = Int(nearest.base[i].y)
      drapes.begin(ground: index, of: solids, halved: halvings, cache)
      add(solids.mesh.solids[index], of: solids, view)
      if MemoryAccount.current?.refusal != nil { return false }
    }
    light.walls = UnsafePointer(walls.base)
    light.besides = UnsafePointer(besides.base)
    light.beside_values = UnsafePointer(besideValues.base)
    drapes.finish(&light)
    tiles.arrange(faces, surface)
    return !bounds.isEmpty
  }

  /// Orders the solids that may be seen by their depth, the nearest first.
  private func sort(_ solids: Solids, _ view: MeshView) {
    let all = solids.mesh.solids
    nearest.reserve(all.count)
    nearest.count = 0
    for (index, solid) in all.enumerated() {
      let depth = view.projection.depth(of: solid.center)
      guard depth > solids.near - solid.radius, view.mayBeSeen(solid) else { continue }
      nearest.base[nearest.count] = SIMD2(Float(max(depth, 0)).bitPattern, UInt32(index))
      nearest.count += 1
    }
    var found = UnsafeMutableBufferPointer(start: nearest.base, count: nearest.count)
    found.sort { ($0.x, $0.y) < ($1.x, $1.y) }
  }

  private func add(_ solid: Mesh.Solid, of solids: Solids, _ view: MeshView) {
    let growth = drapes.isGround ? 1 : solids.rise?.share(at: solid.center.ground) ?? 1
    let base = solid.base
    guard growth > 0 else { return }
    let vertices = solids.mesh.vertices
    places.reserve(solid.vertices.count)
    var isWhole = true
    for (place, index) in solid.vertices.enumerated() {
      var vertex = vertices[index]
      vertex.z = base + (vertex.z - base) * growth
      let image = view.projection.homogeneous(vertex)
      guard image.z >= solids.near else {
        isWhole = false
        break
      }
      let nearness = 1 / image.z
      let (x, y) = (image.x * nearness, image.y * nearness)
      guard abs(x) < Self.reach, abs(y) < Self.reach else {
        isWhole = false
        break
      }
      places.base[place] = PlacedVertex(x: fixedPoint(x), y: fixedPoint(y), nearness: nearness)
    }
    let eye = SpacePoint(view.sight.eye.x, view.sight.eye.y, base + (view.sight.eye.z - base) / growth)
    for index in solid.faces {
      let face = solids.mesh.faces[index]
      let anchor = vertices[Int(solids.mesh.corners[face.corners.lowerBound])]
      // The distance of the eye from the plane of the face.
      let distance = face.normal.dot(eye - anchor)
      guard distance > 1e-9 else { continue }
      begin()
      if isWhole {
        addRings(of: face, of: solids, first: solid.vertices.lowerBound)
      } else {
        addClippedRings(of: face, of: solids, growth, base, view)
      }
      // In the space where heights are not multiplied the eye and its sight are divided instead.
      finish(face, index, distance: distance, growth: growth, base: base, solids, view)
    }
  }

  // MARK: Outlines

  private var firstEdge = 0
  private var low = SIMD2<Int32>.zero
  private var high = SIMD2<Int32>.zero
  private var far = 0.0
  private var near = 0.0

  private func begin() {
    firstEdge = edges.count
    low = SIMD2(repeating: .max)
    high = SIMD2(repeating: .min)
    (far, near) = (.infinity, 0)
  }

  private func addRings(of face: Mesh.Face, of solids: Solids, first: Int) {
    solids.mesh.corners.withUnsafeBufferPointer { corners in
      var start = face.corners.lowerBound
      while start < face.corners.upperBound {
        var end = start
        while end < face.corners.upperBound, corners[end] != Mesh.ringEnd { end += 1 }
        var last = places.base[Int(corners[end - 1]) - first]
        for i in start..<end {
          let next = places.base[Int(corners[i]) - first]
          addEdge(last, next)
          last = next
        }
        start = end + 1
      }
    }
  }

  @inline(__always)
  private func addEdge(_ a: PlacedVertex, _ b: PlacedVertex) {
    let place = SIMD2(b.x, b.y)
    low = pointwiseMin(low, place)
    high = pointwiseMax(high, place)
    far = min(far, b.nearness)
    near = max(near, b.nearness)
    // Those that meet no row of samples are left out.
    guard (a.y &+ 7) >> 4 != (b.y &+ 7) >> 4 else { return }
    edges.append(
      a.y < b.y
        ? raster_mesh_edge(x0: a.x, y0: a.y, x1: b.x, y1: b.y) : raster_mesh_edge(x0: b.x, y0: b.y, x1: a.x, y1: a.y))
  }

  /// The slow way, for solids of which some lies before the near plane or far from the surface.
  private func addClippedRings(
    of face: Mesh.Face, of solids: Solids, _ growth: Double, _ base: Double, _ view: MeshView
  ) {
    let planes: [(SpacePoint) -> Double] = [
      { $0.z - solids.near }, { $0.x + Self.reach * $0.z }, { Self.reach * $0.z - $0.x },
      { $0.y + Self.reach * $0.z }, { Self.reach * $0.z - $0.y },
    ]
    for corners in solids.mesh.corners[face.corners].split(separator: Mesh.ringEnd) {
      ring.removeAll(keepingCapacity: true)
      for corner in corners {
        var vertex = solids.mesh.vertices[Int(corner)]
        vertex.z = base + (vertex.z - base) * growth
        ring.append(view.projection.homogeneous(vertex))
      }
      for plane in planes {
        clipped.removeAll(keepingCapacity: true)
        for i in ring.indices {
          let (a, b) = (ring[i], ring[(i + 1) % ring.count])
          let (da, db) = (plane(a), plane(b))
          if da >= 0 { clipped.append(a) }
          if (da < 0) != (db < 0) { clipped.append(a + (b - a) * (da / (da - db))) }
        }
        swap(&ring, &clipped)
      }
      guard ring.count >= 3 else { continue }
      func placed(_ p: SpacePoint) -> PlacedVertex {
        PlacedVertex(x: fixedPoint(p.x / p.z), y: fixedPoint(p.y / p.z), nearness: 1 / p.z)
      }
      for i in ring.indices { addEdge(placed(ring[i]), placed(ring[(i + 1) % ring.count])) }
    }
  }

  private func finish(
    _ face: Mesh.Face, _ index: Int, distance: Double, growth: Double, base: Double, _ solids: Solids, _ view: MeshView
  ) {
    guard edges.count > firstEdge else { return }
    let box = PixelRect(
      x0: (Int(low.x) - 1) >> 8, y0: Int(low.y) >> 8, x1: ((Int(high.x) + 1) >> 8) + 1, y1: (Int(high.y) + 255) >> 8
    ).intersection(view.bounds)
    guard !box.isEmpty else {
      edges.count = firstEdge
      return
    }
    var normal = face.normal
    normal.z /= growth
    // eye + sight × depth lies in the face where normal · sight × depth is −distance.
    let k = -1 / distance
    let sight = view.sight
    var color = view.color(face.color, normal: growth == 1 ? normal : normal.normalized)
    let foot = face.isUpright ? solids.light.footShade : 0
    let glow: Float = face.isUpright && solids.light.footGlow.alpha > 0 ? 1 : 0
    var wall: Int32 = -1
    if let windows = solids.windows, let front = view.front(of: face, solids.mesh, windows) {
      if view.showsWindows(at: 1 / near) {
        wall = Int32(walls.count)
        walls.append(view.wall(front, index, growth: growth, base: base))
      } else {
        color = view.averaged(color, windows)
      }
    }
    var beside: Int32 = -1
    if let values = solids.wallLight?.values(ofFace: index), values.contains(where: { $0 > 0 }),
      let place = view.beside(face, solids.mesh, count: values.count, first: besideValues.count)
    {
      beside = Int32(besides.count)
      besides.append(place)
      for value in values { besideValues.append(value) }
    }
    let nearness = SpacePoint(normal.dot(sight.byX) * k, normal.dot(sight.byY) * k, normal.dot(sight.forward) * k)
    let drape = drapes.add(nearness, sight)
    let isEven =
      drape < 0 && foot == 0 && glow == 0 && wall < 0 && beside < 0
      && view.mixHaze(into: &color, from: 1 / near, to: 1 / far)
    faces.append(
      raster_mesh_face(
        by_x: nearness.x, by_y: nearness.y, constant: nearness.z,
        far: Float(far).nextDown, near: Float(near).nextUp, first_edge: Int32(firstEdge),
        edge_count: Int32(edges.count - firstEdge), x0: Int32(box.x0), y0: Int32(box.y0), x1: Int32(box.x1),
        y1: Int32(box.y1), color: (color.x, color.y, color.z, color.w), foot: Float(foot), glow: glow, is_even: isEven,
        wall: wall, beside: beside, drape: drape, base: Float(base)))
    bounds = bounds.union(box)
  }
}

/// A place in 1/256 pixel, to the nearest; halves go up. What lies beyond the reach, or is no number, counts as its end.
@inline(__always)
private func fixedPoint(_ pixels: Double) -> Int32 {
  let (value, limit) = (pixels * 256 + 0.5, PreparedMesh.reach * 256)
  return value > -limit ? (value < limit ? Int32(value.rounded(.down)) : Int32(limit)) : Int32(-limit)
}
