import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// A grid of buildings that finds whether they hide places on the ground from an eye.
struct SightGrid: Sendable {
  private struct Block: Sendable {
    var ring: [Point]
    var box: Rect
    var top: Double
  }

  private let blocks: [Block]
  private let cells: [[Int]]
  private let bounds: Rect
  private let columns: Int
  private let rows: Int
  private let highest: Double

  private static let cell = 40.0

  /// The outlines of a mesh's solids, which are their lowest corners, on the ground that `ground` leads to.
  init(_ mesh: Mesh, ground: Transform) {
    var blocks: [Block] = []
    for solid in mesh.solids {
      let vertices = mesh.vertices[solid.vertices]
      let low = vertices.reduce(Double.infinity) { min($0, $1.z) }
      let top = vertices.reduce(0) { max($0, $1.z) } * ground.m11
      let ring = vertices.filter { $0.z == low }.map { ground.apply($0.ground) }
      if let box = Rect(around: ring), ring.count >= 3 { blocks.append(Block(ring: ring, box: box, top: top)) }
    }
    self.blocks = blocks
    highest = blocks.reduce(0) { max($0, $1.top) }
    bounds = blocks.map(\.box).reduce(nil) { $0?.union($1) ?? $1 } ?? .zero
    columns = min(max(Int(bounds.width / Self.cell) + 1, 1), 2000)
    rows = min(max(Int(bounds.height / Self.cell) + 1, 1), 2000)
    var cells = [[Int]](repeating: [], count: columns * rows)
    let (lastRow, lastColumn) = (rows - 1, columns - 1)
    for (index, block) in blocks.enumerated() {
      let low = Self.place(block.box.origin, bounds)
      let high = Self.place(block.box.origin + Point(block.box.width, block.box.height), bounds)
      for row in min(low.row, lastRow)...min(high.row, lastRow) {
        for column in min(low.column, lastColumn)...min(high.column, lastColumn) {
          cells[row * (lastColumn + 1) + column].append(index)
        }
      }
    }
    self.cells = cells
  }

  private static func place(_ p: Point, _ bounds: Rect) -> (row: Int, column: Int) {
    (Int((p.y - bounds.minY) / cell), Int((p.x - bounds.minX) / cell))
  }

  /// True where an eye sees a place on the ground; buildings at the place itself count only if they are more than a meter
  /// in front of it.
  func sees(_ foot: SpacePoint, from eye: SpacePoint) -> Bool {
    let place = foot.ground
    let way = eye.ground - place
    let distance = way.length
    let (height, highest) = (eye.z - foot.z, highest - foot.z)
    guard height > 0, distance > 1, highest > 0 else { return true }
    // The line of sight is clear from the point at which it is higher than all buildings.
    let reach = min(distance * highest / height, distance)
    let step = 1.5
    let along = way / distance
    for index in 1..<max(Int(min(reach, 4000) / step), 2) {
      let run = Double(index) * step
      let p = place + along * run
      guard bounds.contains(p) else { continue }
      let (row, column) = Self.place(p, bounds)
      guard row < rows, column < columns else { continue }
      let level = foot.z + height * run / distance
      for block in cells[row * columns + column] where blocks[block].top > level {
        if blocks[block].box.contains(p), blocks[block].ring.surrounds(p) { return false }
      }
    }
    return true
  }
}
