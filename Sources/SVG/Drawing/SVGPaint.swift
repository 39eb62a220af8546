@_spi(Host) import Coding
import StageKit

/// The fill of a shape or its stroke.
enum SVGPaint {
  case color(Color)
  /// A gradient in a space of its own, and the map from there to the shape's.
  case gradient(Paint, Transform)
  /// A drawing that repeats in a grid, in a space of its own: the rectangle of one tile, and the map to the shape's space.
  case pattern(DisplayList, tile: Rect, Transform, opacity: Double)

  /// It in another space; nil where there is no map to that.
  func moved(by transform: Transform?) -> SVGPaint? {
    guard let transform else { return nil }
    switch self {
    case .color: return self
    case .gradient(let paint, let own): return .gradient(paint, transform * own)
    case .pattern(let content, let tile, let own, let opacity):
      return .pattern(content, tile: tile, transform * own, opacity: opacity)
    }
  }

  func fill(_ path: Path, rule: FillRule, onto list: inout DisplayList) {
    switch self {
    case .color(let color): list.fill(path, color, rule: rule)
    case .gradient(let paint, let transform):
      guard let inverse = transform.inverse else { return }
      list.fill(path.transformed(by: inverse), paint, rule: rule, transform: transform)
    case .pattern(let content, let tile, let transform, let opacity):
      let tiles = Self.tiles(content, tile, transform, over: path.controlBounds)
      list.group(opacity: opacity, clip: Clip(path, rule: rule)) { $0.append(tiles) }
    }
  }

  /// Columns and rows of tiles that cover a rectangle; nil where the map makes them flat.
  static func grid(
    _ tile: Rect, _ transform: Transform, over room: Rect
  ) -> (columns: Range<Double>, rows: Range<Double>)? {
    guard let inverse = transform.inverse, let box = Rect(around: room.corners.map(inverse.apply)) else { return nil }
    return (
      ((box.minX - tile.x) / tile.width).rounded(.down)..<((box.maxX - tile.x) / tile.width).rounded(.up),
      ((box.minY - tile.y) / tile.height).rounded(.down)..<((box.maxY - tile.y) / tile.height).rounded(.up)
    )
  }

  static func isDrawn(_ columns: Range<Double>, _ rows: Range<Double>) -> Bool {
    (columns.upperBound - columns.lowerBound) * (rows.upperBound - rows.lowerBound) <= 20_000
  }

  /// The fault of a pattern over a rectangle that is not drawn as a whole; nil if all of it is drawn.
  static func fault(of tile: Rect, _ transform: Transform, over room: Rect) -> String? {
    guard let (columns, rows) = grid(tile, transform, over: room) else {
      return "a pattern that its transform makes flat is not drawn"
    }
    return isDrawn(columns, rows) ? nil : "a pattern of more than 20000 tiles is not drawn"
  }

  func stroke(_ path: Path, _ pen: StrokeStyle, onto list: inout DisplayList) {
    switch self {
    case .color(let color): list.stroke(path, color, pen)
    case .pattern(let content, let tile, let transform, let opacity):
      let line = DisplayList { $0.stroke(path, .white, pen) }
      let tiles = Self.tiles(content, tile, transform, over: line.bounds)
      list.group(opacity: opacity, mask: Mask(line)) { $0.append(tiles) }
    case .gradient(let paint, let transform):
      // The pen is the shape's, the colors are the gradient's: its extent shows through the line.
      guard let box = path.controlBounds, let inverse = transform.inverse else { return }
      let reach = pen.width * (pen.join == .miter ? pen.miterLimit : 1) + pen.width
      let room = Path.rect(box.inset(by: -reach)).transformed(by: inverse)
      let line = DisplayList { $0.stroke(path, .white, pen) }
      list.group(mask: Mask(line)) { $0.fill(room, paint, transform: transform) }
    }
  }
}

extension SVGBuilder {
  /// The paint of a shape's `fill` or `stroke`; nil for none. Paints in shares of a box are of `box`.
  mutating func paint(
    _ name: String, box: Rect?, _ element: SVGElement, _ context: Context, opacity: Double? = nil
  ) throws -> SVGPaint? {
    let style = context.style
    let opacity = opacity ?? style.share(name + "-opacity")
    guard opacity > 0, let value = style[name] else { return nil }
    func plain(_ value: String, _ style: SVGStyle) -> SVGPaint? {
      let color = value.lowercased() == "currentcolor" ? style.color : style.parsed(value)
      return color.map { .color($0.multiplied(by: opacity)) }
    }
    if value == "context-fill" || value == "context-stroke" {
      let name = String(value.dropFirst(8))
      guard let paints = context.paints, let own = paints.style[name] else { return nil }
      guard SVGStyle.address(own) != nil else { return plain(own, paints.style) }
      var outer = context
      (outer.style, outer.paints) = (paints.style, nil)
      // It lies as it does on the element that has it.
      return try paint(name, box: paints.box, element, outer, opacity: opacity)?.moved(by: paints.place.inverse)
    }
    guard let (address, rest) = SVGStyle.address(value) else { return plain(value, style) }
    let target = address.first == "#" ? document.element(id: String(address.dropFirst())) : nil
    switch target?.name {
    case "linearGradient"?, "radialGradient"?:
      if let target, let paint = gradient(target, opacity: opacity, box: box, context) { return paint }
    case "pattern"?:
      guard let target else { return nil }
      if let paint = try following(target, { try $0.pattern(target, opacity: opacity, box: box, context) }) ?? nil {
        return paint
      }
    case let other?: omit("'\(other)' as a paint is not drawn", at: element)
    case nil: if rest.isEmpty { omit("the \(name) '\(value)' refers to nothing in this file", at: element) }
    }
    return plain(rest, style)
  }

