import JobFile
import Reporting
@_spi(Host) import StageKit

/// The stages of a job while they are planned, by their indexes in the job.
struct StagePlanning {
  let job: Job
  let graph: StageGraph
  let registry: StageRegistry
  let checksNumbers: Bool
  /// True where stages are placed, pulled or mirrored, so that planning has to be finished.
  let isMoved: Bool
  var planned: [PlannedStage?]
  /// The parameters of stages that expressions compute from what other stages publish.
  var computed: [Int: ParameterValues] = [:]
  /// The stages that have asked for points and paths at rest, which may move once stages are placed.
  var foresights: [Int: Foresight] = [:]
  /// The index of each stage in the plan: in dependency order.
  let places: [Int: Int]

  init(job: Job, graph: StageGraph, registry: StageRegistry, checksNumbers: Bool) {
    (self.job, self.graph, self.registry, self.checksNumbers) = (job, graph, registry, checksNumbers)
    isMoved = job.composition.isMirrored || job.stages.contains { $0.place != nil || $0.leader?.spring != nil }
    planned = Array(repeating: nil, count: job.stages.count)
    places = Dictionary(uniqueKeysWithValues: graph.order.enumerated().map { ($1, $0) })
  }

  /// Makes a stage, after those that its times need. A stage that waits for one that failed is made, but not planned.
  mutating func plan(
    _ index: Int, _ contexts: any StageContexts, _ followed: inout FollowedNumbers, _ list: inout DiagnosticList
  ) throws {
    let entry = job.stages[index]
    guard let type = registry[entry.definition.name] else {
      throw StageError("there is no stage '\(entry.definition.name)'")
    }
    let clocks = clocks(around: index)
    // A failed start is thrown only after the stage is made, so that its own errors are reported too.
    let start = Result { try clocks.flatMap { try self.start(of: index, $0) } }
    var parameters = entry.parameters
    if !entry.follows.isEmpty, let clocks, let start = try? start.get() {
      parameters = followed.parameters(of: entry, start: start, clocks: clocks, followedStages(of: index), self, &list)
    }
    if !entry.computed.isEmpty, let clocks, let start = try? start.get() {
      guard
        let found = self.computed(
          parameters, of: index, start: start, clocks: clocks, at: followed.instants, followed.published, &list)
      else { return }
      (parameters, computed[index]) = (found, found)
    }
    if !entry.connections.isEmpty { followed.checkInputs(of: entry, sources(of: index), self, &list) }
    let nested = try entry.nested.flatMap { try plan($0, contexts, &list) }
    let (stage, style) = try make(index, type, parameters, start: try? start.get(), clocks, contexts)
    if isMoved, let places = foreseenPlaces(of: index) {
      foresights[index] = Foresight(parameters: parameters, places: places)
    }
    guard let start = try start.get(), let clocks, entry.nested == nil || nested != nil else { return }
    let shownDuration = entry.duration ?? clocks.reduce(job.composition.duration) { $1.contentTime(at: $0) } - start
    var made = PlannedStage(
      entry: entry, stage: stage, start: start, end: entry.duration.map { start + $0 }, clocks: clocks,
      style: style, sources: sources(of: index),
      matte: matte(of: index), matteSpaces: matte(of: index).map { job.spaces(of: $0, outside: index) } ?? [],
      leader: graph.needs(of: index).first { $0.reason == .parent }?.from,
      shownDuration: shownDuration,
      layers: layers(of: index).map { .init(id: job.stages[$0].id, stage: $0, copy: job.stages[$0].copy) },
      nested: nested,
      canvas: job.composition.bounds, checksNumbers: checksNumbers,
      outputNames: Set(entry.definition.outputs.map(\.name)))
    connectAnchored(&made, at: index)
    planned[index] = made
    guard let holder = entry.parent, let place = planned[holder]?.layers.firstIndex(where: { $0.stage == index }) else {
      return
    }
    planned[holder]?.layers[place].isAnchored = !made.holders.isEmpty
    planned[holder]?.layers[place].showsAnchored = made.showsAnchored
    planned[holder]?.layers[place].start = start
    planned[holder]?.layers[place].duration = shownDuration
  }

