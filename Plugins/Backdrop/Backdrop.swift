import StageKit

/// What lies behind everything: a color, a gradient or a picture over the whole canvas.
public struct Backdrop: Stage {
  static let paint = ParameterKey.paint(
    "paint", "A color or a gradient; it shows where a picture leaves it free."
  ).animated.optional
  static let opacity = ParameterKey.number("opacity", "How opaque it is, from 0 to 1.", default: 1, .fraction).animated
  static let opacityInput = Input<Double?>("opacity", "Multiplies its opacity.")

  public static let definition = StageDefinition(
    name: "backdrop", version: 1, summary: "A color, a gradient or a picture that fills the whole canvas.",
    parameters: [paint, BackdropPicture.parameter, opacity], inputs: [opacityInput],
    example: .init(
      at: 1,
      """
      {
        "id": "sky",
        "stage": "backdrop",
        "parameters": {
          "paint": { "linear": { "angle": 160, "stops": [[0, "#1E1B4B"], [0.6, "#7C3AED"], [1, "#F59E0B"]] } }
        }
      }
      """))

  private let canvas: Rect
  private let paint: Animated<PaintValue>?
  private let picture: BackdropPicture?
  private let opacity: Animated<Double>

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    canvas = context.composition.bounds
    paint = try parameters.filling(Self.paint)
    picture = try parameters[BackdropPicture.parameter].map { try BackdropPicture($0, context) }
    opacity = parameters[Self.opacity]
    if paint == nil, picture == nil {
      throw StageError("a backdrop needs a paint or a picture", hint: "Add \"paint\": \"#0E1116\".")
    }
  }

  public var duration: Double? { latestSettlingTime(of: paint, picture, opacity) }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let opacity =
      try opacity.value(at: seconds) * (inputs[Self.opacityInput] ?? (inputs.isConnected(Self.opacityInput) ? 0 : 1))
    guard opacity > 0 else { return StageFrame() }
    var content = DisplayList()
    if let paint { content.fill(.rect(canvas), paint.value(at: seconds).paint(in: canvas)) }
    picture?.draw(over: canvas, at: seconds, onto: &content)
    if opacity >= 1 { return StageFrame(content) }
    return StageFrame(DisplayList([.group(Group(content, opacity: min(opacity, 1)))]))
  }
}

@_cdecl("pipeline_abi_Backdrop") public func backdropABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Backdrop") public func backdropStages() { StageModule.offer(Backdrop.self) }
