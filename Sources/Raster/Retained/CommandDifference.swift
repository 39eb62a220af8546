import Geometry
import Graphics

/// The pixels in which two commands may differ that have much in common.
///
/// Groups that differ in nothing but what they hold differ where that does; so a screen in a phone is drawn again, and not the
/// phone. Rectangles are in pixels and hold all that differs; nil is for anywhere.
enum CommandDifference {
  /// Compares commands in a space that `transform` takes to pixels.
  static func bounds(_ a: DrawCommand, _ b: DrawCommand, _ transform: Transform) -> PixelRect? {
    if a == b { return .empty }
    switch (a, b) {
    case (.group(let a), .group(let b)) where areAlikeAround(a, b):
      let inside = transform * a.transform
      guard let changed = bounds(a.content, b.content, inside) else { return nil }
      return changed.isEmpty ? .empty : shown(changed, of: a, inside)
    case (.exposure(let a), .exposure(let b)): return bounds(a, b, transform)
    default: return union([extent(of: a, transform), extent(of: b, transform)])
    }
  }

  private static func bounds(_ a: DisplayList, _ b: DisplayList, _ transform: Transform) -> PixelRect? {
    let (a, b) = (a.commands, b.commands)
    if a.count == b.count { return union(zip(a, b).lazy.map { bounds($0, $1, transform) }) }
    let first = zip(a, b).prefix { $0 == $1 }.count
    let last = zip(a.dropFirst(first).reversed(), b.dropFirst(first).reversed()).prefix { $0 == $1 }.count
    let changed = [a, b].flatMap { $0.dropFirst(first).dropLast(last) }
    return union(changed.lazy.map { extent(of: $0, transform) })
  }

  /// Compares all samples with the first: where none differs, both exposures are equal, however often each counts.
  private static func bounds(_ a: Exposure, _ b: Exposure, _ transform: Transform) -> PixelRect? {
    let samples = (a.samples + b.samples).map(\.content)
    guard let first = samples.first, samples.count * first.commands.count <= 20_000 else { return nil }
    return union(samples.dropFirst().lazy.map { bounds(first, $0, transform) })
  }

  /// Whether groups draw what they have in common alike, pixel by pixel.
  private static func areAlikeAround(_ a: Group, _ b: Group) -> Bool {
    var other = a
    other.content = b.content
    guard other == b, a.content.hasOnlyNormalBlends == b.content.hasOnlyNormalBlends else { return false }
    return a.content.commands.count == b.content.commands.count || (a.opacity == 1 && a.effects.isEmpty)
  }

  // MARK: - Extents

  /// All that a command may touch.
  private static func extent(of command: DrawCommand, _ transform: Transform) -> PixelRect? {
    switch command {
    case .fill(let path, _, _, let own): return pixels(around: path.controlBounds, transform * own)
    case .stroke(let path, let style, _, let own):
      let reach = style.width / 2 * max(style.miterLimit, 2)
      let bounds = path.controlBounds?.inset(by: -reach)
      guard let pixels = pixels(around: bounds, transform * own) else { return nil }
      if style.order == .outlineThenTransform { return pixels }
      // The width is in units around the outline's own.
      guard transform.isAffine else { return nil }
      let (x, y) = reaches(reach, transform)
      return pixels.grown(x: x, y: y)
    case .group(let group):
      let inside = transform * group.transform
      guard let content = union(group.content.commands.lazy.map { extent(of: $0, inside) }) else { return nil }
      return content.isEmpty ? .empty : shown(content, of: group, inside)
    case .exposure(let exposure):
      return union(exposure.samples.lazy.flatMap(\.content.commands).map { extent(of: $0, transform) })
    case .backdrop, .solids: return nil
    }
  }

  /// The pixels in which a part of a group's content shows after its effects, within its clip.
  private static func shown(_ content: PixelRect, of group: Group, _ inside: Transform) -> PixelRect? {
    var result = content
    for effect in group.effects {
      switch effect {
      case .color: continue
      case .blur(let sigma):
        guard inside.isAffine else { return nil }
        result = spread(result, sigma: sigma, offset: .zero, transform: inside)
      case .dropShadow(_, let offset, let sigma), .shadow(_, let offset, let sigma),
        .innerShadow(_, let offset, let sigma):
        guard inside.isAffine else { return nil }
        result = spread(result, sigma: sigma, offset: offset, transform: inside)
      }
    }
    if let clip = group.clip, let edge = pixels(around: clip.path.controlBounds, inside * clip.transform) {
      result = result.intersection(edge)
    }
    return result
  }

  /// Blurred and displaced, with the samples in between that a blur is made of.
  private static func spread(_ rect: PixelRect, sigma: Double, offset: Point, transform: Transform) -> PixelRect {
    let (x, y) = reaches(7 * sigma, transform)
    let moved = transform.applyLinear(offset)
    return rect.grown(
      x: ceilingClamped(Double(x) + abs(moved.x) + 16, 0, PixelRect.largestSide),
      y: ceilingClamped(Double(y) + abs(moved.y) + 16, 0, PixelRect.largestSide))
  }

  /// The reach of a circle with a radius.
  private static func reaches(_ radius: Double, _ t: Transform) -> (x: Int, y: Int) {
    func reach(_ a: Double, _ b: Double) -> Int {
      ceilingClamped((a * a + b * b).squareRoot() * radius, 0, PixelRect.largestSide)
    }
    return (reach(t.m11, t.m12), reach(t.m21, t.m22))
  }

  /// The pixels around a rectangle; nil where a part of it lies behind the viewer or nowhere.
  private static func pixels(around rect: Rect?, _ transform: Transform) -> PixelRect? {
    guard let rect else { return .empty }
    guard rect.corners.allSatisfy({ transform.depth(of: $0) > 0 }),
      let placed = Rect(around: rect.corners.map(transform.apply)), placed.origin.isFinite, placed.width.isFinite,
      placed.height.isFinite
    else { return nil }
    let side = PixelRect.largestSide
    func pixel(_ value: Double) -> Int { ceilingClamped(value, -side, 2 * side) }
    return PixelRect(
      x0: pixel(placed.minX - 3), y0: pixel(placed.minY - 3), x1: pixel(placed.maxX + 2), y1: pixel(placed.maxY + 2))
  }

  private static func union(_ all: some Sequence<PixelRect?>) -> PixelRect? {
    var result = PixelRect.empty
    for rect in all {
      guard let rect else { return nil }
      result = result.union(rect)
    }
    return result
  }
}