  func make(
    _ index: Int, _ type: any Stage.Type, _ parameters: ParameterValues, start: Double?, _ clocks: [ContentClock]?,
    _ contexts: any StageContexts
  ) throws -> (any Stage, LayerStyle?) {
    let entry = job.stages[index]
    let entries = entry.heard(in: job)
    let heard =
      entries.isEmpty ? [] : SoundPlanner(job: job, stages: planned.compactMap { $0 }).sounds(entries)
    let foreseen =
      start.flatMap { self.foreseen(by: index, start: $0, clocks) } ?? ForeseenInputs(units: units(of: index))
    let context = try contexts.context(of: entry, heard: heard, foreseen: foreseen)
    let stage = try type.init(parameters, context)
    if let fault = stage.timeFault(until: job.composition.duration) {
      throw StageError("stage '\(entry.id)' (\(entry.definition.name)) \(fault)")
    }
    var style = entry.definition.draws ? try LayerStyle(parameters) : nil
    try style?.load(context)
    return (stage, style.flatMap { $0.isPlain && entry.matte == nil ? nil : $0 })
  }

  /// Makes a stage again where expressions compute other parameters for it, or what it foresees lies elsewhere, now that others are
  /// placed and follow springs.
  mutating func remake(
    _ index: Int, _ contexts: any StageContexts, _ known: PublishedValues, _ instants: [Double],
    _ list: inout DiagnosticList
  ) throws {
    guard let made = planned[index], let type = registry[made.entry.definition.name] else { return }
    let before = computed[index] ?? foresights[index]?.parameters ?? made.entry.parameters
    var parameters = before
    if computed[index] != nil {
      let found = computed(before, of: index, start: made.start, clocks: made.clocks, at: instants, known, &list)
      guard let found else { return }
      (parameters, computed[index]) = (found, found)
    }
    let places = foresights[index] == nil ? nil : foreseenPlaces(of: index)
    if parameters == before, places == foresights[index]?.places { return }
    let (stage, style) = try make(index, type, parameters, start: made.start, made.clocks, contexts)
    planned[index]?.stage = stage
    planned[index]?.style = style
  }

  /// Nil after an error, which is reported at the stage's place.
  private func plan(
    _ nested: NestedJob, _ contexts: any StageContexts, _ list: inout DiagnosticList
  ) throws -> RenderPlan? {
    let (plan, diagnostics) = Planner.plan(
      nested.job, registry: registry, contexts: contexts.nested(nested), checksNumbers: checksNumbers)
    for inner in diagnostics { list.add(inner.severity, nested.diagnostic(inner, in: job)) }
    return plan
  }

  /// The plan's stages, each after those it needs; nil where one is missing.
  var inOrder: [PlannedStage]? {
    var result: [PlannedStage] = []
    for index in graph.order {
      guard var stage = planned[index] else { return nil }
      for i in stage.sources.indices { stage.sources[i].stage = places[stage.sources[i].stage] ?? 0 }
      for i in stage.layers.indices { stage.layers[i].stage = places[stage.layers[i].stage] ?? 0 }
      for i in stage.sources.indices { stage.sources[i].spaces = stage.sources[i].spaces.compactMap { places[$0] } }
      for i in stage.sources.indices { stage.sources[i].inward = stage.sources[i].inward.compactMap { places[$0] } }
      stage.holders = stage.holders.compactMap { places[$0] }
      stage.late = stage.late.compactMap { places[$0] }
      stage.matte = stage.matte.flatMap { places[$0] }
      stage.matteSpaces = stage.matteSpaces.compactMap { places[$0] }
      stage.leader = stage.leader.flatMap { places[$0] }
      result.append(stage)
    }
    connectShared(&result)
    return result
  }

  /// The stages that a stage holds, or the job's own, as they are drawn: by z, equal ones in the order of the file.
  func layers(of parent: Int?) -> [Int] {
    let candidates =
      parent.map { job.children(of: $0).filter { job.stages[$0].definition.draws } }
      ?? job.stages.indices.filter { job.stages[$0].parent == nil }
    let drawn = candidates.filter { graph.isDrawn($0, of: job) }
    if let parent, job.stages[parent].definition.isSequence { return drawn }
    return drawn.sorted { (job.stages[$0].z, $0) < (job.stages[$1].z, $1) }
  }

  /// The values that a stage publishes at an instant of the video, if it and all that it takes values from are planned.
  func values(of stage: Int, at seconds: Double) -> [String: PortValue]? {
    var evaluation = StageEvaluation(count: planned.count, seconds: seconds, frame: 0)
    var stages: Set<Int> = []
    evaluate(stage, in: &evaluation, &stages)
    return evaluation.values[stage]
  }

  /// Evaluates a stage and all that it takes values from, but for those that are evaluated already.
  func evaluate(_ stage: Int, in evaluation: inout StageEvaluation, _ evaluated: inout Set<Int>) {
    for index in needs(of: stage, without: evaluated) {
      evaluated.insert(index)
      guard let planned = planned[index] else { continue }
      try? evaluation.evaluate(planned, at: index) { self.planned[$0] }
    }
  }

