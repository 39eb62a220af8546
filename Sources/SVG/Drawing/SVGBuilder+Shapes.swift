@_spi(Host) import Coding
import StageKit

extension SVGBuilder {
  /// The outline of a shape; nil for an element that is none.
  mutating func path(of element: SVGElement, _ context: Context) -> Path? {
    let (width, height) = (context.viewport.width, context.viewport.height)
    let diagonal = ((width * width + height * height) / 2).squareRoot()
    func x(_ name: String) -> Double { geometry(name, of: element, width, context) ?? 0 }
    func y(_ name: String) -> Double { geometry(name, of: element, height, context) ?? 0 }
    // One that is negative is as if it were not there.
    func size(_ name: String, _ whole: Double) -> Double? {
      geometry(name, of: element, whole, context, mayBeNegative: false)
    }
    switch element.name {
    case "path":
      let data = context.style["d"].map { SVGProperty.pathData($0) ?? "none" } ?? element["d"] ?? ""
      let (path, error) = SVGPath.parse(data)
      if let error, data.trimmed != "none" { omit("\(error)", at: element) }
      return checked(path, element)
    case "rect":
      let rect = Rect(x: x("x"), y: y("y"), width: size("width", width) ?? 0, height: size("height", height) ?? 0)
      guard !rect.isEmpty else { return .empty }
      let (rx, ry) = (size("rx", width), size("ry", height))
      return checked(Self.rounded(rect, rx ?? ry ?? 0, ry ?? rx ?? 0), element)
    case "circle":
      let radius = size("r", diagonal) ?? 0
      return checked(radius > 0 ? .circle(center: Point(x("cx"), y("cy")), radius: radius) : .empty, element)
    case "ellipse":
      let (rx, ry) = (size("rx", width), size("ry", height))
      let rect = Rect(center: Point(x("cx"), y("cy")), size: Size(2 * (rx ?? ry ?? 0), 2 * (ry ?? rx ?? 0)))
      return checked(rect.isEmpty ? .empty : .ellipse(in: rect), element)
    case "line":
      func place(_ x: String, _ y: String) -> Point {
        Point(length(x, of: element, width, context) ?? 0, length(y, of: element, height, context) ?? 0)
      }
      return checked(.line(from: place("x1", "y1"), to: place("x2", "y2")), element)
    case "polyline", "polygon":
      let (n, isWhole) = SVGValues.list(element["points"] ?? "")
      if !isWhole || n.count % 2 == 1 { omit("the points are not understood from number \(n.count) on", at: element) }
      let points = stride(from: 0, to: n.count - 1, by: 2).map { Point(n[$0], n[$0 + 1]) }
      return checked(.polyline(points, closed: element.name == "polygon"), element)
    default: return nil
    }
  }

  /// Outlines so far out that no picture holds them are not drawn.
  private mutating func checked(_ path: Path, _ element: SVGElement) -> Path {
    guard path.points.contains(where: { abs($0.x) > 1e9 || abs($0.y) > 1e9 }) else { return path }
    omit("'\(element.name)' goes beyond 1000000000 and is not drawn", at: element)
    return .empty
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

  /// Fills and strokes an outline as its style says; paints in shares of a box are of `box`.
  mutating func drawShape(
    _ path: Path, box: Rect?, _ element: SVGElement, _ context: Context, onto list: inout DisplayList
  ) throws {
    let style = context.style
    guard !path.isEmpty, !["hidden", "collapse"].contains(style["visibility"] ?? "") else { return }
    var order = (style["paint-order"] ?? "normal").split(whereSeparator: \.isWhitespace).map(String.init)
    if order == ["normal"] { order = [] }
    // Parts that are not named follow in their usual order.
    order += ["fill", "stroke", "markers"].filter { !order.contains($0) }
    for part in order {
      switch part {
      case "fill":
        guard let paint = try paint("fill", box: box, element, context) else { continue }
        paint.fill(path, rule: style["fill-rule"] == "evenodd" ? .evenOdd : .nonzero, onto: &list)
      case "stroke": try drawStroke(path, box: box, element, context, onto: &list)
      default: try drawMarkers(path, element, context, onto: &list)
      }
    }
  }

  private mutating func drawStroke(
    _ path: Path, box: Rect?, _ element: SVGElement, _ context: Context, onto list: inout DisplayList
  ) throws {
    guard let paint = try paint("stroke", box: box, element, context) else { return }
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
    if let lengths = style["stroke-dasharray"].flatMap(SVGProperty.lengths) {
      let dashes = lengths.map { $0.value(of: diagonal, style.fontSize) }
      // Lengths may be in units of another length of the path.
      let unit = element["pathLength"].flatMap { SVGLength($0)?.plainNumber } ?? 0
      let scale = unit > 0 ? PathMeasure(path).length / unit : 1
      if dashes.contains(where: { $0 > 0 }) {
        if pen.cap == .square, dashes.contains(0) {
          omit("square caps of dashes without a length lie along the path", at: element)
        }
        pen.dashes = dashes.map { $0 * scale }
        pen.dashOffset = (style.length("stroke-dashoffset", of: diagonal) ?? 0) * scale
      }
    }
    switch style["vector-effect"] ?? "none" {
    case "none": break
    case "non-scaling-stroke": pen.order = .transformThenOutline
    case let effect: omit("'vector-effect: \(effect)' is not drawn", at: element)
    }
    paint.stroke(path, pen, onto: &list)
  }
}
