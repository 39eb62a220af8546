@_spi(Host) import Coding
import StageKit

/// Turns a file's elements into a drawing.
struct SVGBuilder {
  /// The maximum number of shapes that references may draw: they may multiply shapes without end.
  static let maxReferencedShapes = 20_000

  struct Omission: Hashable {
    let line: Int
    let what: String
  }

  /// The state inherited by an element.
  struct Context {
    var style: SVGStyle
    /// The size to which percentages refer.
    var viewport: Size
    /// The source of `context-fill` and `context-stroke`.
    var paints: Paints?
  }

  /// The paints of a path with markers, or of a `use`, for what is drawn in these.
  struct Paints {
    var style: SVGStyle
    /// Around the element that has them, in its own space.
    var box: Rect?
    /// Takes the space of what is drawn to that of the element.
    var place: Transform
  }

  let document: SVGDocument
  let resources: SVGPicture.Resources
  private(set) var omissions: Set<Omission> = []
  private var styles: [ObjectIdentifier: SVGStyle] = [:]
  var pictures: [ObjectIdentifier: Embedded] = [:]
  /// The heights of fonts that were asked for.
  var fonts: [TextStyle: SVGFontMetrics] = [:]
  var referencedShapes = 0
  /// True if the box of what a reference draws is looked for.
  var isMeasuring = false
  /// Elements that are being drawn by reference; one that refers to itself draws nothing.
  private(set) var references: [SVGElement] = []

  init(_ document: SVGDocument, _ resources: SVGPicture.Resources) {
    self.document = document
    self.resources = resources
    omissions = Set(document.omissions)
    for element in document.root.all {
      if Self.animations.contains(element.name) { omit("'\(element.name)' does not move", at: element) }
      if let features = element["requiredFeatures"], !features.contains("SVG11/feature#"), !features.contains("svg") {
        omit("the condition 'requiredFeatures' is not checked", at: element)
      }
      if element.name == "script" { omit("'script' is not run", at: element) }
    }
  }

  /// Elements that change what is drawn in ways that are not.
  private static let animations: Set<String> = ["animate", "animateColor", "animateMotion", "animateTransform", "set"]

  var isTooLarge: Bool { referencedShapes > Self.maxReferencedShapes }

  mutating func omit(_ what: String, at element: SVGElement) {
    omissions.insert(Omission(line: element.line, what: what))
  }

  /// The style of an element within its ancestors, what of it is not understood being named.
  mutating func style(of element: SVGElement, in outer: SVGStyle) -> SVGStyle {
    let style = SVGStyle(of: element, in: outer, document.rules)
    if !style.faults.isEmpty, style["display"] != "none" || Self.definitions.contains(element.name) {
      // Those of fonts and lines are seen in text alone.
      let isText = element.holdsText || (element.name == "use" && document.root.holdsText)
      for (name, fault) in style.faults where isText || !SVGProperty.isOfText(name) { omit(fault, at: element) }
    }
    return style
  }

  /// The style of an element at its place in the file, wherever it is used.
  mutating func style(inFile element: SVGElement) -> SVGStyle {
    if let known = styles[ObjectIdentifier(element)] { return known }
    let style = style(
      of: element,
      in: element.parent.map { self.style(inFile: $0) } ?? SVGStyle(color: resources.color, in: resources.gamut))
    styles[ObjectIdentifier(element)] = style
    return style
  }

  /// All of it.
  mutating func picture() throws -> VectorImage {
    let root = document.root
    let style = style(inFile: root)
    let box = SVGValues.viewBox(root)
    if box == nil, let text = root["viewBox"] { omit("the viewBox '\(text)' is not understood", at: root) }
    func side(_ name: String, _ own: Double?, _ other: Double) -> Double {
      guard let length = (style[name] ?? root[name]).flatMap({ SVGLength($0) }), !length.isPercentage else {
        return own ?? other
      }
      return max(length.value(of: 0, style.fontSize), 0)
    }
    func isGiven(_ name: String) -> Bool {
      (style[name] ?? root[name]).flatMap { SVGLength($0) }?.isPercentage == false
    }
    var size = Size(side("width", box?.width, 300), side("height", box?.height, 150))
    // One side and the other's proportion.
    if let box, !isGiven("width"), isGiven("height") { size.width = size.height * box.width / box.height }
    if let box, !isGiven("height"), isGiven("width") { size.height = size.width * box.height / box.width }
    guard size.width > 0, size.height > 0, size.width <= 1e6, size.height <= 1e6 else {
      throw StageError("its width and height are not within 0…1000000", parameter: nil)
    }
    let port = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let context = Context(style: style, viewport: box?.size ?? size)
    var drawing = DisplayList()
    if let color = style.color("background-color") ?? style.color("background") {
      drawing.fill(.rect(port), color)
    }
    if Self.isMeant(root), style["display"] != "none" {
      var inner = DisplayList()
      let bounds = try draw(childrenOf: root, context, onto: &inner)
      let placed = box.map { SVGValues.fitting($0, in: port, root["preserveAspectRatio"]) } ?? .identity
      // Its own transform refers to the outer viewport.
      let turn = turn(root, Context(style: style, viewport: size), bounds)
      try add(inner, bounds: bounds, of: root, context, transform: turn * placed, onto: &drawing)
    }
    // Blends see what the file draws, not what the picture lies on.
    if !drawing.hasOnlyNormalBlends {
      drawing = DisplayList { [drawing] in $0.group(Group(drawing, isIsolated: true)) }
    }
    return VectorImage(size: size, drawing: drawing)
  }