  /// The room that a stage takes up at an instant of the video; nil where it takes up none, or fails.
  func box(of stage: Int, at seconds: Double) -> Rect? {
    var evaluation = StageEvaluation(count: planned.count, seconds: seconds, frame: 0)
    for index in needs(of: stage) {
      guard let planned = planned[index] else { return nil }
      guard (try? evaluation.evaluate(planned, at: index, stage: { self.planned[$0] })) != nil else { return nil }
    }
    // Stages that are anchored outside take up no room.
    if let holder = planned[stage], holder.showsAnchored {
      return evaluation.boxes[stage] ?? Rect(center: holder.canvas.center, sides: .zero)
    }
    return evaluation.box(of: stage)
  }

  /// When a stage has settled, but not after its last frame; then others before that.
  func restingInstants(of stage: Int) -> [Double] {
    guard let planned = planned[stage] else { return [] }
    let frame = job.frameRate.seconds(ofFrame: 1)
    let end = max(0, min(planned.videoEnd ?? .infinity, job.composition.duration) - frame)
    let start = min(max(0, planned.videoStart ?? 0), end)
    let settled = Planner.time(of: "end", at: stage, self).flatMap { planned.videoTime(of: planned.start + $0) }
    let last = max(start, min(settled ?? end, end))
    return [last] + (0..<8).map { start + (last - start) * Double(7 - $0) / 8 }
  }

  /// Moves a stage from where it draws itself.
  mutating func move(_ stage: Int, by offset: Point) { planned[stage]?.move = offset }

  /// A stage and all that it takes values and drawings from, directly or not, in dependency order, but for those of `known`,
  /// which has all that its stages need.
  private func needs(of stage: Int, without known: Set<Int> = []) -> [Int] {
    if known.contains(stage) { return [] }
    var found: Set<Int> = [stage]
    var open = [stage]
    while let next = open.popLast() {
      let others = graph.needs(of: next).filter(\.takesValue).map(\.from) + graph.holders(anchoring: next)
      for other in others where !known.contains(other) && found.insert(other).inserted { open.append(other) }
    }
    return found.sorted { places[$0] ?? 0 < places[$1] ?? 0 }
  }

  // MARK: Times

  /// The clocks of the stages that hold one, the outermost first; nil where one of them failed.
  private func clocks(around index: Int) -> [ContentClock]? {
    guard let parent = job.stages[index].parent else { return [] }
    return planned[parent].map { parent in
      let horizon = parent.clocks.reduce(job.composition.duration) { max($0, $1.horizon) }
      return parent.clocks + [
        ContentClock(start: parent.start, end: parent.end, remap: parent.stage.timeRemap, horizon: horizon)
      ]
    }
  }

  /// The start of a stage in seconds of its time; nil if the stage that it waits for failed.
  private func start(of index: Int, _ clocks: [ContentClock]) throws -> Double? {
    switch job.stages[index].start {
    case .at(let seconds): return (clocks.last?.start ?? 0) + seconds
    case .after(let id, let moment, let delay, _, _):
      let edge = graph.needs(of: index).first { $0.reason == .moment(moment) }
      guard let edge, let other = planned[edge.from] else { return nil }
      guard let own = Planner.time(of: moment, at: edge.from, self) else {
        throw StageError(
          "stage '\(id)' never reaches '\(moment)'",
          hint: Planner.commonMoments.contains(moment)
            ? (job.stages[index].isNextInSequence
              ? "The next scene waits for it: give it a 'duration'." : "With these parameters it continues forever.")
            : "With these parameters it does not come within the video."
        )
      }
      let overlap = job.stages[index].isNextInSequence ? try self.overlap(before: index) : 0
      if overlap > own {
        throw StageError(
          "the transition to it takes \(overlap) s, which is longer than '\(id)' lasts, \(own) s",
          hint: "Make the transition shorter, or give '\(id)' a longer 'duration'.")
      }
      return try convert(other.start + own, from: edge.from, to: index, clocks: clocks, id: id, moment: moment) + delay
        - overlap
    }
  }

  /// The time by which a stage of a sequence begins before the one before it ends.
  private func overlap(before index: Int) throws -> Double {
    guard let holder = job.stages[index].parent, let planned = planned[holder],
      let place = planned.layers.firstIndex(where: { $0.stage == index })
    else { return 0 }
    let overlap = planned.stage.overlap(before: place)
    guard Planner.isTime(overlap) else {
      throw StageError(
        "stage '\(planned.entry.id)' (\(planned.entry.definition.name)) gives the transition to it as \(overlap) s")
    }
    return overlap
  }

