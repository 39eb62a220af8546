import Coding
import Geometry

/// A drawing as a value: commands from the bottom to the top, in points of the canvas.
///
/// Equal lists give equal pixels. Geometry and images are shared, so a list is small and hashing it cheap.
///
/// ```swift
/// let card = DisplayList { $0.fill(.roundedRect(box, radius: 12), .white) }
/// frame.drawing.group(transform: .rotation(degrees: 5)) { $0.append(card) }
/// ```
public struct DisplayList: Hashable, Sendable, Digestible {
  /// The lowest first.
  public private(set) var commands: [DrawCommand]

  /// A list of commands, the lowest first.
  public init(_ commands: [DrawCommand] = []) { self.commands = commands }

  /// The drawing that `build` makes.
  public init(_ build: (inout DisplayList) throws -> Void) rethrows {
    self.init([])
    try build(&self)
  }

  /// True if nothing is drawn.
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

  /// Draws solids on top of what is there; without any it adds nothing.
  public mutating func solids(_ solids: Solids, transform: Transform = .identity) {
    if !solids.mesh.isEmpty { commands.append(.solids(solids, transform: transform)) }
  }

  /// Adds a group on top; one without content adds nothing.
  public mutating func group(_ group: Group) { if !group.content.isEmpty { commands.append(.group(group)) } }

  /// Adds the drawing of `build` as one group.
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
