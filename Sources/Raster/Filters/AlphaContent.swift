import Geometry
import Graphics

extension DisplayList {
  /// A drawing with the same alpha, of as few commands as are found: shadows need no more.
  ///
  /// Opaque paints are white, and commands that an opaque convex outline covers with pixels to spare are left out, since alpha
  /// cannot grow beyond 1. Where content is clipped and an opaque outline fills the clip, only the clip remains. `transform`
  /// takes points to pixels.
  func alphaContent(_ transform: Transform) -> DisplayList {
    // A backdrop filter shows what lies below it, whose alpha counts.
    let commands = withoutAdjustments.commands
    if commands.contains(where: \.holdsBackdrop) { return DisplayList(commands) }
    let reduced = commands.map { $0.alphaContent(transform) }.flatMap(\.ungrouped)
    guard reduced.count > 1, let (place, cover) = OpaqueCover.all(reduced, transform).first else {
      return DisplayList(reduced)
    }
    return DisplayList(
      reduced.enumerated().filter { $0 == place || !cover.hides($1, transform) }.map { $0.element })
  }
}

extension DrawCommand {
  fileprivate func alphaContent(_ transform: Transform) -> DrawCommand {
    switch self {
    case .fill(let path, let rule, let paint, let own) where paint.isOpaque:
      .fill(path, rule: rule, paint: .color(.white), transform: own)
    case .stroke(let path, let style, let paint, let own) where paint.isOpaque:
      .stroke(path, style: style, paint: .color(.white), transform: own)
    case .group(let group): group.alphaContent(transform * group.transform)
    case .exposure(let exposure): .exposure(exposure.map { $0.alphaContent(transform) })
    case .fill, .stroke, .backdrop, .solids: self
    }
  }
}

extension DrawCommand {
  /// The commands of a group that only places them.
  fileprivate var ungrouped: [DrawCommand] {
    guard case .group(var group) = self else { return [self] }
    if group.content.hasOnlyNormalBlends { group.isIsolated = false }
    return group.isLayer ? [self] : group.content.commands.map { $0.placed(by: group.transform) }
  }
}

extension Group {
  /// `whole` takes the group's points to pixels.
  fileprivate func alphaContent(_ whole: Transform) -> DrawCommand {
    // The alpha of these depends on colors.
    if effects.contains(where: \.makesAlphaOfColors) { return .group(self) }
    var result = self
    result.content = content.alphaContent(whole)
    result.effects = effects.filter { !$0.keepsAlpha }
    // All other blends have the alpha of source-over, on a layer of their own.
    if blend != .plus && blend != .normal {
      result.blend = .normal
      result.isIsolated = true
    }
    guard let clip, effects.allSatisfy(\.keepsAlpha), mask == nil, opacity == 1,
      OpaqueCover.all(result.content.commands, whole).contains(where: { $0.cover.fills(clip, whole) })
    else { return .group(result) }
    return .fill(clip.path, rule: clip.rule, paint: .color(.white), transform: transform * clip.transform)
  }
}

extension Paint {
  /// Opaque wherever it is drawn; images count as translucent.
  fileprivate var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha == 1
    case .linear(_, _, let stops, let spread), .radial(_, _, let stops, let spread):
      spread != .clear && !stops.isEmpty && stops.allSatisfy { $0.color.alpha == 1 }
    case .conic(_, _, let stops): !stops.isEmpty && stops.allSatisfy { $0.color.alpha == 1 }
    case .image, .alongPath, .conical: false
    }
  }
}

extension Effect {
  /// Changes colors alone.
  fileprivate var keepsAlpha: Bool {
    switch self {
    case .innerShadow, .color, .grade: true
    case .blur, .dropShadow, .shadow, .highlights, .graph: false
    }
  }
}

extension Effect {
  /// True for an effect whose alpha depends on the colors of its group.
  var makesAlphaOfColors: Bool {
    switch self {
    case .graph, .highlights: true
    default: false
    }
  }
}

/// An opaque convex outline in pixels.
private struct OpaqueCover {
  /// Its corners, in order.
  private let corners: [Point]
  /// 1 where the corners go around clockwise, with y downward, else -1.
  private let direction: Double

