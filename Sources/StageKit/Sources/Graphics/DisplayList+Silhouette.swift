/// The covered area, without its colors.
extension DisplayList {
  /// The same outlines in opaque white, without effects, blends and opacities; clips and masks stay, and images keep their
  /// alpha.
  public var silhouette: DisplayList {
    DisplayList(
      commands.map { command in
        switch command {
        case .fill(let path, let rule, let paint, let transform):
          .fill(path, rule: rule, paint: paint.silhouette, transform: transform)
        case .stroke(let path, let style, let paint, let transform):
          .stroke(path, style: style, paint: paint.silhouette, transform: transform)
        case .group(let group):
          .group(
            Group(group.content.silhouette, transform: group.transform, clip: group.clip, mask: group.mask))
        case .backdrop(let filter) where filter.isAdjustment: .group(Group(DisplayList()))
        case .backdrop(let filter): .group(Group(filter.outline.silhouette, transform: filter.transform))
        case .exposure(let exposure): .exposure(exposure.map(\.silhouette))
        case .solids(let solids, let transform): .solids(solids.silhouette, transform: transform)
        }
      })
  }
}

extension Solids {
  /// In opaque white.
  fileprivate var silhouette: Solids {
    var result = self
    if case .nearer(let depth, _) = drawing {
      result.drawing = .nearer(than: depth, .white)
    } else {
      result.drawing = .silhouette(.white)
    }
    return result
  }
}

extension Paint {
  /// In opaque white, where it is not clear beyond its own extent.
  fileprivate var silhouette: Paint {
    switch self {
    case .linear(let from, let to, let stops, .clear):
      .linear(from: from, to: to, stops: stops.silhouette, spread: .clear)
    case .radial(let center, let radius, let stops, .clear):
      .radial(center: center, radius: radius, stops: stops.silhouette, spread: .clear)
    case .conical(let focus, let inner, let center, let radius, let stops, let spread):
      .conical(
        focus: focus, innerRadius: inner, center: center, radius: radius, stops: stops.silhouette, spread: spread)
    case .alongPath(let start, let end, let stops): .alongPath(start: start, end: end, stops: stops.silhouette)
    case .image(let image, let placement, let spread, _): .image(image, placement: placement, spread: spread)
    case .color, .linear, .radial, .conic: .color(.white)
    }
  }
}

extension [GradientStop] {
  fileprivate var silhouette: [GradientStop] { map { GradientStop($0.offset, .white) } }
}
