import CRasterKernels
import Geometry
import Graphics
import Memory

/// A mesh's visible faces in pixels of a surface, from near to far, by the tiles that they touch.
final class PreparedMesh {
  let faces = Scratch<raster_mesh_face>()
  let edges = Scratch<raster_mesh_edge>()
  /// Of faces with windows.
  private let walls = Scratch<raster_mesh_wall>()
  /// Indices of faces, tile by tile, and where each tile's begin.
  let order = Scratch<UInt32>()
  let starts = Scratch<Int32>()
  private(set) var light = raster_mesh_light()
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

  /// Prepares solids for a surface; false if nothing of them is seen.
  func prepare(_ solids: Solids, _ projection: SpaceTransform, _ surface: Surface) -> Bool {
    (faces.count, edges.count, walls.count, bounds) = (0, 0, 0, .empty)
    guard let sight = projection.sight, solids.near > 0, !solids.colors.isEmpty else { return false }
    let view = View(solids, projection, sight, surface)
    light = view.light
    sort(solids, view)
    for i in 0..<nearest.count {
      let index = Int(nearest.base[i].y)
      add(solids.mesh.solids[index], of: solids, view)
      if MemoryAccount.current?.refusal != nil { return false }
    }
    light.walls = UnsafePointer(walls.base)
    arrange(surface)
    return !bounds.isEmpty
  }

