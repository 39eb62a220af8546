import StageKit

/// The outlines of dark modules that touch each other at a side, in modules from the top left.
struct ModuleOutline {
  private let matrix: QRMatrix
  /// The radius of corners that point outward and of those that point inward, in modules; at most 0.5 together with the
  /// next one's.
  private let outer: Double
  private let inner: Double

  /// Right, down, left and up: dark modules lie to the right of an edge's way.
  private static let steps = [(1, 0), (0, 1), (-1, 0), (0, -1)]

  init(_ matrix: QRMatrix, outer: Double, inner: Double) {
    (self.matrix, self.outer, self.inner) = (matrix, outer, inner)
  }

  /// True where an edge leaves a corner of modules in a direction.
  private func hasEdge(_ x: Int, _ y: Int, _ direction: Int) -> Bool {
    switch direction {
    case 0: matrix[x, y] && !matrix[x, y - 1]
    case 1: matrix[x - 1, y] && !matrix[x, y]
    case 2: matrix[x - 1, y - 1] && !matrix[x - 1, y]
    default: matrix[x, y - 1] && !matrix[x - 1, y - 1]
    }
  }

  /// The path of all outlines; holes run the other way around.
  var path: Path {
    Path { builder in
      let width = matrix.side + 1
      var isSeen = [Bool](repeating: false, count: width * width)
      for y in 0..<width {
        for x in 0..<width where hasEdge(x, y, 0) && !isSeen[y * width + x] {
          add(self.ring(x, y) { isSeen[$1 * width + $0] = true }, to: &builder)
        }
      }
    }
  }

  private struct Corner {
    var x: Int
    var y: Int
    /// The directions of the edges before and after it.
    var before: Int
    var after: Int
    /// Turning right keeps the dark module: the corner points outward.
    var isOuter: Bool { after == (before + 1) % 4 }
  }

  /// The corners of the outline with the edge to the right from a place; `see` is told where all its edges to the right begin.
  private func ring(_ startX: Int, _ startY: Int, see: (Int, Int) -> Void) -> [Corner] {
    var (x, y, direction) = (startX, startY, 0)
    var corners: [Corner] = []
    repeat {
      if direction == 0 { see(x, y) }
      x += Self.steps[direction].0
      y += Self.steps[direction].1
      // Where two modules meet at a corner alone, each keeps an outline of its own: right comes first.
      let next = [1, 0, 3].map { (direction + $0) % 4 }.first { hasEdge(x, y, $0) } ?? direction
      if next != direction { corners.append(Corner(x: x, y: y, before: direction, after: next)) }
      direction = next
    } while (x, y, direction) != (startX, startY, 0)
    return corners
  }

  private func add(_ corners: [Corner], to builder: inout PathBuilder) {
    // The control points of a quarter of a circle.
    let handle = 1 - 0.552_284_749_830_793_4
    var isFirst = true
    func go(to point: Point) {
      if isFirst { builder.move(to: point) } else { builder.line(to: point) }
      isFirst = false
    }
    for corner in corners {
      let (before, after) = (Self.steps[corner.before], Self.steps[corner.after])
      let (into, out) = (Point(Double(before.0), Double(before.1)), Point(Double(after.0), Double(after.1)))
      let place = Point(Double(corner.x), Double(corner.y))
      let radius = corner.isOuter ? outer : inner
      go(to: place - into * radius)
      if radius > 0 {
        builder.cubic(place - into * (radius * handle), place + out * (radius * handle), to: place + out * radius)
      }
    }
    builder.close()
  }
}
