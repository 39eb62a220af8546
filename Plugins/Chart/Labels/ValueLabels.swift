import StageKit

/// The numbers at the values of a chart.
struct ValueLabels: Sendable {
  let parameters: Chart.Parameters
  let setter: Typesetter
  let format: NumberFormat
  let decimals: Int
  let colors: ChartColors
  /// The widest and highest of them.
  let size: Size
  /// The scale of numbers at bars that are narrower than these; 0 where there is no room for them.
  private var scale = 1.0
  /// The least scale at which numbers can be read.
  private static let minScale = 0.55

  init(
    _ parameters: Chart.Parameters, _ data: ChartData, _ format: NumberFormat, _ setter: Typesetter,
    _ colors: ChartColors
  ) throws {
    (self.parameters, self.setter, self.format, self.colors) = (parameters, setter, format, colors)
    let known = data.allLists.flatMap { $0.flatMap(\.known) }
    let decimals = format.decimals(of: known)
    self.decimals = decimals
    guard parameters.labels.valueLabels != .none, !parameters.kind.isRound else {
      size = Size(0, 0)
      return
    }
    // The ends of many values have the most digits.
    let wide = known.count <= 64 ? known : [known.min(), known.max()].compactMap(\.self)
    let sizes = try wide.map { try setter.number(format.string($0, decimals: decimals)).size }
    size = Size(sizes.map(\.width).max() ?? 0, sizes.map(\.height).max() ?? 0)
  }

  /// Makes numbers as narrow as their bars, or leaves them out, and says so.
  mutating func fit(to layout: ChartLayout, series count: Int, _ context: any StageContext) {
    guard parameters.labels.valueLabels == .all else { return }
    let extent = layout.isHorizontal ? size.height : size.width + setter.gap * 0.3
    let room =
      count > 1 ? (layout.step * (1 - parameters.look.gap) + parameters.look.barGap) / Double(count) : layout.step
    scale = min(1, room / extent)
    guard scale < Self.minScale else { return }
    scale = 0
    context.warn("the bars are too narrow for their numbers, which are left out")
  }

  private func isLabeled(_ anchor: Marks.Anchor, last: Int?) -> Bool {
    switch parameters.labels.valueLabels {
    case .none: false
    case .all: scale > 0 || anchor.index == colors.category
    case .last: anchor.index == last
    case .highlight: anchor.index == colors.category || anchor.series == colors.highlightedSeries
    }
  }

  /// Draws the numbers at bars and points. Those that would overlap when all has come in, as in `rest`, are left out, but never
  /// what is pointed out. Returns the boxes of those that are drawn.
  func draw(
    _ marks: Marks, rest: Marks, isMirrored: Bool, _ color: Color, clarity: (Marks.Anchor) -> Double,
    onto list: inout DisplayList
  ) throws -> [Rect] {
    guard parameters.labels.valueLabels != .none else { return [] }
    var boxes: [Rect] = []
    let kept = try kept(rest, isMirrored: isMirrored)
    for anchor in marks.anchors where anchor.growth > 0 && kept.contains(Place(anchor)) {
      // A point of a line is there or not; a bar's value counts.
      let counts = parameters.kind == .bar
      let text = try text(anchor.value * (counts ? min(anchor.growth, 1) : 1))
      guard let placed = placed(text, at: anchor, isMirrored: isMirrored) else { continue }
      boxes.append(placed.box)
      placed.draw(
        anchor.box == nil ? color : anchor.paint.mean.contrasting,
        opacity: min(anchor.growth * 2.5, 1) * clarity(anchor), scale: scale > 0 ? scale : 1, onto: &list)
    }
    return boxes
  }

  private struct Place: Hashable {
    var series: Int
    var index: Int

    init(_ anchor: Marks.Anchor) { (series, index) = (anchor.series, anchor.index) }
  }

  private func text(_ value: Double) throws -> PlacedText {
    try setter.number(format.string(value, decimals: decimals))
  }

  private func kept(_ marks: Marks, isMirrored: Bool) throws -> Set<Place> {
    var last: [Int: Int] = [:]
    for anchor in marks.anchors { last[anchor.series] = anchor.index }
    func isFirst(_ anchor: Marks.Anchor) -> Bool {
      anchor.index == colors.category || anchor.series == colors.highlightedSeries
    }
    let labeled = marks.anchors.filter { isLabeled($0, last: last[$0.series]) }
    var kept: Set<Place> = []
    var taken: [Rect] = []
    for anchor in labeled.filter(isFirst) + labeled.filter({ !isFirst($0) }) {
      guard let whole = try placed(text(anchor.value), at: anchor, isMirrored: isMirrored)?.box else { continue }
      let shrunk = scale > 0 ? scale : 1
      let box = Rect(center: whole.center, size: Size(whole.width * shrunk, whole.height * shrunk))
      if taken.contains(where: { $0.overlaps(box) }) { continue }
      taken.append(box)
      kept.insert(Place(anchor))
    }
    return kept
  }

  /// Nil where there is no room within the box.
  private func placed(_ text: PlacedText, at anchor: Marks.Anchor, isMirrored: Bool) -> PlacedText? {
    if let box = anchor.box {
      let fits = text.size.width <= box.width && text.size.height * 0.72 <= box.height
      return fits ? text.placed(Point(0.5, 0.5), at: box.center) : nil
    }
    if parameters.hasLabelsBesideLines {
      let distance = setter.gap + parameters.margin
      return isMirrored
        ? text.placed(Point(1, 0.5), at: anchor.point - Point(distance, 0))
        : text.placed(Point(0, 0.5), at: anchor.point + Point(distance, 0))
    }
    let distance = setter.gap * 0.4 + (parameters.kind.isLine || parameters.kind == .scatter ? parameters.margin : 0)
    let side = anchor.side
    return text.placed(
      Point((1 - side.x) / 2, (1 - side.y) / 2),
      at: anchor.point + side * (side.y == 0 ? setter.gap * 0.7 : distance))
  }
}

extension Rect {
  /// True where they have more than an edge in common.
  func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
