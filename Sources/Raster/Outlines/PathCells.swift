import Geometry

/// A large path's subpaths by the cells of a grid that they may touch, so that only what is in view is outlined.
///
/// Every cell shows what the whole path does within its frame. Frames share their borders, so that the outlines of all cells
/// add up to the path's.
final class PathCells: Sendable {
  /// Smaller paths are not worth sorting.
  static let minPoints = 4096
  private static let pointsPerCell = 512.0
  private static let maxSide = 32

  /// The corners of a cell with the least and the greatest coordinates.
  struct Frame {
    var low: Point
    var high: Point
  }

  private struct Subpath: BitwiseCopyable {
    var verb: Int
    var point: Int
  }

  private let path: Path
  private let bounds: Rect
  private let columns: Int
  private let rows: Int
  /// The begin of each subpath; one more at the end.
  private let subpaths: [Subpath]
  /// The index in `items` of each cell's first subpath; one more at the end.
  private let starts: [Int32]
  private let items: [Int32]

  /// `reach` is how far the outline may lie from the path.
  init(_ path: Path, reach: Double) {
    self.path = path
    let bounds = (path.controlBounds ?? .zero).inset(by: -reach)
    self.bounds = bounds
    var subpaths: [Subpath] = []
    var boxes: [Frame] = []
    var point = 0
    for (verb, kind) in path.verbs.enumerated() {
      if kind == .move || subpaths.isEmpty {
        subpaths.append(Subpath(verb: verb, point: point))
        boxes.append(Frame(low: Point(.infinity, .infinity), high: Point(-.infinity, -.infinity)))
      }
      for p in path.points[point..<point + kind.pointCount] { boxes[boxes.count - 1].add(p, reach) }
      point += kind.pointCount
    }
    let count = Double(path.points.count) / Self.pointsPerCell
    let isUsable = bounds.width > 0 && bounds.height > 0 && bounds.width < 1e15 && bounds.height < 1e15
    func side(_ share: Double) -> Int { isUsable ? ceilingClamped((count * share).squareRoot(), 1, Self.maxSide) : 1 }
    var columns = side(bounds.width / bounds.height)
    var rows = side(bounds.height / bounds.width)
    func cells(_ box: Frame) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
      func range(_ low: Double, _ high: Double, _ count: Int) -> ClosedRange<Int> {
        guard count > 1 else { return 0...0 }
        let slack = 1e-6
        let first = floorClamped(low * Double(count) - slack, 0, count - 1)
        return first...max(first, floorClamped(high * Double(count) + slack, 0, count - 1))
      }
      return (
        range((box.low.x - bounds.minX) / bounds.width, (box.high.x - bounds.minX) / bounds.width, columns),
        range((box.low.y - bounds.minY) / bounds.height, (box.high.y - bounds.minY) / bounds.height, rows)
      )
    }
    // Subpaths that touch most cells are outlined for each.
    let end = Subpath(verb: path.verbs.count, point: point)
    subpaths.append(end)
    while columns * rows > 1 {
      let work = boxes.indices.reduce(0) { sum, i in
        let touched = cells(boxes[i])
        return sum + touched.columns.count * touched.rows.count * (subpaths[i + 1].point - subpaths[i].point)
      }
      if work <= 3 * path.points.count { break }
      (columns, rows) = ((columns + 1) / 2, (rows + 1) / 2)
    }
    var starts = [Int32](repeating: 0, count: columns * rows + 2)
    func forEachCell(_ body: (Int32, Int) -> Void) {
      for (i, box) in boxes.enumerated() {
        let touched = cells(box)
        for row in touched.rows {
          for column in touched.columns { body(Int32(truncatingIfNeeded: i), row * columns + column) }
        }
      }
    }
    forEachCell { starts[$1 + 2] += 1 }
    for i in 2..<starts.count { starts[i] += starts[i - 1] }
    var items = [Int32](repeating: 0, count: Int(starts[starts.count - 1]))
    forEachCell { subpath, cell in
      items[Int(starts[cell + 1])] = subpath
      starts[cell + 1] += 1
    }
    starts.removeLast()
    (self.columns, self.rows, self.subpaths, self.starts, self.items) = (columns, rows, subpaths, starts, items)
  }

  /// In bytes.
  var cost: Int {
    subpaths.count * MemoryLayout<Subpath>.stride + (starts.count + items.count) * MemoryLayout<Int32>.stride
  }

  /// The number of cells; 1 where subpaths are too long to be sorted.
  var count: Int { columns * rows }

  func isEmpty(_ cell: Int) -> Bool { starts[cell] == starts[cell + 1] }

  /// Equal borders of neighbors are the same numbers.
  func frame(_ cell: Int) -> Frame {
    func border(from low: Double, size: Double, at i: Int, of count: Int) -> Double {
      low + size * (Double(i) / Double(count))
    }
    let (row, column) = cell.quotientAndRemainder(dividingBy: columns)
    return Frame(
      low: Point(
        border(from: bounds.minX, size: bounds.width, at: column, of: columns),
        border(from: bounds.minY, size: bounds.height, at: row, of: rows)),
      high: Point(
        border(from: bounds.minX, size: bounds.width, at: column + 1, of: columns),
        border(from: bounds.minY, size: bounds.height, at: row + 1, of: rows)))
  }

  /// The subpaths that may touch a cell, in their order.
  func path(_ cell: Int) -> Path {
    Path { builder in
      for item in items[Int(starts[cell])..<Int(starts[cell + 1])] {
        let (start, end) = (subpaths[Int(item)], subpaths[Int(item) + 1])
        var next = start.point
        for verb in path.verbs[start.verb..<end.verb] {
          switch verb {
          case .move: builder.move(to: path.points[next])
          case .line: builder.line(to: path.points[next])
          case .quad: builder.quad(path.points[next], to: path.points[next + 1])
          case .cubic: builder.cubic(path.points[next], path.points[next + 1], to: path.points[next + 2])
          case .close: builder.close()
          }
          next += verb.pointCount
        }
      }
    }
  }
}

extension PathCells.Frame {
  fileprivate mutating func add(_ p: Point, _ reach: Double) {
    low = Point(min(low.x, p.x - reach), min(low.y, p.y - reach))
    high = Point(max(high.x, p.x + reach), max(high.y, p.y + reach))
  }
}
