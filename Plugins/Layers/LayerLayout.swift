import StageKit

/// Layers side by side, one below the other, or both, by their boxes.
struct LayerLayout: TimeVarying {
  static let parameter = ParameterKey.variant(
    "layout", "How what it holds is set, in drawing order; what has no box stays where it is.",
    [
      .init("row", "Side by side.", [gap, align]),
      .init("column", "One below the other.", [gap, align]),
      .init("grid", "In rows of equal count, as in a table.", [columns, gap, rowGap, align]),
    ]
  ).optional

  private enum Alignment: String, CaseIterable {
    case start, center, end

    /// How much of the free space comes before.
    var share: Double {
      switch self {
      case .start: 0
      case .center: 0.5
      case .end: 1
      }
    }
  }

  private static let columns = ParameterKey.integer("columns", "How many stand side by side.", .range(1...1000))
  private static let gap = ParameterKey.number(
    "gap", "The space between neighbors; below 0 they overlap.", default: 0, .any(.points)
  ).animated
  private static let rowGap = ParameterKey.number(
    "rowGap", "The space between rows, instead of 'gap'.", .any(.points)
  ).animated.optional
  private static let align = ParameterKey<Alignment>.choice(
    "align", "Where they stand across the row or column, and in a grid's cells both ways.", default: .center)

  private let kind: String
  private let columns: Int
  private let gap: Animated<Double>
  private let rowGap: Animated<Double>?
  private let align: Alignment
  /// Whether it runs from the right to the left.
  private let isMirrored: Bool

  init(_ chosen: ChosenVariant, isMirrored: Bool) {
    self.isMirrored = isMirrored
    kind = chosen.name
    columns = kind == "grid" ? chosen.parameters[Self.columns] : 1
    gap = chosen.parameters[Self.gap]
    rowGap = kind == "grid" ? chosen.parameters[Self.rowGap] : nil
    align = chosen.parameters[Self.align]
  }

  var settlingTime: Double? { latestSettlingTime(of: gap, rowGap) }

  /// The layers as a block about a center, and its box; nil where there is no layer with a box.
  func arranged(_ layers: [ContentLayer], center: Point, at seconds: Double) -> (drawing: DisplayList, box: Rect?) {
    let cells = cells(of: layers.compactMap { $0.box?.size }, at: seconds)
    guard let width = cells.map(\.maxX).max(), let height = cells.map(\.maxY).max() else {
      return (DisplayList(layers.flatMap(\.drawing.commands)), nil)
    }
    let block = Rect(center: center, sides: Point(width, height))
    var drawing = DisplayList()
    var next = 0
    for layer in layers {
      guard let box = layer.box else {
        drawing.append(layer.drawing)
        continue
      }
      let cell = cells[next]
      next += 1
      let left = isMirrored ? width - cell.maxX : cell.x
      let share = isMirrored ? 1 - align.share : align.share
      let place = Point(
        block.x + left + (cell.width - box.width) * share,
        block.y + cell.y + (cell.height - box.height) * align.share)
      drawing.append(layer.drawing.moved(by: place - box.origin))
    }
    return (drawing, block)
  }

  /// From the block's corner: a row is a grid with one row, a column one with one column.
  private func cells(of sizes: [Size], at seconds: Double) -> [Rect] {
    let gap = gap.value(at: seconds)
    let rowGap = rowGap?.value(at: seconds) ?? gap
    let count = kind == "row" ? max(sizes.count, 1) : columns
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

extension DisplayList {
  fileprivate func moved(by offset: Point) -> DisplayList {
    offset == .zero || isEmpty ? self : DisplayList([.group(Group(self, transform: .translation(offset)))])
  }
}
