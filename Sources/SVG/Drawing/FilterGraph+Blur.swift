import StageKit

extension FilterGraph {
  /// A drawing with the effect `blur`, which costs far less, where that is all that the graph does; nil otherwise.
  ///
  /// Effects work in sRGB. Linear light gives the same where the drawing has one color.
  func blurred(_ source: DisplayList) -> Group? {
    guard steps.count == 1, case .blur(let x, let y) = steps[0].operation, x == y, x > 0, steps[0].inputs == [.source],
      !steps[0].isLinear || source.onlyColor != nil,
      let bounds = source.visibleBounds, bounds.union(region) == region,
      let shown = region.intersection(steps[0].region)
    else { return nil }
    let blurred = DisplayList([.group(Group(source, effects: [.blur(sigma: x)]))])
    return Group(blurred, clip: Clip(.rect(shown)))
  }
}

extension DisplayList {
  /// The color of all that is drawn, but for its alpha; nil where there are several, or none.
  fileprivate var onlyColor: Color? {
    var only: Color?
    for command in commands {
      let color: Color?
      switch command {
      case .fill(_, _, .color(let paint), _), .stroke(_, _, .color(let paint), _): color = paint
      case .group(let group) where group.effects.isEmpty && group.blend == .normal: color = group.content.onlyColor
      default: color = nil
      }
      guard let opaque = color.map({ Color($0.red, $0.green, $0.blue) }), opaque == only ?? opaque else { return nil }
      only = opaque
    }
    return only
  }
}
