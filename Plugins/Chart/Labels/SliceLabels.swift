import StageKit

/// The names and numbers around a donut, and the number in its middle.
struct SliceLabels: Sendable {
  let labels: ValueLabels
  let data: ChartData
  /// The names of categories; empty where they are not written.
  private let names: [PlacedText]
  /// The largest room that a label takes on either side.
  let margin: Size
  private let shares: NumberFormat

  private var parameters: Chart.Parameters { labels.parameters }
  private var setter: Typesetter { labels.setter }

  init(_ labels: ValueLabels, _ data: ChartData) throws {
    (self.labels, self.data) = (labels, data)
    let (parameters, setter) = (labels.parameters, labels.setter)
    shares = labels.format.percent
    names = parameters.categoryAxis.labels ? try data.labels.map { try setter.text($0) } : []
    var width = names.map(\.size.width).max() ?? 0
    var height = names.map(\.size.height).max() ?? 0
    if parameters.labels.valueLabels != .none {
      let known = data.allLists.flatMap { $0.flatMap(\.known) }
      let texts =
        try parameters.labels.shares
        ? [shares.string(100, decimals: 1)]
        : known.prefix(64).map { try labels.format.string($0, decimals: labels.decimals) }
      let sizes = try texts.map { try setter.number($0).size }
      width = max(width, sizes.map(\.width).max() ?? 0)
      height += sizes.map(\.height).max() ?? 0
    }
    margin = width > 0 ? Size(width + setter.gap * 1.4, height + setter.gap * 1.4) : Size(0, 0)
  }

  /// Draws the labels around a circle, the largest slices' first; those that would overlap these are left out.
  func draw(
    _ marks: Marks, total: Double, center: Point, radius: Double, _ color: Color, opacity: Double,
    onto list: inout DisplayList
  ) throws {
    var taken: [Rect] = []
    let order = marks.anchors.sorted { ($1.value, $0.index) < ($0.value, $1.index) }
    for anchor in order where anchor.growth > 0 && anchor.value > 0 {
      let name = anchor.index < names.count && names[anchor.index].size.width > 0 ? names[anchor.index] : nil
      let number = try number(anchor, total: total)
      let width = max(name?.size.width ?? 0, number?.size.width ?? 0)
      let height = (name?.size.height ?? 0) + (number?.size.height ?? 0)
      guard width > 0 else { continue }
      // The box touches a circle a little outside.
      let reach = abs(anchor.side.x) * width / 2 + abs(anchor.side.y) * height / 2
      let middle = center + anchor.side * (radius + setter.gap * 1.2 + reach)
      let box = Rect(center: middle, sides: Point(width, height))
      if taken.contains(where: { $0.overlaps(box) }) { continue }
      taken.append(box)
      // Lines begin at the side of the circle.
      let x = (1 - anchor.side.x) / 2
      let edge = box.minX + box.width * x
      let shown = min(anchor.growth * 1.5, 1) * opacity
      name?.placed(Point(x, 0), at: Point(edge, box.minY)).draw(
        color, opacity: shown * (number == nil ? 1 : 0.7), onto: &list)
      number?.placed(Point(x, 1), at: Point(edge, box.maxY)).draw(color, opacity: shown, onto: &list)
    }
  }

  private func number(_ anchor: Marks.Anchor, total: Double) throws -> PlacedText? {
    switch parameters.labels.valueLabels {
    case .none: return nil
    case .highlight where anchor.index != labels.colors.category: return nil
    case .last where anchor.index != data.count - 1: return nil
    default: return try setter.number(text(anchor.value, total: total))
    }
  }

  private func text(_ value: Double, total: Double) throws -> String {
    guard parameters.labels.shares else { return try labels.format.string(value, decimals: labels.decimals) }
    return try shares.string(total > 0 ? value / total * 100 : 0, decimals: parameters.format.decimals ?? 0)
  }

  /// Draws the number in the middle, which counts as the slices are swept on.
  func drawMiddle(
    _ list: ValueList, total: Double, growth: Double, center: Point, hole: Double, _ color: Color, opacity: Double,
    onto drawing: inout DisplayList
  ) throws {
    guard parameters.labels.middle != .none, opacity > 0, hole > 0 else { return }
    var value = total
    if parameters.labels.middle == .highlight {
      guard let category = labels.colors.category else { return }
      value = list.entry(category).value
    }
    let size = parameters.labels.middleSize ?? min(hole * 0.5, setter.size * 3)
    let isShare = parameters.labels.middle == .highlight && parameters.labels.shares
    let string =
      isShare
      ? try text(value * min(growth, 1), total: total)
      : try labels.format.string(value * min(growth, 1), decimals: labels.decimals)
    let number = try setter.number(string, size: size, weight: 700)
    let fit = min(1, number.size.width > 0 ? hole * 1.7 / number.size.width : 1)
    let below = parameters.labels.middleText.isEmpty ? nil : try setter.text(parameters.labels.middleText)
    let narrow = below.map { min(1, $0.size.width > 0 ? hole * 1.6 / $0.size.width : 1) } ?? 1
    // The letters of a number are as high as about seven tenths of its size.
    let shift = below.map { $0.size.height * 0.5 } ?? 0
    number.placed(Point(0.5, 0.5), at: center - Point(0, shift)).draw(
      color, opacity: opacity, scale: fit, onto: &drawing)
    below?.placed(Point(0.5, 0), at: center + Point(0, size * fit * 0.5 - shift + setter.size * 0.1)).draw(
      color, opacity: 0.7 * opacity, scale: narrow, onto: &drawing)
  }
}
