import CRasterKernels
import Coding
import Geometry
import Graphics

/// A mesh that is drawn.
final class SolidsOperation {
  let mesh: PreparedMesh
  let opacity: Float
  /// The one color of all faces.
  let flat: SIMD4<Float>?
  /// 1 over the depth behind which nothing is drawn; 0 without one.
  let minNearness: Double
  /// True where the ground is drawn in one color, too.
  let hasGround: Bool

  init(_ mesh: PreparedMesh, opacity: Double, drawing: Solids.Drawing, hasGround: Bool) {
    self.mesh = mesh
    self.hasGround = hasGround
    func color(_ color: Color) -> SIMD4<Float> { SIMD4<Float>(color.pixel()) }
    switch drawing {
    case .shaded: (flat, minNearness) = (nil, 0)
    case .silhouette(let one): (flat, minNearness) = (color(one), 0)
    case .nearer(let depth, let one): (flat, minNearness) = (color(one), depth > 0 ? 1 / depth : .infinity)
    }
    self.opacity = Float(opacity)
  }
}

extension Rasterizer {
  /// Prepares solids; nil if nothing of them is seen.
  func solids(
    _ solids: Solids, _ transform: Transform, opacity: Double, _ surface: Surface
  ) -> SolidsOperation? {
    // However they are drawn, they are prepared once.
    var shaded = solids
    shaded.drawing = .shaded
    shaded.masksWithGround = true
    let place =
      Transform.translation(-Double(surface.region.x0), -Double(surface.region.y0)) * transform * solids.projection
    let halvings = solids.drapes?.halvings(under: transform) ?? 0
    let key = Digest { hasher in
      hasher.combine(shaded)
      hasher.combine(halvings)
      place.digest(into: &hasher)
      hasher.combine(surface.region.width)
      hasher.combine(surface.region.height)
      hasher.combine(surface.stripHeight)
      let shown = surface.shown.moved(x: -surface.region.x0, y: -surface.region.y0)
      for value in [shown.x0, shown.y0, shown.x1, shown.y1] { hasher.combine(value) }
    }
    let mesh = meshes.value(for: key) { mesh in
      meshMemory.forget()
      return mesh.prepare(shaded, place, surface, drapesHalved: halvings, cache)
    }
    mesh?.useCount += 1
    return mesh.map {
      SolidsOperation($0, opacity: opacity, drawing: solids.drawing, hasGround: solids.masksWithGround)
    }
  }

  /// Draws a strip's rows of solids.
  func draw(_ solids: SolidsOperation, strip: Int, of surface: Surface, onto layer: PixelLayer) {
    let rows = surface.rows(ofStrip: strip)
    let part = solids.mesh.bounds.intersection(layer.visible).intersection(
      PixelRect(x0: 0, y0: rows.lowerBound, x1: surface.region.width, y1: rows.upperBound))
    guard !part.isEmpty else { return }
    let width = MeshTiles.width
    for tile in part.x0 / width...(part.x1 - 1) / width {
      var piece = part
      (piece.x0, piece.x1) = (max(part.x0, tile * width), min(part.x1, (tile + 1) * width))
      if var memory = meshMemory.cover(solids.mesh, strip: strip, tile: tile, part: piece) {
        draw(solids, &memory, piece, onto: layer)
      }
    }
  }

  private func draw(
    _ solids: SolidsOperation, _ memory: inout raster_mesh_memory, _ part: PixelRect, onto layer: PixelLayer
  ) {
    var light = solids.mesh.light
    for y in part.y0..<part.y1 {
      let row = layer.row(y)
      let (pixels, dither) = (row.components(0), row.ditherMask)
      if var flat = solids.flat {
        withUnsafePointer(to: &flat) { color in
          raster_mesh_fill(
            &memory, solids.mesh.faces.base, solids.minNearness, solids.hasGround,
            UnsafeRawPointer(color).assumingMemoryBound(to: Float.self), solids.opacity, Int32(y), pixels)
        }
      } else if raster_mesh_resolve(&memory, solids.mesh.faces.base, &light, solids.opacity, Int32(y), pixels, dither) {
        row.needsDither.pointee = 1
      }
    }
  }
}
