import StageKit

/// A video, an animation or a sequence of pictures in a frame.
public struct ClipStage: Stage {
  /// The parameters of a clip.
  public struct Parameters: ParameterGroup {
    @Parameter(
      "A video (MP4, MOV, 3GPP, WebM, Matroska, MPEG-TS, AVI, MXF), a GIF, an APNG, or the first of pictures whose names are numbered on, such as shot-001.png.",
      as: .file(extensions: FileReference.videoEndings + ["gif", "apng"] + FileReference.pictureEndings))
    var file: FileReference
    @Parameter(
      "The number of a sequence's pictures shown each second; without it, the canvas's frame rate.",
      NumberSchema(minimum: 0, maximum: 1000, isMinimumExclusive: true))
    var fps: Double?
    @Parameter() var time: TimeParameters?
    @Parameter(
      "The frames of the file that one frame of the video shows: the one at its instant; or a blend of all that pass "
        + "meanwhile, at speeds below its own of the two that are nearest, so that fast motion is smooth and slow motion does not stutter."
    )
    var frames = FrameMixture.Choice.nearest
    @Parameter("Whether a video's sound is heard.") var sound = true
    @Parameter("The change of its sound's gain, in dB.", .any()) var gain: Animated<Double> = 0
    @Include var framed: FramedParameters

    let ended = Moment("It has come to its end.")
    let position = Output<Double>("The instant of it that is shown, in seconds.", name: "time")

    /// The parameters of a clip.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "clip", version: 1,
    "A video, an animation or a sequence of pictures: trimmed, at any pace, cropped, fitted, with its sound.",
    soundtrack: .init(file: "file", if: "sound"),
    handles: [.width("width"), .height("height")],
    example: .init(
      at: 1,
      """
      {
        "id": "film",
        "stage": "clip",
        "parameters": { "file": "media/celebrate.mp4", "height": 260, "radius": 24, "time": { "offset": 2.6 } }
      }
      """))

  private let clip: VideoClip
  private let remap: TimeRemap
  private let mixture: FrameMixture?
  private let picture: FramedPicture
  private let position: Output<Double>
  private let ended: Moment

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    let rate = parameters.fps ?? context.composition.framesPerSecond
    let clip = try parameters.$file.locating {
      try context.clip(parameters.file, framesPerSecond: rate)
    }
    self.clip = clip
    remap = try (parameters.time ?? TimeParameters()).remap(duration: clip.duration)
    mixture =
      parameters.frames == .blend
      ? FrameMixture(clip, remap, framesPerSecond: context.composition.framesPerSecond) : nil
    position = parameters.position
    ended = parameters.ended
    picture = FramedPicture(
      parameters.framed, size: clip.size, pixelsPerPoint: context.composition.scale, context)
  }

  public var timeRemap: TimeRemap? { remap }

  public var moments: [Moment.Time] { remap.settlingTime.map { [ended.at($0)] } ?? [] }

  public var duration: Double? {
    remap.settlingTime.flatMap { end in picture.settlingTime.map { max($0, end) } }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let instant = remap.contentTime(at: time.seconds)
    var frame =
      if let mixture {
        try picture.frame(mixing: mixture.parts(at: time.seconds), at: time, inputs)
      } else {
        try picture.frame(clip.frame(at: instant).map { .image($0) }, at: time, inputs)
      }
    frame[position] = instant
    return frame
  }
}
