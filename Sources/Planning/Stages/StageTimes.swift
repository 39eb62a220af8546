import StageKit

extension Stage {
  /// Why one of its moments, of its cues before `end`, or its duration is no time of its own, in seconds from 0 on; nil where
  /// all are.
  public func timeFault(until end: Double) -> String? {
    if let wrong = moments.first(where: { !Planner.isTime($0.seconds) }) {
      return "gives its moment '\(wrong.name)' at \(wrong.seconds) s"
    }
    if !Self.definition.cues.isEmpty, let wrong = cues(until: end).first(where: { !Planner.isTime($0.seconds) }) {
      return "gives its cue '\(wrong.name)' at \(wrong.seconds) s"
    }
    return duration.flatMap { Planner.isTime($0) ? nil : "gives its duration as \($0) s" }
  }
}

extension Planner {
  /// True for a time of a stage, or a length of time, in seconds: finite, and not below 0.
  static func isTime(_ seconds: Double) -> Bool { seconds.isFinite && seconds >= -timeTolerance }
}

extension PlannedStage {
  /// Its moments in seconds of its own time, each once: where a stage gives one several times, the first time counts.
  public var moments: [Moment.Time] {
    stage.moments.reduce(into: []) { kept, moment in
      guard let index = kept.firstIndex(where: { $0.name == moment.name }) else { return kept.append(moment) }
      if moment.seconds < kept[index].seconds { kept[index] = moment }
    }
  }

  /// That a stage publishes something under a name that it does not declare.
  public static func undeclared(_ name: String) -> String {
    name.isEmpty
      ? "publishes an output that is declared outside of 'Parameters'; move it there"
      : "publishes '\(name)', which its definition does not list"
  }
}
