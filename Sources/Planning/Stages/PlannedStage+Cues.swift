import StageKit

extension StageDefinition {
  /// The names of its moments and of its cues, each once.
  public var cueNames: [String] {
    var names: [String] = []
    for moment in moments + cues where !names.contains(moment.name) { names.append(moment.name) }
    return names
  }
}

extension PlannedStage {
  /// When a cue, a moment, or the common moment `start` or `end` comes, in seconds of the video, in order of time.
  ///
  /// Cues count from the video's start up to before `seconds`, and only while the stage is shown.
  public func times(ofCue name: String, until seconds: Double) -> [Double] {
    let last = min(seconds, end ?? .infinity)
    let own: [Double]
    switch name {
    case _ where entry.definition.cueNames.contains(name):
      own = stage.cues(until: last - start).filter { $0.name == name }.map(\.seconds)
    case "start": own = [0]
    case "end": own = (entry.duration ?? stage.duration).map { [$0] } ?? []
    default: own = []
    }
    return own.map { TimeGrid.snapped(start + $0) }.filter { $0 >= 0 && $0 < seconds }
  }
}
