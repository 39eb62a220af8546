import StageKit

/// Turns a file's elements into a drawing.
struct SVGBuilder {
  /// References may multiply what is drawn without end: so many shapes may be drawn by them.
  static let maxReferencedShapes = 20_000

  struct Omission: Hashable {
    let line: Int
    let what: String
  }

  /// What holds where an element stands.
  struct Context {
    var style: SVGStyle
    /// What percentages are of.
    var viewport: Size
  }

  let document: SVGDocument
  let resources: SVGPicture.Resources
  private(set) var omissions: Set<Omission> = []
  private var referencedShapes = 0
  /// Elements that are being drawn by reference; one that refers to itself draws nothing.
  private var references: [SVGElement] = []

  init(_ document: SVGDocument, _ resources: SVGPicture.Resources) {
    self.document = document
    self.resources = resources
    omissions = Set(document.omissions)
    for element in document.root.all {
      for name in Self.unknown where element[name] != nil {
        omit("'\(name)' is not drawn", at: element)
      }
      if Self.animations.contains(element.name) { omit("'\(element.name)' does not move", at: element) }
    }
  }

  /// Attributes and elements that change what is drawn in ways that are not.
  private static let unknown = [
    "alignment-baseline", "baseline-shift", "clip", "dominant-baseline", "font-stretch", "font-variant", "lengthAdjust",
    "text-decoration", "textLength", "word-spacing", "writing-mode",
  ]
  private static let animations: Set<String> = ["animate", "animateMotion", "animateTransform", "set"]

  var isTooLarge: Bool { referencedShapes > Self.maxReferencedShapes }

  mutating func omit(_ what: String, at element: SVGElement) {
    omissions.insert(Omission(line: element.line, what: what))
  }

  /// All of it.
  mutating func picture() throws -> VectorImage {
    let root = document.root
    let box = SVGValues.viewBox(root)
    func side(_ name: String, _ own: Double?, _ other: Double) -> Double {
      guard let length = root[name].flatMap({ SVGLength($0) }), !length.isPercentage else { return own ?? other }
      return max(length.value(of: 0, fontSize: 16), 0)
    }
    var size = Size(side("width", box?.width, 300), side("height", box?.height, 150))
    // One side and the other's proportion.
    if let box, root["width"] == nil, root["height"] != nil { size.width = size.height * box.width / box.height }
    if let box, root["height"] == nil, root["width"] != nil { size.height = size.width * box.height / box.width }
    guard size.width > 0, size.height > 0, size.width <= 1e6, size.height <= 1e6 else {
      throw StageError("its width and height are not within 0…1000000", parameter: nil)
    }
    let port = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let outer = Context(style: SVGStyle(color: resources.color), viewport: size)
    let context = Context(
      style: SVGStyle(of: root, in: outer.style, document.rules), viewport: box?.size ?? size)
    var inner = DisplayList()
    let bounds = try draw(childrenOf: root, context, onto: &inner)
    let placed = box.map { SVGValues.fitting($0, in: port, root["preserveAspectRatio"]) } ?? .identity
    var drawing = DisplayList()
    try add(inner, bounds: bounds, of: root, context, transform: placed, onto: &drawing)
    return VectorImage(size: size, drawing: drawing)
  }

  // MARK: Elements

  /// Draws all elements in one; returns the rectangle around their shapes.
  mutating func draw(childrenOf element: SVGElement, _ context: Context, onto list: inout DisplayList) throws -> Rect? {
    var bounds: Rect?
    for child in element.elements where Self.isMeant(child) {
      if let box = try draw(child, context, onto: &list) { bounds = bounds?.union(box) ?? box }
      if element.name == "switch", !Self.definitions.contains(child.name) { break }
    }
    return bounds
  }

