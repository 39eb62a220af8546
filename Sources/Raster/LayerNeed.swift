import Geometry
import Graphics

extension FrameRenderer {
  /// About how many bytes layers of effects take at most while `list` is drawn on a canvas of `width` × `height` pixels,
  /// with `scale` pixels for a point: those that are kept at once, and the largest while it is made.
  public static func layerBytes(of list: DisplayList, width: Int, height: Int, scale: Double) -> Int {
    var need = LayerNeed()
    need.add(list, stretch: scale)
    let reach = EffectReach(width: width, height: height)
    let margin = min(need.margin, Double(reach.region.x1 - width))
    let making = need.margin > 0 ? (Double(width) + 2 * margin) * (Double(height) + 2 * margin) * 17 : 0
    return min(need.count * width * height * 9, Rasterizer.mostLayerBytes(width: width, height: height)) + Int(making)
  }
}

/// What the groups with effects in a display list take.
private struct LayerNeed {
  /// How many there are.
  var count = 0
  /// How far those reach that are drawn to layers of their own, in pixels.
  var margin = 0.0

  mutating func add(_ list: DisplayList, stretch: Double) {
    for case .group(let group) in list.commands {
      let t = group.transform
      let inside = stretch * (t.isAffine ? largestStretch(t.m11, t.m12, t.m21, t.m22) : .infinity)
      if !group.effects.isEmpty {
        count += 1
        if !group.needsOnlyAlpha {
          let reach = group.effects.reduce(0) { $0 + $1.reach } * inside
          margin = max(margin, reach.isFinite ? reach + 2 : .infinity)
        }
      }
      add(group.content, stretch: inside)
      if let mask = group.mask { add(mask.content, stretch: inside) }
    }
  }
}

extension Group {
  /// Whether its only effect takes nothing of its content but the alpha.
  var needsOnlyAlpha: Bool {
    guard effects.count == 1 else { return false }
    guard case .blur = effects[0] else { return true }
    return content.singleColor != nil
  }
}

extension Effect {
  /// How far it spreads, in the group's space.
  fileprivate var reach: Double {
    switch self {
    case .blur(let sigma): 3.5 * sigma
    case .dropShadow(_, let offset, let sigma): 3.5 * sigma + offset.length
    }
  }
}
