import StageKit

/// A video, an animation or a sequence of pictures in a frame.
public struct ClipStage: Stage {
  static let file = ParameterKey.file(
    "file",
    "A video (MP4, MOV, WebM, Matroska), a GIF, an APNG, or the first of pictures whose names are numbered on, such as shot-001.png.",
    extensions: ["mp4", "m4v", "mov", "webm", "mkv", "gif", "apng", "png", "jpg", "jpeg", "webp"])
  static let fps = ParameterKey.number(
    "fps", "How many pictures of a sequence are shown each second; without it as many as the canvas has frames.",
    NumberSchema(minimum: 0, maximum: 1000, isMinimumExclusive: true)
  ).optional
  static let sound = ParameterKey.boolean("sound", "Whether a video's sound is heard.", default: true)
  static let gain = ParameterKey.number(
    "gain", "How much louder or softer its sound is, in dB.", default: 0, .any()
  ).animated
  static let ended = Moment("ended", "It has come to its end.")
  static let position = Output<Double>("time", "Which instant of it is shown, in seconds.")

  public static let definition = StageDefinition(
    name: "clip", version: 1,
    summary: "A video, an animation or a sequence of pictures: trimmed, at any pace, cropped, fitted, with its sound.",
    parameters: [file, fps, TimeRemap.parameter, sound, gain] + FramedPicture.parameters, inputs: Placement.inputs,
    outputs: FramedPicture.outputs + [position], moments: [ended], heard: StageDefinition.Heard(file, if: sound),
    example: .init(
      at: 1,
      """
      {
        "id": "film",
        "stage": "clip",
        "parameters": { "file": "media/celebrate.mp4", "height": 260, "radius": 24, "time": { "offset": 2.6 } }
      }
      """))

  private let clip: Footage
  private let remap: TimeRemap
  private let picture: FramedPicture

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    let rate = parameters[Self.fps] ?? context.composition.framesPerSecond
    let clip = try parameters.locating(Self.file) {
      try context.footage(parameters[Self.file], framesPerSecond: rate)
    }
    self.clip = clip
    let time = parameters[TimeRemap.parameter] ?? TimeParameters()
    remap = try time.remap(duration: clip.duration)
    picture = try FramedPicture(
      parameters, size: clip.size, pixelsPerPoint: context.composition.scale, context)
  }

  public var timeRemap: TimeRemap? { remap }

  public var moments: [Moment.Time] { remap.settlingTime.map { [Self.ended.at($0)] } ?? [] }

  public var duration: Double? {
    remap.settlingTime.flatMap { end in picture.settlingTime.map { max($0, end) } }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let instant = remap.contentTime(at: time.seconds)
    var frame = try picture.frame(clip.frame(at: instant).map { .image($0) }, at: time, inputs)
    frame[Self.position] = instant
    return frame
  }
}