  /// The distance from the outline, in pixels, at which all pixels that a drawing touches are covered wholly.
  private static let margin = 1.5
  /// Outlines that coincide differ by the rounding of their transforms.
  private static let tolerance = 1e-6
  /// The number of outlines that are tried, and of their points: shapes of maps are many, large and not convex.
  private static let (maxTried, maxPoints) = (16, 64)

  /// The largest opaque convex outlines among commands, and their places, the largest first.
  static func all(_ commands: [DrawCommand], _ transform: Transform) -> [(place: Int, cover: OpaqueCover)] {
    var fills: [(place: Int, area: Int)] = []
    for (place, command) in commands.enumerated() {
      guard case .fill(let path, _, .color(.white), let own) = command, path.points.count <= maxPoints,
        let bounds = CommandExtent.pixels(around: path.controlBounds, transform * own)
      else { continue }
      fills.append((place, bounds.width * bounds.height))
    }
    return fills.sorted { ($1.area, $0.place) < ($0.area, $1.place) }.prefix(maxTried).compactMap { fill in
      OpaqueCover(commands[fill.place], transform).map { (fill.place, $0) }
    }
  }

  /// Nil for anything but a convex outline that is filled in white.
  private init?(_ command: DrawCommand, _ transform: Transform) {
    guard case .fill(let path, _, .color(.white), let own) = command else { return nil }
    let whole = transform * own
    var lines = Polylines()
    // Chords of a convex curve lie inside of it.
    guard let size = path.controlBounds.map({ max($0.width, $0.height) }), size > 0 else { return nil }
    lines.append(path, tolerance: size / 4096)
    guard lines.isConvex, lines.points.allSatisfy({ whole.depth(of: $0) > 0 }) else { return nil }
    corners = lines.points.map(whole.apply)
    let doubledArea = zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) }
    guard doubledArea.isFinite, doubledArea != 0 else { return nil }
    direction = doubledArea < 0 ? -1 : 1
  }

  /// True where all points lie inside, at least `distance` from the outline; false where one lies behind the viewer.
  private func contains(_ points: [Point], _ transform: Transform, _ distance: Double) -> Bool {
    points.allSatisfy { transform.depth(of: $0) > 0 && contains(transform.apply($0), distance) }
  }

  private func contains(_ point: Point, _ distance: Double) -> Bool {
    var from = corners[corners.count - 1]
    for to in corners {
      let along = to - from
      if along.cross(point - from) * direction < distance * along.length { return false }
      from = to
    }
    return true
  }

  /// True where it covers all that a clip lets through, up to the clip's own edge.
  func fills(_ clip: Clip, _ transform: Transform) -> Bool {
    contains(clip.path.points, transform * clip.transform, -Self.tolerance)
  }

  /// True where all that a command draws lies inside, away from the edge; false where that is not known.
  func hides(_ command: DrawCommand, _ transform: Transform) -> Bool {
    switch command {
    case .fill(let path, _, _, let own): return contains(path.points, transform * own, Self.margin)
    case .stroke(let path, let style, _, let own):
      // Widths in points of the canvas are not those of the outline's space.
      let reach = style.width / 2 * max(style.miterLimit, 2)
      guard let bounds = path.controlBounds?.inset(by: -reach), style.order == .outlineThenTransform else {
        return false
      }
      return contains(bounds.corners, transform * own, Self.margin)
    case .group(let group):
      let whole = transform * group.transform
      if let clip = group.clip, contains(clip.path.points, whole * clip.transform, Self.margin) { return true }
      if let mask = group.mask, !mask.isInverted, hides(mask.content, whole) { return true }
      return group.effects.allSatisfy(\.keepsAlpha) && hides(group.content, whole)
    case .exposure(let exposure): return exposure.samples.allSatisfy { hides($0.content, transform) }
    case .backdrop, .solids: return false
    }
  }

  private func hides(_ content: DisplayList, _ transform: Transform) -> Bool {
    content.commands.allSatisfy { hides($0, transform) }
  }
}
