import CRasterKernels

/// The faces of a mesh that each tile of a surface's strips shows.
final class MeshTiles {
  /// Strips are cut into tiles of this many columns, whose memory stays in cache.
  static let width = 128

  /// Indices of faces, tile by tile, and where each tile's begin.
  private let order = Scratch<UInt32>()
  private let starts = Scratch<Int32>()
  /// The number of tiles of a strip.
  private var tileCount = 0

  /// Lists the faces of each tile, in the order in which they are given.
  func arrange(_ faces: Scratch<raster_mesh_face>, _ surface: Surface) {
    tileCount = (surface.region.width + Self.width - 1) / Self.width
    let count = surface.stripCount * tileCount
    starts.reserve(count + 1)
    starts.count = count + 1
    starts.base.update(repeating: 0, count: count + 1)
    let height = Int32(surface.stripHeight)
    func forEachTile(_ face: raster_mesh_face, _ body: (Int) -> Void) {
      for strip in Int(face.y0 / height)...Int((face.y1 - 1) / height) {
        for column in Int(face.x0) / Self.width...(Int(face.x1) - 1) / Self.width {
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