  // MARK: Elements

  /// Draws all elements in one; returns the rectangle around their shapes.
  mutating func draw(childrenOf element: SVGElement, _ context: Context, onto list: inout DisplayList) throws -> Rect? {
    var bounds: Rect?
    for child in element.elements where Self.isMeant(child) {
      if let box = try draw(child, context, onto: &list) { bounds = bounds?.union(box) ?? box }
      if element.name == "switch", !Self.descriptions.contains(child.name) { break }
    }
    return bounds
  }

  /// Draws an element with all that is in it; returns the rectangle around its shapes, without their strokes, in the
  /// element's own coordinates.
  mutating func draw(_ element: SVGElement, _ outer: Context, onto list: inout DisplayList) throws -> Rect? {
    guard !isTooLarge else { return nil }
    if Self.definitions.contains(element.name) { return nil }
    var context = outer
    context.style = style(of: element, in: outer.style)
    guard context.style["display"] != "none" else { return nil }
    var place = Transform.identity
    var content = DisplayList()
    let bounds: Rect?
    switch element.name {
    case "g", "a", "switch":
      context.move(by: turn(element, context, nil))
      bounds = try draw(childrenOf: element, context, onto: &content)
    case "svg": (bounds, place) = try draw(element, in: viewport(of: element, context), context, onto: &content)
    case "use":
      place = .translation(
        geometry("x", of: element, context.viewport.width, context) ?? 0,
        geometry("y", of: element, context.viewport.height, context) ?? 0)
      context.move(by: turn(element, context, nil))
      bounds = try drawReference(element, context, place, onto: &content)
    case "image": bounds = try drawImage(element, context, onto: &content)
    case "text": bounds = try drawText(element, context, onto: &content)
    default:
      guard let path = path(of: element, context) else {
        // Elements of drafts for text in frames are often left over, without text.
        if !element.name.hasPrefix("flow") || element.holdsText { omit("'\(element.name)' is not drawn", at: element) }
        return nil
      }
      if !references.isEmpty { referencedShapes += 1 }
      bounds = path.bounds
      context.move(by: turn(element, context, bounds))
      try drawShape(path, box: bounds, element, context, onto: &content)
    }
    let transform = turn(element, context, bounds) * place
    try add(content, bounds: bounds, of: element, context, transform: transform, onto: &list)
    return bounds.flatMap { Rect(around: $0.corners.map(transform.apply)) }
  }

  /// The map of an element's `transform` about its origin (CSS Transforms 1, 6).
  mutating func turn(_ element: SVGElement, _ context: Context, _ bounds: Rect?) -> Transform {
    let style = context.style
    guard let transform = style.transform else { return .identity }
    let kind = style["transform-box"] ?? "view-box"
    let isInBox = kind != "view-box"
    if ["stroke-box", "border-box"].contains(kind) {
      omit("'transform-box: \(kind)' is taken as 'fill-box'", at: element)
    }
    let box =
      isInBox ? bounds ?? .zero : Rect(x: 0, y: 0, width: context.viewport.width, height: context.viewport.height)
    let map = transform.map(of: box.size, style.fontSize)
    // Without one it is the corner of the box.
    let origin = Self.origin(style["transform-origin"] ?? "0 0", in: box, style.fontSize)
    return origin == .zero ? map : .translation(origin) * map * .translation(-origin.x, -origin.y)
  }

