extension [ShapeItem] {
  /// A layer's content: a drawing that is made once, if the entries never change.
  var content: Layer.Content {
    let items = prepared(isFollowed: false)
    return items.allSatisfy(\.isConstant) ? .drawing(FixedDrawing(items)) : .shapes(items)
  }

  /// The same without what no one sees, and with groups that never change as drawings.
  ///
  /// - `isFollowed`: True if entries around them, which come later, draw or change their paths.
  private func prepared(isFollowed: Bool) -> [ShapeItem] {
    var isFollowed = isFollowed
    var result: [ShapeItem] = []
    for item in reversed() {
      switch item {
      case .path: if isFollowed { result.append(item) }
      case .style, .modifier:
        isFollowed = true
        result.append(item)
      case .group(let shared):
        var group = shared.value
        group.items = group.items.prepared(isFollowed: isFollowed)
        guard group.items.hasPaths, isFollowed || group.items.hasStyles else { continue }
        // Later entries would take its paths, or change them before they are drawn.
        if !isFollowed, group.items.allSatisfy(\.isConstant) {
          result.append(
            .fixed(
              Shared(
                FixedGroup(content: FixedDrawing(group.items), transform: group.transform, blend: group.blend))))
        } else {
          result.append(.group(Shared(group)))
        }
      case .repeater(let shared):
        var repeater = shared.value
        repeater.items = repeater.items.prepared(isFollowed: isFollowed)
        guard repeater.items.hasPaths, isFollowed || repeater.items.hasStyles else { continue }
        result.append(.repeater(Shared(repeater)))
      case .fixed: result.append(item)
      }
    }
    return result.reversed()
  }

  /// True if a path is among them, or in a group.
  private var hasPaths: Bool { containsEntry { if case .path = $0 { true } else { false } } }

  /// True if a fill or a stroke is among them, or in a group.
  private var hasStyles: Bool { containsEntry { if case .style = $0 { true } else { false } } }

  private func containsEntry(_ isWanted: (ShapeItem) -> Bool) -> Bool {
    contains { item in
      switch item {
      case .fixed: true
      case .group(let group): group.value.items.containsEntry(isWanted)
      case .repeater(let repeater): repeater.value.items.containsEntry(isWanted)
      case .path, .style, .modifier: isWanted(item)
      }
    }
  }
}

extension ShapeItem {
  /// True if it never changes.
  fileprivate var isConstant: Bool {
    switch self {
    case .path(let source): if case .constant = source.value { true } else { false }
    case .group(let group): group.value.transform.isConstant && group.value.items.allSatisfy(\.isConstant)
    case .fixed(let group): group.value.transform.isConstant
    case .style(let style): style.value.isConstant
    case .modifier(let modifier): modifier.value.isConstant
    case .repeater(let repeater): repeater.value.isConstant
    }
  }
}

extension TransformProperties {
  /// True if neither the map nor the opacity ever changes.
  fileprivate var isConstant: Bool { constant != nil && opacity.isConstant }
}

extension Repeater {
  fileprivate var isConstant: Bool {
    transform.isConstant && [copies, offset, startOpacity, endOpacity].allSatisfy(\.isConstant)
      && items.allSatisfy(\.isConstant)
  }
}

extension PathModifier {
  fileprivate var isConstant: Bool {
    switch self {
    case .trim(let start, let end, let offset, _): [start, end, offset].allSatisfy(\.isConstant)
    case .merge: true
    case .roundCorners(let radius): radius.isConstant
    case .offset(let amount, _, let limit): amount.isConstant && limit.isConstant
    case .zigZag(let size, let ridges, _): size.isConstant && ridges.isConstant
    case .pucker(let amount): amount.isConstant
    case .twist(let angle, let center): angle.isConstant && center.isConstant
    }
  }
}

extension ShapeStyle {
  fileprivate var isConstant: Bool {
    let hasConstantPaint =
      switch paint {
      case .color(let color): color.isConstant
      case .gradient(let gradient):
        gradient.constant != nil && gradient.start.isConstant && gradient.end.isConstant
          && gradient.highlightLength.isConstant && gradient.highlightAngle.isConstant
      }
    return hasConstantPaint && opacity.isConstant
      && (stroke.map { ([$0.width, $0.miterLimit, $0.dashOffset] + $0.dashes).allSatisfy(\.isConstant) } ?? true)
  }
}
