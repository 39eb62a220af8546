import StageKit

/// The names and numbers around a donut, and the number in its middle.
struct SliceLabels: Sendable {
  let labels: ValueLabels
  let data: ChartData
  /// The radius of the circle of slices, or of rings.
  let radius: Double
  /// The names of categories; empty where they are not written.
  private let names: [PlacedText]
  /// The widest number.
  private let numberSize: Size
  /// The categories whose labels have no room beside a circle of at least half of the box.
  private let unlabeled: Set<Int>
  private let shares: NumberFormat
  /// The text below the number in the middle, and its scale; nil for none.
  private let below: (text: PlacedText, scale: Double)?

  private var parameters: Chart.Parameters { labels.parameters }
  private var setter: Typesetter { labels.setter }

  /// The widest name, as a share of the chart's width, before it is broken into lines.
  private static let nameWidth = 0.25
  /// The radius that names leave at least, as a share of all that there is.
  private static let minRadius = 0.5
  /// The number of instants between two lists of values at which slices on the move are measured.
  private static let stepCount = 8

  /// - Parameter ringRadius: The radius of rings, whose names stand elsewhere; nil for slices.
  init(_ labels: ValueLabels, _ data: ChartData, in box: Rect, ringRadius: Double?) throws {
    (self.labels, self.data) = (labels, data)
    let (parameters, setter) = (labels.parameters, labels.setter)
    shares = labels.format.percent
    var sizes: [Size] = []
    if parameters.labels.valueLabels != .none {
      let known = data.allLists.flatMap { $0.flatMap(\.known) }
      let texts =
        try parameters.labels.shares
        ? [shares.string(100, decimals: 1)]
        : known.prefix(64).map { try labels.format.string($0, decimals: labels.decimals) }
      sizes = try texts.map { try setter.number($0).size }
    }
    numberSize = Size(sizes.map(\.width).max() ?? 0, sizes.map(\.height).max() ?? 0)
    if let ringRadius {
      (radius, names, unlabeled) = (ringRadius, [], [])
    } else {
      (radius, names, unlabeled) = try Self.fit(labels, data, numberSize, in: box)
    }
    below = try Self.below(parameters, hole: radius * SliceMarks.hole(parameters), setter)
  }

  /// A name in lines as wide as a limit, or as its longest word.
  private static func broken(_ name: String, limit: Double, _ setter: Typesetter) throws -> PlacedText {
    let words = try name.split(separator: " ").map { try setter.text(String($0)).size.width }
    return try setter.text(name, maximumWidth: words.count > 1 ? max(limit, words.max() ?? 0) + 0.01 : nil)
  }

  private static func hasNumber(
    _ index: Int, _ parameters: Chart.Parameters, count: Int, category: Int?
  ) -> Bool {
    switch parameters.labels.valueLabels {
    case .none: false
    case .all: true
    case .highlight: index == category
    case .last: index == count - 1
    }
  }

  /// The largest radius with which each label, at the angles that its slice has over time, is within the box; the names, in one
  /// line or in several, whichever leaves more; and the categories whose labels would leave less than half of it.
  private static func fit(
    _ labels: ValueLabels, _ data: ChartData, _ number: Size, in box: Rect
  ) throws -> (radius: Double, names: [PlacedText], unlabeled: Set<Int>) {
    let (parameters, setter) = (labels.parameters, labels.setter)
    func sizes(_ names: [PlacedText]) -> [Size] {
      (0..<data.count).map { index in
        let name = index < names.count && names[index].size.width > 0 ? names[index].size : Size(0, 0)
        guard hasNumber(index, parameters, count: data.count, category: labels.colors.category) else { return name }
        return Size(max(name.width, number.width), name.height + number.height)
      }
    }
    var names = parameters.categoryAxis.labels ? try data.labels.map { try setter.text($0) } : []
    var rooms = rooms(for: sizes(names), data, parameters, in: box, setter)
    let broken = try names.indices.map { index in
      try names[index].size.width > box.width * nameWidth
        ? self.broken(data.labels[index], limit: box.width * nameWidth, setter) : names[index]
    }
    for (index, room) in self.rooms(for: sizes(broken), data, parameters, in: box, setter).enumerated()
    where index < names.count && room > rooms[index] {
      (names[index], rooms[index]) = (broken[index], room)
    }
    let most = min(box.width, box.height) / 2
    let least = most * minRadius
    let unlabeled = Set(rooms.indices.filter { rooms[$0] < least - 1e-9 })
    let room = rooms.indices.filter { !unlabeled.contains($0) }.map { rooms[$0] }.min() ?? most
    return (min(most, room), names, unlabeled)
  }

