import StageKit

/// Rectangles of stages in the cells of a grid, each about as large as they are, to find those that intersect another.
struct BoundsIndex {
  private let bounds: [Int: Rect]
  private let area: Rect
  private let columns: Int
  private let rows: Int
  /// The stages whose rectangles reach into each cell, in order.
  private var cells: [[Int]]

  init(_ bounds: [Int: Rect]) {
    self.bounds = bounds
    area = bounds.values.reduce(nil) { $0?.union($1) ?? $1 } ?? .zero
    /// About how many lie side by side, as far as cells are of use.
    func count(_ length: Double, _ side: KeyPath<Rect, Double>) -> Int {
      let mean = bounds.values.reduce(0) { $0 + $1[keyPath: side] } / Double(max(bounds.count, 1))
      let most = Double(bounds.count).squareRoot().rounded(.up)
      return mean > 0 ? Int(max(1, min(length / mean, most))) : 1
    }
    (columns, rows) = (count(area.width, \.width), count(area.height, \.height))
    cells = Array(repeating: [], count: columns * rows)
    for (stage, rect) in bounds.sorted(by: { $0.key < $1.key }) {
      for cell in cellIndexes(of: rect) { cells[cell].append(stage) }
    }
  }

  /// The stages whose rectangles intersect another, in order, from one on.
  func stages(intersecting rect: Rect, from first: Int) -> some Sequence<Int> {
    let near = cellIndexes(of: rect)
    return sequence(state: first) { next in
      while let stage = near.compactMap({ cells[$0].first(atLeast: next) }).min() {
        next = stage + 1
        if bounds[stage]?.intersection(rect) != nil { return stage }
      }
      return nil
    }
  }

  private func cellIndexes(of rect: Rect) -> [Int] {
    func range(from low: Double, to high: Double, start: Double, length: Double, count: Int) -> ClosedRange<Int> {
      func cell(_ place: Double) -> Int {
        length > 0 ? Int(min(max((place - start) / length * Double(count), 0), Double(count - 1))) : 0
      }
      return cell(low)...cell(high)
    }
    let across = range(from: rect.minX, to: rect.maxX, start: area.minX, length: area.width, count: columns)
    return range(from: rect.minY, to: rect.maxY, start: area.minY, length: area.height, count: rows).flatMap { row in
      across.map { row * columns + $0 }
    }
  }
}

extension [Int] {
  /// The first that is not below a number; they are in order.
  fileprivate func first(atLeast number: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count ? self[low] : nil
  }
}
