import Coding
import Geometry

/// Which points are inside a path, by the winding number around them.
public enum FillRule: UInt8, Hashable, Sendable, CaseIterable { case nonzero, evenOdd }

/// How a group meets what lies below it: W3C Compositing and Blending Level 1, source-over with the named blend
/// function; `plus` adds premultiplied components and clamps.
public enum BlendMode: UInt8, Hashable, Sendable, CaseIterable { case normal, multiply, screen, overlay, plus }

/// An outline that lets drawing through where it covers.
public struct Clip: Hashable, Sendable, Digestible {
  public var path: Path
  public var rule: FillRule
  public var transform: Transform

  /// The outline is in its own space, which `transform` takes to the group's.
  public init(_ path: Path, rule: FillRule = .nonzero, transform: Transform = .identity) {
    self.path = path
    self.rule = rule
    self.transform = transform
  }

  public func digest(into hasher: inout DigestHasher) {
    path.digest(into: &hasher)
    hasher.combine(Int(rule.rawValue))
    transform.digest(into: &hasher)
  }
}

/// What a mask takes from its drawing.
public enum MaskChannel: UInt8, Hashable, Sendable { case alpha, luminance }

/// A drawing whose alpha or luminance multiplies the opacity of a group, pixel by pixel.
public struct Mask: Hashable, Sendable, Digestible {
  public var content: DisplayList
  public var channel: MaskChannel

  /// A drawing in the space of the group that it masks.
  public init(_ content: DisplayList, channel: MaskChannel = .alpha) {
    self.content = content
    self.channel = channel
  }

  public func digest(into hasher: inout DigestHasher) {
    content.digest(into: &hasher)
    hasher.combine(Int(channel.rawValue))
  }
}

/// A filter over a whole group. `sigma` is the standard deviation of a Gaussian (half of what CSS calls a blur
/// radius), in units of the group's own space.
public enum Effect: Hashable, Sendable, Digestible {
  case blur(sigma: Double)
  /// A blurred copy of the group's alpha in one color, under it.
  case dropShadow(color: Color, offset: Point, sigma: Double)

  public func digest(into hasher: inout DigestHasher) {
    switch self {
    case .blur(let sigma):
      hasher.combine(0)
      hasher.combine(sigma)
    case .dropShadow(let color, let offset, let sigma):
      hasher.combine(1)
      color.digest(into: &hasher)
      offset.digest(into: &hasher)
      hasher.combine(sigma)
    }
  }
}

/// Several commands drawn as one: first its commands onto a clear layer, then the effects in order, the clip, the
/// mask, the opacity, and the layer is blended onto what lies below.
public struct Group: Hashable, Sendable, Digestible {
  public var content: DisplayList
  /// From the group's own space to its parent's; it holds for the content, effects, clip and mask.
  public var transform: Transform
  /// From 0 to 1, of the group as one layer.
  public var opacity: Double
  /// How the layer is combined with what lies below it.
  public var blend: BlendMode
  /// What the layer is cut to.
  public var clip: Clip?
  /// What the layer's opacity is multiplied by.
  public var mask: Mask?
  /// Applied to the layer in order, before clip, mask and opacity.
  public var effects: [Effect]

  /// With nothing but its content it looks as the content by itself.
  public init(
    _ content: DisplayList, transform: Transform = .identity, opacity: Double = 1, blend: BlendMode = .normal,
    clip: Clip? = nil, mask: Mask? = nil, effects: [Effect] = []
  ) {
    self.content = content
    self.transform = transform
    self.opacity = opacity
    self.blend = blend
    self.clip = clip
    self.mask = mask
    self.effects = effects
  }

  public func digest(into hasher: inout DigestHasher) {
    content.digest(into: &hasher)
    transform.digest(into: &hasher)
    hasher.combine(opacity)
    hasher.combine(Int(blend.rawValue))
    hasher.combine(clip)
    hasher.combine(mask)
    hasher.combine(effects)
  }
}

/// One step of a drawing. Paths and paints are in the command's own space, which `transform` takes to its parent's.
public enum DrawCommand: Hashable, Sendable, Digestible {
  case fill(Path, rule: FillRule, paint: Paint, transform: Transform)
  case stroke(Path, style: StrokeStyle, paint: Paint, transform: Transform)
  case group(Group)