  private mutating func pattern(
    _ element: SVGElement, opacity: Double, box: Rect?, _ context: Context
  ) throws -> SVGPaint? {
    let chain = chain(of: element, "pattern")
    func holder(_ name: String) -> SVGElement { chain.first { $0[name] != nil } ?? element }
    let isInBox = holder("patternUnits")["patternUnits"] != "userSpaceOnUse"
    let box = box ?? .zero
    guard !isInBox || !box.isEmpty else { return nil }
    let whole = isInBox ? Size(1, 1) : context.viewport
    func length(_ name: String, _ whole: Double) -> Double { self.length(name, of: holder(name), whole, context) ?? 0 }
    var tile = Rect(
      x: length("x", whole.width), y: length("y", whole.height), width: length("width", whole.width),
      height: length("height", whole.height))
    if isInBox {
      tile = Rect(
        x: box.x + tile.x * box.width, y: box.y + tile.y * box.height, width: tile.width * box.width,
        height: tile.height * box.height)
    }
    guard !tile.isEmpty, let source = chain.first(where: { !$0.elements.isEmpty }) else { return nil }
    var inner = context
    inner.style = style(inFile: source)
    inner.paints = nil
    var content = DisplayList()
    _ = try draw(childrenOf: source, inner, onto: &content)
    var placed = Transform.identity
    if let boxed = chain.first(where: { $0["viewBox"].map(SVGValues.numbers)?.count == 4 }) {
      // A view box without a size shows nothing.
      guard let viewBox = SVGValues.viewBox(boxed) else { return nil }
      placed = SVGValues.fitting(viewBox, in: tile, holder("preserveAspectRatio")["preserveAspectRatio"])
    } else if holder("patternContentUnits")["patternContentUnits"] == "objectBoundingBox" {
      placed = .translation(tile.origin) * .scale(box.width, box.height)
    } else {
      placed = isInBox || tile.origin != .zero ? .translation(tile.origin) : .identity
    }
    let transform = transform("patternTransform", of: holder("patternTransform"), context)
    if let fault = SVGPaint.fault(of: tile, transform, over: box) { omit(fault, at: element) }
    let drawing = DisplayList { $0.group(transform: placed) { [content] in $0.append(content) } }
    return .pattern(drawing, tile: tile, transform, opacity: opacity)
  }

  /// The map of a gradient or a pattern: a style's `transform`, or the attribute for it.
  private mutating func transform(_ name: String, of element: SVGElement, _ context: Context) -> Transform {
    let style = style(inFile: element)
    let own = style.hasTransformOfStyle ? style.transform : nil
    var map = own?.map(of: context.viewport, style.fontSize) ?? .identity
    if own == nil, let text = element[name] {
      guard let transform = SVGTransform(attribute: text.trimmed == "none" ? "" : text) else {
        omit("the \(name) '\(text)' is not understood", at: element)
        return .identity
      }
      map = transform.map(of: context.viewport, style.fontSize)
    }
    guard let value = style["transform-origin"] else { return map }
    let viewport = Rect(x: 0, y: 0, width: context.viewport.width, height: context.viewport.height)
    let origin = Self.origin(value, in: viewport, style.fontSize)
    return .translation(origin) * map * .translation(-origin.x, -origin.y)
  }

  /// A gradient or pattern, and those that it refers to, which say what it does not.
  private func chain(of element: SVGElement, _ ending: String) -> [SVGElement] {
    var chain = [element]
    while let next = chain.last?.reference.flatMap({ document.element(id: $0) }), next.name.hasSuffix(ending),
      !chain.contains(where: { $0 === next })
    {
      chain.append(next)
    }
    return chain
  }

