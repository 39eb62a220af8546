import CRasterKernels
import Geometry
import Graphics

/// The values that prepare faces, the same for all of a mesh.
struct MeshView {
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
  /// For each side of what shows, the plane of what is seen there, pointing inward.
  private let sides: [SpacePoint]

  init(_ solids: Solids, _ projection: SpaceTransform, _ sight: SpaceTransform.Sight, _ surface: Surface) {
    self.solids = solids
    self.projection = projection
    self.sight = sight
    bounds = surface.shown.moved(x: -surface.region.x0, y: -surface.region.y0).intersection(surface.bounds)
    colors = solids.colors.map { SIMD4<Float>($0.opaquePixel) }
    haze = solids.haze.map { SIMD4<Float>($0.color.opaquePixel) } ?? .zero
    var light = raster_mesh_light()
    light.eye_height = Float(sight.eye.z)
    light.rise = Float(sight.forward.z)
    light.rise_by_x = Float(sight.byX.z)
    light.rise_by_y = Float(sight.byY.z)
    light.inverse_foot_height = Float(1 / max(solids.light.footHeight, 1e-6))
    let glow = solids.light.footGlow.pixel()
    light.glow = (Float(glow.x), Float(glow.y), Float(glow.z), 0)
    if let beside = solids.wallLight {
      let color = beside.color.pixel()
      light.beside_color = (Float(color.x), Float(color.y), Float(color.z))
      light.inverse_beside_height = Float(1 / max(beside.height, 1e-6))
    }
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
    // A place is at x ≥ a where its homogeneous x is at least a times its depth, and so on.
    func plane(_ pick: (SpacePoint) -> Double) -> SpacePoint {
      SpacePoint(pick(projection.x), pick(projection.y), pick(projection.z))
    }
    let seen = bounds.rect
    sides = [
      plane { $0.x - seen.minX * $0.z }, plane { seen.maxX * $0.z - $0.x }, plane { $0.y - seen.minY * $0.z },
      plane { seen.maxY * $0.z - $0.y },
    ].map(\.normalized)
  }

  /// True if the ball around a solid meets what is seen.
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

  func wall(_ front: Front, _ index: Int, growth: Double, base: Double) -> raster_mesh_wall {
    let along = front.way * (front.columns / (front.length * front.length))
    return raster_mesh_wall(
      start: Float(along.dot(sight.eye - front.corner)), constant: Float(along.dot(sight.forward)),
      by_x: Float(along.dot(sight.byX)), by_y: Float(along.dot(sight.byY)),
      base: Float(base + (front.corner.z - base) * growth),
      rate: Float(front.rows / (front.height * growth)), seed: UInt32(truncatingIfNeeded: index &* 0x9E37_79B9))
  }

  /// The light along a face that has values from one of all on; nil for a face that has no level foot.
  func beside(_ face: Mesh.Face, _ mesh: Mesh, count: Int, first: Int) -> raster_mesh_beside? {
    guard face.isUpright, count >= 2, face.corners.count >= 3 else { return nil }
    let start = face.corners.lowerBound
    let corner = mesh.vertices[Int(mesh.corners[start])]
    let way = mesh.vertices[Int(mesh.corners[start + 1])] - corner
    let length = way.length
    guard length > 0, abs(way.z) < 1e-6 * length else { return nil }
    let along = way * (Double(count - 1) / (length * length))
    return raster_mesh_beside(
      start: Float(along.dot(sight.eye - corner)), constant: Float(along.dot(sight.forward)),
      by_x: Float(along.dot(sight.byX)), by_y: Float(along.dot(sight.byY)), first: Int32(first),
      last: Int32(first + count - 1))
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