  /// The radius that labels of these sizes leave.
  private static func rooms(
    for sizes: [Size], _ data: ChartData, _ parameters: Chart.Parameters, in box: Rect, _ setter: Typesetter
  ) -> [Double] {
    var rooms = [Double](repeating: .infinity, count: sizes.count)
    for list in moving(data.allLists.first ?? []) {
      for (index, angle) in SliceMarks.angles(list, startAngle: parameters.look.startAngle).enumerated() {
        guard index < sizes.count, angle.end > angle.start, sizes[index].width > 0 else { continue }
        let (size, way) = (sizes[index], SliceMarks.direction((angle.start + angle.end) / 2))
        let inner = reach(of: size, way) + setter.gap * distance
        func room(_ half: Double, _ extent: Double, _ share: Double) -> Double {
          let free = half - extent / 2 - setter.gap * edge
          return share > 1e-9 ? free / share - inner : free < 0 ? -.infinity : .infinity
        }
        rooms[index] = min(
          rooms[index], room(box.width / 2, size.width, abs(way.x)), room(box.height / 2, size.height, abs(way.y)))
      }
    }
    return rooms
  }

  /// Lists and some of those between them.
  private static func moving(_ lists: [ValueList]) -> [ValueList] {
    lists
      + zip(lists, lists.dropFirst()).flatMap { from, to in
        (1..<stepCount).map { from.interpolated(to: to, at: Double($0) / Double(stepCount)) }
      }
  }

  /// The distances from the circle to labels, and from these to the edge of the chart, in gaps.
  private static let distance = 1.2
  private static let edge = 0.2

  /// The distance from the near end of a label to its middle along a direction.
  private static func reach(of size: Size, _ way: Point) -> Double {
    abs(way.x) * size.width / 2 + abs(way.y) * size.height / 2
  }

  // MARK: Around

  private struct Label {
    var anchor: Marks.Anchor
    var box: Rect
    var name: PlacedText?
    var number: PlacedText?
  }

  /// The labels around a circle, the largest slices' first, and the categories whose labels would overlap these.
  private func labels(
    _ marks: Marks, total: Double, center: Point
  ) throws -> (placed: [Label], overlapping: [Int]) {
    var placed: [Label] = []
    var overlapping: [Int] = []
    let order = marks.anchors.sorted { ($1.value, $0.index) < ($0.value, $1.index) }
    for anchor in order where anchor.growth > 0 && anchor.value > 0 && !unlabeled.contains(anchor.index) {
      let name = anchor.index < names.count && names[anchor.index].size.width > 0 ? names[anchor.index] : nil
      let number = try number(anchor, total: total)
      let size = Size(
        max(name?.size.width ?? 0, number?.size.width ?? 0), (name?.size.height ?? 0) + (number?.size.height ?? 0))
      guard size.width > 0 else { continue }
      // The box touches a circle a little outside.
      let distance = radius + setter.gap * Self.distance + Self.reach(of: size, anchor.side)
      let box = Rect(center: center + anchor.side * distance, size: size)
      if placed.contains(where: { $0.box.overlaps(box) }) {
        overlapping.append(anchor.index)
      } else {
        placed.append(Label(anchor: anchor, box: box, name: name, number: number))
      }
    }
    return (placed, overlapping)
  }

  /// Draws the labels around a circle, the largest slices' first; those that would overlap these are left out.
  func draw(
    _ marks: Marks, total: Double, center: Point, _ color: Color, opacity: Double, onto list: inout DisplayList
  ) throws {
    for label in try labels(marks, total: total, center: center).placed {
      let (anchor, box) = (label.anchor, label.box)
      // Lines begin at the side of the circle.
      let x = (1 - anchor.side.x) / 2
      let edge = box.minX + box.width * x
      let shown = min(anchor.growth * 1.5, 1) * opacity
      label.name?.placed(Point(x, 0), at: Point(edge, box.minY)).draw(
        color, opacity: shown * (label.number == nil ? 1 : 0.7), onto: &list)
      label.number?.placed(Point(x, 1), at: Point(edge, box.maxY)).draw(color, opacity: shown, onto: &list)
    }
  }

  private func number(_ anchor: Marks.Anchor, total: Double) throws -> PlacedText? {
    let hasNumber = Self.hasNumber(
      anchor.index, parameters, count: data.count, category: labels.colors.category)
    return hasNumber ? try setter.number(text(anchor.value, total: total)) : nil
  }

  private func text(_ value: Double, total: Double) throws -> String {
    guard parameters.labels.shares else { return try labels.format.string(value, decimals: labels.decimals) }
    return try shares.string(total > 0 ? value / total * 100 : 0, decimals: parameters.format.decimals ?? 0)
  }

  // MARK: In the middle

  private var hole: Double { radius * SliceMarks.hole(parameters) }
  private static func numberSize(_ parameters: Chart.Parameters, hole: Double, _ setter: Typesetter) -> Double {
    parameters.labels.middleSize ?? min(hole * 0.5, setter.size * 3)
  }

