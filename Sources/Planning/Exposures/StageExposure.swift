import JobFile
import StageKit

/// Stages that are drawn at several instants of each frame, while a shutter is open.
struct StageExposure: Sendable {
  let shutter: Shutter
  /// Indexes into the plan's stages of those whose layers are averaged.
  let stages: Set<Int>
  /// These and all that they need, in dependency order.
  let needed: [Int]

  /// The exposures of a job's stages, in dependency order: stages with equal shutters have one. The outermost stage with a
  /// shutter decides for all that it holds.
  static func all(_ stages: [PlannedStage], drawingOrder: [Int], _ job: Job) -> [StageExposure] {
    var exposed: [(shutter: Shutter, stages: Set<Int>)] = []
    func add(_ stage: Int, _ shutter: Shutter) {
      if let known = exposed.firstIndex(where: { $0.shutter == shutter }) {
        exposed[known].stages.insert(stage)
      } else {
        exposed.append((shutter, [stage]))
      }
    }
    func visit(_ stage: Int, _ inherited: Shutter?) {
      if let shutter = stages[stage].entry.shutter ?? inherited, shutter.degrees > 0, shutter.maxSamples > 1 {
        return add(stage, shutter)
      }
      for layer in stages[stage].layers { visit(layer.stage, nil) }
    }
    for stage in drawingOrder { visit(stage, job.shutter) }
    return exposed.map { shutter, members in
      var needed = members
      for index in stages.indices.reversed() where needed.contains(index) {
        needed.formUnion(stages[index].sources.map(\.stage))
        needed.formUnion(stages[index].drawingsTaken)
      }
      return StageExposure(shutter: shutter, stages: members, needed: needed.sorted())
    }
  }

  /// Instants around one, in the middles of equal parts of the time that the shutter is open.
  func instants(around seconds: Double, count: Int, of job: Job) -> [Double] {
    let open = shutter.degrees / 360 / job.frameRate.framesPerSecond
    return (0..<count).map { index in
      let offset = TimeGrid.snapped(open * ((Double(index) + 0.5) / Double(count) - 0.5))
      let instant = TimeGrid.snapped(seconds + offset)
      let duration = job.composition.duration
      if job.loop == nil { return min(max(instant, min(seconds, 0)), max(duration, seconds)) }
      // Before a loop's start is its end.
      return instant < 0 ? TimeGrid.snapped(instant + duration) : instant
    }
  }
}

extension RenderPlan {
  /// What the stages of an exposure draw while the shutter is open around an instant, for each of its samples; nil where
  /// nothing moves.
  ///
  /// At least 8 samples, and twelve times the square root of how many pixels anything moves by: the mean of edges of one
  /// pixel, `h` pixels apart over a way of `d`, is off by up to `h`² / 8`d`, which so is 1/1150 of linear light for every
  /// way. Throws `StageFailure`.
  func samples(of exposure: StageExposure, at seconds: Double) throws(StageFailure) -> [StageEvaluation]? {
    let fewest = min(Shutter.minSamples, exposure.shutter.maxSamples)
    let first = try evaluations(exposure, at: seconds, count: fewest)
    let canvas = job.composition.bounds
    // Of stages that do not move nothing is measured.
    let moving = exposure.stages.sorted().filter { stage in
      first.dropFirst().contains { $0.layers[stage] != first[0].layers[stage] }
    }
    if moving.isEmpty { return nil }
    var travel = Travel()
    for (before, after) in zip(first, first.dropFirst()) {
      travel.add(
        moving.flatMap { stage in
          (before.layers[stage] ?? DisplayList()).ways(to: after.layers[stage] ?? DisplayList(), on: canvas)
        })
    }
    let pixels = travel.longest * job.composition.scale * Double(fewest) / Double(fewest - 1)
    let wanted = (12 * pixels.squareRoot() - 1e-6).rounded(.up)
    let count = Int(min(wanted, Double(exposure.shutter.maxSamples)))
    return count <= fewest ? first : try evaluations(exposure, at: seconds, count: count)
  }

  private func evaluations(
    _ exposure: StageExposure, at seconds: Double, count: Int
  ) throws(StageFailure) -> [StageEvaluation] {
    var result: [StageEvaluation] = []
    for instant in exposure.instants(around: seconds, count: count, of: job) {
      var evaluation = StageEvaluation(
        count: stages.count, seconds: instant, shownSeconds: seconds, frame: frame(at: seconds))
      for index in exposure.needed { try evaluation.evaluate(stages[index], at: index) }
      result.append(evaluation)
    }
    return result
  }
}
