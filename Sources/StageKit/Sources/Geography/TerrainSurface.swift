import Geometry

/// The triangles of a terrain.
///
/// Corners of cells lie on one lattice, whose unit is the finest cell: so equal corners have equal coordinates, bit by bit.
struct TerrainSurface: Sendable {
  /// A corner of the lattice.
  private typealias Corner = SIMD2<Int>

  private let origin: Point
  private let unit: Double
  private let patches: [Terrain.Patch]
  /// For each patch, its first corner and the step from corner to corner.
  private let corners: [Corner]
  private let steps: [Int]
  /// For each patch the heights of its corners, row by row.
  private let heights: [[Double]]
  /// For each patch, row by row and column by column, the corners of finer patches on its border; by the corner before them.
  private let extras: [[SIMD4<Int>: [(corner: SIMD2<Int>, height: Double)]]]
  /// The patches by level, column and row.
  private let index: [SIMD3<Int>: Int]
  private let levels: [Int]
  private let finest: Int
  private let highest: Double

  /// The largest number of cells of a patch, each way.
  private static let maxCells = 16

  init(origin: Point, side: Double, patches: [Terrain.Patch], height: (Point) -> Double) {
    self.origin = origin
    self.patches = patches
    let finest = patches.map(\.level).max() ?? 0
    self.finest = finest
    let unit = side / Double(Self.maxCells << finest)
    self.unit = unit
    let steps = patches.map { (Self.maxCells << (finest - $0.level)) / $0.cells }
    let corners = zip(patches, steps).map { patch, step in
      SIMD2(patch.column, patch.row) &* SIMD2(repeating: step * patch.cells)
    }
    (self.steps, self.corners) = (steps, corners)
    var index: [SIMD3<Int>: Int] = [:]
    for (number, patch) in patches.enumerated() { index[SIMD3(patch.level, patch.column, patch.row)] = number }
    self.index = index
    levels = Set(patches.map(\.level)).sorted(by: >)

    // The corners on borders, along each row and each column of the lattice.
    var rows: [Int: Set<Int>] = [:]
    var columns: [Int: Set<Int>] = [:]
    for number in patches.indices {
      let (corner, step, count) = (corners[number], steps[number], patches[number].cells)
      for i in 0...count {
        for end in [0, count] {
          rows[corner.y + end * step, default: []].insert(corner.x + i * step)
          columns[corner.x + end * step, default: []].insert(corner.y + i * step)
        }
      }
    }
    let sortedRows = rows.mapValues { $0.sorted() }
    let sortedColumns = columns.mapValues { $0.sorted() }

    // The coarsest cells come first: what is finer follows their edges.
    var known: [Corner: Double] = [:]
    var heights = [[Double]](repeating: [], count: patches.count)
    var extras = [[SIMD4<Int>: [(corner: SIMD2<Int>, height: Double)]]](repeating: [:], count: patches.count)
    for number in patches.indices.sorted(by: { (steps[$0], $1) > (steps[$1], $0) }) {
      let (first, step, count) = (corners[number], steps[number], patches[number].cells)
      var own = [Double](repeating: 0, count: (count + 1) * (count + 1))
      for j in 0...count {
        for i in 0...count {
          let corner = Corner(first.x + i * step, first.y + j * step)
          let isBorder = i == 0 || j == 0 || i == count || j == count
          let value = (isBorder ? known[corner] : nil) ?? height(Self.point(corner, origin, unit))
          own[j * (count + 1) + i] = value
          if isBorder { known[corner] = value }
        }
      }
      heights[number] = own
      func add(_ a: Corner, _ b: Corner, _ line: [Int], along axis: Int) {
        let (low, high) = (min(a[axis], b[axis]), max(a[axis], b[axis]))
        var between: [(corner: SIMD2<Int>, height: Double)] = []
        for place in line[Self.firstIndex(above: low, in: line)...].prefix(while: { $0 < high }) {
          var corner = a
          corner[axis] = place
          let share = Double(place - a[axis]) / Double(b[axis] - a[axis])
          guard let from = known[a], let to = known[b] else { continue }
          let value = from + (to - from) * share
          known[corner] = value
          between.append((corner, value))
        }
        guard !between.isEmpty else { return }
        extras[number][SIMD4(a.x, a.y, b.x, b.y)] = a[axis] < b[axis] ? between : between.reversed()
      }
      let last = Corner(first.x + count * step, first.y + count * step)
      for i in 0..<count {
        let (here, next) = (i * step, (i + 1) * step)
        add(Corner(first.x + here, first.y), Corner(first.x + next, first.y), sortedRows[first.y] ?? [], along: 0)
        add(Corner(first.x + next, last.y), Corner(first.x + here, last.y), sortedRows[last.y] ?? [], along: 0)
        add(Corner(last.x, first.y + here), Corner(last.x, first.y + next), sortedColumns[last.x] ?? [], along: 1)
        add(Corner(first.x, first.y + next), Corner(first.x, first.y + here), sortedColumns[first.x] ?? [], along: 1)
      }
    }
    (self.heights, self.extras) = (heights, extras)
    highest = heights.joined().max() ?? -.infinity
  }

