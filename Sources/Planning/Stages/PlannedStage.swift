import JobFile
import StageKit

/// A stage and when it is shown.
///
/// Stages that others hold have the time of these: the video's, unless one of them remaps it.
public struct PlannedStage: Sendable {
  public let entry: StageEntry
  public internal(set) var stage: any Stage
  /// In seconds of its time, from the video's start.
  public let start: Double
  /// When it is no longer shown, in seconds of its time; nil if it stays.
  public let end: Double?
  /// The conversions from the video's time to its own, through all stages that hold it, the outermost first.
  let clocks: [ContentClock]
  /// The blending of its drawing with those below it; nil for plain source-over without a matte.
  var style: LayerStyle?
  /// True where effects, a way of blending or a matte change its drawing.
  public var hasStyle: Bool { style != nil }
  public internal(set) var sources: [Source]
  /// The stage that masks it, as an index into the plan's stages.
  public internal(set) var matte: Int?
  /// The stages out of whose spaces the matte comes, the innermost first, as indexes into the plan's stages.
  var matteSpaces: [Int]
  /// The stage with which it moves, as an index into the plan's stages.
  var leader: Int?
  /// The stages after whose frames it is known where it is anchored outside of them, as indexes into the plan's stages.
  var holders: [Int] = []
  /// True where it shows stages that are anchored outside.
  var showsAnchored = false
  /// The stages in it that are evaluated again after its frame, in dependency order: those that are anchored outside, and those
  /// that show them.
  var late: [Int] = []
  /// The elements that its scenes share.
  var pairs: [SharedPair] = []
  /// The transitions in which it is drawn by the sequence, since it is shared: each by the later scene, as an index into the
  /// plan's stages, and its duration in seconds.
  var sharings: [(scene: Int, duration: Double)] = []
  /// The place of its leader as its spring has come to it; nil where it moves with it at once.
  var lag: FollowThrough?
  /// The time for which it is there, in seconds from its start: until its end, or that of what holds it, or of the video.
  public let shownDuration: Double
  /// The stages that it holds and that are drawn in it, from the bottom to the top.
  public internal(set) var layers: [Layer]
  /// The distance by which it is moved from its own position, in points.
  public internal(set) var move = Point.zero
  /// The job that it shows.
  public let nested: RenderPlan?
  /// All of the canvas, in points.
  let canvas: Rect
  /// True if a number in its drawing that is not finite is an error.
  let checksNumbers: Bool
  /// The names under which it may publish values.
  let outputNames: Set<String>

  /// A stage that another holds.
  public struct Layer: Sendable {
    public let id: String
    /// An index into the plan's stages.
    public internal(set) var stage: Int
    /// The copy that it is, from 0; nil where it is none.
    let copy: Int?
    /// True where it is anchored outside, and takes up no room.
    var isAnchored = false
    /// True where it shows stages that are, which have no part in its room.
    var showsAnchored = false
    /// The stage's start, in seconds of its time, and the time for which it is there, once it is planned.
    var start = 0.0
    var duration = Double.infinity
  }

  /// Two stages of neighboring scenes that go over into each other.
  struct SharedPair: Sendable {
    /// The later scene, as an index into the plan's stages, and its place in the sequence.
    var scene: Int
    let place: Int
    /// The two stages, and those out of whose spaces they come, the innermost first, as indexes into the plan's stages.
    var ends: [(stage: Int, spaces: [Int])]
  }

  /// The source of an input's value.
  public struct Source: Sendable {
    public let input: String
    public let isOptional: Bool
    /// An index into the plan's stages.
    public internal(set) var stage: Int
    public let output: String
    /// The stages out of whose spaces the value comes, the innermost first, as indexes into the plan's stages.
    var spaces: [Int]
    /// The stages into whose spaces it comes, the innermost first, as indexes into the plan's stages.
    var inward: [Int]

    /// True if it is what the other stage draws.
    public var isDrawing: Bool { output == StageDefinition.drawing.definition.name }
  }

  /// The stages whose drawings it takes, as indexes into the plan's stages.
  public var drawingsTaken: [Int] {
    layers.map(\.stage) + (matte.map { [$0] } ?? []) + sources.filter(\.isDrawing).map(\.stage)
  }

  /// True if what other stages draw is seen in what it draws.
  var showsOthers: Bool { !layers.isEmpty || sources.contains(where: \.isDrawing) }

  /// When it settles with its effects, in seconds of its own time; nil if it never does.
  var settlingTime: Double? {
    guard let own = stage.duration, let moved = entry.motion.settlingTime else { return nil }
    guard let style else { return max(own, moved) }
    return style.settlingTime.map { max(own, moved, $0) }
  }

  /// The stages out of whose spaces, and into whose, it takes points, paths, drawings and a matte, as indexes into the plan's
  /// stages.
  public var spaces: [Int] { sources.flatMap { $0.spaces + $0.inward } + matteSpaces }