  /// The point of a box that `transform-origin` names.
  static func origin(_ value: String, in box: Rect, _ font: SVGFontSize) -> Point {
    var words = value.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count == 1 { words.append("center") }
    if ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) { words.swapAt(0, 1) }
    func place(_ word: String, _ start: Double, _ side: Double) -> Double {
      switch word {
      case "left", "top": start
      case "center": start + side / 2
      case "right", "bottom": start + side
      default: start + (SVGLength(word)?.value(of: side, font) ?? 0)
      }
    }
    return Point(place(words[0], box.x, box.width), place(words[1], box.y, box.height))
  }

  /// True if an element's conditions hold: English is read, and no extension of SVG is known.
  static func isMeant(_ element: SVGElement) -> Bool {
    if element["requiredExtensions"] != nil { return false }
    guard let languages = element["systemLanguage"] else { return true }
    return languages.split(separator: ",").contains { $0.trimmed.lowercased().split(separator: "-").first == "en" }
  }

  /// Elements that are no choice of a `switch`.
  private static let descriptions: Set<String> = ["desc", "metadata", "script", "style", "title"]

  /// Elements that draw nothing in their own place.
  static let definitions: Set<String> = [
    "clipPath", "defs", "desc", "filter", "linearGradient", "marker", "mask", "metadata", "pattern", "radialGradient",
    "script", "style", "symbol", "title", "view",
  ]

  /// Adds what an element draws: transformed, filtered, clipped, masked and blended as its style says.
  mutating func add(
    _ content: DisplayList, bounds: Rect?, of element: SVGElement, _ context: Context, transform: Transform,
    onto list: inout DisplayList
  ) throws {
    let style = context.style
    var content = content
    var group = Group(DisplayList(), transform: transform)
    group.opacity = style.share("opacity")
    if let mode = style["mix-blend-mode"], mode != "normal" {
      if let blend = Self.blends[mode] {
        group.blend = blend
      } else {
        omit("the blend '\(mode)' is not drawn", at: element)
      }
    }
    group.isIsolated = style["isolation"] == "isolate"
    if style["display"] == "contents" { omit("'display: contents' is taken as 'inline'", at: element) }
    for name in ["clip-path", "mask"] where style.reference(name) == nil {
      guard let value = style[name], value != "none" else { continue }
      if name == "clip-path", let clip = basicClip(value, bounds: bounds, context) {
        group.clip = clip
      } else {
        omit("'\(name): \(value)' is not drawn", at: element)
      }
    }
    if let value = style["filter"], value != "none" {
      content = try filtered(content, by: value, bounds: bounds, at: element, context)
    }
    if let id = style.reference("clip-path") {
      try clip(&group, &content, by: id, bounds: bounds, at: element, context)
    }
    if let id = style.reference("mask") { try mask(&group, &content, by: id, bounds: bounds, at: element, context) }
    group.content = content
    if group.transform == .identity, !group.isLayer { list.append(content) } else { list.group(group) }
  }

  static let blends: [String: BlendMode] = [
    "multiply": .multiply, "screen": .screen, "overlay": .overlay, "darken": .darken, "lighten": .lighten,
    "color-dodge": .colorDodge, "color-burn": .colorBurn, "hard-light": .hardLight, "soft-light": .softLight,
    "difference": .difference, "exclusion": .exclusion, "hue": .hue, "saturation": .saturation, "color": .color,
    "luminosity": .luminosity, "plus-lighter": .plus,
  ]

  // MARK: Viewports and references

  /// A length in pixels; nil where there is none, or one that must not be negative is, or it is not understood.
  mutating func length(
    _ name: String, of element: SVGElement, _ whole: Double, _ context: Context, mayBeNegative: Bool = true
  ) -> Double? {
    guard let text = element[name], !text.trimmed.isEmpty else { return nil }
    guard let length = SVGLength(text) else {
      if text.trimmed.lowercased() != "auto" { omit("the \(name) '\(text)' is not understood", at: element) }
      return nil
    }
    guard mayBeNegative || !length.isNegative else { return nil }
    return length.value(of: whole, context.style.fontSize)
  }

  /// The same of what a style may set, too.
  mutating func geometry(
    _ name: String, of element: SVGElement, _ whole: Double, _ context: Context, mayBeNegative: Bool = true
  ) -> Double? {
    guard context.style[name] == nil else { return context.style.length(name, of: whole) }
    return length(name, of: element, whole, context, mayBeNegative: mayBeNegative)
  }

  private mutating func viewport(of element: SVGElement, _ context: Context, like use: SVGElement? = nil) -> Rect {
    let (width, height) = (context.viewport.width, context.viewport.height)
    func side(_ name: String, _ whole: Double) -> Double {
      if let use, let own = length(name, of: use, whole, context) { return own }
      return length(name, of: element, whole, context) ?? whole
    }
    return Rect(
      x: length("x", of: element, width, context) ?? 0, y: length("y", of: element, height, context) ?? 0,
      width: side("width", width), height: side("height", height))
  }

  /// Draws the content of a viewport, cut to it unless it says otherwise: in its own space, with the map from there.
  private mutating func draw(
    _ element: SVGElement, in port: Rect, _ context: Context, onto list: inout DisplayList
  ) throws -> (bounds: Rect?, place: Transform) {
    guard !port.isEmpty else { return (nil, .identity) }
    let box = SVGValues.viewBox(element)
    if box == nil, let text = element["viewBox"] { omit("the viewBox '\(text)' is not understood", at: element) }
    var inner = context
    inner.viewport = box?.size ?? port.size
    let place =
      box.map { SVGValues.fitting($0, in: port, element["preserveAspectRatio"]) } ?? .translation(port.origin)
    inner.move(by: place)
    var content = DisplayList()
    let bounds = try draw(childrenOf: element, inner, onto: &content)
    let isCut = !["visible", "auto"].contains(context.style["overflow"] ?? "hidden")
    guard isCut, let inverse = place.inverse else {
      list.append(content)
      return (bounds, place)
    }
    list.group(clip: Clip(Path.rect(port).transformed(by: inverse))) { $0.append(content) }
    return (bounds, place)
  }

  /// Calls `body` for an element that is drawn by reference, unless it refers to itself.
  mutating func following<Result>(
    _ element: SVGElement, _ body: (inout SVGBuilder) throws -> Result
  ) rethrows -> Result? {
    guard !references.contains(where: { $0 === element }) else {
      // Shapes in a marker inherit it, and have none.
      if element.name != "marker" { omit("'\(element.name)' refers to itself", at: element) }
      return nil
    }
    references.append(element)
    defer { references.removeLast() }
    return try body(&self)
  }

  private mutating func drawReference(
    _ use: SVGElement, _ context: Context, _ place: Transform, onto list: inout DisplayList
  ) throws -> Rect? {
    guard let target = use.reference.flatMap({ document.element(id: $0) }) else {
      omit("'use' refers to nothing in this file", at: use)
      return nil
    }
    // A reference to what it is in draws nothing (SVG 2, 5.6.1).
    guard !use.isWithin(target), !references.contains(where: { $0 === target }) else {
      omit("'use' refers to itself, and draws nothing", at: use)
      return nil
    }
    var inner = context
    let own = context.style.inContext(of: context.paints?.style)
    inner.paints = Paints(style: own, box: nil, place: place)
    if !isMeasuring, document.hasContextPaints,
      ["fill", "stroke"].contains(where: { own[$0].flatMap(SVGStyle.address) != nil })
    {
      // Paints may be in shares of the box around all of it.
      var drawn = DisplayList()
      let counted = referencedShapes
      isMeasuring = true
      defer { isMeasuring = false }
      let box = try drawTarget(target, of: use, context, inner, onto: &drawn)
      referencedShapes = counted
      inner.paints?.box = box.flatMap { Rect(around: $0.corners.map(place.apply)) }
    }
    return try drawTarget(target, of: use, context, inner, onto: &list)
  }

  private mutating func drawTarget(
    _ target: SVGElement, of use: SVGElement, _ context: Context, _ inner: Context, onto list: inout DisplayList
  ) throws -> Rect? {
    var inner = inner
    return try following(target) { builder -> Rect? in
      guard target.name == "symbol" || target.name == "svg" else {
        return Self.isMeant(target) ? try builder.draw(target, inner, onto: &list) : nil
      }
      inner.style = builder.style(of: target, in: context.style)
      guard inner.style["display"] != "none" else { return nil }
      let port = builder.viewport(of: target, inner, like: use)
      var content = DisplayList()
      let (bounds, place) = try builder.draw(target, in: port, inner, onto: &content)
      let transform = builder.turn(target, inner, bounds) * place
      try builder.add(content, bounds: bounds, of: target, inner, transform: transform, onto: &list)
      return bounds.flatMap { Rect(around: $0.corners.map(transform.apply)) }
    } ?? nil
  }
}