  /// The index of the first number above another in a sorted list.
  private static func firstIndex(above value: Int, in line: [Int]) -> Int {
    var (low, high) = (0, line.count)
    while low < high {
      let middle = (low + high) / 2
      if line[middle] > value { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func point(_ corner: Corner) -> Point { Self.point(corner, origin, unit) }

  private static func point(_ corner: Corner, _ origin: Point, _ unit: Double) -> Point {
    Point(origin.x + unit * Double(corner.x), origin.y + unit * Double(corner.y))
  }

  var places: [Rect] {
    patches.indices.map { number in
      let side = patches[number].cells * steps[number]
      let (low, high) = (point(corners[number]), point(corners[number] &+ SIMD2(repeating: side)))
      return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }
  }

  /// A solid for each patch, of two triangles for each cell; those on borders have finer patches' corners on their edges.
  var mesh: Mesh {
    Mesh { mesh in
      for number in patches.indices {
        let (first, step, count) = (corners[number], steps[number], patches[number].cells)
        mesh.solid { solid in
          var vertices: [Int] = []
          for j in 0...count {
            for i in 0...count {
              let place = point(Corner(first.x + i * step, first.y + j * step))
              vertices.append(solid.vertex(SpacePoint(place, heights[number][j * (count + 1) + i])))
            }
          }
          func between(_ a: SIMD2<Int>, _ b: SIMD2<Int>) -> [Int] {
            guard !extras[number].isEmpty else { return [] }
            let (a, b) = (first &+ a &* SIMD2(repeating: step), first &+ b &* SIMD2(repeating: step))
            return (extras[number][SIMD4(a.x, a.y, b.x, b.y)] ?? []).map {
              solid.vertex(SpacePoint(point($0.corner), $0.height))
            }
          }
          for j in 0..<count {
            for i in 0..<count {
              let (a, b) = (SIMD2(i, j), SIMD2(i + 1, j))
              let (c, d) = (SIMD2(i + 1, j + 1), SIMD2(i, j + 1))
              func vertex(_ p: SIMD2<Int>) -> Int { vertices[p.y * (count + 1) + p.x] }
              solid.face(
                [[vertex(a)] + between(a, b) + [vertex(b)] + between(b, c) + [vertex(c)]], color: 0)
              solid.face(
                [[vertex(a), vertex(c)] + between(c, d) + [vertex(d)] + between(d, a)], color: 0)
            }
          }
        }
      }
    }
  }

  // MARK: Places

  /// Remembers the patch of the last place: the next one mostly lies in the same.
  struct Finder {
    fileprivate var patch = 0
  }

  /// The patch of a place, and the place in its cells; nil where there is none.
  private func find(_ place: Point, _ finder: inout Finder) -> (patch: Int, x: Double, y: Double)? {
    let (u, v) = ((place.x - origin.x) / unit, (place.y - origin.y) / unit)
    func within(_ number: Int) -> (patch: Int, x: Double, y: Double)? {
      let (x, y) = (
        (u - Double(corners[number].x)) / Double(steps[number]), (v - Double(corners[number].y)) / Double(steps[number])
      )
      let count = Double(patches[number].cells)
      return x >= 0 && y >= 0 && x <= count && y <= count ? (number, x, y) : nil
    }
    guard !patches.isEmpty, abs(u) < 0x1p52, abs(v) < 0x1p52 else { return nil }
    if let found = within(finder.patch) { return found }
    let (column, row) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
    for level in levels {
      let side = Self.maxCells << (finest - level)
      func down(_ value: Int) -> Int { value >= 0 ? value / side : -((-value + side - 1) / side) }
      if let number = index[SIMD3(level, down(column), down(row))], let found = within(number) {
        finder.patch = number
        return found
      }
    }
    return nil
  }

  func cellSize(at place: Point, _ finder: inout Finder) -> Double? {
    find(place, &finder).map { Double(steps[$0.patch]) * unit }
  }

  /// The height, and what it rises for a meter eastward and southward.
  func surface(at place: Point, _ finder: inout Finder) -> (height: Double, slope: Point)? {
    guard let found = find(place, &finder) else { return nil }
    let count = patches[found.patch].cells
    let (i, j) = (min(Int(found.x), count - 1), min(Int(found.y), count - 1))
    let (x, y) = (found.x - Double(i), found.y - Double(j))
    let own = heights[found.patch]
    let at = j * (count + 1) + i
    let (a, c) = (own[at], own[at + count + 2])
    // The corner that only one of the cell's triangles has.
    let (east, south) =
      x > y ? (own[at + 1] - a, c - own[at + 1]) : (c - own[at + count + 1], own[at + count + 1] - a)
    let cell = Double(steps[found.patch]) * unit
    return (a + east * x + south * y, Point(east / cell, south / cell))
  }

  // MARK: Lines of sight

  func hides(_ place: SpacePoint, from eye: SpacePoint) -> Bool {
    let way = eye.ground - place.ground
    let distance = way.length
    guard distance > 0 else { return false }
    let rise = (eye.z - place.z) / distance
    let along = way / distance
    var finder = Finder()
    var run = 0.0
    // A place that is less than this above the surface lies on it.
    let slack = unit * 0.02
    while true {
      let cell = cellSize(at: place.ground + along * run, &finder) ?? unit * Double(Self.maxCells)
      run += cell / 2
      let level = place.z + slack + rise * run
      guard run < distance, level < highest || rise < 0 else { return false }
      if let found = surface(at: place.ground + along * run, &finder), found.height > level { return true }
    }
  }

  func meets(from eye: SpacePoint, toward direction: SpacePoint, within reach: Double) -> Point? {
    let across = direction.ground.length
    guard across > 1e-9 * direction.length else { return eye.ground }
    let step = direction * (1 / across)
    var finder = Finder()
    var (run, last) = (0.0, 0.0)
    while run < reach {
      let here = eye + step * run
      let cell = cellSize(at: here.ground, &finder) ?? unit * Double(Self.maxCells)
      if let found = surface(at: here.ground, &finder), found.height > here.z {
        var (low, high) = (last, run)
        for _ in 0..<40 {
          let middle = (low + high) / 2
          let there = eye + step * middle
          if (surface(at: there.ground, &finder)?.height ?? -.infinity) > there.z {
            high = middle
          } else {
            low = middle
          }
        }
        return (eye + step * high).ground
      }
      last = run
      run += cell / 2
    }
    return nil
  }
}