  private mutating func gradient(
    _ element: SVGElement, opacity: Double, box: Rect?, _ context: Context
  ) -> SVGPaint? {
    let chain = chain(of: element, "Gradient")
    func holder(_ name: String) -> SVGElement { chain.first { $0[name] != nil } ?? element }
    let isLinear = style(inFile: element)["color-interpolation"] == "linearrgb"
    let stops = self.stops(chain.first { $0.elements.contains { $0.name == "stop" } }, opacity, isLinear: isLinear)
    guard let last = stops.last else { return nil }
    if stops.count == 1 { return .color(last.color) }
    var transform = transform("gradientTransform", of: holder("gradientTransform"), context)
    let isInBox = holder("gradientUnits")["gradientUnits"] != "userSpaceOnUse"
    if isInBox {
      guard let box, !box.isEmpty else { return nil }
      transform = .translation(box.origin) * .scale(box.width, box.height) * transform
    }
    // A transform without an inverse leaves no area for colors.
    guard transform.inverse != nil else {
      omit("a gradient that its transform makes flat is not drawn", at: element)
      return nil
    }
    let whole = isInBox ? Size(1, 1) : context.viewport
    // Places of a gradient of the other kind are none of its own.
    let alike = chain.filter { $0.name == element.name }
    func length(_ name: String, _ other: Double, of side: Double) -> Double {
      self.length(name, of: alike.first { $0[name] != nil } ?? element, side, context) ?? other * side
    }
    func point(_ x: String, _ y: String, _ other: Point) -> Point {
      Point(length(x, other.x, of: whole.width), length(y, other.y, of: whole.height))
    }
    let spread: Spread =
      switch holder("spreadMethod")["spreadMethod"] {
      case "reflect": .mirror
      case "repeat": .repeat
      default: .pad
      }
    if element.name == "linearGradient" {
      let (from, to) = (point("x1", "y1", .zero), point("x2", "y2", Point(1, 0)))
      if from == to { return .color(last.color) }
      return .gradient(.linear(from: from, to: to, stops: stops, spread: spread), transform)
    }
    let center = point("cx", "cy", Point(0.5, 0.5))
    let diagonal = ((whole.width * whole.width + whole.height * whole.height) / 2).squareRoot()
    let radius = length("r", 0.5, of: diagonal)
    let inner = length("fr", 0, of: diagonal)
    let focus = Point(
      length("fx", center.x / whole.width, of: whole.width), length("fy", center.y / whole.height, of: whole.height))
    if radius <= 0 { return .color(last.color) }
    if inner <= 0, focus == center {
      return .gradient(.radial(center: center, radius: radius, stops: stops, spread: spread), transform)
    }
    if focus == center, inner == radius, spread == .pad {
      // Both circles are one, with the first color in it and the last around.
      let edge = [GradientStop(1, stops[0].color), GradientStop(1, last.color)]
      return .gradient(.radial(center: center, radius: radius, stops: edge), transform)
    }
    return .gradient(
      .conical(
        focus: focus, innerRadius: max(inner, 0), center: center, radius: radius, stops: stops, spread: spread),
      transform)
  }

  private mutating func stops(_ gradient: SVGElement?, _ opacity: Double, isLinear: Bool) -> [GradientStop] {
    var offset = 0.0
    var stops: [GradientStop] = []
    for stop in gradient?.elements ?? [] where stop.name == "stop" {
      let style = style(inFile: stop)
      let own = stop["offset"].flatMap { SVGLength($0) }
      let isKnown = own?.isPercentage == true || own?.plainNumber != nil
      if let text = stop["offset"], !isKnown { omit("the offset '\(text)' is not understood", at: stop) }
      offset = min(max(isKnown ? own?.value(of: 1, style.fontSize) ?? 0 : 0, offset), 1)
      let color = style.color("stop-color") ?? .black
      stops.append(GradientStop(offset, color.multiplied(by: style.share("stop-opacity") * opacity)))
    }
    return Self.unmultiplied(stops, isLinear: isLinear)
  }

  /// SVG mixes colors and opacities each on their own (SVG 2, 14.2.4), and gradients of this program mix premultiplied colors:
  /// with 16 stops more between those of other colors and opacities, less than half a level is between both. Ways between colors in
  /// linear light take the stops that they need besides.
  private static func unmultiplied(_ stops: [GradientStop], isLinear: Bool) -> [GradientStop] {
    let space: InterpolationSpace = isLinear ? .linear : .srgb
    var result = Array(stops.prefix(1))
    for (a, b) in zip(stops, stops.dropFirst()) {
      func solid(_ color: Color) -> Color { Color(color.red, color.green, color.blue) }
      if isLinear || a.color.alpha != b.color.alpha, solid(a.color) != solid(b.color), b.offset > a.offset {
        let way = [GradientStop(0, solid(a.color)), GradientStop(1, solid(b.color))].expanded(from: space)
        let places = Set(way.dropFirst().dropLast().map(\.offset) + (1..<16).map { Double($0) / 16 }).sorted()
        for t in places {
          let color = solid(a.color).interpolated(to: solid(b.color), at: t, in: space)
          let alpha = a.color.alpha + (b.color.alpha - a.color.alpha) * t
          result.append(
            GradientStop(
              a.offset + (b.offset - a.offset) * t, Color(color.red, color.green, color.blue, alpha)))
        }
      }
      result.append(b)
    }
    return result
  }
}

extension Color {
  fileprivate func multiplied(by opacity: Double) -> Color { Color(red, green, blue, alpha * opacity) }
}
