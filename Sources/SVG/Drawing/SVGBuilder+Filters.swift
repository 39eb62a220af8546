@_spi(Host) import Coding
import StageKit

extension SVGBuilder {
  /// A drawing after the filters of an element: elements and functions of CSS, one after the other (Filter Effects 1).
  mutating func filtered(
    _ source: DisplayList, by value: String, bounds: Rect?, at element: SVGElement, _ context: Context
  ) throws -> DisplayList {
    guard let filters = SVGFilterFunction.all(in: value) else {
      omit("'filter: \(value)' is not drawn", at: element)
      return source
    }
    var result = source
    for filter in filters {
      switch filter {
      case .reference(let id):
        guard let filter = document.element(id: id), filter.name == "filter" else {
          omit("'filter' refers to nothing in this file", at: element)
          continue
        }
        result = try following(filter) { try $0.filtered(result, by: filter, bounds: bounds, context) } ?? result
      case .function(let name, let arguments):
        guard let group = SVGFilterFunction.group(result, name, arguments, context.style) else {
          omit("'filter: \(value)' is not drawn", at: element)
          return source
        }
        result = DisplayList([.group(group)])
      }
    }
    return result
  }

  /// The greatest number of steps of a filter.
  private static let maxSteps = 200

  /// A drawing after a filter of steps.
  private mutating func filtered(
    _ source: DisplayList, by filter: SVGElement, bounds: Rect?, _ context: Context
  ) throws -> DisplayList {
    // The 'href' of SVG 1.1 is not followed by browsers, either.
    if filter["href"] != nil { omit("the 'href' of a filter is not followed", at: filter) }
    // A filter of no steps, or of an empty region, leaves nothing.
    let region = self.region(filter, filter["filterUnits"] == "userSpaceOnUse" ? nil : bounds ?? .zero, context)
    guard !region.isEmpty, filter.elements.contains(where: { $0.name.hasPrefix("fe") }) else { return DisplayList() }
    var box: Rect?
    if filter["primitiveUnits"] == "objectBoundingBox" {
      guard let bounds, !bounds.isEmpty else { return DisplayList() }
      box = bounds
    }
    var run = SVGFilterRun(graph: FilterGraph(region: region), box: box, context: context)
    guard filter.elements.count <= Self.maxSteps else {
      omit("a filter of more than \(Self.maxSteps) steps is not drawn", at: filter)
      return source
    }
    for step in filter.elements {
      if ["title", "desc", "animate", "set", "script"].contains(step.name) { continue }
      for name in ["in", "in2"].compactMap({ step[$0] }) where SVGFilterRun.unknownInputs.contains(name) {
        omit("'\(name)' as an input is taken as 'SourceGraphic'", at: step)
      }
      run.begin(step, style(inFile: step))
      run.region = subregion(of: step, run)
      try add(step, to: &run)
      if let name = step["result"], !name.isEmpty { run.results[name] = run.last }
    }
    return DisplayList([.group(run.graph.blurred(source) ?? Group(source, effects: [.graph(run.graph)]))])
  }

  /// The part of the region in which a step is seen. That of an offset is the part of what it moves, unless it says otherwise.
  private mutating func subregion(of step: SVGElement, _ run: SVGFilterRun) -> Rect {
    let box = run.box
    let region = step.name == "feOffset" ? run.regions[run.input("in")] ?? run.graph.region : run.graph.region
    func value(_ name: String, otherwise other: Double, origin: Double, side: Double, whole: Double) -> Double {
      guard let length = length(name, of: step, box == nil ? whole : 1, run.context) else { return other }
      return box == nil ? length : origin + length * side
    }
    let (width, height) = (run.context.viewport.width, run.context.viewport.height)
    return Rect(
      x: value("x", otherwise: region.x, origin: box?.x ?? 0, side: box?.width ?? 0, whole: width),
      y: value("y", otherwise: region.y, origin: box?.y ?? 0, side: box?.height ?? 0, whole: height),
      width: value("width", otherwise: region.width, origin: 0, side: box?.width ?? 0, whole: width),
      height: value("height", otherwise: region.height, origin: 0, side: box?.height ?? 0, whole: height))
  }

