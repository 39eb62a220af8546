import JobFile
import StageKit

/// Stages that are drawn at several instants of each frame, while a shutter is open.
struct StageExposure: Sendable {
  let shutter: Shutter
  /// Indexes into the plan's stages of those whose layers are averaged.
  let stages: Set<Int>
  /// These and all that they need, in dependency order; not what screens among them show.
  let needed: [Int]
  /// The screens among these.
  let screens: [Int]
  /// True where a screen shows these.
  let isOnScreen: Bool

  /// The exposures of a job's stages: stages with equal shutters have one. The outermost stage with a shutter decides for all that
  /// it holds, but for what screens show, whose exposures come first.
  static func all(_ stages: [PlannedStage], drawingOrder: [Int], _ job: Job) -> [StageExposure] {
    var exposed: [(shutter: Shutter, depth: Int, stages: Set<Int>)] = []
    func add(_ stage: Int, _ shutter: Shutter, _ depth: Int) {
      if let known = exposed.firstIndex(where: { $0.shutter == shutter && $0.depth == depth }) {
        exposed[known].stages.insert(stage)
      } else {
        exposed.append((shutter, depth, [stage]))
      }
    }
    // `depth` counts the screens around a stage.
    func visit(_ stage: Int, _ inherited: Shutter?, isExposed: Bool = false, depth: Int = 0) {
      let definition = stages[stage].entry.definition
      // It changes what the shutter has averaged.
      if definition.adjusts { return }
      var isExposed = isExposed
      if !isExposed, let shutter = stages[stage].entry.shutter ?? inherited, shutter.degrees > 0, shutter.maxSamples > 1
      {
        add(stage, shutter, depth)
        isExposed = true
      }
      for layer in stages[stage].layers {
        visit(
          layer.stage, nil, isExposed: isExposed && !definition.isScreen, depth: depth + (definition.isScreen ? 1 : 0))
      }
    }
    for stage in drawingOrder { visit(stage, job.shutter) }
    return exposed.sorted { $0.depth > $1.depth }.map { shutter, depth, members in
      let needed = needed(by: members, among: stages)
      return StageExposure(
        shutter: shutter, stages: members, needed: needed, screens: screens(in: needed, of: stages),
        isOnScreen: depth > 0)
    }
  }

  /// Some stages and all that they need, in dependency order; `withScreens` with what screens among them show.
  static func needed(by members: Set<Int>, among stages: [PlannedStage], withScreens: Bool = false) -> [Int] {
    var needed = members
    var open = Array(members)
    while let index = open.popLast() {
      let planned = stages[index]
      let isHeld = planned.entry.definition.isScreen && !withScreens
      for other in isHeld ? planned.stagesNeededAround : planned.stagesNeeded where needed.insert(other).inserted {
        open.append(other)
      }
    }
    return needed.sorted()
  }

  /// The screens among some stages.
  static func screens(in needed: [Int], of stages: [PlannedStage]) -> [Int] {
    needed.filter { stages[$0].entry.definition.isScreen }
  }

  /// An instant of the time that the shutter is open around another: from -0.5, when it opens, to 0.5, when it closes.
  func instant(_ part: Double, around seconds: Double, of job: Job) -> Double {
    let open = shutter.degrees / 360 / job.frameRate.framesPerSecond
    let instant = TimeGrid.snapped(seconds + TimeGrid.snapped(open * part))
    let duration = job.composition.duration
    if job.loop == nil { return min(max(instant, min(seconds, 0)), max(duration, seconds)) }
    // Before a loop's start is its end.
    return instant < 0 ? TimeGrid.snapped(instant + duration) : instant
  }
}

/// The drawings of an exposure's stages while the shutter is open.
struct ExposedDrawings {
  /// For each of the stages its drawings of equally many instants each.
  let layers: [Int: [DisplayList]]

  /// The layers of some of the stages, one on top of the other.
  func drawings(of stages: some Collection<Int>) -> [DisplayList] {
    let shown = stages.compactMap { layers[$0] }
    let count = shown.reduce(1) { leastCommonMultiple($0, $1.count) }
    return (0..<count).map { index in
      DisplayList { list in
        for drawings in shown { list.append(drawings[index * drawings.count / count]) }
      }
    }
  }
}

extension RenderPlan {
  /// The drawings of exposures' stages, for those that change. Throws `StageFailure`.
  func drawings(of exposures: [StageExposure], at seconds: Double) throws(StageFailure) -> [Int: ExposedDrawings] {
    var exposed: [Int: ExposedDrawings] = [:]
    for exposure in exposures {
      guard let drawings = try drawings(of: exposure, at: seconds, exposed: exposed) else { continue }
      for stage in exposure.stages { exposed[stage] = drawings }
    }
    return exposed
  }

