import StageKit

/// The values and drawings of all stages at one time.
public struct EvaluatedFrame: Sendable {
  /// For each of the plan's stages its published values; nil if a required input was missing.
  public let values: [[String: PortValue]?]
  /// For each of the plan's stages what it draws; nil if it is not shown.
  public let drawings: [DisplayList?]
  /// All drawings, from the bottom of the picture to its top.
  public let picture: DisplayList
}

/// A stage that failed at a time.
public struct StageFailure: Error, Sendable, CustomStringConvertible {
  public let stage: String
  public let definition: String
  public let seconds: Double
  /// The frame shown at that time.
  public let frame: Int
  public let reason: StageError

  public var description: String {
    "stage '\(stage)' (\(definition)) failed at frame \(frame) (\(seconds) s): \(reason)"
  }
}

extension RenderPlan {
  /// The values and drawings of all stages at a time. Throws `StageFailure`.
  ///
  /// `stageDone` is called after each of the plan's stages with its index.
  public func evaluate(
    at seconds: Double, stageDone: ((Int) -> Void)? = nil
  ) throws(StageFailure) -> EvaluatedFrame {
    var values: [[String: PortValue]?] = []
    var drawings: [DisplayList?] = []
    values.reserveCapacity(stages.count)
    drawings.reserveCapacity(stages.count)
    for (index, planned) in stages.enumerated() {
      let frame = try frame(of: planned, at: seconds, given: values)
      values.append(frame?.values)
      drawings.append(planned.isShown(at: seconds) ? frame?.drawing : nil)
      stageDone?(index)
    }
    var picture = DisplayList()
    for index in drawingOrder {
      if let drawing = drawings[index] { picture.append(drawing) }
    }
    return EvaluatedFrame(values: values, drawings: drawings, picture: picture)
  }

  /// What a stage publishes at a time, from it and those that it needs alone; nil where it lacks an input or one fails.
  ///
  /// `needed` are the indexes of these stages in the plan's order, the stage itself the last.
  func values(of needed: [Int], at seconds: Double) -> [String: PortValue]? {
    guard let last = needed.last else { return nil }
    var values = [[String: PortValue]?](repeating: nil, count: last + 1)
    for index in needed { values[index] = (try? frame(of: stages[index], at: seconds, given: values))?.values }
    return values[last]
  }

  private func frame(
    of planned: PlannedStage, at seconds: Double, given values: [[String: PortValue]?]
  ) throws(StageFailure) -> StageFrame? {
    var inputs: [String: PortValue] = [:]
    var missing: Set<String> = []
    for source in planned.sources {
      let value = values[source.stage]?[source.output]
      if value == nil && !source.isOptional { return nil }
      if let value { inputs[source.input] = value } else { missing.insert(source.input) }
    }
    do {
      return try planned.stage.frame(at: planned.time(at: seconds), Inputs(inputs, missing: missing))
    } catch {
      throw StageFailure(
        stage: planned.entry.id, definition: planned.entry.definition.name, seconds: seconds,
        frame: self.frame(at: seconds),
        reason: error as? StageError ?? StageError("\(error)"))
    }
  }
}

extension PlannedStage {
  /// Whether the stage is shown: from its start, up to but not including its end.
  public func isShown(at seconds: Double) -> Bool {
    seconds >= start - Planner.timeTolerance && (end.map { seconds < $0 - Planner.timeTolerance } ?? true)
  }

  /// A time of the video in the stage's own time, clamped to 0 before its start and to its end.
  public func time(at seconds: Double) -> StageTime {
    StageTime(seconds: max(0, min(seconds, end ?? .infinity) - start), jobSeconds: seconds)
  }
}