  /// The text below the number: in one line where that has room, and otherwise in lines at the largest scale at which all of it is
  /// within the hole.
  private static func below(
    _ parameters: Chart.Parameters, hole: Double, _ setter: Typesetter
  ) throws -> (text: PlacedText, scale: Double)? {
    let text = parameters.labels.middleText
    guard !text.isEmpty, hole > 0 else { return nil }
    let line = try setter.text(text)
    guard line.size.width > hole * 1.6 else { return (line, 1) }
    let size = numberSize(parameters, hole: hole, setter)
    var scale = 1.0
    while scale > minScale {
      let lines = try setter.text(text, maximumWidth: hole * 1.6 / scale)
      // Below the middle of the number, which goes up by half of the text.
      let height = lines.size.height * scale
      let bottom = size * 0.5 + height * 0.5 + setter.size * 0.1
      let corner = Point(lines.size.width * scale / 2, bottom)
      if corner.x * corner.x + corner.y * corner.y <= hole * hole { return (lines, scale) }
      scale -= 0.05
    }
    return (line, min(1, hole * 1.6 / line.size.width))
  }

  /// The least scale that is tried for lines of text.
  private static let minScale = 0.4

  private func middleValue(_ list: ValueList, total: Double) -> Double? {
    switch parameters.labels.middle {
    case .none: nil
    case .total: total
    case .highlight: labels.colors.category.map { list.entry($0).value }
    }
  }

  private func middleNumber(_ value: Double, growth: Double, total: Double) throws -> (PlacedText, fit: Double) {
    let isShare = parameters.labels.middle == .highlight && parameters.labels.shares
    let string =
      isShare
      ? try text(value * growth, total: total)
      : try labels.format.string(value * growth, decimals: labels.decimals)
    let number = try setter.number(string, size: Self.numberSize(parameters, hole: hole, setter), weight: 700)
    return (number, min(1, number.size.width > 0 ? hole * 1.7 / number.size.width : 1))
  }

  /// Draws the number in the middle, which counts as the slices are swept on.
  func drawMiddle(
    _ list: ValueList, total: Double, growth: Double, center: Point, _ color: Color, opacity: Double,
    onto drawing: inout DisplayList
  ) throws {
    guard opacity > 0, hole > 0, let value = middleValue(list, total: total) else { return }
    let size = Self.numberSize(parameters, hole: hole, setter)
    let (number, fit) = try middleNumber(value, growth: min(growth, 1), total: total)
    // The letters of a number are as high as about seven tenths of its size.
    let height = below.map { $0.text.size.height * $0.scale } ?? 0
    let shift = height * 0.5
    number.placed(Point(0.5, 0.5), at: center - Point(0, shift)).draw(
      color, opacity: opacity, scale: fit, onto: &drawing)
    guard let below else { return }
    let top = size * fit * 0.5 - shift + setter.size * 0.1
    below.text.placed(Point(0.5, 0.5), at: center + Point(0, top + height / 2)).draw(
      color, opacity: 0.7 * opacity, scale: below.scale, onto: &drawing)
  }

  // MARK: Warnings

  /// Warns of labels that have no room, and of letters in the middle that are too small.
  func warn(_ context: any StageContext) throws {
    let lists = data.allLists.first ?? []
    if parameters.kind.isSliced {
      var missing = unlabeled
      for list in lists { missing.formUnion(try overlapping(list)) }
      if !missing.isEmpty {
        let named = missing.sorted().prefix(3).map { index in
          index < data.labels.count && !data.labels[index].isEmpty ? "'\(data.labels[index])'" : "slice \(index + 1)"
        }
        let rest = missing.count - named.count
        context.warn(
          "the labels of \(named.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "") have no room at some time, and are left out then"
        )
      }
    }
    guard hole > 0, let list = lists.last else { return }
    let total = list.known.reduce(0, +)
    guard let value = middleValue(list, total: total) else { return }
    let fit = try middleNumber(value, growth: 1, total: total).fit
    let isSmall = Self.numberSize(parameters, hole: hole, setter) * fit < setter.size * ValueLabels.minScale
    if isSmall || below.map({ $0.scale < ValueLabels.minScale }) ?? false {
      context.warn(
        "the \(isSmall ? "number" : "text") in the middle is too small to read. Make the chart or its 'hole' larger, or the text shorter."
      )
    }
  }

  private func overlapping(_ list: ValueList) throws -> [Int] {
    let anchors = SliceMarks.angles(list, startAngle: parameters.look.startAngle).enumerated().compactMap {
      index, angle -> Marks.Anchor? in
      guard !list.entries[index].isMissing else { return nil }
      return Marks.Anchor(
        series: 0, index: index, value: list.entries[index].value, growth: 1, point: .zero,
        side: SliceMarks.direction((angle.start + angle.end) / 2), box: nil, paint: .color(.clear))
    }
    return try labels(Marks(anchors: anchors), total: list.known.reduce(0, +), center: .zero).overlapping
  }
}
