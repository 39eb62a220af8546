import Geometry
import Graphics

extension DisplayList {
  /// A drawing with the same alpha, of as few commands as are found: shadows need no more.
  ///
  /// What is opaque is white, and what an opaque convex outline covers with pixels to spare is left out, since alpha cannot
  /// grow beyond 1. Where content is clipped and an opaque outline fills the clip, only the clip remains. `transform` takes
  /// points to pixels.
  func alphaContent(_ transform: Transform) -> DisplayList {
    // A backdrop filter shows what lies below it, whose alpha counts.
    if commands.contains(where: \.holdsBackdrop) { return self }
    let reduced = commands.map { $0.alphaContent(transform) }.flatMap(\.ungrouped)
    let cover = reduced.enumerated().compactMap { index, command in
      OpaqueCover(command, transform).map { (index, $0) }
    }.max { $0.1.area < $1.1.area }
    guard let (place, outline) = cover, reduced.count > 1 else { return DisplayList(reduced) }
    return DisplayList(
      reduced.enumerated().filter { $0 == place || !outline.hides($1, transform) }.map(\.element))
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
    var result = self
    result.content = content.alphaContent(whole)
    result.effects = effects.filter { !$0.keepsAlpha }
    // All other blends have the alpha of source-over, on a layer of their own.
    if blend != .plus && blend != .normal {
      result.blend = .normal
      result.isIsolated = true
    }
    guard let clip, effects.allSatisfy(\.keepsAlpha), mask == nil, opacity == 1,
      result.content.commands.contains(where: { OpaqueCover($0, whole)?.fills(clip, whole) ?? false })
    else { return .group(result) }
    return .fill(clip.path, rule: clip.rule, paint: .color(.white), transform: transform * clip.transform)
  }
}

extension Paint {
  /// Whether it is opaque wherever it is drawn; images count as translucent.
  fileprivate var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha == 1
    case .linear(_, _, let stops, let spread), .radial(_, _, let stops, let spread):
      spread != .clear && !stops.isEmpty && stops.allSatisfy { $0.color.alpha == 1 }
    case .conic(_, _, let stops): !stops.isEmpty && stops.allSatisfy { $0.color.alpha == 1 }
    case .image, .alongPath: false
    }
  }
}

/// An opaque convex outline in pixels.
private struct OpaqueCover {
  /// Its corners, in order.
  private let corners: [Point]
  let area: Double
  /// Whether the corners go around clockwise, with y downward.
  private let direction: Double

  /// What is drawn this far inside of the outline touches only pixels that it covers wholly.
  private static let margin = 1.5
  /// Outlines that coincide differ by the rounding of their transforms.
  private static let tolerance = 1e-6

  /// Nil for anything but a convex outline that is filled in white.
  init?(_ command: DrawCommand, _ transform: Transform) {
    guard case .fill(let path, _, .color(.white), let own) = command else { return nil }
    let whole = transform * own
    var lines = Polylines()
    // Chords of a convex curve lie inside of it.
    guard let scale = path.controlBounds.map({ max($0.width, $0.height) }), scale > 0, path.curveCount <= 64 else {
      return nil
    }
    lines.append(path, tolerance: scale / 4096)
    guard lines.isConvex, lines.points.allSatisfy({ whole.depth(of: $0) > 0 }) else { return nil }
    corners = lines.points.map(whole.apply)
    let doubled = zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) }
    guard doubled.isFinite, doubled != 0 else { return nil }
    area = abs(doubled) / 2
    direction = doubled < 0 ? -1 : 1
  }

  /// Whether a point, in pixels, lies inside, at least `distance` from the outline.
  private func contains(_ point: Point, _ distance: Double) -> Bool {
    var from = corners[corners.count - 1]
    for to in corners {
      let along = to - from
      if along.cross(point - from) * direction < distance * along.length { return false }
      from = to
    }
    return true
  }

  /// Whether it covers all that a clip lets through, up to the clip's own edge.
  func fills(_ clip: Clip, _ transform: Transform) -> Bool {
    clip.path.points.allSatisfy(transform * clip.transform) { contains($0, -Self.tolerance) }
  }

  /// Whether all that a command draws lies inside, away from the edge; false where that is not known.
  func hides(_ command: DrawCommand, _ transform: Transform) -> Bool {
    DisplayList([command]).allBoundingPoints(transform) { contains($0, Self.margin) }
  }
}
