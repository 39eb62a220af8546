import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// An outline, filled and stroked.
public struct Shape: Stage {
  static let fill = ParameterKey.paint("fill", "What fills it: a color or a gradient.").animated.optional
  static let fillRule = ParameterKey<FillRule>.choice(
    "fillRule", "What counts as inside where its lines cross: everything, or every other part.", default: .nonzero,
    among: ["nonzero": .nonzero, "even-odd": .evenOdd])

  static let tip = Output<Point>("tip", "Where the trimmed stroke ends on the canvas.")
  static let tipAngle = Output<Double>(
    "tipAngle", "Which way the trimmed stroke runs at its end, in degrees clockwise from rightward.")

  public static let definition = StageDefinition(
    name: "shape", version: 1,
    summary: "A rectangle, an ellipse, a star, a path or any other outline: filled, stroked and set in motion.",
    parameters: Outline.parameters + [fill, fillRule, StrokeParameters.parameter, Trim.parameter]
      + Placement.parameters + [Shadow.parameter],
    inputs: Placement.inputs, outputs: Placement.outputs + [tip, tipAngle],
    example: .init(
      at: 0.8,
      """
      {
        "id": "star",
        "stage": "shape",
        "parameters": {
          "star": { "points": 5, "radius": 110, "cornerRadius": 12 },
          "fill": { "linear": { "angle": 160, "stops": ["#F43F5E", "#F59E0B"] } },
          "stroke": { "paint": "white", "width": 4, "join": "round" },
          "rotation": { "keyframes": [{ "at": 0, "value": -40, "curve": "elastic-out" }, { "at": 2, "value": 0 }] }
        }
      }
      """))

  private let outline: Outline
  private let fill: Animated<PaintValue>?
  private let rule: FillRule
  private let stroke: StrokeParameters?
  private let trim: Trim?
  private let placement: Placement
  private let shadow: Shadow?

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    fill = try parameters.filling(Self.fill)
    rule = parameters[Self.fillRule]
    stroke = parameters[StrokeParameters.parameter]
    trim = parameters[Trim.parameter].map { Trim($0) }
    outline = try Outline(parameters, composition: context.composition, isMeasured: trim != nil)
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter]
    if fill == nil, stroke == nil {
      throw StageError("a shape needs a fill or a stroke", hint: "Add \"fill\": \"white\".")
    }
    if trim != nil, stroke == nil {
      throw StageError("there is no stroke to trim", parameter: parameters.location(of: Trim.parameter))
    }
  }

  public var duration: Double? { latestSettlingTime(of: outline, fill, stroke, trim, placement, shadow) }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let form = outline.form(at: seconds)
    let placed = try placement.placed(form.box, at: time, inputs)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    var line = form.path
    if let trim, let measure = form.measure {
      let range = trim.range(at: seconds)
      line = range.cut(measure)
      if let end = measure.location(at: range.head * measure.length) {
        frame[Self.tip] = placed.transform.apply(end.point)
        let direction = placed.transform.applyLinear(end.tangent)
        frame[Self.tipAngle] = atan2(direction.y, direction.x) * 180 / .pi
      }
    }
    guard placed.isVisible else { return frame }
    var content = DisplayList()
    if let fill { content.fill(form.path, fill.value(at: seconds).paint(in: form.box), rule: rule) }
    stroke?.draw(line, in: form.box, at: seconds, onto: &content)
    frame.drawing = placed.layer(
      content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }
}

@_cdecl("pipeline_abi_Shape") public func shapeABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Shape") public func shapeStages() { StageModule.offer(Shape.self) }
