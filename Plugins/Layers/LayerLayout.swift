import StageKit

/// Layers next to each other, in rows, columns or both, by their boxes.
enum LayerLayout: ParameterVariant, TimeVarying {
  case row(Line)
  case column(Line)
  case grid(Grid)

  /// A row or a column.
  struct Line: ParameterGroup {
    @Parameter("The space between neighbors; below 0 they overlap.", .any(.points)) var gap: Animated<Double> = 0
    @Parameter("The space between lines where 'wrap' makes several, instead of 'gap'.", .any(.points))
    var lineGap: Animated<Double>?
    @Parameter("The alignment across the row or column, and in a grid's cells both ways.")
    var align = Alignment.center
    @Parameter(
      "The width and height that its stages share; without it that of the group's box or of the room that the group has, or "
        + "else what they need.")
    var size: Animated<Point>?
    @Parameter("Whether it goes on in a further line where the width, or in a column the height, is used up.")
    var wrap = false
    @Parameter("The distribution of the room that is left along it.") var justify = FlexLayout.Distribution.center
    @Parameter("The distribution of the room that is left between lines.") var lines = FlexLayout.Distribution.center
    @Parameter("Whether its stages become as high as the row or as wide as the column.") var stretch = false
    @Parameter(
      "The shares of the room left along it by which its stages grow, in drawing order; the last one goes on for those "
        + "after it. Rectangles, pictures, clips and groups with a plate or a layout grow; others get the room around them.",
      .nonnegative())
    var grow: [Double] = []
    @Parameter("The same for what is missing, as multiples of their own lengths.", .nonnegative())
    var shrink: [Double] = []

    fileprivate func flex(isRow: Bool, in size: Size?, isImposed: Bool, at seconds: Double) -> FlexLayout {
      // Without anything to distribute, stages stay together in the middle of their room.
      let isSpread =
        wrap || stretch || justify != .center || lines != .center || !grow.isEmpty || !shrink.isEmpty
      let own = self.size.map { Size($0.value(at: seconds).x, $0.value(at: seconds).y) }
      let size = isImposed ? size : own ?? (isSpread ? size : nil)
      let gap = gap.value(at: seconds)
      return FlexLayout(
        isRow: isRow, gap: gap, lineGap: lineGap?.value(at: seconds) ?? gap, wraps: wrap, justify: justify,
        lines: lines,
        stretches: stretch, align: align.share, grow: grow, shrink: shrink, along: isRow ? size?.width : size?.height,
        across: isRow ? size?.height : size?.width)
    }
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

  private var align: Alignment {
    switch self {
    case .row(let line), .column(let line): line.align
    case .grid(let grid): grid.align
    }
  }

  var settlingTime: Double? {
    switch self {
    case .row(let line), .column(let line): latestSettlingTime(of: line.gap, line.lineGap, line.size)
    case .grid(let grid): latestSettlingTime(of: grid.gap, grid.rowGap)
    }
  }

  /// The arrangement of layers at an instant.
  struct Arrangement {
    /// The distances by which layers are moved; those without a box stay.
    var offsets: [Point]
    /// The sizes that layers get in place of their own; nil for those that keep theirs.
    var rooms: [Size?]
    /// The box of all; nil where there is no layer with a box.
    var box: Rect?
  }

  /// Moves layers into a block about a center, from the right to the left if it is mirrored; `size` is the room that they
  /// have, nil for what they need; an imposed one comes before a size of the layout's own.
  func arrangement(
    of layers: [ContentLayer], center: Point, in size: Size?, isImposed: Bool, isMirrored: Bool, at seconds: Double
  ) -> Arrangement {
    var result = Arrangement(offsets: layers.map { _ in .zero }, rooms: layers.map { _ in nil })
    let places = layers.indices.filter { layers[$0].box != nil }
    if places.isEmpty { return result }
    let sizes = places.map { layers[$0].ownSize ?? layers[$0].box?.size ?? Size(0, 0) }
    let (cells, extent) = cells(of: sizes, in: size, isImposed: isImposed, at: seconds)
    let block = Rect(center: center, sides: Point(extent.width, extent.height))
    result.box = block
    let share = isMirrored ? 1 - align.share : align.share
    for (index, (own, cell)) in zip(places, zip(sizes, cells)) {
      guard let box = layers[index].box else { continue }
      if changesSizes, abs(cell.width - own.width) > 1e-9 || abs(cell.height - own.height) > 1e-9 {
        result.rooms[index] = cell.size
      }
      let left = isMirrored ? extent.width - cell.maxX : cell.x
      let place = Point(
        block.x + left + (cell.width - box.width) * share,
        block.y + cell.y + (cell.height - box.height) * align.share)
      result.offsets[index] = place - box.origin
    }
    return result
  }

  /// True if layers may get other sizes than their own.
  private var changesSizes: Bool {
    switch self {
    case .row(let line), .column(let line): line.stretch || !line.grow.isEmpty || !line.shrink.isEmpty
    case .grid: false
    }
  }

  /// The cells from the block's corner, and its size.
  private func cells(of sizes: [Size], in size: Size?, isImposed: Bool, at seconds: Double) -> ([Rect], Size) {
    switch self {
    case .row(let line): line.flex(isRow: true, in: size, isImposed: isImposed, at: seconds).rects(of: sizes)
    case .column(let line): line.flex(isRow: false, in: size, isImposed: isImposed, at: seconds).rects(of: sizes)
    case .grid(let grid): Self.cells(of: sizes, in: grid, at: seconds)
    }
  }

  private static func cells(of sizes: [Size], in grid: Grid, at seconds: Double) -> ([Rect], Size) {
    let gap = grid.gap.value(at: seconds)
    let rowGap = grid.rowGap?.value(at: seconds) ?? gap
    let count = grid.columns
    var widths = Array(repeating: 0.0, count: min(count, sizes.count))
    var heights = Array(repeating: 0.0, count: (sizes.count + count - 1) / count)
    for (index, size) in sizes.enumerated() {
      widths[index % count] = max(widths[index % count], size.width)
      heights[index / count] = max(heights[index / count], size.height)
    }
    let (lefts, tops) = (starts(widths, gap), starts(heights, rowGap))
    let cells = sizes.indices.map { index in
      let (column, row) = (index % count, index / count)
      return Rect(x: lefts[column], y: tops[row], width: widths[column], height: heights[row])
    }
    return (cells, Size(cells.map(\.maxX).max() ?? 0, cells.map(\.maxY).max() ?? 0))
  }

  private static func starts(_ lengths: [Double], _ gap: Double) -> [Double] {
    var next = 0.0
    return lengths.map { length in
      defer { next += length + gap }
      return next
    }
  }
}
