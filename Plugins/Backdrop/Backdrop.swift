import StageKit

/// A background: a color, a gradient or a picture over the whole canvas.
public struct Backdrop: Stage, ParameterGroup {
  @Parameter("A color or a gradient; it shows where a picture leaves it free.") var paint: Animated<PaintValue>?
  @Parameter("A picture over the paint.") var picture: BackdropPicture?
  @Parameter("The opacity, from 0 to 1.", .fraction) var opacity: Animated<Double> = 1
  let opacityInput = Input<Double?>("Multiplies its opacity.", name: "opacity")

  public static let definition = StageDefinition(
    Self.self, "backdrop", version: 1,
    "A color, a gradient or a picture that fills the whole canvas.",
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

  private var canvas = Rect.zero
  private var scale = 1.0
  private var shown: BackdropPicture.Content?

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    canvas = context.composition.bounds
    scale = context.composition.scale
    try $paint.filling()
    shown = try picture.map { picture in try picture.$file.locating { try picture.content(context) } }
    if paint == nil, picture == nil {
      throw StageError("a backdrop needs a paint or a picture", hint: "Add \"paint\": \"#0E1116\".")
    }
  }

  public var duration: Double? { latestSettlingTime(of: paint, picture, opacity) }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let opacity =
      try opacity.value(at: seconds) * (inputs[opacityInput] ?? (inputs.isConnected(opacityInput) ? 0 : 1))
    guard opacity > 0 else { return StageFrame() }
    var content = DisplayList()
    if let paint { content.fill(.rect(canvas), paint.value(at: seconds).paint(in: canvas)) }
    if let picture, let shown { picture.draw(shown, over: canvas, scale: scale, at: seconds, onto: &content) }
    if opacity >= 1 { return StageFrame(content) }
    return StageFrame(DisplayList([.group(Group(content, opacity: min(opacity, 1)))]))
  }
}

@_cdecl("pipeline_stages_Backdrop") public func stages() { StageModule.offer(Backdrop.self) }
