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

  init(_ mesh: PreparedMesh, opacity: Double, drawing: Solids.Drawing) {
    self.mesh = mesh
    func color(_ color: Color) -> SIMD4<Float> { SIMD4<Float>(color.pixel()) }
    switch drawing {
    case .shaded: (flat, minNearness) = (nil, 0)
    case .silhouette(let one): (flat, minNearness) = (color(one), 0)
    case .nearer(let depth, let one): (flat, minNearness) = (color(one), depth > 0 ? 1 / depth : .infinity)
    }
    self.opacity = Float(opacity)
  }
}

/// Memory for the fragments of a tile, used again.
final class MeshMemory {
  private let cells = Scratch<UInt64>()
  private let fars = Scratch<Float>()
  private let firsts = Scratch<UInt32>()
  private let fragments = Scratch<raster_mesh_fragment>(capacity: 1 << 14)

  /// Covers a part of a tile with its faces, from near to far; nil without any.
  func cover(
    _ mesh: PreparedMesh, _ faces: UnsafeBufferPointer<UInt32>, part: PixelRect, minNearness: Double
  ) -> raster_mesh_memory? {
    guard !faces.isEmpty else { return nil }
    let stride = part.width + 8
    let count = stride * part.height
    // Cells stay empty from use to use.
    cells.reserve(count)
    fars.reserve(count)
    fars.base.update(repeating: 0, count: count)
    firsts.reserve(count)
    firsts.base.update(repeating: 0, count: count)
    var memory = raster_mesh_memory(
      cells: cells.base, fars: fars.base, firsts: firsts.base, fragments: fragments.base, fragment_count: 1,
      fragment_capacity: fragments.capacity, x0: Int32(part.x0), y0: Int32(part.y0), x1: Int32(part.x1),
      y1: Int32(part.y1), stride: stride)
    var rest = faces[...]
    while true {
      let done = raster_mesh_cover(
        &memory, mesh.faces.base, mesh.edges.base, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count,
        minNearness)
      rest = rest.dropFirst(done)
      if rest.isEmpty { return memory }
      fragments.count = memory.fragment_count
      fragments.reserve(memory.fragment_count + 4 * count)
      memory.fragments = fragments.base
      memory.fragment_capacity = fragments.capacity
    }
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
    let place =
      Transform.translation(-Double(surface.region.x0), -Double(surface.region.y0)) * transform * solids.projection
    let key = Digest { hasher in
      hasher.combine(shaded)
      place.digest(into: &hasher)
      hasher.combine(surface.region.width)
      hasher.combine(surface.region.height)
      hasher.combine(surface.stripHeight)
    }
    let mesh = meshes.value(for: key) { $0.prepare(shaded, place, surface) }
    return mesh.map { SolidsOperation($0, opacity: opacity, drawing: solids.drawing) }
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
      let faces = solids.mesh.tiles.faces(ofStrip: strip, tile: tile)
      if var memory = meshMemory.cover(solids.mesh, faces, part: piece, minNearness: solids.minNearness) {
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
            &memory, UnsafeRawPointer(color).assumingMemoryBound(to: Float.self), solids.opacity, Int32(y), pixels)
        }
      } else if raster_mesh_resolve(&memory, solids.mesh.faces.base, &light, solids.opacity, Int32(y), pixels, dither) {
        row.needsDither.pointee = 1
      }
    }
  }
}
