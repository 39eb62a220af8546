import Coding
import Geometry

/// Several commands drawn as one: first its commands onto a clear layer, then the effects in order, the clip, the
/// mask, the opacity, and the layer is blended onto what lies below.
public struct Group: Hashable, Sendable, Digestible {
  public var content: DisplayList
  /// Maps the group's own space to its parent's; it applies to the content, effects, clip and mask.
  public var transform: Transform
  /// The opacity of the group as one layer, from 0 to 1.
  public var opacity: Double
  /// The blend of the layer with the drawing below it.
  public var blend: BlendMode
  /// The outline that cuts the layer.
  public var clip: Clip?
  /// The drawing that multiplies the layer's opacity.
  public var mask: Mask?
  /// Applied to the layer in order, before clip, mask and opacity.
  public var effects: [Effect]
  /// True if what it holds blends within it alone, whatever its other values are: so that nothing changes at once where an
  /// opacity comes to 1.
  public var isIsolated: Bool

  /// Without other arguments it looks like its content.
  public init(
    _ content: DisplayList, transform: Transform = .identity, opacity: Double = 1, blend: BlendMode = .normal,
    clip: Clip? = nil, mask: Mask? = nil, effects: [Effect] = [], isIsolated: Bool = false
  ) {
    self.content = content
    self.transform = transform
    self.opacity = opacity
    self.blend = blend
    self.clip = clip
    self.mask = mask
    self.effects = effects
    self.isIsolated = isIsolated
  }

  /// True if it is drawn on a layer of its own, rather than onto what lies below it.
  public var isLayer: Bool {
    opacity != 1 || blend != .normal || clip != nil || mask != nil || !effects.isEmpty || isIsolated
  }

  /// Compares what it holds last, which may be much.
  public static func == (a: Group, b: Group) -> Bool {
    a.transform == b.transform && a.opacity == b.opacity && a.blend == b.blend && a.isIsolated == b.isIsolated
      && a.clip == b.clip && a.mask == b.mask && a.effects == b.effects && a.content == b.content
  }

  public func digest(into hasher: inout DigestHasher) {
    content.digest(into: &hasher)
    transform.digest(into: &hasher)
    hasher.combine(opacity)
    hasher.combine(Int(blend.rawValue))
    hasher.combine(clip)
    hasher.combine(mask)
    hasher.combine(effects)
    if isIsolated { hasher.combine(1) }
  }
}
