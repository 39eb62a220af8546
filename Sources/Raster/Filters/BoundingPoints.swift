import Geometry
import Graphics

extension DisplayList {
  /// Whether `condition` holds for points, in pixels, whose convex hull holds all that is drawn; false where they are not
  /// known. `transform` takes points to pixels.
  func allBoundingPoints(_ transform: Transform, satisfy condition: (Point) -> Bool) -> Bool {
    commands.allSatisfy { $0.allBoundingPoints(transform, satisfy: condition) }
  }
}

extension DrawCommand {
  fileprivate func allBoundingPoints(_ transform: Transform, satisfy condition: (Point) -> Bool) -> Bool {
    switch self {
    case .fill(let path, _, _, let own): return path.points.allSatisfy(transform * own, condition)
    case .stroke(let path, let style, _, let own):
      // Widths in points of the canvas are not scaled by the transform, which is all that is known here.
      guard let bounds = path.controlBounds, style.order == .outlineThenTransform else { return false }
      let reach = style.width * (style.join == .miter ? max(style.miterLimit, 2) : 2) / 2
      let around = Rect(
        x: bounds.x - reach, y: bounds.y - reach, width: bounds.width + 2 * reach, height: bounds.height + 2 * reach)
      return around.corners.allSatisfy(transform * own, condition)
    case .group(let group):
      let whole = transform * group.transform
      if let clip = group.clip, clip.path.points.allSatisfy(whole * clip.transform, condition) { return true }
      if let mask = group.mask, !mask.isInverted, mask.content.allBoundingPoints(whole, satisfy: condition) {
        return true
      }
      return group.effects.allSatisfy(\.keepsAlpha) && group.content.allBoundingPoints(whole, satisfy: condition)
    case .exposure(let exposure):
      return exposure.samples.allSatisfy { $0.content.allBoundingPoints(transform, satisfy: condition) }
    case .backdrop, .solids: return false
    }
  }
}

extension [Point] {
  /// Whether a condition holds for all points, taken to pixels; false where one lies behind the viewer.
  func allSatisfy(_ transform: Transform, _ condition: (Point) -> Bool) -> Bool {
    allSatisfy { transform.depth(of: $0) > 0 && condition(transform.apply($0)) }
  }
}

extension Effect {
  /// Whether it changes colors alone.
  var keepsAlpha: Bool {
    switch self {
    case .innerShadow, .color: true
    case .blur, .dropShadow, .shadow: false
    }
  }
}

extension Group {
  /// The pixels that its clip and its mask may let through; nil where these are not known. `transform` takes the group's
  /// points to pixels.
  func visiblePart(_ transform: Transform) -> PixelRect? {
    func pixels(_ collect: ((Point) -> Bool) -> Bool) -> PixelRect? {
      var (low, high) = (Point(.infinity, .infinity), Point(-.infinity, -.infinity))
      let isKnown = collect { point in
        low = Point(min(low.x, point.x), min(low.y, point.y))
        high = Point(max(high.x, point.x), max(high.y, point.y))
        return point.isFinite
      }
      if !isKnown { return nil }
      guard low.x <= high.x else { return .empty }
      func bounded(_ v: Double) -> Int { Int(min(max(v, -1e6), 1e6)) }
      // Edges cover a pixel more.
      return PixelRect(
        x0: bounded(low.x.rounded(.down)) - 1, y0: bounded(low.y.rounded(.down)) - 1,
        x1: bounded(high.x.rounded(.up)) + 1, y1: bounded(high.y.rounded(.up)) + 1)
    }
    let clipped = clip.flatMap { clip in
      pixels { clip.path.points.allSatisfy(transform * clip.transform, $0) }
    }
    let masked = mask.flatMap { mask in
      mask.isInverted ? nil : pixels { mask.content.allBoundingPoints(transform, satisfy: $0) }
    }
    guard let clipped, let masked else { return clipped ?? masked }
    return clipped.intersection(masked)
  }
}
