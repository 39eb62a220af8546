import StageKit

/// Another job, shown as a layer.
public struct JobLayer: Stage {
  static let file = ParameterKey.job("file", "The job file that it shows.")
  static let variables = ParameterKey.variables(
    "variables", "Values that take the place of that job's variables, by their names.")
  static let background = ParameterKey.boolean(
    "background", "Whether that job's background is drawn.", default: true)
  static let ended = Moment("ended", "The job that it shows has come to its end.")

  public static let definition = StageDefinition(
    name: "job", version: 1,
    summary: "Another job shown as a layer: cut to its canvas, at its own or another pace, in a frame of any size.",
    parameters: [file, variables, background] + JobFrame.parameters + Sheet.parameters + [TimeRemap.parameter],
    inputs: Placement.inputs, outputs: Placement.outputs, moments: [ended], content: .job,
    example: .init(
      at: 1.5,
      """
      {
        "id": "screen",
        "stage": "job",
        "parameters": { "file": "loading-states.json", "height": 280, "radius": 20, "time": { "speed": 1.5, "loop": true } }
      }
      """))

  private let background: Color
  private let frame: JobFrame
  private let sheet: Sheet
  private let remap: TimeRemap

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    guard let content = context.contentComposition else { throw StageError("there is no job to show") }
    background = parameters[Self.background] ? content.background : .clear
    frame = try JobFrame(parameters, content: content.bounds, canvas: context.composition.bounds)
    sheet = try Sheet(parameters, canvas: context.composition.bounds)
    let time = parameters[TimeRemap.parameter] ?? TimeParameters()
    remap = try time.remap(duration: content.duration)
  }

  public var timeRemap: TimeRemap? { remap }

  public var moments: [Moment.Time] { remap.settlingTime.map { [Self.ended.at($0)] } ?? [] }

  public var duration: Double? {
    remap.settlingTime.flatMap { end in latestSettlingTime(of: frame, sheet).map { max($0, end) } }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let layout = frame.layout(at: time.seconds)
    var content = DisplayList()
    if background.alpha > 0, !inputs.showsLayersAlone { content.fill(.rect(frame.content), background) }
    for layer in inputs.layers { content.append(layer.drawing) }
    if layout.transform != .identity { content = DisplayList([.group(Group(content, transform: layout.transform))]) }
    return try sheet.frame(content, box: layout.box, clip: layout.clip, isIsolated: true, at: time, inputs)
  }
}