  /// Adds what a step does; one that is not known, or in error, is as if it were not there; a light in error
  /// leaves nothing.
  private mutating func add(_ step: SVGElement, to run: inout SVGFilterRun) throws {
    let style = run.style
    let flood = (style.color("flood-color") ?? .black).opacity(style.share("flood-opacity"))
    switch step.name {
    case "feGaussianBlur":
      if let mode = step["edgeMode"], mode != "none" { omit("'edgeMode: \(mode)' is not drawn", at: step) }
      let deviation = run.deviation(step, otherwise: 0)
      run.add(.blur(x: deviation.width, y: deviation.height), of: [run.input("in")])
    case "feDropShadow":
      let deviation = run.deviation(step, otherwise: 2)
      let input = run.input("in")
      // The step's part of the region cuts its result alone.
      let part = run.region
      run.region = run.graph.region
      let blurred = run.add(.blur(x: deviation.width, y: deviation.height), of: [input])
      let moved = run.add(.offset(run.offset(step, otherwise: 2)), of: [blurred])
      let color = run.add(.flood(flood), of: [])
      let shadow = run.add(.composite(.inside), of: [color, moved])
      run.region = part
      run.add(.merge, of: [shadow, input])
    case "feOffset": run.add(.offset(run.offset(step, otherwise: 0)), of: [run.input("in")])
    case "feFlood": run.add(.flood(flood), of: [])
    case "feTile": run.add(.tile, of: [run.input("in")])
    case "feMerge":
      let nodes = step.elements.filter { $0.name == "feMergeNode" }
      run.add(.merge, of: nodes.map { run.input($0["in"]) })
    case "feBlend":
      run.add(.blend(step["mode"].flatMap { Self.blends[$0] } ?? .normal), of: [run.input("in"), run.input("in2")])
    case "feComposite": run.add(.composite(run.compositing(step)), of: [run.input("in"), run.input("in2")])
    case "feColorMatrix": run.add(run.matrix(step), of: [run.input("in")])
    case "feComponentTransfer": run.add(Self.transfer(step), of: [run.input("in")])
    case "feMorphology": run.add(run.morphology(step), of: [run.input("in")])
    case "feConvolveMatrix":
      guard let convolution = run.convolution(step) else {
        return omit("'feConvolveMatrix' with these numbers is not drawn", at: step)
      }
      run.add(.convolution(convolution), of: [run.input("in")])
    case "feDisplacementMap": run.add(run.displacement(step), of: [run.input("in"), run.input("in2")])
    case "feTurbulence": run.add(run.turbulence(step), of: [])
    case "feDiffuseLighting", "feSpecularLighting":
      guard let lighting = run.lighting(step) else {
        omit("'\(step.name)' without a light, or with these numbers, is not drawn", at: step)
        run.add(.merge, of: [])
        return
      }
      run.add(.lighting(lighting), of: [run.input("in")])
    case "feImage":
      let drawing = try image(of: step, run)
      run.add(.drawing(drawing), of: [], isLinear: false)
    default: omit("the filter '\(step.name)' is not drawn", at: step)
    }
  }

  /// The content of `feImage`: a picture in its part of the region, or an element from the part's corner on.
  private mutating func image(of step: SVGElement, _ run: SVGFilterRun) throws -> DisplayList {
    var drawing = DisplayList()
    var context = run.context
    if let target = step.reference.flatMap({ document.element(id: $0) }) {
      context.style = target.parent.map { style(inFile: $0) } ?? context.style
      context.paints = nil
      _ = try following(target) { builder in
        try builder.draw(target, context, onto: &drawing)
      }
      // At the corner of its part of the region, as browsers show it.
      return DisplayList { list in
        list.group(transform: .translation(run.region.origin)) { [drawing] in $0.append(drawing) }
      }
    }
    context.style = run.style
    return picture(of: step)?.drawn(in: run.region, step["preserveAspectRatio"], context.style) ?? drawing
  }
}

/// The making of a filter's graph.
struct SVGFilterRun {
  var graph: FilterGraph
  /// The box of which lengths are shares; nil for the user's space.
  let box: Rect?
  let context: SVGBuilder.Context
  var results: [String: FilterGraph.Input] = [:]
  /// The parts of the region in which steps are seen.
  var regions: [FilterGraph.Input: Rect] = [:]
  private(set) var last = FilterGraph.Input.source
  private(set) var style: SVGStyle
  /// The part of the region in which the step is seen.
  var region: Rect
  private var step: SVGElement?

  init(graph: FilterGraph, box: Rect?, context: SVGBuilder.Context) {
    (self.graph, self.box, self.context) = (graph, box, context)
    style = context.style
    region = graph.region
  }

  mutating func begin(_ step: SVGElement, _ style: SVGStyle) {
    self.step = step
    self.style = style
  }

  /// True if the step takes and makes linear light.
  private var isLinear: Bool { style["color-interpolation-filters"] != "srgb" }

  @discardableResult
  mutating func add(
    _ operation: FilterGraph.Operation, of inputs: [FilterGraph.Input], isLinear: Bool? = nil
  ) -> FilterGraph.Input {
    last = graph.add(operation, of: inputs, in: region, isLinear: isLinear ?? self.isLinear)
    regions[last] = region
    return last
  }

  /// The picture that an attribute of the step names.
  func input(_ attribute: String) -> FilterGraph.Input { input(step?[attribute]) }

  /// The picture of a name; without a known one, what came before.
  func input(_ name: String?) -> FilterGraph.Input {
    switch name {
    case "SourceGraphic"?: .source
    case "SourceAlpha"?: .sourceAlpha
    case let name? where Self.unknownInputs.contains(name): .source
    case let name?: results[name] ?? last
    case nil: last
    }
  }

  /// Pictures that browsers do not have, either.
  static let unknownInputs: Set<String> = ["BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint"]

  /// A number, in shares of the box or as it is.
  var scale: Size { box?.size ?? Size(1, 1) }

  func numbers(_ name: String, of step: SVGElement) -> [Double] { step[name].map { SVGValues.numbers($0) } ?? [] }

  func number(_ name: String, of step: SVGElement, _ other: Double) -> Double {
    let numbers = numbers(name, of: step)
    return numbers.count == 1 ? numbers[0] : other
  }

  /// One number for both axes, or two.
  func pair(_ name: String, of step: SVGElement) -> (Double, Double)? {
    let numbers = numbers(name, of: step)
    return numbers.count == 1 ? (numbers[0], numbers[0]) : numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  func offset(_ step: SVGElement, otherwise other: Double) -> Point {
    Point(number("dx", of: step, other) * scale.width, number("dy", of: step, other) * scale.height)
  }

  func deviation(_ step: SVGElement, otherwise other: Double) -> Size {
    let (x, y) = step["stdDeviation"] == nil ? (other, other) : pair("stdDeviation", of: step) ?? (0, 0)
    return Size(max(x, 0) * scale.width, max(y, 0) * scale.height)
  }
}
