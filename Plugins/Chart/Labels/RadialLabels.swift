import StageKit

/// The names and numbers of rings, to the left of their starts.
struct RadialLabels: Sendable {
  private let labels: ValueLabels
  /// Empty where they are not written.
  private let names: [PlacedText]
  /// The widest number.
  private let numberWidth: Double
  /// The room that they take to the left of the middle; 0 for none.
  let width: Double

  private var setter: Typesetter { labels.setter }

  init(_ labels: ValueLabels, _ data: ChartData) throws {
    self.labels = labels
    let (parameters, setter) = (labels.parameters, labels.setter)
    names = parameters.categoryAxis.labels ? try data.labels.map { try setter.text($0) } : []
    let known = data.allLists.flatMap { $0.flatMap(\.known) }
    let ends = known.count <= 64 ? known : [known.min(), known.max()].compactMap(\.self)
    numberWidth =
      parameters.labels.valueLabels == .none
      ? 0
      : try ends.map { try setter.number(labels.format.string($0, decimals: labels.decimals)).size.width }.max() ?? 0
    let widest = names.map(\.size.width).max() ?? 0
    width = [widest, numberWidth].filter { $0 > 0 }.reduce(0) { $0 + $1 + setter.gap }
  }

  /// Draws those that have room.
  func draw(
    _ marks: Marks, in rings: RadialMarks, _ color: Color, opacity: Double, onto list: inout DisplayList
  ) throws {
    guard width > 0 else { return }
    let height = names.map(\.size.height).max() ?? setter.size
    let stride = max(1, Int((height * 0.8 / rings.step).rounded(.up)))
    let anchors = Dictionary(marks.anchors.map { ($0.index, $0) }, uniquingKeysWith: { $1 })
    for index in 0..<rings.context.data.count where index % stride == 0 || index == labels.colors.category {
      let (inner, outer) = rings.ring(index)
      let end = Point(rings.center.x - setter.gap * 0.8, rings.center.y - (inner + outer) / 2)
      if let anchor = anchors[index], let number = try number(anchor, count: rings.context.data.count) {
        number.placed(Point(1, 0.5), at: end).draw(color, opacity: min(anchor.growth * 2.5, 1), onto: &list)
      }
      guard index < names.count else { continue }
      names[index].placed(Point(1, 0.5), at: end - Point(numberWidth > 0 ? numberWidth + setter.gap : 0, 0))
        .draw(color, opacity: (numberWidth > 0 ? 0.75 : 0.85) * opacity, onto: &list)
    }
  }

  private func number(_ anchor: Marks.Anchor, count: Int) throws -> PlacedText? {
    switch labels.parameters.labels.valueLabels {
    case .none: return nil
    case .highlight where anchor.index != labels.colors.category: return nil
    case .last where anchor.index != count - 1: return nil
    default:
      return try setter.number(labels.format.string(anchor.value * min(anchor.growth, 1), decimals: labels.decimals))
    }
  }
}
