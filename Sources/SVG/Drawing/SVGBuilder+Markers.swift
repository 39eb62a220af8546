import StageKit

extension SVGBuilder {
  /// A corner of a path, and the directions in which the path comes and goes; zero where it does not.
  private struct Vertex {
    var point: Point
    var incoming: Point
    var outgoing: Point
  }

  /// Draws the markers of a path's corners.
  mutating func drawMarkers(
    _ path: Path, _ element: SVGElement, _ context: Context, onto list: inout DisplayList
  ) throws {
    let names = ["marker-start", "marker-mid", "marker-end"]
    let markers = names.map { name in context.style.reference(name).flatMap { document.element(id: $0) } }
    guard markers.contains(where: { $0 != nil }), Self.marked.contains(element.name) else { return }
    let vertices = Self.vertices(of: path)
    for (index, vertex) in vertices.enumerated() {
      let isStart = index == 0
      let marker = isStart ? markers[0] : index == vertices.count - 1 ? markers[2] : markers[1]
      guard let marker, marker.name == "marker" else { continue }
      try following(marker) { try $0.draw(marker, at: vertex, isStart: isStart, context, onto: &list) }
    }
  }

  private static let marked: Set<String> = ["path", "line", "polyline", "polygon"]

  private static func vertices(of path: Path) -> [Vertex] {
    var vertices: [Vertex] = []
    for subpath in path.subpaths {
      var corners = [Vertex(point: subpath.start, incoming: .zero, outgoing: .zero)]
      for segment in subpath.segments {
        corners[corners.count - 1].outgoing = segment.tangent(at: 0)
        corners.append(Vertex(point: segment.end, incoming: segment.tangent(at: 1), outgoing: .zero))
      }
      // A closed path goes on where it began.
      if subpath.isClosed, corners.count > 1 {
        corners[0].incoming = corners[corners.count - 1].incoming
        corners[corners.count - 1].outgoing = corners[0].outgoing
      }
      vertices += corners
    }
    return vertices
  }

  private mutating func draw(
    _ marker: SVGElement, at vertex: Vertex, isStart: Bool, _ context: Context, onto list: inout DisplayList
  ) throws {
    let (width, height) = (context.viewport.width, context.viewport.height)
    let size = Size(
      length(marker["markerWidth"], of: width, context) ?? 3, length(marker["markerHeight"], of: height, context) ?? 3)
    guard size.width > 0, size.height > 0 else { return }
    let turn: Transform
    switch marker["orient"] ?? "0" {
    case "auto", "auto-start-reverse":
      let sum = vertex.incoming + vertex.outgoing
      let along = (sum.length > 1e-9 ? sum : vertex.outgoing).normalized
      let direction = isStart && marker["orient"] == "auto-start-reverse" ? -along : along
      turn = Transform(direction.x, -direction.y, 0, direction.y, direction.x, 0)
    case let angle: turn = .rotation(degrees: SVGLength(angle)?.value(of: 0, fontSize: 0) ?? 0)
    }
    let diagonal = ((width * width + height * height) / 2).squareRoot()
    let unit = marker["markerUnits"] == "userSpaceOnUse" ? 1 : context.style.length("stroke-width", of: diagonal) ?? 1
    let box = SVGValues.viewBox(marker)
    let port = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let fit = box.map { SVGValues.fitting($0, in: port, marker["preserveAspectRatio"]) } ?? .identity
    var inner = context
    inner.style = SVGStyle(of: marker, in: SVGStyle(color: context.style.color), document.rules)
    inner.viewport = box?.size ?? size
    let reference = fit.apply(
      Point(
        length(marker["refX"], of: inner.viewport.width, inner) ?? 0,
        length(marker["refY"], of: inner.viewport.height, inner) ?? 0))
    var content = DisplayList()
    _ = try draw(childrenOf: marker, inner, onto: &content)
    let isCut = !["visible", "auto"].contains(inner.style["overflow"] ?? "hidden")
    let placed =
      Transform.translation(vertex.point) * turn * .scale(unit) * .translation(-reference)
    list.group(transform: placed, clip: isCut ? Clip(.rect(port)) : nil) { list in
      list.group(transform: fit) { [content] in $0.append(content) }
    }
  }
}