  /// Draws an element with all that is in it; returns the rectangle around its shapes, without their strokes, where it
  /// stands.
  mutating func draw(_ element: SVGElement, _ outer: Context, onto list: inout DisplayList) throws -> Rect? {
    guard !isTooLarge else { return nil }
    if Self.definitions.contains(element.name) { return nil }
    var context = outer
    context.style = SVGStyle(of: element, in: outer.style, document.rules)
    guard context.style["display"] != "none" else { return nil }
    for (name, value) in context.style.invalid { omit("the \(name) '\(value)' is not understood", at: element) }
    var transform = context.style["transform"].map { SVGValues.transform($0) } ?? .identity
    var content = DisplayList()
    let bounds: Rect?
    switch element.name {
    case "g", "a", "switch": bounds = try draw(childrenOf: element, context, onto: &content)
    case "svg":
      let port = viewport(of: element, context)
      bounds = try draw(element, in: port, context, onto: &content)
    case "use":
      let x = length(element["x"], of: context.viewport.width, context) ?? 0
      let y = length(element["y"], of: context.viewport.height, context) ?? 0
      transform = transform * .translation(x, y)
      bounds = try drawReference(element, context, onto: &content)
    case "image": bounds = try drawImage(element, context, onto: &content)
    case "text": bounds = try drawText(element, context, onto: &content)
    default:
      guard let path = path(of: element, context) else {
        omit("'\(element.name)' is not drawn", at: element)
        return nil
      }
      if !references.isEmpty { referencedShapes += 1 }
      bounds = path.bounds
      try drawShape(path, element, context, onto: &content)
    }
    if let origin = transformOrigin(context, bounds) {
      transform = .translation(origin) * transform * .translation(-origin.x, -origin.y)
    }
    try add(content, bounds: bounds, of: element, context, transform: transform, onto: &list)
    return bounds.flatMap { Rect(around: $0.corners.map(transform.apply)) }
  }

