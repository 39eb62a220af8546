import StageKit

@_cdecl("pipeline_abi_Waveform") public func waveformABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Waveform") public func waveformStages() { StageModule.offer(Waveform.self) }

/// A sound as a picture: all of it with what was played so far, a part of it that passes by, or its spectrum as it plays.
///
/// It shows what is heard at the video's time, so it starts with the video. Bars belong to times of the sound and not to
/// places in the picture, so that they keep their height while they pass.
public struct Waveform: Stage {
  static let track = ParameterKey.track("track", "The sound that it draws; without it, all of them together.")
  static let look = ParameterKey.choice(
    "look", "bars; fill: a smooth, filled line; spectrum: bars for frequencies from low to high, which move.",
    default: WaveformLook.bars)
  static let window = ParameterKey<Double>.number(
    "window", "How many seconds pass by at a time; without it, all of the sound is there at once.", .positive(.seconds)
  ).optional
  static let now = ParameterKey.number(
    "now", "Where the present is in what passes by, as a share of its width.", default: 0.5, .fraction)
  static let measure = ParameterKey.choice(
    "measure", "Whether heights are the sound's mean (rms) or its extreme (peak); the loudest is the full height.",
    default: WaveformMeasure.rms)
  static let width = ParameterKey.number("width", "How wide all of it is.", default: 640, .range(1...16_384, .points))
  static let height = ParameterKey.number("height", "How high the loudest is.", default: 160, .range(1...16_384, .points))
  static let bar = ParameterKey.number(
    "bar", "How wide a bar is, and how high a silent one.", default: 6, .range(0.5...1000, .points))
  static let gap = ParameterKey.number("gap", "From bar to bar.", default: 4, .range(0...1000, .points))
  static let radius = ParameterKey<Double>.number(
    "radius", "How round a bar's corners are; without it, its ends are round.", .nonnegative(.points)
  ).optional
  static let align = ParameterKey.choice(
    "align", "Whether it grows from its middle both ways, up from its bottom or down from its top.",
    default: WaveformAlignment.middle)
  static let edge = ParameterKey.number(
    "edge", "How near either end what passes by grows and shrinks, as a share of the width.", default: 0.12,
    .range(0...0.5))
  static let color = ParameterKey.paint(
    "color", "The color of what is still to come, or a gradient over all of it.", default: .color(Color(1, 1, 1, 0.35))
  ).animated
  static let played = ParameterKey.paint(
    "played", "The color of what was played, and of a spectrum.", default: .color(.white)
  ).animated

  static let progress = Output<Double>("progress", "How much of the sound was played, from 0 to 1.")
  static let head = Output<Point>("head", "Where the present is on the canvas, at half the height.")

  public static let definition = StageDefinition(
    name: "waveform", version: 1,
    summary: "Draws a sound: as bars or a filled line, whole or passing by, or as a spectrum that moves.",
    parameters: [track, look, window, now, measure, width, height, bar, gap, radius, align, edge, color, played]
      + Placement.parameters + [Shadow.parameter],
    inputs: Placement.inputs, outputs: Placement.outputs + [progress, head],
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

  private let frame: WaveformFrame
  private let content: any WaveformContent
  private let soundLength: Double
  private let color: Animated<PaintValue>
  private let played: Animated<PaintValue>
  private let placement: Placement
  private let shadow: Shadow?

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    let sound = try parameters.locating(Self.track) { try context.sound(of: parameters[Self.track]) }
    frame = WaveformFrame(parameters, center: context.composition.bounds.center)
    soundLength = sound.duration
    let look = parameters[Self.look]
    if look == .spectrum {
      content = LiveSpectrum(of: sound, in: frame)
    } else {
      let span = try WaveformSpan(parameters, frame, duration: sound.duration)
      let levels = try SlotLevels.stored(of: sound, slot: span.slot, measure: parameters[Self.measure], context)
      content = look == .fill ? WaveformFill(levels, span, frame) : WaveformBars(levels, span, frame)
    }
    color = try parameters.filling(Self.color)
    played = try parameters.filling(Self.played)
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter]
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let placed = try placement.placed(frame.box, at: time, inputs)
    var result = StageFrame()
    placement.publish(placed, to: &result)
    result[Self.progress] = soundLength > 0 ? min(max(time.jobSeconds / soundLength, 0), 1) : 1
    let head = Point(frame.box.minX + content.x(ofTime: time.jobSeconds), frame.box.center.y)
    result[Self.head] = placed.transform.apply(head)
    guard placed.isVisible else { return result }
    var list = DisplayList()
    content.draw(
      at: time.jobSeconds, color: color.value(at: seconds), played: played.value(at: seconds), onto: &list)
    result.drawing = placed.layer(
      list, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    return result
  }
}

enum WaveformLook: String, CaseIterable, Sendable { case bars, fill, spectrum }

/// What a waveform shows in its frame.
protocol WaveformContent: Sendable {
  /// Where an instant of the sound is, in points from the left, within the frame.
  func x(ofTime seconds: Double) -> Double
  func draw(at seconds: Double, color: PaintValue, played: PaintValue, onto list: inout DisplayList)
}
