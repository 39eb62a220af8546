import StageKit

/// The values and drawings of all stages at one time.
public struct EvaluatedFrame: Sendable {
  /// For each of the plan's stages its published values; nil if a required input was missing.
  public let values: [[String: PortValue]?]
  /// For each of the plan's stages what it draws, in the space of the stage that holds it; nil if it is not shown.
  public let drawings: [DisplayList?]
  /// What jobs show, by the indexes of the stages that show them.
  public let nested: [Int: EvaluatedFrame]
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
    var evaluation = StageEvaluation(count: stages.count, seconds: seconds, frame: frame(at: seconds))
    for (index, planned) in stages.enumerated() {
      try evaluation.evaluate(planned, at: index)
      stageDone?(index)
    }
    var picture = DisplayList()
    for index in drawingOrder {
      if let drawing = evaluation.layers[index] { picture.append(drawing) }
    }
    return EvaluatedFrame(
      values: evaluation.values, drawings: evaluation.layers, nested: evaluation.nested, picture: picture)
  }
}

/// The stages of a job at one instant, one after the other, each after those it needs.
struct StageEvaluation {
  /// Of the video.
  let seconds: Double
  private let frame: Int
  /// What each stage publishes; nil before it is evaluated, and if a required input was missing.
  private(set) var values: [[String: PortValue]?]
  /// What each stage draws, with effects and matte, as others take it; nil if it is not shown.
  private var drawings: [DisplayList?]
  /// What each stage draws as it is laid onto what lies below; nil if it is not shown.
  private(set) var layers: [DisplayList?]
  private var boxes: [Rect?]
  /// What jobs show, by the indexes of the stages that show them.
  private(set) var nested: [Int: EvaluatedFrame] = [:]

  init(count: Int, seconds: Double, frame: Int) {
    (self.seconds, self.frame) = (seconds, frame)
    values = Array(repeating: nil, count: count)
    drawings = Array(repeating: nil, count: count)
    layers = Array(repeating: nil, count: count)
    boxes = Array(repeating: nil, count: count)
  }

  mutating func evaluate(_ planned: PlannedStage, at index: Int) throws(StageFailure) {
    guard let inputs = try inputs(of: planned, at: index) else { return }
    let time = planned.time(at: seconds)
    let result: StageFrame
    do {
      result = try planned.stage.frame(at: time, inputs)
    } catch {
      throw failure(of: planned, error as? StageError ?? StageError("\(error)"))
    }
    values[index] = result.values
    boxes[index] = result.box
    guard planned.isShown(at: seconds) else { return }
    var drawing = result.drawing
    if planned.style != nil || planned.matte != nil {
      let matte = planned.matte.flatMap { stage in
        planned.entry.matte.map {
          Mask(drawings[stage] ?? DisplayList(), channel: $0.channel, isInverted: $0.isInverted)
        }
      }
      drawing = planned.style?.styled(drawing, matte: matte, at: time.seconds) ?? drawing.masked(by: matte)
    }
    drawings[index] = drawing
    layers[index] = planned.style?.layer(drawing, at: time.seconds) ?? drawing
  }

  /// Nil where a required input has no value.
  private mutating func inputs(of planned: PlannedStage, at index: Int) throws(StageFailure) -> Inputs? {
    var inputs: [String: PortValue] = [:]
    var missing: Set<String> = []
    for source in planned.sources {
      let value =
        source.isDrawing ? drawings[source.stage].map { .drawing($0) } : values[source.stage]?[source.output]
      if value == nil && !source.isOptional { return nil }
      if let value { inputs[source.input] = value } else { missing.insert(source.input) }
    }
    return Inputs(inputs, missing: missing, layers: try content(of: planned, at: index))
  }

  private mutating func content(of planned: PlannedStage, at index: Int) throws(StageFailure) -> [ContentLayer] {
    if let plan = planned.nested {
      let time = planned.time(at: seconds).seconds
      let instant = planned.stage.timeRemap?.contentTime(at: time) ?? time
      do {
        let frame = try plan.evaluate(at: instant)
        nested[index] = frame
        return [ContentLayer(id: plan.job.name, drawing: frame.picture, box: plan.job.composition.bounds)]
      } catch {
        throw failure(of: planned, StageError("\(plan.job.name): \(error)"))
      }
    }
    return planned.layers.map { layer in
      let drawing = layers[layer.stage] ?? DisplayList()
      return ContentLayer(id: layer.id, drawing: drawing, box: boxes[layer.stage] ?? drawing.bounds)
    }
  }

  private func failure(of planned: PlannedStage, _ reason: StageError) -> StageFailure {
    StageFailure(
      stage: planned.entry.id, definition: planned.entry.definition.name, seconds: seconds, frame: frame,
      reason: reason)
  }
}

extension DisplayList {
  fileprivate func masked(by matte: Mask?) -> DisplayList {
    guard let matte, !isEmpty else { return self }
    return DisplayList([.group(Group(self, mask: matte))])
  }
}