  /// An instant of one stage's time in that of another, through the stages that hold but one of them.
  private func convert(
    _ instant: Double, from: Int, to: Int, clocks: [ContentClock], id: String, moment: String
  ) throws -> Double {
    let (inner, outer) = (job.ancestors(of: from), job.ancestors(of: to))
    let shared = zip(inner, outer).prefix { $0 == $1 }.count
    let outward = (planned[from]?.clocks ?? []).dropFirst(shared).reversed()
    guard let common = outward.reduce(Optional(instant), { time, clock in time.flatMap(clock.outerTime) }) else {
      throw StageError(
        "stage '\(id)' never reaches '\(moment)'", hint: "The time of the stage that holds it never comes to that.")
    }
    return clocks.dropFirst(shared).reduce(common) { $1.contentTime(at: $0) }
  }

  // MARK: Connections

  /// The stages whose outputs a stage follows, by their ids.
  private func followedStages(of index: Int) -> [String: Int] {
    var result: [String: Int] = [:]
    for edge in graph.needs(of: index) {
      if case .follow = edge.reason { result[job.stages[edge.from].id] = edge.from }
    }
    return result
  }

  func sources(of index: Int) -> [PlannedStage.Source] {
    graph.needs(of: index).compactMap { edge in
      guard case .value(let output, let input) = edge.reason else { return nil }
      let isOptional = job.stages[index].definition.inputs.first { $0.name == input }?.isOptional ?? true
      let spaces = edge.isMapped(in: job) ? job.spaces(of: edge.from, outside: index) : []
      return .init(
        input: input, isOptional: isOptional, stage: edge.from, output: output, spaces: spaces,
        inward: edge.inwardSpaces(in: job))
    }
  }

  /// The values of the inputs that a stage foresees; nil if it foresees none.
  private func foreseen(by index: Int, start: Double, _ clocks: [ContentClock]?) -> ForeseenInputs? {
    let entry = job.stages[index]
    let sources = sources(of: index).filter { source in
      entry.definition.inputs.contains { $0.name == source.input && $0.isForeseen }
    }
    guard !sources.isEmpty, let clocks else { return nil }
    let end = entry.duration.map { start + $0 }
    let places = sources.map { restingPlace(of: $0, for: index) }
    return ForeseenInputs(units: units(of: index)) { [self] input, seconds in
      guard let place = sources.firstIndex(where: { $0.input == input }) else { return nil }
      let source = sources[place]
      if seconds == .infinity { return restingValue(of: source, for: index) }
      let instant = start + max(0, min(seconds, end.map { $0 - start } ?? .infinity))
      let videoTime = clocks.reversed().reduce(Optional(instant)) { time, clock in time.flatMap(clock.outerTime) }
      guard let videoTime else { return nil }
      return places[place].map { outline(of: source, for: index, at: videoTime, in: $0) }
        ?? value(of: source, for: index, at: videoTime)
    }
  }

  /// The units that the outputs declare which inputs are connected to.
  private func units(of index: Int) -> [String: NumberSchema.Unit] {
    var result: [String: NumberSchema.Unit] = [:]
    for edge in graph.needs(of: index) {
      guard case .value(let output, let input) = edge.reason else { continue }
      let outputs = job.stages[edge.from].definition.outputs
      result[input] = outputs.first { $0.name == output }?.unit
    }
    return result
  }

  private func matte(of index: Int) -> Int? {
    graph.needs(of: index).first { $0.reason == .matte }?.from
  }
}

extension Planner {
  /// The time of a moment, or of a cue's first coming within the video, in seconds after the stage's start.
  static func time(of moment: String, at index: Int, _ planning: StagePlanning) -> Double? {
    guard let stage = planning.planned[index] else { return nil }
    guard moment == "end", stage.entry.duration == nil, stage.entry.definition.content == .stages,
      !stage.moments.contains(where: { $0.name == moment })
    else { return time(of: moment, in: stage, of: planning.job) }
    // A stage settles when all that it holds does.
    var latest = stage.settlingTime
    for child in planning.job.children(of: index) {
      guard let known = latest, let held = planning.planned[child], let own = time(of: moment, at: child, planning),
        let clock = held.clocks.last, let end = clock.outerTime(of: held.start + own) ?? clock.settlingTime
      else { return nil }
      latest = max(known, end - stage.start)
    }
    return latest
  }

  /// The same for a stage that holds no others.
  static func time(of moment: String, in planned: PlannedStage, of job: Job) -> Double? {
    if let declared = planned.moments.first(where: { $0.name == moment }) { return declared.seconds }
    if planned.entry.definition.cues.contains(where: { $0.name == moment }) {
      return planned.stage.cues(until: job.composition.duration - planned.start).first { $0.name == moment }?.seconds
    }
    switch moment {
    case "start": return 0
    case "end": return planned.entry.duration ?? planned.settlingTime
    default: return nil
    }
  }
}
