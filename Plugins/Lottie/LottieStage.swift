import LottieFiles
import StageKit

/// An animation in the format Lottie, as After Effects exports it.
public struct LottieStage: Stage {
  /// The parameters of an animation.
  public struct Parameters: ParameterGroup {
    @Parameter(
      "A Lottie animation: JSON, packed as a sticker (tgs), or in an archive (lottie).",
      as: .file(extensions: ["json", "tgs", "lottie"]))
    var file: FileReference
    @Parameter("The id of one of an archive's animations; without it the archive's first one.") var animation: String?
    @Parameter("The part of it that is played, by the name of a marker in the file.") var segment: String?
    @Parameter(
      "Values that take the place of the file's: by the id of a slot, or by names from the layer on, such as 'icon.Fill 1.color', where * is any name and ** any number of them.",
      as: .variables)
    var set: String?
    @Include var frame: LottieFrameParameters
    @Include var placement: Placement
    @Parameter() var shadow: Shadow?
    @Parameter() var time: TimeParameters?
    @Parameter("Whether the sounds of its layers are heard.") var sound = true

    let ended = Moment("It has come to its end.")
    let marker = Moment("A marker of the file has come; in a loop it comes each time.", .cue)
    let position = Output<Double>("The instant of it that is shown, in seconds.", name: "time")
    let width = Output<Double>("The width of its frame, in points, before it is scaled.")
    let height = Output<Double>("The height of its frame, in points, before it is scaled.")

    /// The parameters of an animation.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "lottie", version: 1,
    "A Lottie animation from a file: fitted, recolored, at any pace, in a loop or by its markers.",
    soundtrack: .init(file: "file", if: "sound"),
    handles: [.width("width"), .height("height")],
    example: .init(
      at: 1,
      """
      {
        "id": "loader",
        "stage": "lottie",
        "parameters": { "file": "media/loader.json", "height": 220, "time": { "loop": true } }
      }
      """))

  private let parameters: Parameters
  private let animation: LottieAnimation
  /// The instant of the file at which the part that is played begins, and how long that is.
  private let start: Double
  private let segmentLength: Double
  private let remap: TimeRemap
  private let layout: LottieFrame

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let settings = try parameters.$set.locating { try LottieSetting.settings(parameters.set ?? "{}") }
    let file = parameters.file
    let animation = try parameters.$file.locating {
      try LottieAnimation(
        context.bytes(of: file), name: file.literal, animation: parameters.animation, settings: settings,
        .of(context, beside: file))
    }
    for omission in animation.omissions { context.warn("\(file.literal): \(omission)") }
    self.animation = animation
    var duration = animation.header.duration
    var start = 0.0
    if let name = parameters.segment {
      let marker = try parameters.$segment.locating { try animation.segment(name) }
      start = marker.start
      duration = marker.duration
    }
    self.start = start
    segmentLength = duration
    remap = try (parameters.time ?? TimeParameters()).remap(duration: duration)
    layout = LottieFrame(parameters.frame, size: animation.header.size, canvas: context.composition.bounds)
  }

  public var timeRemap: TimeRemap? { remap }

  public var moments: [Moment.Time] { remap.settlingTime.map { [parameters.ended.at($0)] } ?? [] }

  public func cues(until seconds: Double) -> [Moment.Time] {
    let length = segmentLength
    let places = animation.header.markers.map { $0.start - start }.filter { $0 >= 0 && $0 < length }
    let times = places.flatMap { place -> [Moment.Time] in
      guard let first = remap.time(ofContentAt: place, until: seconds) else { return [] }
      guard let playback = remap.playback, playback.loops, let length = playback.length else {
        return [parameters.marker.at(first)]
      }
      return parameters.marker.repeated(from: first, every: length / playback.speed, until: seconds)
    }
    return (times + moments).ordered(until: seconds)
  }

  public var duration: Double? {
    remap.settlingTime.flatMap { end in
      latestSettlingTime(of: layout, parameters.placement, parameters.shadow).map { max($0, end) }
    }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let box = layout.box(at: seconds, room: inputs.room)
    let placed = try parameters.placement.placed(box, at: time, inputs)
    let instant = remap.contentTime(at: seconds)
    var frame = StageFrame()
    parameters.placement.publish(placed, to: &frame)
    frame[parameters.position] = instant
    frame[parameters.width] = box.width
    frame[parameters.height] = box.height
    guard placed.isVisible, !box.isEmpty else { return frame }
    let place = layout.place(in: box)
    let transform =
      Transform.translation(place.origin)
      * .scale(place.width / animation.header.size.width, place.height / animation.header.size.height)
    var drawing = DisplayList()
    drawing.group(
      Group(
        try animation.drawing(at: start + instant), transform: transform,
        clip: Clip(Path.rect(place.intersection(box) ?? .zero), transform: transform.inverse ?? .identity),
        isIsolated: true))
    frame.drawing = placed.layer(
      drawing, shadow: parameters.shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }
}

extension LottieAnimation {
  /// The marker of a name that lasts some time.
  fileprivate func segment(_ name: String) throws -> LottieHeader.Marker {
    guard let marker = header.marker(name) else {
      let names = header.markers.map(\.name)
      let hint =
        spellingSuggestion(for: name, among: names).map { "Did you mean '\($0)'?" }
        ?? (names.isEmpty
          ? "The file has no markers." : "It has \(names.map { "'\($0)'" }.joined(separator: ", ")).")
      throw StageError("the file has no marker '\(name)'", hint: hint)
    }
    guard marker.duration > 0 else {
      throw StageError("the marker '\(marker.name)' is an instant, without a duration that could be played")
    }
    return marker
  }
}

@_cdecl("pipeline_stages_Lottie") public func stages() { StageModule.offer(LottieStage.self) }
