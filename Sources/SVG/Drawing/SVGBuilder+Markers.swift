@_spi(Host) import Coding
import StageKit

extension SVGBuilder {
  /// Draws the markers of a path's corners.
  mutating func drawMarkers(
    _ path: Path, _ element: SVGElement, _ context: Context, onto list: inout DisplayList
  ) throws {
    let names = ["marker-start", "marker-mid", "marker-end"]
    let markers = names.map { name in context.style.reference(name).flatMap { document.element(id: $0) } }
    guard markers.contains(where: { $0 != nil }) else { return }
    guard Self.marked.contains(element.name) else {
      // Browsers draw none, either, though SVG 2 has them.
      if element.name != "text", element.name != "tspan" {
        omit("markers of '\(element.name)' are not drawn", at: element)
      }
      return
    }
    let isData = element.name == "path" && context.style["d"] == nil
    let vertices = isData ? SVGVertex.all(inData: element["d"] ?? "") : SVGVertex.all(of: path)
    let last = vertices.count - 1
    for (index, vertex) in vertices.enumerated() {
      guard last > 0, let marker = markers[index == 0 ? 0 : index == last ? 2 : 1], marker.name == "marker" else {
        continue
      }
      try following(marker) {
        try $0.draw(marker, at: vertex, isStart: index == 0, bounds: path.bounds, context, onto: &list)
      }
    }
  }

  private static let marked: Set<String> = ["path", "line", "polyline", "polygon"]

  private mutating func draw(
    _ marker: SVGElement, at vertex: SVGVertex, isStart: Bool, bounds: Rect?, _ context: Context,
    onto list: inout DisplayList
  ) throws {
    let (width, height) = (context.viewport.width, context.viewport.height)
    func size(_ name: String, _ whole: Double) -> Double {
      max(length(name, of: marker, whole, context) ?? 3, 0)
    }
    let size = Size(size("markerWidth", width), size("markerHeight", height))
    guard size.width > 0, size.height > 0 else { return }
    let turn: Transform
    switch (marker["orient"] ?? "0").trimmed {
    case "auto", "auto-start-reverse":
      let along = vertex.direction
      let direction = isStart && marker["orient"] == "auto-start-reverse" ? -along : along
      turn = Transform(direction.x, -direction.y, 0, direction.y, direction.x, 0)
    case let text:
      let angle = SVGValues.angle(text)
      if angle == nil { omit("the orient '\(text)' is not understood", at: marker) }
      turn = .rotation(degrees: angle ?? 0)
    }
    let diagonal = ((width * width + height * height) / 2).squareRoot()
    let unit = marker["markerUnits"] == "userSpaceOnUse" ? 1 : context.style.length("stroke-width", of: diagonal) ?? 1
    let box = SVGValues.viewBox(marker)
    // A view box without a size shows nothing.
    if box == nil, marker["viewBox"].map(SVGValues.numbers)?.count == 4 { return }
    let port = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let fit = box.map { SVGValues.fitting($0, in: port, marker["preserveAspectRatio"]) } ?? .identity
    var inner = context
    inner.style = style(inFile: marker)
    let layered = ["clip-path", "filter", "mask"].filter { !["none", nil].contains(inner.style[$0]) }
    for name in layered + (inner.style.share("opacity") < 1 ? ["opacity"] : []) {
      omit("'\(name)' of a marker is not drawn", at: marker)
    }
    inner.viewport = box?.size ?? size
    let whole = box ?? port
    func place(_ name: String, start: Double, side: Double, outer: Double, words: [String]) -> Double {
      if let index = words.firstIndex(of: (marker[name] ?? "").trimmed.lowercased()) {
        return start + side * Double(index) / 2
      }
      return length(name, of: marker, outer, context) ?? 0
    }
    let reference = fit.apply(
      Point(
        place("refX", start: whole.x, side: whole.width, outer: width, words: ["left", "center", "right"]),
        place("refY", start: whole.y, side: whole.height, outer: height, words: ["top", "center", "bottom"])))
    let placed =
      Transform.translation(vertex.point) * turn * .scale(unit) * .translation(-reference)
    inner.paints = Paints(
      style: context.style.inContext(of: context.paints?.style), box: bounds, place: placed * fit)
    var content = DisplayList()
    _ = try draw(childrenOf: marker, inner, onto: &content)
    let isCut = !["visible", "auto"].contains(inner.style["overflow"] ?? "hidden")
    list.group(transform: placed, clip: isCut ? Clip(.rect(port)) : nil) { list in
      list.group(transform: fit) { [content] in $0.append(content) }
    }
  }
}

extension SVGBuilder.Context {
  /// Notes that what follows is drawn in a space of its own.
  mutating func move(by transform: Transform) {
    if let place = paints?.place { paints?.place = place * transform }
  }
}
