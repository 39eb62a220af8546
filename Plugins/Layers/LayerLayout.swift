import StageKit

/// Layers next to each other, in rows, columns or both, by their boxes.
enum LayerLayout: ParameterVariant, TimeVarying {
  case row(Line)
  case column(Line)
  case grid(Grid)

  /// A row or a column.
  struct Line: ParameterGroup {
    @Parameter("The space between neighbors; below 0 they overlap.", .any(.points)) var gap: Animated<Double> = 0
    @Parameter("The alignment across the row or column, and in a grid's cells both ways.")
    var align = Alignment.center
  }

  /// Rows of equal count.
  struct Grid: ParameterGroup {
    @Parameter("The number of columns.", .range(1...1000)) var columns: Int
    @Parameter("The space between neighbors; below 0 they overlap.", .any(.points)) var gap: Animated<Double> = 0
    @Parameter("The space between rows, instead of 'gap'.", .any(.points)) var rowGap: Animated<Double>?
    @Parameter("The alignment across the row or column, and in a grid's cells both ways.")
    var align = Alignment.center
  }

  static let alternatives: [Alternative<LayerLayout>] = [
    .init("row", "Side by side.", LayerLayout.row),
    .init("column", "One below the other.", LayerLayout.column),
    .init("grid", "In rows of equal count, as in a table.", LayerLayout.grid),
  ]

  static var placeholder: LayerLayout { .row(Line()) }

  private var gap: Animated<Double> {
    switch self {
    case .row(let line), .column(let line): line.gap
    case .grid(let grid): grid.gap
    }
  }

  private var rowGap: Animated<Double>? { if case .grid(let grid) = self { grid.rowGap } else { nil } }

  private var align: Alignment {
    switch self {
    case .row(let line), .column(let line): line.align
    case .grid(let grid): grid.align
    }
  }

  /// The number of layers in a row, for `count` layers.
  private func columns(for count: Int) -> Int {
    switch self {
    case .row: max(count, 1)
    case .column: 1
    case .grid(let grid): grid.columns
    }
  }

  var settlingTime: Double? { latestSettlingTime(of: gap, rowGap) }

  /// The distances by which layers are moved into a block about a center, from the right to the left if it is mirrored, and
  /// the block's box; nil where there is no layer with a box. Layers without one stay.
  func offsets(
    of layers: [ContentLayer], center: Point, isMirrored: Bool, at seconds: Double
  ) -> (offsets: [Point], box: Rect?) {
    let align = align
    let cells = cells(of: layers.compactMap { $0.box?.size }, at: seconds)
    guard let width = cells.map(\.maxX).max(), let height = cells.map(\.maxY).max() else {
      return (layers.map { _ in .zero }, nil)
    }
    let block = Rect(center: center, sides: Point(width, height))
    var offsets: [Point] = []
    var next = 0
    for layer in layers {
      guard let box = layer.box else {
        offsets.append(.zero)
        continue
      }
      let cell = cells[next]
      next += 1
      let left = isMirrored ? width - cell.maxX : cell.x
      let share = isMirrored ? 1 - align.share : align.share
      let place = Point(
        block.x + left + (cell.width - box.width) * share,
        block.y + cell.y + (cell.height - box.height) * align.share)
      offsets.append(place - box.origin)
    }
    return (offsets, block)
  }

  /// The cells from the block's corner: a row is a grid with one row, a column one with one column.
  private func cells(of sizes: [Size], at seconds: Double) -> [Rect] {
    let gap = gap.value(at: seconds)
    let rowGap = rowGap?.value(at: seconds) ?? gap
    let count = columns(for: sizes.count)
    var widths = Array(repeating: 0.0, count: min(count, sizes.count))
    var heights = Array(repeating: 0.0, count: (sizes.count + count - 1) / count)
    for (index, size) in sizes.enumerated() {
      widths[index % count] = max(widths[index % count], size.width)
      heights[index / count] = max(heights[index / count], size.height)
    }
    let (lefts, tops) = (Self.starts(widths, gap), Self.starts(heights, rowGap))
    return sizes.indices.map { index in
      let (column, row) = (index % count, index / count)
      return Rect(x: lefts[column], y: tops[row], width: widths[column], height: heights[row])
    }
  }

  private static func starts(_ lengths: [Double], _ gap: Double) -> [Double] {
    var next = 0.0
    return lengths.map { length in
      defer { next += length + gap }
      return next
    }
  }
}
