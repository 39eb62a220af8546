import Geometry
import Graphics

extension Effect {
  /// True for an effect that draws within a region of its own.
  var isGraph: Bool { if case .graph = self { true } else { false } }
}

/// The pixels that commands may touch; nil is for anywhere. Transforms take the commands' space to pixels.
enum CommandExtent {
  /// All that a command may touch.
  static func of(_ command: DrawCommand, _ transform: Transform) -> PixelRect? {
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
      if group.effects.contains(where: \.isGraph) { return shown(.empty, of: group, inside) }
      guard let content = union(group.content.commands.lazy.map { of($0, inside) }) else { return nil }
      return content.isEmpty ? .empty : shown(content, of: group, inside)
    case .exposure(let exposure):
      return union(exposure.samples.lazy.flatMap(\.content.commands).map { of($0, transform) })
    case .backdrop, .solids: return nil
    }
  }

  /// The pixels in which a part of a group's content shows after its effects, within its clip.
  static func shown(_ content: PixelRect, of group: Group, _ inside: Transform) -> PixelRect? {
    var result = content
    for effect in group.effects {
      switch effect {
      case .color, .grade, .highlights: continue
      case .graph(let graph):
        guard let pixels = pixels(around: graph.region, inside) else { return nil }
        result = pixels
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
  static func pixels(around rect: Rect?, _ transform: Transform) -> PixelRect? {
    guard let rect else { return .empty }
    // Without a list of the corners, since there may be many thousands of commands.
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    for corner in 0..<4 {
      let point = Point(corner % 2 == 0 ? rect.minX : rect.maxX, corner < 2 ? rect.minY : rect.maxY)
      guard transform.depth(of: point) > 0 else { return nil }
      let placed = transform.apply(point)
      guard placed.isFinite else { return nil }
      (low.x, low.y) = (min(low.x, placed.x), min(low.y, placed.y))
      (high.x, high.y) = (max(high.x, placed.x), max(high.y, placed.y))
    }
    let side = PixelRect.largestSide
    func pixel(_ value: Double) -> Int { ceilingClamped(value, -side, 2 * side) }
    return PixelRect(x0: pixel(low.x - 3), y0: pixel(low.y - 3), x1: pixel(high.x + 2), y1: pixel(high.y + 2))
  }

  /// The least rectangle around all; nil where one is nil.
  static func union(_ all: some Sequence<PixelRect?>) -> PixelRect? {
    var result = PixelRect.empty
    for rect in all {
      guard let rect else { return nil }
      result = result.union(rect)
    }
    return result
  }
}
