import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// An outline, filled and stroked.
public struct Shape: Stage {
  /// The parameters of a shape.
  public struct Parameters: ParameterGroup {
    @Include var outline: OutlineParameters
    @Parameter("The fill: a color or a gradient.") var fill: Animated<PaintValue>?
    @Parameter("The inside where its lines cross: everything, or every other part.")
    var fillRule = FillRule.nonzero
    @Parameter() var stroke: StrokeParameters?
    @Parameter("The part of its outline that is stroked; keyframes draw a line on.") var trim: Trim?
    @Include var placement: Placement
    @Parameter() var shadow: Shadow?

    let outlineOutput = Output<Path>(
      "Its outline on the canvas, for text that fills it and motion along it.", name: "outline")
    let tip = Output<Point>("The point at which the trimmed stroke ends on the canvas.")
    let tipAngle = Output<Double>(
      "The direction of the trimmed stroke at its end, in degrees clockwise from rightward.")

    /// The parameters of a shape.
    public init() {}

    /// Checks that something is drawn.
    public func prepare() throws {
      try $fill.filling()
      if fill == nil, stroke == nil {
        throw StageError("a shape needs a fill or a stroke", hint: "Add \"fill\": \"white\".")
      }
      if trim != nil, stroke == nil {
        throw StageError("there is no stroke to trim", parameter: $trim.location)
      }
    }
  }

  public static let definition = StageDefinition(
    Self.self, "shape", version: 1,
    "A rectangle, an ellipse, a star, a path or any other outline: filled, stroked and set in motion.",
    handles: [
      .path("path"), .size("rect.size", around: "rect.center"), .size("ellipse.size", around: "ellipse.center"),
      .length("circle.radius", from: "circle.center"), .point("line.from"), .point("line.to"),
      .point("polyline.points"),
      .length("polygon.radius", from: "polygon.center", toward: -90),
      .length("star.radius", from: "star.center", toward: -90),
    ],
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

  private let parameters: Parameters
  private let outline: Outline

  public init(_ parameters: Parameters, _ context: any StageContext) {
    self.parameters = parameters
    outline = Outline(
      parameters.outline, canvas: context.composition.bounds, isMeasured: parameters.trim != nil)
  }

  public var duration: Double? {
    latestSettlingTime(
      of: outline, parameters.fill, parameters.stroke, parameters.trim, parameters.placement, parameters.shadow)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let form = outline.form(at: seconds, room: inputs.room)
    let placed = try parameters.placement.placed(form.box, at: time, inputs)
    var frame = StageFrame()
    parameters.placement.publish(placed, to: &frame)
    if placed.transform.isFinite {
      frame[parameters.outlineOutput] =
        placed.transform == .identity ? form.path : form.path.transformed(by: placed.transform)
    }
    frame.corners = inputs.room?.corners ?? outline.corners(at: seconds)
    var line = form.path
    if let trim = parameters.trim, let measure = form.measure {
      let range = trim.range(at: seconds)
      line = range.cut(measure)
      if let end = measure.location(at: range.head * measure.length) {
        frame[parameters.tip] = placed.transform.apply(end.point)
        let direction = placed.transform.applyLinear(end.tangent)
        frame[parameters.tipAngle] = atan2(direction.y, direction.x) * 180 / .pi
      }
    }
    guard placed.isVisible else { return frame }
    var content = DisplayList()
    let fill = parameters.fill?.value(at: seconds).paint(in: form.box)
    if let stroke = parameters.stroke {
      stroke.draw(
        line, of: form.path, filled: fill, rule: parameters.fillRule, in: form.box, at: seconds, onto: &content)
    } else if let fill {
      content.fill(form.path, fill, rule: parameters.fillRule)
    }
    frame.drawing = placed.layer(
      content, shadow: parameters.shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }
}

@_cdecl("pipeline_stages_Shape") public func stages() { StageModule.offer(Shape.self) }
