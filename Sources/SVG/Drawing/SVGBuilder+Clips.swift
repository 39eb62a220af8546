import StageKit

extension SVGBuilder {
  /// Maps the unit square to a box.
  private static func unit(_ box: Rect) -> Transform { .translation(box.origin) * .scale(box.width, box.height) }

  /// Clips a group to a `clipPath`: to its only shape, or else by a mask of all.
  mutating func clip(
    _ group: inout Group, _ content: inout DisplayList, by id: String, bounds: Rect?, at element: SVGElement,
    _ context: Context
  ) throws {
    guard let clipPath = document.element(id: id), clipPath.name == "clipPath" else {
      return omit("'clip-path' refers to nothing in this file", at: element)
    }
    let outline = try following(clipPath) { builder -> DisplayList in
      try builder.outline(of: clipPath, bounds: bounds, context)
    }
    guard let outline else { return }
    if outline.commands.count == 1, case .fill(let path, let rule, _, let transform) = outline.commands[0] {
      group.clip = Clip(path, rule: rule, transform: transform)
    } else if outline.isEmpty {
      content = DisplayList()
    } else {
      group.mask = Mask(outline)
    }
  }

  /// All shapes of a `clipPath` in white.
  private mutating func outline(of clipPath: SVGElement, bounds: Rect?, _ context: Context) throws -> DisplayList {
    var inner = context
    inner.style = style(inFile: clipPath)
    var space = turn(clipPath, inner, bounds)
    if clipPath["clipPathUnits"] == "objectBoundingBox" {
      guard let bounds, !bounds.isEmpty else { return DisplayList() }
      space = space * Self.unit(bounds)
    }
    var list = DisplayList()
    for child in clipPath.elements where Self.isMeant(child) {
      try clipOutline(of: child, inner, space, mayRefer: true, onto: &list)
    }
    return try clipped(list, bounds: bounds, at: clipPath, inner)
  }

  /// Adds the outline of an element of a `clipPath`.
  private mutating func clipOutline(
    of element: SVGElement, _ outer: Context, _ space: Transform, mayRefer: Bool, onto list: inout DisplayList
  ) throws {
    var context = outer
    context.style = style(of: element, in: outer.style)
    guard context.style["display"] != "none" else { return }
    var content = DisplayList()
    var bounds: Rect?
    var place = Transform.identity
    if element.name == "use", mayRefer, let target = element.reference.flatMap({ document.element(id: $0) }) {
      place = .translation(
        geometry("x", of: element, context.viewport.width, context) ?? 0,
        geometry("y", of: element, context.viewport.height, context) ?? 0)
      try clipOutline(of: target, context, .identity, mayRefer: false, onto: &content)
      bounds = content.bounds
    } else if let outline = element.name == "text" ? try outline(ofText: element, context) : path(of: element, context)
    {
      guard !["hidden", "collapse"].contains(context.style["visibility"] ?? "") else { return }
      bounds = outline.bounds
      content.fill(outline, .white, rule: context.style["clip-rule"] == "evenodd" ? .evenOdd : .nonzero)
    } else {
      if !Self.definitions.contains(element.name) { omit("'\(element.name)' does not clip", at: element) }
      return
    }
    content = try clipped(content, bounds: bounds, at: element, context)
    let transform = space * turn(element, context, bounds) * place
    // One shape alone stays one.
    if content.commands.count == 1, case .fill(let path, let rule, let paint, let own) = content.commands[0] {
      list.fill(path, paint, rule: rule, transform: transform * own)
    } else {
      list.group(transform: transform) { [content] in $0.append(content) }
    }
  }

  /// Outlines cut by the `clip-path` of their element.
  private mutating func clipped(
    _ content: DisplayList, bounds: Rect?, at element: SVGElement, _ context: Context
  ) throws -> DisplayList {
    guard let id = context.style.reference("clip-path") else { return content }
    var group = Group(DisplayList())
    var content = content
    try clip(&group, &content, by: id, bounds: bounds, at: element, context)
    group.content = content
    return group.isLayer ? DisplayList([.group(group)]) : content
  }

  /// Masks a group by a `mask`.
  mutating func mask(
    _ group: inout Group, _ content: inout DisplayList, by id: String, bounds: Rect?, at element: SVGElement,
    _ context: Context
  ) throws {
    guard let mask = document.element(id: id), mask.name == "mask" else {
      return omit("'mask' refers to nothing in this file", at: element)
    }
    let drawn = try following(mask) { builder -> Mask? in
      try builder.mask(mask, bounds: bounds, context)
    }
    guard let drawn else { return }
    // Both a mask and the mask of a clip: one in the other.
    if group.mask != nil || group.clip != nil {
      let inner = Group(content, clip: group.clip, mask: group.mask)
      content = DisplayList([.group(inner)])
      group.clip = nil
    }
    group.mask = drawn
  }

  private mutating func mask(_ mask: SVGElement, bounds: Rect?, _ context: Context) throws -> Mask? {
    var inner = context
    inner.style = style(inFile: mask)
    inner.paints = nil
    let box = bounds ?? .zero
    var content = DisplayList()
    _ = try draw(childrenOf: mask, inner, onto: &content)
    if mask["maskContentUnits"] == "objectBoundingBox" {
      content = DisplayList { $0.group(transform: Self.unit(box)) { [content] in $0.append(content) } }
    }
    // A mask may be masked itself.
    var whole = Group(DisplayList())
    if let id = inner.style.reference("mask") {
      try self.mask(&whole, &content, by: id, bounds: bounds, at: mask, context)
    }
    whole.content = content
    if whole.isLayer { content = DisplayList([.group(whole)]) }
    let isInBox = mask["maskUnits"] != "userSpaceOnUse"
    let region = self.region(mask, isInBox ? box : nil, context)
    content = DisplayList { list in list.group(clip: Clip(.rect(region))) { [content] in $0.append(content) } }
    let isAlpha = inner.style["mask-type"] == "alpha"
    if !isAlpha, inner.style["color-interpolation"] == "linearrgb" {
      content = LinearLight.light(content)
    }
    return Mask(content, channel: isAlpha ? .alpha : .luminance)
  }

  /// The rectangle of a mask or a filter: in shares of a box, or in the viewport.
  mutating func region(_ element: SVGElement, _ box: Rect?, _ context: Context) -> Rect {
    let whole = box ?? Rect(x: 0, y: 0, width: context.viewport.width, height: context.viewport.height)
    func value(_ name: String, _ other: Double, _ side: Double) -> Double {
      guard let length = length(name, of: element, box == nil ? side : 1, context) else { return other * side }
      return box == nil ? length : length * side
    }
    let origin = box?.origin ?? .zero
    return Rect(
      x: origin.x + value("x", -0.1, whole.width), y: origin.y + value("y", -0.1, whole.height),
      width: value("width", 1.2, whole.width), height: value("height", 1.2, whole.height))
  }
}
