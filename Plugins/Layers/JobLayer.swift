import StageKit

/// Another job, shown as a layer.
public struct JobLayer: Stage {
  /// The parameters of a nested job.
  public struct Parameters: ParameterGroup {
    @Parameter("The job file that it shows.", as: .job) var file: FileReference
    @Parameter("Values that take the place of that job's variables, by their names.", as: .variables)
    var variables: String?
    @Parameter("Whether that job's background is drawn.") var background = true
    @Include var frame: JobFrameParameters
    @Include var layer: PlacedLayer
    @Parameter() var time: TimeParameters?

    let ended = Moment("The job that it shows has come to its end.")

    /// The parameters of a nested job.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "job", version: 1,
    "Another job shown as a layer: cut to its canvas, at its own or another pace, in a frame of any size.",
    content: .job,
    handles: [.width("width"), .height("height")],
    example: .init(
      at: 1.5,
      """
      {
        "id": "screen",
        "stage": "job",
        "parameters": { "file": "loading-states.json", "height": 280, "radius": 20, "time": { "speed": 1.5, "loop": true } }
      }
      """))

  private let parameters: Parameters
  private let background: Color
  private let frame: JobFrame
  private let canvas: Rect
  private let remap: TimeRemap

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    guard let content = context.contentComposition else { throw StageError("there is no job to show") }
    self.parameters = parameters
    canvas = context.composition.bounds
    background = parameters.background ? content.background : .clear
    frame = JobFrame(parameters.frame, content: content.bounds, canvas: canvas)
    remap = try (parameters.time ?? TimeParameters()).remap(duration: content.duration)
  }

  public var timeRemap: TimeRemap? { remap }

  public var moments: [Moment.Time] { remap.settlingTime.map { [parameters.ended.at($0)] } ?? [] }

  public var duration: Double? {
    remap.settlingTime.flatMap { end in latestSettlingTime(of: frame, parameters.layer).map { max($0, end) } }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let layout = frame.layout(at: time.seconds)
    var content = DisplayList()
    if background.alpha > 0, !inputs.isSolo { content.fill(.rect(frame.content), background) }
    for layer in inputs.layers { content.append(layer.drawing) }
    if layout.transform != .identity { content = DisplayList([.group(Group(content, transform: layout.transform))]) }
    return try parameters.layer.frame(
      content, box: layout.box, clip: layout.clip, on: canvas, isIsolated: true, at: time, inputs)
  }
}
