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
  static let minScale = 0.55

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

  /// Makes numbers as narrow as their bars, of which `count` are side by side, or leaves them out, and says so.
  mutating func fit(to layout: ChartLayout, series count: Int, _ context: any StageContext) {
    // In a horizontal stack each has its own room.
    guard parameters.labels.valueLabels == .all, !(parameters.stacked && layout.isHorizontal) else { return }
    let extent = layout.isHorizontal ? size.height : size.width + setter.gap * 0.3
    let group = layout.step * (1 - parameters.look.gap)
    let room =
      parameters.stacked ? group : count > 1 ? (group + parameters.look.barGap) / Double(count) : layout.step
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
    _ marks: Marks, rest: Marks, in layout: ChartLayout, _ color: Color, clarity: (Marks.Anchor) -> Double,
    onto list: inout DisplayList
  ) throws -> [Rect] {
    guard parameters.labels.valueLabels != .none else { return [] }
    var boxes: [Rect] = []
    let spots = try spots(rest, in: layout)
    let hasOwnColors =
      parameters.kind.isLine && !parameters.stacked && rest.anchors.contains { $0.series != rest.anchors[0].series }
    for anchor in marks.anchors where anchor.growth > 0 {
      guard let spot = spots[Place(anchor)] else { continue }
      // A point of a line is there or not; a bar's value counts.
      let counts = parameters.kind == .bar
      let text = try text(anchor.value * (counts ? min(anchor.growth, 1) : 1))
      guard let placed = placed(text, at: anchor, spot, in: layout) else { continue }
      boxes.append(placed.box)
      let plain = hasOwnColors ? anchor.paint.mean.legible(like: color) : color
      placed.draw(
        anchor.box == nil ? plain : anchor.paint.mean.contrasting,
        opacity: min(anchor.growth * 2.5, 1) * clarity(anchor), scale: scale > 0 ? scale : 1, onto: &list)
    }
    return boxes
  }

  private func text(_ value: Double) throws -> PlacedText {
    try setter.number(format.string(value, decimals: decimals))
  }

  // MARK: Places

  private struct Place: Hashable {
    var series: Int
    var index: Int

    init(_ anchor: Marks.Anchor) { (series, index) = (anchor.series, anchor.index) }
  }

  /// The place of a label at its value: the side on which it lies, and the distance by which it is moved down.
  private struct Spot {
    var side: Point
    var shift = 0.0
  }

  private func labeled(_ marks: Marks) -> [Marks.Anchor] {
    var last: [Int: Int] = [:]
    for anchor in marks.anchors { last[anchor.series] = anchor.index }
    return marks.anchors.filter { isLabeled($0, last: last[$0.series]) }
  }

  /// The number of labels that have no room among values at rest.
  func missing(of marks: Marks, in layout: ChartLayout) throws -> Int {
    // Bars that are too narrow are said.
    if scale == 0 { return 0 }
    return try labeled(marks).count - spots(marks, in: layout).count
  }

  /// Says that numbers have no room.
  func warn(ofMissing count: Int, _ context: any StageContext) {
    if count == 0 { return }
    context.warn(
      count == 1
        ? "the number of a value has no room, and is left out"
        : "the numbers of \(count) values have no room, and are left out")
  }

  /// The places of the labels that have room, those of what is pointed out first.
  private func spots(_ marks: Marks, in layout: ChartLayout) throws -> [Place: Spot] {
    if parameters.hasLabelsBesideLines { return try spotsBesideLines(marks, in: layout) }
    func isFirst(_ anchor: Marks.Anchor) -> Bool {
      anchor.index == colors.category || anchor.series == colors.highlightedSeries
    }
    let labeled = labeled(marks)
    let choosesSides = parameters.kind == .line || parameters.kind == .area || parameters.kind == .scatter
    let lines = parameters.kind.isLine ? LineObstacles(marks, width: parameters.look.lineWidth) : nil
    let baseline = layout.values.place(of: layout.values.base)
    var spots: [Place: Spot] = [:]
    var taken = choosesSides ? (layout.tickTexts + layout.categories).map(\.box) : []
    for anchor in labeled.filter(isFirst) + labeled.filter({ !isFirst($0) }) {
      let text = try text(anchor.value)
      func bounds(_ spot: Spot) -> Rect? {
        guard let whole = placed(text, at: anchor, spot, in: layout)?.box else { return nil }
        let shrunk = scale > 0 ? scale : 1
        return Rect(center: whole.center, size: Size(whole.width * shrunk, whole.height * shrunk))
      }
      func isFree(_ spot: Spot, ofSeries series: Int?) -> Bool {
        guard let box = bounds(spot), !taken.contains(where: { $0.overlaps(box) }) else { return false }
        if choosesSides {
          if box.minY < layout.box.minY - 0.5 || box.maxY > layout.box.maxY + 0.5 { return false }
          let isBeside = box.minX < layout.box.minX - 0.5 || box.maxX > layout.box.maxX + 0.5
          if spot.side.x != 0, isBeside { return false }
          if series == nil, box.minY < baseline, baseline < box.maxY { return false }
        }
        return lines.map { !$0.cross(box, at: anchor.index, ofSeries: series) } ?? true
      }
      let usual = Spot(side: anchor.side)
      let sides = choosesSides ? choices(at: anchor, lines) : [usual]
      let chosen =
        sides.first { isFree($0, ofSeries: nil) } ?? sides.first { isFree($0, ofSeries: anchor.series) }
        ?? (isFirst(anchor) ? usual : nil)
      guard let found = chosen, let box = bounds(found) else { continue }
      taken.append(box)
      spots[Place(anchor)] = found
    }
    return spots
  }

  /// The places around a point, the best first: above it, but below where the line comes down to it and goes up again, then on the
  /// other side, and of a single line farther away.
  private func choices(at anchor: Marks.Anchor, _ lines: LineObstacles?) -> [Spot] {
    let first = lines?.isValley(anchor) ?? false ? 1.0 : -1.0
    func row(_ y: Double, _ heights: Double) -> [Spot] {
      [0.0, -1, 1].map { Spot(side: Point($0, y), shift: y * heights * size.height) }
    }
    let near = row(first, 0) + row(-first, 0)
    // Farther away a number may be taken for that of another line.
    return lines?.isSingle ?? false ? near + [0.5, 1].flatMap { row(first, $0) + row(-first, $0) } : near
  }

  /// The places beside the ends of lines, moved apart where labels would overlap.
  private func spotsBesideLines(_ marks: Marks, in layout: ChartLayout) throws -> [Place: Spot] {
    let ends = labeled(marks).sorted { ($0.point.y, $0.series) < ($1.point.y, $1.series) }
    let height = size.height * Self.lineHeight
    // Highlighted ones stay where there is not room for all.
    let count = height > 0 ? max(Int(layout.box.height / height), 1) : ends.count
    let isFirst = { (anchor: Marks.Anchor) in anchor.series == colors.highlightedSeries }
    let kept = Set((ends.filter(isFirst) + ends.filter { !isFirst($0) }).prefix(count).map(Place.init))
    let shown = ends.filter { kept.contains(Place($0)) }
    let places = Self.spread(
      shown.map(\.point.y), apart: height, from: layout.box.minY + height / 2, to: layout.box.maxY - height / 2)
    let spots = zip(shown, places).map { (Place($0), Spot(side: $0.side, shift: $1 - $0.point.y)) }
    return Dictionary(spots, uniquingKeysWith: { first, _ in first })
  }

  /// The distance of the middles of labels beside lines, in their heights: digits are lower than their lines.
  private static let lineHeight = 0.82

  /// Places in order, moved as little as they have to be for a distance between them, each group that touches about its middle,
  /// and into a range where that is wide enough.
  static func spread(_ places: [Double], apart distance: Double, from low: Double, to high: Double) -> [Double] {
    var groups: [(start: Double, count: Int)] = []
    func limited(_ start: Double, _ count: Int) -> Double {
      max(min(start, high - distance * Double(count - 1)), low)
    }
    for place in places {
      // A place within the range stays there, and so does one that is alone beyond it.
      var group = (start: places.count == 1 ? place : limited(place, 1), count: 1)
      while let last = groups.last, last.start + distance * Double(last.count) > group.start {
        groups.removeLast()
        let sum = last.start * Double(last.count) + (group.start - distance * Double(last.count)) * Double(group.count)
        let count = last.count + group.count
        group = (limited(sum / Double(count), count), count)
      }
      groups.append(group)
    }
    return groups.flatMap { group in (0..<group.count).map { group.start + distance * Double($0) } }
  }

  /// Nil where there is no room within the box.
  private func placed(
    _ text: PlacedText, at anchor: Marks.Anchor, _ spot: Spot, in layout: ChartLayout
  ) -> PlacedText? {
    if let box = anchor.box {
      let shrunk = scale > 0 ? scale : 1
      let fits = text.size.width * shrunk <= box.width + 1e-6 && text.size.height * 0.72 * shrunk <= box.height
      return fits ? text.placed(Point(0.5, 0.5), at: box.center) : nil
    }
    if parameters.hasLabelsBesideLines {
      let distance = setter.gap + parameters.margin
      let point = anchor.point + Point(0, spot.shift)
      return layout.isMirrored
        ? text.placed(Point(1, 0.5), at: point - Point(distance, 0))
        : text.placed(Point(0, 0.5), at: point + Point(distance, 0))
    }
    let distance = setter.gap * 0.4 + (parameters.kind.isLine || parameters.kind == .scatter ? parameters.margin : 0)
    let side = spot.side
    let offset = side.y == 0 ? Point(side.x * setter.gap * 0.7, 0) : Point(0, side.y * distance + spot.shift)
    return text.placed(Point((1 - side.x) / 2, (1 - side.y) / 2), at: anchor.point + offset)
  }
}

extension Rect {
  /// True where they have more than an edge in common.
  func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
