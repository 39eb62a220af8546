import CRasterKernels

/// Memory for the fragments of a strip's tiles, used again.
///
/// A mesh that is drawn several times, shaded and as silhouettes, keeps those of all tiles until the next strip.
final class MeshMemory {
  private let cells = Scratch<UInt64>()
  private var tiles: [MeshTileMemory] = []

  /// Covers a part of a strip's tile with a mesh's faces, or takes what covered it before; nil without any.
  func cover(_ mesh: PreparedMesh, strip: Int, tile: Int, part: PixelRect) -> raster_mesh_memory? {
    let faces = mesh.tiles.faces(ofStrip: strip, tile: tile)
    guard !faces.isEmpty else { return nil }
    // One that is drawn once has no need to stay, and is better in cache.
    let index = mesh.useCount > 1 ? tile : 0
    while tiles.count <= index { tiles.append(MeshTileMemory()) }
    // Cells stay empty from use to use.
    cells.reserve(MeshTileMemory.stride(part) * part.height)
    return tiles[index].cover(mesh, faces, part, cells.base)
  }

  /// Forgets what covers tiles, since a mesh will change.
  func forget() { for tile in tiles { tile.forget() } }
}

/// Fragments of one tile.
private final class MeshTileMemory {
  private let fars = Scratch<Float>()
  private let firsts = Scratch<UInt32>()
  private let fragments = Scratch<raster_mesh_fragment>(capacity: 1 << 13)
  /// The mesh of which it has all fragments in a part.
  private var mesh: ObjectIdentifier?
  private var part = PixelRect.empty
  private var memory = raster_mesh_memory()

  /// The pixels that a row of a part has in memory.
  static func stride(_ part: PixelRect) -> Int { part.width + 8 }

  func forget() { mesh = nil }

  func cover(
    _ mesh: PreparedMesh, _ faces: UnsafeBufferPointer<UInt32>, _ part: PixelRect,
    _ cells: UnsafeMutablePointer<UInt64>
  ) -> raster_mesh_memory {
    if self.mesh != ObjectIdentifier(mesh) || self.part.intersection(part) != part {
      coverAnew(mesh, faces, part, cells)
      self.mesh = ObjectIdentifier(mesh)
      self.part = part
    }
    var result = memory
    let offset = (part.y0 - self.part.y0) * memory.stride + part.x0 - self.part.x0
    result.fars += offset
    result.firsts += offset
    (result.x0, result.y0, result.x1, result.y1) = (Int32(part.x0), Int32(part.y0), Int32(part.x1), Int32(part.y1))
    return result
  }

  private func coverAnew(
    _ mesh: PreparedMesh, _ faces: UnsafeBufferPointer<UInt32>, _ part: PixelRect,
    _ cells: UnsafeMutablePointer<UInt64>
  ) {
    let stride = Self.stride(part)
    let count = stride * part.height
    fars.reserve(count)
    fars.base.update(repeating: 0, count: count)
    firsts.reserve(count)
    firsts.base.update(repeating: 0, count: count)
    memory = raster_mesh_memory(
      cells: cells, fars: fars.base, firsts: firsts.base, fragments: fragments.base,
      fragment_count: 1, fragment_capacity: fragments.capacity, x0: Int32(part.x0), y0: Int32(part.y0),
      x1: Int32(part.x1), y1: Int32(part.y1), stride: stride)
    var rest = faces[...]
    while true {
      let done = raster_mesh_cover(
        &memory, mesh.faces.base, mesh.edges.base, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
      rest = rest.dropFirst(done)
      if rest.isEmpty { return }
      fragments.count = memory.fragment_count
      fragments.reserve(memory.fragment_count + 4 * count)
      memory.fragments = fragments.base
      memory.fragment_capacity = fragments.capacity
    }
  }
}
