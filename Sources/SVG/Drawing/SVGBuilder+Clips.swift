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
    inner.style = SVGStyle(of: clipPath, in: SVGStyle(color: .black), document.rules)
    var space = inner.style["transform"].map { SVGValues.transform($0) } ?? .identity
    if clipPath["clipPathUnits"] == "objectBoundingBox" {
      guard let bounds, !bounds.isEmpty else { return DisplayList() }
      space = space * Self.unit(bounds)
    }
    var list = DisplayList()
    for child in clipPath.elements {
      var (target, transform) = (child, space)
      var style = SVGStyle(of: child, in: inner.style, document.rules)
      if child.name == "use", let shape = child.reference.flatMap({ document.element(id: $0) }) {
        transform = transform * (style["transform"].map { SVGValues.transform($0) } ?? .identity)
        transform =
          transform
          * .translation(
            length(child["x"], of: context.viewport.width, inner) ?? 0,
            length(child["y"], of: context.viewport.height, inner) ?? 0)
        style = SVGStyle(of: shape, in: style, document.rules)
        target = shape
      }
      guard style["display"] != "none", style["visibility"] != "hidden" else { continue }
      var own = inner
      own.style = style
      transform = transform * (style["transform"].map { SVGValues.transform($0) } ?? .identity)
      let outline = target.name == "text" ? try self.outline(ofText: target, own) : path(of: target, own)
      guard let outline else {
        if target.name != "title", target.name != "desc" { omit("'\(target.name)' does not clip", at: target) }
        continue
      }
      list.fill(outline, .white, rule: style["clip-rule"] == "evenodd" ? .evenOdd : .nonzero, transform: transform)
    }
    if let id = inner.style.reference("clip-path") {
      var group = Group(DisplayList())
      var content = list
      try clip(&group, &content, by: id, bounds: bounds, at: clipPath, context)
      group.content = content
      return group.isLayer ? DisplayList([.group(group)]) : content
    }
    return list
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
    inner.style = SVGStyle(of: mask, in: SVGStyle(color: context.style.color), document.rules)
    let box = bounds ?? .zero
    var content = DisplayList()
    _ = try draw(childrenOf: mask, inner, onto: &content)
    if mask["maskContentUnits"] == "objectBoundingBox" {
      content = DisplayList { $0.group(transform: Self.unit(box)) { [content] in $0.append(content) } }
    }
    let isInBox = mask["maskUnits"] != "userSpaceOnUse"
    let region = self.region(mask, isInBox ? box : nil, context)
    content = DisplayList { list in list.group(clip: Clip(.rect(region))) { [content] in $0.append(content) } }
    return Mask(content, channel: inner.style["mask-type"] == "alpha" ? .alpha : .luminance)
  }

  /// The rectangle of a mask or a filter: in shares of a box, or in the viewport.
  func region(_ element: SVGElement, _ box: Rect?, _ context: Context) -> Rect {
    let whole = box ?? Rect(x: 0, y: 0, width: context.viewport.width, height: context.viewport.height)
    func value(_ name: String, _ other: Double, _ side: Double) -> Double {
      guard let length = element[name].flatMap({ SVGLength($0) }) else { return other * side }
      let unit = box == nil || length.isPercentage ? 1 : side
      return length.value(of: length.isPercentage ? side : 1, fontSize: context.style.fontSize) * unit
    }
    let origin = box?.origin ?? .zero
    return Rect(
      x: origin.x + value("x", -0.1, whole.width), y: origin.y + value("y", -0.1, whole.height),
      width: value("width", 1.2, whole.width), height: value("height", 1.2, whole.height))
  }
}
