import StageKit

@_cdecl("pipeline_stages_Waveform") public func stages() { StageModule.offer(Waveform.self) }

/// A sound as a picture: all of it with what was played so far, a part of it that passes by, or its spectrum as it plays.
///
/// It shows what is heard at the video's time, so it starts with the video. Bars belong to times of the sound and not to
/// places in the picture, so that they keep their height while they pass.
public struct Waveform: Stage {
  /// The parameters of a waveform.
  public struct Parameters: ParameterGroup {
    @Parameter("The sound that it draws; without it, all of them together.", as: .track) var track: String?
    @Parameter("bars; fill: a smooth, filled line; spectrum: bars for frequencies from low to high, which move.")
    var look = WaveformLook.bars
    @Parameter(
      "The number of seconds that pass by at a time; without it, all of the sound is there at once.",
      .positive(.seconds))
    var window: Double?
    @Parameter("The place of the present in the window that passes by, as a share of its width.", .fraction) var now =
      0.5
    @Parameter("The measure of heights: the sound's mean (rms) or its extreme (peak); the loudest is the full height.")
    var measure = WaveformMeasure.rms
    @Parameter("The width of all of it.", .range(1...16_384, .points)) var width = 640.0
    @Parameter("The height of the loudest bar.", .range(1...16_384, .points)) var height = 160.0
    @Parameter("The width of a bar, and the height of a silent one.", .range(0.5...1000, .points)) var bar = 6.0
    @Parameter("The distance from bar to bar.", .range(0...1000, .points)) var gap = 4.0
    @Parameter("The radius of a bar's corners; without it, its ends are round.", .nonnegative(.points))
    var radius: Double?
    @Parameter("The edge from which bars grow: from the middle both ways, up from the bottom or down from the top.")
    var align = WaveformAlignment.middle
    @Parameter("The distance from either end at which bars grow and shrink, as a share of the width.", .range(0...0.5))
    var edge = 0.12
    @Parameter("The color of what is still to come, or a gradient over all of it.")
    var color: Animated<PaintValue> = Animated(.color(Color(1, 1, 1, 0.35)))
    @Parameter("The color of what was played, and of a spectrum.")
    var played: Animated<PaintValue> = Animated(.color(.white))
    @Include var placement: Placement
    @Parameter() var shadow: Shadow?

    let progress = Output<Double>("The share of the sound that was played, from 0 to 1.")
    let head = Output<Point>("The place of the present on the canvas, at half the height.")

    /// The parameters of a waveform.
    public init() {}

    /// Checks the paints.
    public func prepare() throws {
      try $color.filling()
      try $played.filling()
    }
  }

  public static let definition = StageDefinition(
    Self.self, "waveform", version: 1,
    "Draws a sound: as bars or a filled line, whole or passing by, or as a spectrum that moves.",
    handles: [.width("width"), .height("height")],
    example: .init(
      at: 1.6,
      """
      {
        "name": "wave",
        "canvas": { "size": [480, 300], "fps": 30, "duration": 4, "background": "#12151B" },
        "stages": [{ "id": "wave", "stage": "waveform", "parameters": { "width": 400, "played": "#FF7AB8" } }],
        "sounds": [{ "file": "sounds/pad.wav" }, { "file": "sounds/stamp.wav", "start": 1 }],
        "outputs": [{ "file": "wave.mp4" }]
      }
      """))

  private let parameters: Parameters
  private let frame: WaveformFrame
  private let content: any WaveformContent
  private let soundLength: Double

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let sound = try parameters.$track.locating { try context.sound(of: parameters.track) }
    frame = WaveformFrame(parameters, center: context.composition.bounds.center)
    soundLength = sound.duration
    let look = parameters.look
    if look == .spectrum {
      content = LiveSpectrum(of: sound, in: frame)
    } else {
      let span = try WaveformSpan(parameters, frame, duration: sound.duration)
      let levels = try SlotLevels.stored(of: sound, slot: span.slot, measure: parameters.measure, context)
      content = look == .fill ? WaveformFill(levels, span, frame) : WaveformBars(levels, span, frame)
    }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let placed = try parameters.placement.placed(frame.box, at: time, inputs)
    var result = StageFrame()
    parameters.placement.publish(placed, to: &result)
    result[parameters.progress] = soundLength > 0 ? min(max(time.jobSeconds / soundLength, 0), 1) : 1
    let head = Point(frame.box.minX + content.x(ofTime: time.jobSeconds), frame.box.center.y)
    result[parameters.head] = placed.transform.apply(head)
    guard placed.isVisible else { return result }
    var list = DisplayList()
    content.draw(
      at: time.jobSeconds, color: parameters.color.value(at: seconds), played: parameters.played.value(at: seconds),
      onto: &list)
    result.drawing = placed.layer(
      list, shadow: parameters.shadow?.effect(at: seconds, scale: placed.meanScale))
    return result
  }
}

enum WaveformLook: String, CaseIterable, ParameterChoice { case bars, fill, spectrum }

/// The content of a waveform's frame.
protocol WaveformContent: Sendable {
  /// The position of an instant of the sound, in points from the left, within the frame.
  func x(ofTime seconds: Double) -> Double
  func draw(at seconds: Double, color: PaintValue, played: PaintValue, onto list: inout DisplayList)
}