  public func digest(into hasher: inout DigestHasher) {
    switch self {
    case .fill(let path, let rule, let paint, let transform):
      hasher.combine(0)
      path.digest(into: &hasher)
      hasher.combine(Int(rule.rawValue))
      paint.digest(into: &hasher)
      transform.digest(into: &hasher)
    case .stroke(let path, let style, let paint, let transform):
      hasher.combine(1)
      path.digest(into: &hasher)
      style.digest(into: &hasher)
      paint.digest(into: &hasher)
      transform.digest(into: &hasher)
    case .group(let group):
      hasher.combine(2)
      group.digest(into: &hasher)
    }
  }
}

/// A drawing as a value: commands from the bottom to the top, in points of the canvas.
///
/// Equal lists give equal pixels. Geometry and images are shared, so a list is small and hashing it cheap.
public struct DisplayList: Hashable, Sendable, Digestible {
  /// The lowest first.
  public private(set) var commands: [DrawCommand]

  /// From commands, the lowest first.
  public init(_ commands: [DrawCommand] = []) { self.commands = commands }

  /// The drawing that `build` makes.
  public init(_ build: (inout DisplayList) throws -> Void) rethrows {
    self.init([])
    try build(&self)
  }

  /// Whether nothing is drawn.
  public var isEmpty: Bool { commands.isEmpty }

  public func digest(into hasher: inout DigestHasher) { hasher.combine(commands) }

  /// Fills an outline on top of what is there; empty outlines add nothing.
  public mutating func fill(
    _ path: Path, _ paint: Paint, rule: FillRule = .nonzero, transform: Transform = .identity
  ) {
    if !path.isEmpty { commands.append(.fill(path, rule: rule, paint: paint, transform: transform)) }
  }

  /// Fills an outline on top of what is there; empty outlines add nothing.
  public mutating func fill(
    _ path: Path, _ color: Color, rule: FillRule = .nonzero, transform: Transform = .identity
  ) {
    fill(path, .color(color), rule: rule, transform: transform)
  }

  /// Draws along an outline on top of what is there; empty outlines add nothing.
  public mutating func stroke(
    _ path: Path, _ paint: Paint, _ style: StrokeStyle, transform: Transform = .identity
  ) {
    if !path.isEmpty { commands.append(.stroke(path, style: style, paint: paint, transform: transform)) }
  }

  /// Draws along an outline on top of what is there; empty outlines add nothing.
  public mutating func stroke(
    _ path: Path, _ color: Color, _ style: StrokeStyle, transform: Transform = .identity
  ) {
    stroke(path, .color(color), style, transform: transform)
  }

  /// Draws along an outline in one color with a plain pen; its width is in the outline's units.
  public mutating func stroke(
    _ path: Path, _ color: Color, width: Double, cap: LineCap = .butt, join: LineJoin = .miter,
    transform: Transform = .identity
  ) {
    stroke(path, .color(color), StrokeStyle(width: width, cap: cap, join: join), transform: transform)
  }

  /// The whole image stretched over `rect`.
  public mutating func image(
    _ image: Image, in rect: Rect, opacity: Double = 1, transform: Transform = .identity
  ) {
    guard !rect.isEmpty else { return }
    let placement =
      Transform.translation(rect.x, rect.y)
      * .scale(rect.width / Double(image.width), rect.height / Double(image.height))
    fill(
      Path { p in
        p.move(to: rect.corners[0])
        for corner in rect.corners.dropFirst() { p.line(to: corner) }
        p.close()
      }, .image(image, placement: placement, opacity: opacity), transform: transform)
  }

  /// Adds a group on top; one without content adds nothing.
  public mutating func group(_ group: Group) { if !group.content.isEmpty { commands.append(.group(group)) } }

  /// What `build` draws, as one group.
  public mutating func group(
    transform: Transform = .identity, opacity: Double = 1, blend: BlendMode = .normal, clip: Clip? = nil,
    mask: Mask? = nil, effects: [Effect] = [], _ build: (inout DisplayList) throws -> Void
  ) rethrows {
    group(
      Group(
        try DisplayList(build), transform: transform, opacity: opacity, blend: blend, clip: clip, mask: mask,
        effects: effects))
  }

  /// Adds the commands of another list on top.
  public mutating func append(_ other: DisplayList) { commands += other.commands }
}