  /// Orders the solids that may be seen by their depth, the nearest first.
  private func sort(_ solids: Solids, _ view: View) {
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

  private func add(_ solid: Mesh.Solid, of solids: Solids, _ view: View) {
    let growth = solids.rise?.share(at: solid.center.ground) ?? 1
    guard growth > 0 else { return }
    let vertices = solids.mesh.vertices
    places.reserve(solid.vertices.count)
    var isWhole = true
    for (place, index) in solid.vertices.enumerated() {
      var vertex = vertices[index]
      vertex.z *= growth
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
    let eye = SpacePoint(view.sight.eye.x, view.sight.eye.y, view.sight.eye.z / growth)
    for index in solid.faces {
      let face = solids.mesh.faces[index]
      let anchor = vertices[Int(solids.mesh.corners[face.corners.lowerBound])]
      // How far the eye lies before the face.
      let distance = face.normal.dot(eye - anchor)
      guard distance > 1e-9 else { continue }
      begin()
      if isWhole {
        addRings(of: face, of: solids, first: solid.vertices.lowerBound)
      } else {
        addClippedRings(of: face, of: solids, growth, view)
      }
      // In the space where heights are not multiplied the eye and its sight are divided instead.
      finish(face, index, distance: distance, growth: growth, solids, view)
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
  private func addClippedRings(of face: Mesh.Face, of solids: Solids, _ growth: Double, _ view: View) {
    let planes: [(SpacePoint) -> Double] = [
      { $0.z - solids.near }, { $0.x + Self.reach * $0.z }, { Self.reach * $0.z - $0.x },
      { $0.y + Self.reach * $0.z }, { Self.reach * $0.z - $0.y },
    ]
    for corners in solids.mesh.corners[face.corners].split(separator: Mesh.ringEnd) {
      ring.removeAll(keepingCapacity: true)
      for corner in corners {
        var vertex = solids.mesh.vertices[Int(corner)]
        vertex.z *= growth
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
    _ face: Mesh.Face, _ index: Int, distance: Double, growth: Double, _ solids: Solids, _ view: View
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
    var wall: Int32 = -1
    if let windows = solids.windows, let front = view.front(of: face, solids.mesh, windows) {
      if view.showsWindows(at: 1 / near) {
        wall = Int32(walls.count)
        walls.append(view.wall(front, index, growth: growth))
      } else {
        color = view.averaged(color, windows)
      }
    }
    let isEven = foot == 0 && wall < 0 && view.mixHaze(into: &color, from: 1 / near, to: 1 / far)
    faces.append(
      raster_mesh_face(
        by_x: normal.dot(sight.byX) * k, by_y: normal.dot(sight.byY) * k, constant: normal.dot(sight.forward) * k,
        far: Float(far).nextDown, near: Float(near).nextUp, first_edge: Int32(firstEdge),
        edge_count: Int32(edges.count - firstEdge), x0: Int32(box.x0), y0: Int32(box.y0), x1: Int32(box.x1),
        y1: Int32(box.y1), color: (color.x, color.y, color.z, color.w), foot: Float(foot), is_even: isEven, wall: wall))
    bounds = bounds.union(box)
  }

  // MARK: Tiles

  /// Strips are cut into tiles of this many columns, whose memory stays in cache.
  static let tileWidth = 128

  /// How many tiles a strip has.
  private var tileCount = 0

  /// Lists the faces of each tile, in order.
  private func arrange(_ surface: Surface) {
    tileCount = (surface.region.width + Self.tileWidth - 1) / Self.tileWidth
    let count = surface.stripCount * tileCount
    starts.reserve(count + 1)
    starts.count = count + 1
    starts.base.update(repeating: 0, count: count + 1)
    let height = Int32(surface.stripHeight)
    func forEachTile(_ face: raster_mesh_face, _ body: (Int) -> Void) {
      for strip in Int(face.y0 / height)...Int((face.y1 - 1) / height) {
        for column in Int(face.x0) / Self.tileWidth...(Int(face.x1) - 1) / Self.tileWidth {
          body(strip * tileCount + column)
        }
      }
    }
    for i in 0..<faces.count { forEachTile(faces.base[i]) { starts.base[$0 + 1] += 1 } }
    for tile in 0..<count { starts.base[tile + 1] += starts.base[tile] }
    order.reserve(Int(starts.base[count]))
    // Each entry is moved from its tile's begin to its end, which is where the next one begins.
    for i in 0..<faces.count {
      forEachTile(faces.base[i]) { tile in
        order.base[Int(starts.base[tile])] = UInt32(i)
        starts.base[tile] += 1
      }
    }
    for tile in stride(from: count, to: 0, by: -1) { starts.base[tile] = starts.base[tile - 1] }
    starts.base[0] = 0
  }

  /// The faces of a tile, from near to far.
  func faces(ofStrip strip: Int, tile: Int) -> UnsafeBufferPointer<UInt32> {
    let index = strip * tileCount + tile
    let start = Int(starts.base[index])
    return UnsafeBufferPointer(start: order.base + start, count: Int(starts.base[index + 1]) - start)
  }
}

/// What faces are prepared with, the same for all of a mesh.
private struct View {
  let projection: SpaceTransform
  let sight: SpaceTransform.Sight
  let bounds: PixelRect
  let light: raster_mesh_light
  private let solids: Solids
  private let colors: [SIMD4<Float>]
  private let haze: SIMD4<Float>
  private let lit: SIMD4<Float>
  /// The depth from which on all windows have the average: there a step is 2.5 pixels.
  private let windowEnd: Double
  /// For each side of the surface, the plane of what is seen there, pointing inward.
  private let sides: [SpacePoint]

  init(_ solids: Solids, _ projection: SpaceTransform, _ sight: SpaceTransform.Sight, _ surface: Surface) {
    self.solids = solids
    self.projection = projection
    self.sight = sight
    bounds = surface.bounds
    colors = solids.colors.map { SIMD4<Float>($0.opaquePixel) }
    haze = solids.haze.map { SIMD4<Float>($0.color.opaquePixel) } ?? .zero
    var light = raster_mesh_light()
    light.eye_height = Float(sight.eye.z)
    light.rise = Float(sight.forward.z)
    light.rise_by_x = Float(sight.byX.z)
    light.rise_by_y = Float(sight.byY.z)
    light.inverse_foot_height = Float(1 / max(solids.light.footHeight, 1e-6))
    if let haze = solids.haze, haze.end > haze.start {
      light.haze_start = Float(haze.start)
      light.haze_rate = Float(1 / (haze.end - haze.start))
      light.haze_opacity = Float(haze.opacity)
      light.haze = (self.haze.x, self.haze.y, self.haze.z, self.haze.w)
    }
    lit = SIMD4<Float>((solids.windows?.lit ?? .black).opaquePixel)
    windowEnd =
      solids.windows.map { min($0.spacing.width, $0.spacing.height) / 2.5 / max(sight.byY.length, 1e-12) } ?? 0
    if let windows = solids.windows {
      (light.window_width, light.window_height) = (Float(windows.share.width), Float(windows.share.height))
      let glass = windows.glass.factors
      light.glass = (glass.x, glass.y, glass.z, 1)
      light.lit = (lit.x, lit.y, lit.z, lit.w)
      light.lit_share = UInt32(clamping: Int64(min(max(windows.litShare, 0), 1) * 0x1p32))
      light.window_end = Float(windowEnd)
      light.window_rate = Float(1.7 / windowEnd)
    }
    self.light = light
    // A place is at x ≥ 0 where its homogeneous x is, and so on.
    func plane(_ pick: (SpacePoint) -> Double) -> SpacePoint {
      SpacePoint(pick(projection.x), pick(projection.y), pick(projection.z))
    }
    let (width, height) = (Double(surface.region.width), Double(surface.region.height))
    sides = [
      plane { $0.x }, plane { width * $0.z - $0.x }, plane { $0.y }, plane { height * $0.z - $0.y },
    ].map(\.normalized)
  }

  /// Whether the ball around a solid meets what is seen.
  func mayBeSeen(_ solid: Mesh.Solid) -> Bool {
    let place = solid.center - sight.eye
    return sides.allSatisfy { $0.dot(place) > -solid.radius }
  }

  /// A face's color in the light, without haze.
  func color(_ index: Int, normal: SpacePoint) -> SIMD4<Float> {
    let light = solids.light
    let share = Float(light.share(normal: normal))
    var color = colors[((index % colors.count) + colors.count) % colors.count]
    let alpha = color.w
    color *= light.shade.factors + (light.sunlight.factors - light.shade.factors) * share
    color = pointwiseMin(color, SIMD4(repeating: alpha))
    color.w = alpha
    return color
  }

  func showsWindows(at depth: Double) -> Bool { depth < windowEnd }

  /// A wall's color with all of its windows.
  func averaged(_ color: SIMD4<Float>, _ windows: Solids.Windows) -> SIMD4<Float> {
    var glass = color * windows.glass.factors
    glass += (lit - glass) * Float(windows.litShare)
    var result = color + (glass - color) * Float(windows.share.width * windows.share.height)
    result.w = color.w
    return result
  }

  /// A wall and how many windows and rows of them it has.
  struct Front {
    var corner: SpacePoint
    var way: SpacePoint
    var length: Double
    var height: Double
    var columns: Double
    var rows: Double
  }

  /// Nil for a face that has no windows.
  func front(of face: Mesh.Face, _ mesh: Mesh, _ windows: Solids.Windows) -> Front? {
    guard face.isUpright, face.corners.count == 4 else { return nil }
    let start = face.corners.lowerBound
    let (a, b, c) = (mesh.corners[start], mesh.corners[start + 1], mesh.corners[start + 2])
    // Four numbers are one ring: two have seven at least.
    let (first, second, third) = (mesh.vertices[Int(a)], mesh.vertices[Int(b)], mesh.vertices[Int(c)])
    let (way, height) = (second - first, third.z - first.z)
    let length = way.length
    let columns = (length / windows.spacing.width).rounded(.down)
    let rows = (height / windows.spacing.height).rounded(.down)
    guard columns >= 1, rows >= 1, abs(way.z) < 1e-6 * length else { return nil }
    return Front(corner: first, way: way, length: length, height: height, columns: columns, rows: rows)
  }

  func wall(_ front: Front, _ index: Int, growth: Double) -> raster_mesh_wall {
    let along = front.way * (front.columns / (front.length * front.length))
    return raster_mesh_wall(
      start: Float(along.dot(sight.eye - front.corner)), constant: Float(along.dot(sight.forward)),
      by_x: Float(along.dot(sight.byX)), by_y: Float(along.dot(sight.byY)), base: Float(front.corner.z * growth),
      rate: Float(front.rows / (front.height * growth)), seed: UInt32(truncatingIfNeeded: index &* 0x9E37_79B9))
  }

  /// Mixes the haze of a range of depths into a color where it differs too little to be seen; false where it does not.
  func mixHaze(into color: inout SIMD4<Float>, from near: Double, to far: Double) -> Bool {
    guard let given = solids.haze, given.end > given.start else { return true }
    func amount(_ depth: Double) -> Double {
      let t = min(max((depth - given.start) / (given.end - given.start), 0), 1)
      return t * t * (3 - 2 * t) * given.opacity
    }
    let (low, high) = (amount(near), amount(far))
    guard high - low < 1.0 / 512 else { return false }
    color += (haze - color) * Float((low + high) / 2)
    return true
  }
}

extension Color {
  fileprivate var factors: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), 1) }

  fileprivate var opaquePixel: Pixel {
    var color = self
    color.alpha = 1
    return color.pixel()
  }
}

/// A place in 1/256 pixel, to the nearest; halves go up. What lies beyond the reach, or is no number, counts as its end.
@inline(__always)
private func fixedPoint(_ pixels: Double) -> Int32 {
  let (value, limit) = (pixels * 256 + 0.5, PreparedMesh.reach * 256)
  return value > -limit ? (value < limit ? Int32(value.rounded(.down)) : Int32(limit)) : Int32(-limit)
}
