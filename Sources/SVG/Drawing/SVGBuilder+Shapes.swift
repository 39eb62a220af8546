import StageKit

extension SVGBuilder {
  /// The outline of a shape; nil for an element that is none.
  mutating func path(of element: SVGElement, _ context: Context) -> Path? {
    let (width, height) = (context.viewport.width, context.viewport.height)
    let diagonal = ((width * width + height * height) / 2).squareRoot()
    func x(_ name: String) -> Double { length(element[name], of: width, context) ?? 0 }
    func y(_ name: String) -> Double { length(element[name], of: height, context) ?? 0 }
    // One that is negative is as if it were not there.
    func radius(_ name: String, _ whole: Double) -> Double? {
      length(element[name], of: whole, context).flatMap { $0 < 0 ? nil : $0 }
    }
    switch element.name {
    case "path":
      let (path, error) = SVGPath.parse(element["d"] ?? "")
      if let error, element["d"]?.trimmed != "none" { omit("\(error)", at: element) }
      return path
    case "rect":
      let rect = Rect(x: x("x"), y: y("y"), width: x("width"), height: y("height"))
      guard !rect.isEmpty else { return .empty }
      let (rx, ry) = (radius("rx", width), radius("ry", height))
      return Self.rounded(rect, max(rx ?? ry ?? 0, 0), max(ry ?? rx ?? 0, 0))
    case "circle":
      let radius = length(element["r"], of: diagonal, context) ?? 0
      return radius > 0 ? .circle(center: Point(x("cx"), y("cy")), radius: radius) : .empty
    case "ellipse":
      let (rx, ry) = (radius("rx", width), radius("ry", height))
      let rect = Rect(center: Point(x("cx"), y("cy")), size: Size(2 * (rx ?? ry ?? 0), 2 * (ry ?? rx ?? 0)))
      return rect.isEmpty ? .empty : .ellipse(in: rect)
    case "line": return .line(from: Point(x("x1"), y("y1")), to: Point(x("x2"), y("y2")))
    case "polyline", "polygon":
      let n = SVGValues.numbers(element["points"] ?? "")
      let points = stride(from: 0, to: n.count - 1, by: 2).map { Point(n[$0], n[$0 + 1]) }
      return .polyline(points, closed: element.name == "polygon")
    default: return nil
    }
  }

  /// With elliptical corners, at most as large as half a side.
  private static func rounded(_ rect: Rect, _ rx: Double, _ ry: Double) -> Path {
    let (rx, ry) = (min(rx, rect.width / 2), min(ry, rect.height / 2))
    guard rx > 0, ry > 0 else { return .rect(rect) }
    if rx == ry { return .roundedRect(rect, radius: rx) }
    let k = rx / ry
    let square = Rect(x: rect.x, y: rect.y * k, width: rect.width, height: rect.height * k)
    return Path.roundedRect(square, radius: rx).transformed(by: .scale(1, 1 / k))
  }

  /// Fills and strokes an outline as its style says.
  mutating func drawShape(
    _ path: Path, _ element: SVGElement, _ context: Context, onto list: inout DisplayList
  ) throws {
    let style = context.style
    guard !path.isEmpty, !["hidden", "collapse"].contains(style["visibility"] ?? "") else { return }
    let drawsStrokeFirst = style["paint-order"]?.split(separator: " ").first == "stroke"
    if drawsStrokeFirst { try drawStroke(path, element, context, onto: &list) }
    if let paint = try paint("fill", for: path, element, context) {
      paint.fill(path, rule: style["fill-rule"] == "evenodd" ? .evenOdd : .nonzero, onto: &list)
    }
    if !drawsStrokeFirst { try drawStroke(path, element, context, onto: &list) }
    try drawMarkers(path, element, context, onto: &list)
  }

  private mutating func drawStroke(
    _ path: Path, _ element: SVGElement, _ context: Context, onto list: inout DisplayList
  ) throws {
    guard let paint = try paint("stroke", for: path, element, context) else { return }
    let style = context.style
    let (width, height) = (context.viewport.width, context.viewport.height)
    let diagonal = ((width * width + height * height) / 2).squareRoot()
    var pen = StrokeStyle(width: style.length("stroke-width", of: diagonal) ?? 1)
    guard pen.width > 0 else { return }
    switch style["stroke-linecap"] {
    case "round": pen.cap = .round
    case "square": pen.cap = .square
    default: pen.cap = .butt
    }
    switch style["stroke-linejoin"] {
    case "round": pen.join = .round
    case "bevel": pen.join = .bevel
    case "arcs", "miter-clip":
      omit("'stroke-linejoin: \(style["stroke-linejoin"] ?? "")' is drawn as 'miter'", at: element)
    default: pen.join = .miter
    }
    pen.miterLimit = max(style.length("stroke-miterlimit", of: 1) ?? 4, 1)
    if let pattern = style["stroke-dasharray"], pattern != "none" {
      let parts = pattern.split { $0.isWhitespace || $0 == "," }
      let dashes = parts.compactMap { SVGLength(String($0))?.value(of: diagonal, fontSize: style.fontSize) }
      // Lengths may be in units of another length of the path.
      let unit = SVGLength(element["pathLength"] ?? "").map { $0.value(of: 0, fontSize: 0) } ?? 0
      let scale = unit > 0 ? PathMeasure(path).length / unit : 1
      if dashes.allSatisfy({ $0 >= 0 }), dashes.contains(where: { $0 > 0 }) {
        pen.dashes = dashes.map { $0 * scale }
        pen.dashOffset = (style.length("stroke-dashoffset", of: diagonal) ?? 0) * scale
      }
    }
    if style["vector-effect"] == "non-scaling-stroke" { pen.order = .transformThenOutline }
    paint.stroke(path, pen, onto: &list)
  }
}
