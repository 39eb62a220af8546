import StageKit

/// The walls beside a way that shines, and what reaches them of each piece of it.
///
/// A piece lights the places of walls that face it, by the angle and the distance, where no wall is between. So the light moves along
/// walls as evenly as the head along the way, and walls behind others stay dark.
struct LitWalls: Sendable {
  /// The light that a place gets from a piece of the way.
  private struct Share {
    var place: Int32
    var start: Float
    var end: Float
    var value: Float
  }

  let places: WallLight.Places
  private let count: Int
  private let shares: [Share]

  /// In meters: the distance from place to place along a wall and of pieces along the way, at most.
  private static let step = 3.0
  /// The height up to which walls are lit, as a share of the reach.
  static let heightShare = 0.6
  /// Lights to 1 the foot of a wall along a straight way at a quarter of the reach.
  private static let gain = 0.307
  /// The square of the distance, as a share of the reach, within which light grows no more.
  private static let softness = 0.1

  var isEmpty: Bool { shares.isEmpty }

  /// The light of a way on a mesh's walls; `ground` is the number of faces that come before the mesh's.
  init(of mesh: Mesh, after ground: Int, along way: LightWay, reach: Double) {
    var (counts, shares, total) = ([Int](repeating: 0, count: ground + mesh.faces.count), [Share](), 0)
    let all = mesh.walls
    let area = way.bounds.inset(by: -reach)
    let near = all.filter { $0.box.inset(by: -1).intersection(area) != nil }
    if let extent = Rect(around: near.flatMap { [$0.start, $0.end] }) {
      let pieces = way.pieces(of: Self.step, in: extent.inset(by: -reach))
      let grid = PlaceGrid(cell: reach, pieces.map { Rect(from: $0.middle, to: $0.middle) })
      let blocks = PlaceGrid(cell: 16, near.map(\.box))
      for wall in near where wall.low < Self.heightShare * reach {
        let candidates = grid.items(in: wall.box.inset(by: -reach)).map { pieces[$0] }
        guard !candidates.isEmpty else { continue }
        let number = max(Int((wall.length / Self.step).rounded(.up)), 1) + 1
        var found: [Share] = []
        for index in 0..<number {
          let t = min(max(Double(index) / Double(number - 1), 0.01), 0.99)
          // A little before the wall, so that it does not stand in its own light.
          let place = wall.start.interpolated(to: wall.end, at: t) + wall.normal * 0.1
          for piece in candidates {
            let value = Self.light(of: piece, at: place, wall.normal, reach)
            guard value > 1e-4, !blocks.isBlocked(from: place, to: piece.middle, by: near) else { continue }
            found.append(
              Share(
                place: Int32(total + index), start: Float(piece.start), end: Float(piece.end), value: Float(value)))
          }
        }
        guard !found.isEmpty else { continue }
        counts[ground + wall.face] = number
        total += number
        shares += found
      }
    }
    places = WallLight.Places(counts: counts)
    count = total
    self.shares = shares
  }

  private static func light(of piece: LightWay.Piece, at place: Point, _ normal: Point, _ reach: Double) -> Double {
    let toward = piece.middle - place
    let distance = toward.length
    guard distance < reach, distance > 0 else { return 0 }
    let share = distance / reach * (distance / reach)
    return max(normal.dot(toward) / distance, 0) * (1 - share) / (share + softness) * piece.size / reach * gain
  }

  /// The light at each place of the part of the way between two distances.
  func values(from tail: Double, to head: Double, times factor: Float) -> [Float] {
    var values = [Float](repeating: 0, count: count)
    let (tail, head) = (Float(tail), Float(head))
    for share in shares {
      let part = min(head, share.end) - max(tail, share.start)
      guard part > 0 else { continue }
      values[Int(share.place)] += share.value * factor * min(part / (share.end - share.start), 1)
    }
    return values
  }
}

/// A wall on the map's ground.
struct GroundWall {
  /// The index of its face.
  var face: Int
  var start: Point
  var end: Point
  var length: Double
  /// Outward.
  var normal: Point
  /// The height of its foot.
  var low: Double

  var box: Rect { Rect(from: start, to: end) }
}

extension Mesh {
  /// The upright faces that have a level foot.
  fileprivate var walls: [GroundWall] {
    var result: [GroundWall] = []
    for (index, face) in faces.enumerated() where face.isUpright && face.corners.count >= 3 {
      let own = corners[face.corners]
      let (a, b) = (vertices[Int(own[own.startIndex])], vertices[Int(own[own.startIndex + 1])])
      let length = a.ground.distance(to: b.ground)
      guard a.z == b.z, length > 0.1 else { continue }
      result.append(
        GroundWall(
          face: index, start: a.ground, end: b.ground, length: length, normal: face.normal.ground, low: a.z))
    }
    return result
  }
}

/// Rectangles by the cells of a grid that they meet.
struct PlaceGrid {
  private struct Cell: Hashable {
    var x: Int
    var y: Int
  }

  private let cell: Double
  private var cells: [Cell: [Int]] = [:]

  init(cell: Double, _ rects: [Rect]) {
    self.cell = cell
    for (index, rect) in rects.enumerated() {
      Self.forEachCell(of: rect, cell) { cells[$0, default: []].append(index) }
    }
  }

  private static func forEachCell(of rect: Rect, _ cell: Double, _ body: (Cell) -> Void) {
    func number(_ value: Double) -> Int { Int(min(max((value / cell).rounded(.down), -1e9), 1e9)) }
    for y in number(rect.minY)...number(rect.maxY) {
      for x in number(rect.minX)...number(rect.maxX) { body(Cell(x: x, y: y)) }
    }
  }

  /// The indexes of rectangles in the cells that an area meets, in their order.
  func items(in area: Rect) -> [Int] {
    var found: [Int] = []
    Self.forEachCell(of: area, cell) { found += cells[$0] ?? [] }
    return Set(found).sorted()
  }

  /// True where a wall that stands on the ground crosses a line.
  func isBlocked(from start: Point, to end: Point, by walls: [GroundWall]) -> Bool {
    var isBlocked = false
    Self.forEachCell(of: Rect(from: start, to: end), cell) { place in
      guard !isBlocked, let indexes = cells[place] else { return }
      isBlocked = indexes.contains { walls[$0].low < 3 && walls[$0].crosses(start, end) }
    }
    return isBlocked
  }
}

extension GroundWall {
  fileprivate func crosses(_ from: Point, _ to: Point) -> Bool {
    let (way, along) = (to - from, end - start)
    let turn = way.cross(along)
    guard turn != 0 else { return false }
    let (t, u) = ((start - from).cross(along) / turn, (start - from).cross(way) / turn)
    return t > 0 && t < 1 && u >= 0 && u <= 1
  }
}