  /// All stages without which it cannot be drawn, as indexes into the plan's stages.
  var stagesNeeded: [Int] { layers.map(\.stage) + stagesNeededAround }

  /// The same without those that it holds.
  var stagesNeededAround: [Int] {
    sources.map(\.stage) + (matte.map { [$0] } ?? []) + spaces + holders + (leader.map { [$0] } ?? [])
      + pairs.flatMap(\.ends).flatMap { [$0.stage] + $0.spaces }
  }

  /// When the stage starts, in seconds of the video; nil where a time remap never comes to it.
  public var videoStart: Double? { videoTime(of: start) }

  /// When the stage is no longer shown, in seconds of the video; nil if it stays, or a time remap never comes to its end.
  public var videoEnd: Double? { end.flatMap(videoTime) }

  /// When the stage may be seen, in seconds of the video, as far as remapped time does not hide that.
  public var videoSpan: ClosedRange<Double> {
    var (first, last) = (videoStart ?? 0, videoEnd ?? .infinity)
    for clock in clocks where clock.remap == nil {
      first = max(first, clock.start)
      last = min(last, clock.end ?? .infinity)
    }
    return first...max(first, last)
  }

  /// The video's time at which the stage's time first comes to an instant; nil if it never does.
  public func videoTime(of instant: Double) -> Double? {
    clocks.reversed().reduce(instant) { time, clock in time.flatMap(clock.outerTime) }
  }

  /// The video's times at which the stage's time comes to an instant, before the end of what holds the stage: of content that loops
  /// in each pass.
  func videoTimes(of instant: Double) -> [Double] {
    clocks.reversed().reduce([instant]) { times, clock in
      times.flatMap(clock.outerTimes).filter { $0 < (clock.end ?? .infinity) - Planner.timeTolerance }
    }
  }

  /// The cues before the end of the stage, of what holds it, and of the video, in seconds of the video, in their order.
  public func cues(until duration: Double) -> [(name: String, seconds: Double)] {
    let last = min(end ?? .infinity, duration)
    return stage.cues(until: max(0, last - start)).flatMap { cue in
      videoTimes(of: start + cue.seconds).map { (cue.name, $0) }
    }.sorted { $0.seconds < $1.seconds }
  }

  /// The stage's time at an instant of the video.
  func localTime(at seconds: Double) -> Double { clocks.reduce(seconds) { $1.contentTime(at: $0) } }

  /// The same for what is heard.
  func soundTime(at seconds: Double) -> Double { clocks.reduce(seconds) { $1.soundTime(at: $0) } }

  /// True if the stage is shown, at an instant of the video: from its start, up to but not including its end.
  public func isShown(at seconds: Double) -> Bool { isShown(atLocal: localTime(at: seconds)) }

  /// The same at an instant of the stage's own time.
  func isShown(atLocal time: Double) -> Bool {
    time >= start - Planner.timeTolerance && (end.map { time < $0 - Planner.timeTolerance } ?? true)
  }

  /// A time of the video in the stage's own time, clamped to 0 before its start and to its end.
  public func time(at seconds: Double) -> StageTime { time(atLocal: localTime(at: seconds)) }

  /// The same at an instant of the stage's own time.
  func time(atLocal time: Double) -> StageTime {
    StageTime(seconds: max(0, min(time, end ?? .infinity) - start), jobSeconds: time)
  }
}

/// The time of what a stage holds.
struct ContentClock: Sendable {
  /// When the stage starts and ends, in the time of what holds it.
  let start: Double
  let end: Double?
  let remap: TimeRemap?
  /// Until when instants are looked for, in the time of what holds the stage.
  let horizon: Double

  /// The time of the content, counted from `start` on as that around it, at a time of what holds the stage.
  func contentTime(at time: Double) -> Double { contentTime(at: time) { $0.contentTime(at: $1) } }

  /// The same for what is heard.
  func soundTime(at time: Double) -> Double { contentTime(at: time) { $0.soundTime(at: $1) } }

  private func contentTime(at time: Double, _ remapped: (TimeRemap, Double) -> Double) -> Double {
    let own = StageTime(seconds: max(0, min(time, end ?? .infinity) - start)).seconds
    return TimeGrid.snapped(start + (remap.map { remapped($0, own) } ?? own))
  }

  /// When the content no longer moves, in the time of what holds the stage; nil where a remap does not stop it.
  var settlingTime: Double? { remap?.settlingTime.map { start + $0 } }

  /// The first time at which the content's time comes to `time`.
  func outerTime(of time: Double) -> Double? {
    guard let remap else { return time }
    return remap.time(ofContentAt: time - start, until: min(end ?? .infinity, horizon) - start).map {
      TimeGrid.snapped(start + $0)
    }
  }

  /// All times at which the content's time comes to `time`.
  func outerTimes(of time: Double) -> [Double] {
    guard let remap else { return [time] }
    return remap.times(ofContentAt: time - start, until: min(end ?? .infinity, horizon) - start).map {
      TimeGrid.snapped(start + $0)
    }
  }
}
