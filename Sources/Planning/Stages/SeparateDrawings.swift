import StageKit

/// The way from what a stage says of its place to the canvas, at one instant.
public struct StageCoordinates: Sendable {
  /// Maps the space in which its position counts to the canvas.
  public let space: Transform
  /// Maps the space of what holds it, in which the job gives it a place, to the canvas.
  public let holder: Transform
  /// Its own place in the space of what holds it; nil where it has none.
  public let placed: Placed?
  /// The camera over a map that it is, or that it draws under; nil where there is none.
  public let camera: Camera?

  /// The same with the canvas laid into another one, as that of a job which a stage shows.
  public func laid(by transform: Transform) -> StageCoordinates {
    StageCoordinates(space: transform * space, holder: transform * holder, placed: placed, camera: camera)
  }
}

/// The drawing of each stage by itself at one instant of the video, as it lies on the canvas after all stages around
/// it, without its effects and its matte.
///
/// All stages are evaluated once; for the picture of one those that show it are evaluated again.
public struct SeparateDrawings {
  private let plan: RenderPlan
  private let seconds: Double
  /// In which no stage draws anything of its own.
  private var evaluation: StageEvaluation
  /// For each stage those that show what it draws.
  private let viewers: [[Int]]
  /// The position of each stage in the drawing order; nil for those that are seen only within others.
  private let heights: [Int?]

  /// Throws `StageFailure`.
  public init(_ plan: RenderPlan, at seconds: Double) throws(StageFailure) {
    (self.plan, self.seconds) = (plan, seconds)
    var viewers = [[Int]](repeating: [], count: plan.stages.count)
    for (index, planned) in plan.stages.enumerated() {
      for layer in planned.layers { viewers[layer.stage].append(index) }
      for source in planned.sources where source.isDrawing { viewers[source.stage].append(index) }
    }
    self.viewers = viewers
    var heights = [Int?](repeating: nil, count: plan.stages.count)
    for (height, index) in plan.drawingOrder.enumerated() { heights[index] = height }
    self.heights = heights
    evaluation = StageEvaluation(
      count: plan.stages.count, seconds: seconds, frame: plan.frame(at: seconds), solo: .init())
    try evaluate(plan.stages.indices)
  }

  /// All that a stage draws, or the letters in it alone. Throws `StageFailure`.
  public mutating func picture(of stage: Int, lettersAlone: Bool = false) throws(StageFailure) -> DisplayList {
    let shown = withViewers(of: stage)
    let results = shown.map { evaluation[$0] }
    evaluation.solo = .init(stage: stage, isLetters: lettersAlone)
    defer {
      evaluation.solo = .init()
      for (index, result) in zip(shown, results) { evaluation[index] = result }
    }
    try evaluate(shown)
    var picture = DisplayList()
    let drawn = shown.compactMap { index in heights[index].map { (height: $0, index: index) } }
    for (_, index) in drawn.sorted(by: { $0.height < $1.height }) { evaluation.add(index, to: &picture) }
    return picture
  }

  /// The coordinates of a stage, as it lies on the canvas.
  public func coordinates(of stage: Int) -> StageCoordinates {
    var holders: [Int] = []
    while let holder = viewers[holders.last ?? stage].first(where: { viewer in
      plan.stages[viewer].layers.contains { $0.stage == holders.last ?? stage }
    }), !holders.contains(holder) {
      holders.append(holder)
    }
    let holder = evaluation.space(of: stage, outOf: holders)
    return StageCoordinates(
      space: holder * evaluation.surroundings[stage], holder: holder, placed: evaluation.placements[stage],
      camera: camera(of: stage))
  }

  private func camera(of stage: Int) -> Camera? {
    let own = evaluation.values[stage] ?? [:]
    let given = plan.stages[stage].sources.map { evaluation.values[$0.stage]?[$0.output] }
    for case .camera(let camera)? in plan.stages[stage].entry.definition.outputs.map({ own[$0.name] }) + given {
      return camera
    }
    return nil
  }

  private mutating func evaluate(_ stages: some Sequence<Int>) throws(StageFailure) {
    defer { plan.watch?(nil, 0) }
    let plan = plan
    for index in stages {
      plan.watch?(plan.stages[index].entry, plan.frame(at: seconds))
      try evaluation.evaluate(plan.stages[index], at: index) { plan.stages[$0] }
    }
  }

  /// A stage and all that show it, directly or not, in dependency order.
  private func withViewers(of stage: Int) -> [Int] {
    if viewers[stage].isEmpty { return [stage] }
    var found: Set<Int> = [stage]
    var open = [stage]
    while let next = open.popLast() {
      for viewer in viewers[next] where found.insert(viewer).inserted { open.append(viewer) }
    }
    return found.sorted()
  }
}