  /// What an element is turned about; nil for the origin, where nothing is said (CSS Transforms 1, 6).
  private func transformOrigin(_ context: Context, _ bounds: Rect?) -> Point? {
    guard context.style["transform"] != nil, let value = context.style["transform-origin"] else { return nil }
    let isInBox = (context.style["transform-box"] ?? "view-box") != "view-box"
    let box =
      isInBox ? bounds ?? .zero : Rect(x: 0, y: 0, width: context.viewport.width, height: context.viewport.height)
    var words = value.lowercased().split(separator: " ").map(String.init)
    if words.count == 1 { words.append("center") }
    if ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) { words.swapAt(0, 1) }
    func place(_ word: String, _ start: Double, _ side: Double) -> Double {
      switch word {
      case "left", "top": start
      case "center": start + side / 2
      case "right", "bottom": start + side
      default: start + (SVGLength(word)?.value(of: side, fontSize: context.style.fontSize) ?? 0)
      }
    }
    return Point(place(words[0], box.x, box.width), place(words[1], box.y, box.height))
  }

  /// Whether an element's conditions hold: English is read, and no extension of SVG is known.
  private static func isMeant(_ element: SVGElement) -> Bool {
    if element["requiredExtensions"] != nil { return false }
    guard let languages = element["systemLanguage"] else { return true }
    return languages.split(separator: ",").contains { $0.trimmed.lowercased().split(separator: "-").first == "en" }
  }

  /// Elements that draw nothing where they stand.
  private static let definitions: Set<String> = [
    "clipPath", "defs", "desc", "filter", "linearGradient", "marker", "mask", "metadata", "pattern", "radialGradient",
    "script", "style", "symbol", "title",
  ]

  /// Adds what an element draws: transformed, filtered, clipped, masked and blended as its style says.
  private mutating func add(
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
    for name in ["filter", "clip-path", "mask"] where style.reference(name) == nil {
      if let value = style[name], value != "none" { omit("'\(name): \(value)' is not drawn", at: element) }
    }
    if let id = style.reference("filter") {
      content = try filtered(content, by: id, bounds: bounds, at: element, context)
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

  func length(_ text: String?, of whole: Double, _ context: Context) -> Double? {
    text.flatMap { SVGLength($0) }?.value(of: whole, fontSize: context.style.fontSize)
  }

  private func viewport(of element: SVGElement, _ context: Context, like use: SVGElement? = nil) -> Rect {
    let (width, height) = (context.viewport.width, context.viewport.height)
    return Rect(
      x: length(element["x"], of: width, context) ?? 0, y: length(element["y"], of: height, context) ?? 0,
      width: length(use?["width"] ?? element["width"], of: width, context) ?? width,
      height: length(use?["height"] ?? element["height"], of: height, context) ?? height)
  }

  /// Draws the content of a viewport, cut to it unless it says otherwise.
  private mutating func draw(
    _ element: SVGElement, in port: Rect, _ context: Context, onto list: inout DisplayList
  ) throws -> Rect? {
    guard !port.isEmpty else { return nil }
    let box = SVGValues.viewBox(element)
    var inner = context
    inner.viewport = box?.size ?? port.size
    let placed =
      box.map { SVGValues.fitting($0, in: port, element["preserveAspectRatio"]) } ?? .translation(port.origin)
    var content = DisplayList()
    let bounds = try draw(childrenOf: element, inner, onto: &content)
    var whole = DisplayList()
    whole.group(transform: placed) { $0.append(content) }
    let isCut = !["visible", "auto"].contains(context.style["overflow"] ?? "hidden")
    list.group(clip: isCut ? Clip(.rect(port)) : nil) { $0.append(whole) }
    return bounds.flatMap { Rect(around: $0.corners.map(placed.apply)) }
  }

  /// Calls `body` for an element that is drawn by reference, unless it refers to itself.
  mutating func following<Result>(
    _ element: SVGElement, _ body: (inout SVGBuilder) throws -> Result
  ) rethrows -> Result? {
    guard !references.contains(where: { $0 === element }) else { return nil }
    references.append(element)
    defer { references.removeLast() }
    return try body(&self)
  }

  private mutating func drawReference(
    _ use: SVGElement, _ context: Context, onto list: inout DisplayList
  ) throws -> Rect? {
    guard let target = use.reference.flatMap({ document.element(id: $0) }) else {
      omit("'use' refers to nothing in this file", at: use)
      return nil
    }
    return try following(target) { builder -> Rect? in
      guard target.name == "symbol" || target.name == "svg" else {
        return try builder.draw(target, context, onto: &list)
      }
      var inner = context
      inner.style = SVGStyle(of: target, in: context.style, builder.document.rules)
      let port = builder.viewport(of: target, inner, like: use)
      var content = DisplayList()
      let bounds = try builder.draw(target, in: port, inner, onto: &content)
      let transform = inner.style["transform"].map { SVGValues.transform($0) } ?? .identity
      try builder.add(content, bounds: bounds, of: target, inner, transform: transform, onto: &list)
      return bounds.flatMap { Rect(around: $0.corners.map(transform.apply)) }
    } ?? nil
  }

  // MARK: Pictures

  private mutating func drawImage(
    _ element: SVGElement, _ context: Context, onto list: inout DisplayList
  ) throws -> Rect? {
    guard !["hidden", "collapse"].contains(context.style["visibility"] ?? "") else { return nil }
    guard let bytes = element["href"].flatMap(SVGValues.data) else {
      omit("a picture outside of the file is not drawn", at: element)
      return nil
    }
    guard let image = try? resources.image(bytes) else {
      omit("a picture in the file cannot be read", at: element)
      return nil
    }
    for remark in resources.remarks(bytes) { omit("a picture in the file \(remark)", at: element) }
    let own = Size(Double(image.width), Double(image.height))
    let size = Size(
      length(element["width"], of: context.viewport.width, context) ?? own.width,
      length(element["height"], of: context.viewport.height, context) ?? own.height)
    let port = Rect(
      x: length(element["x"], of: context.viewport.width, context) ?? 0,
      y: length(element["y"], of: context.viewport.height, context) ?? 0, width: size.width, height: size.height)
    guard !port.isEmpty else { return nil }
    if !references.isEmpty { referencedShapes += 1 }
    let box = Rect(x: 0, y: 0, width: own.width, height: own.height)
    let placed = SVGValues.fitting(box, in: port, element["preserveAspectRatio"])
    list.group(clip: Clip(.rect(port))) { $0.image(image, in: box, transform: placed) }
    return port
  }
}