  /// The content of the outermost screens at a frame's instant, with the shutters of what they show. Throws `StageFailure`.
  func screenContents(at seconds: Double) throws(StageFailure) -> [Int: [ContentLayer]] {
    if screens.isEmpty { return [:] }
    let exposed = try drawings(of: exposures.filter(\.isOnScreen), at: seconds)
    return try screenContents(of: screens, at: seconds, exposed: exposed)
  }

  /// The drawings of an exposure's stages while the shutter is open around an instant; nil where nothing moves.
  ///
  /// A few instants show which stages move. These and all that they need are then evaluated at the number of instants
  /// that `MotionMeter` finds, and `HeldDrawing` lays out their drawings. Throws `StageFailure`.
  ///
  /// `exposed` are the drawings of stages that screens show with shutters of their own.
  private func drawings(
    of exposure: StageExposure, at seconds: Double, exposed: [Int: ExposedDrawings]
  ) throws(StageFailure) -> ExposedDrawings? {
    let held = try screenContents(of: exposure.screens, at: seconds, exposed: exposed)
    var probes: [StageEvaluation] = []
    for part in [-0.5, -0.25, 0, 0.25, 0.5] {
      probes.append(
        try evaluation(exposure.needed, exposure.instant(part, around: seconds, of: job), shownAt: seconds, held))
    }
    let shown = probes[2].layers
    let moving = exposure.stages.filter { stage in probes.contains { $0.layers[stage] != shown[stage] } }
    if moving.isEmpty { return nil }
    // Stages that do not move are not measured.
    let scale = job.composition.scale
    let meter = MotionMeter(canvas: job.composition.bounds, scale: scale)
    var motions: [Int: Motion] = [:]
    for stage in moving {
      let lists = probes.map { $0.layers[stage] ?? DisplayList() }
      motions[stage] = meter.motion(of: lists, .init(transforms: lists.map { _ in .scale(scale) }))
    }
    let needed = motions.values.reduce(into: Set()) { $0.formUnion($1.needed) }
    let instants = ChosenInstants(needed: needed, most: exposure.shutter.maxSamples, quality: exposure.shutter.quality)
    let samples = try samples(of: exposure, motions, instants, at: seconds, held)
    var layers: [Int: [DisplayList]] = [:]
    for stage in exposure.stages {
      let middle = shown[stage] ?? DisplayList()
      layers[stage] =
        motions[stage].map { motion in
          HeldDrawing(instants: instants).drawings(motion, samples[stage] ?? [], middle: middle)
        } ?? [middle]
    }
    return ExposedDrawings(layers: layers)
  }

  /// The drawings of stages that move, at those instants that they show.
  private func samples(
    of exposure: StageExposure, _ motions: [Int: Motion], _ instants: ChosenInstants, at seconds: Double,
    _ held: [Int: [ContentLayer]]
  ) throws(StageFailure) -> [Int: [DisplayList?]] {
    var shown = [Set<Int>](repeating: [], count: instants.count)
    for (stage, motion) in motions {
      for count in Set(motion.needed.map(instants.fitting)) {
        for index in instants.indexes(count) { shown[index].insert(stage) }
      }
    }
    var result = motions.mapValues { _ in [DisplayList?](repeating: nil, count: instants.count) }
    for (index, members) in shown.enumerated() where !members.isEmpty {
      let part = (Double(index) + 0.5) / Double(instants.count) - 0.5
      let needed = StageExposure.needed(by: members, among: stages)
      let evaluation = try evaluation(needed, exposure.instant(part, around: seconds, of: job), shownAt: seconds, held)
      for stage in members { result[stage]?[index] = evaluation.layers[stage] ?? DisplayList() }
    }
    return result
  }

  private func evaluation(
    _ needed: [Int], _ instant: Double, shownAt seconds: Double, _ held: [Int: [ContentLayer]]
  ) throws(StageFailure) -> StageEvaluation {
    var evaluation = StageEvaluation(
      count: stages.count, seconds: instant, shownSeconds: seconds, isSample: true, frame: frame(at: seconds))
    evaluation.held = held
    for index in needed { try evaluation.evaluate(stages[index], at: index) { stages[$0] } }
    return evaluation
  }

  /// The content of screens at a frame's instant, which they show while a shutter over them is open. Throws `StageFailure`.
  private func screenContents(
    of screens: [Int], at seconds: Double, exposed: [Int: ExposedDrawings]
  ) throws(StageFailure) -> [Int: [ContentLayer]] {
    if screens.isEmpty { return [:] }
    var evaluation = StageEvaluation(count: stages.count, seconds: seconds, frame: frame(at: seconds))
    evaluation.exposed = exposed
    for index in StageExposure.needed(by: Set(screens), among: stages, withScreens: true) {
      try evaluation.evaluate(stages[index], at: index) { stages[$0] }
    }
    return Dictionary(uniqueKeysWithValues: screens.map { ($0, evaluation.layers(of: stages[$0])) })
  }
}
