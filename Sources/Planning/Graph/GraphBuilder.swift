import JobFile
import Reporting
import StageKit
import Timing

/// Collects a graph's edges and their errors.
final class GraphBuilder {
  let job: Job
  var edges: [StageGraph.Edge] = []
  var diagnostics: DiagnosticList
  private let unread: Set<String>
  /// Stages that others name, even if with an error.
  private var needed: Set<Int> = []
  /// The stages that have each shared name.
  private(set) lazy var sharing = Dictionary(grouping: job.stages.indices) { job.stages[$0].shared?.name ?? "" }
  /// The first stage of each id.
  let index: [String: Int]

  init(job: Job) {
    self.job = job
    diagnostics = DiagnosticList(file: job.file)
    unread = Set(job.unreadStages)
    index = Dictionary(job.stages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func connect(_ to: Int) {
    let entry = job.stages[to]
    // Each fault skips its own edge alone, so that one check reports all faults of a stage.
    for connection in entry.connections {
      guard
        let (from, output) = find(
          connection.output, of: connection.stage, at: connection.position, path: connection.path)
      else { continue }
      guard let input = entry.definition.inputs.first(where: { $0.name == connection.input }) else { continue }
      guard output.type == input.type else {
        report(
          "'\(connection.stage).\(output.name)' is a \(output.type.rawValue), "
            + "but input '\(input.name)' of stage '\(entry.id)' (\(entry.definition.name)) takes a \(input.type.rawValue)",
          at: connection.position, path: connection.path)
        continue
      }
      edges.append(.init(from: from, to: to, reason: .value(output: output.name, input: input.name)))
    }
    for follow in entry.follows {
      guard let (from, output) = find(follow.output, of: follow.stage, at: follow.position, path: follow.path) else {
        continue
      }
      guard output.type == .number else {
        report(
          "'\(follow.stage).\(output.name)' is a \(output.type.rawValue), and only numbers can be followed",
          at: follow.position, path: follow.path)
        continue
      }
      edges.append(.init(from: from, to: to, reason: .follow(output: output.name, parameter: follow.parameter)))
    }
    for parameter in entry.computed {
      for reference in parameter.expression.references { connect(reference, of: parameter, to: to) }
    }
    if let matte = entry.matte { connect(matte, to: to) }
    if let place = entry.place { connect(place, to: to) }
    if let leader = entry.leader { connect(leader, to: to) }
    if let shared = entry.shared { check(shared, of: to) }
    connectSpaces(around: to)
    checkMotion(of: to)
    for child in job.children(of: to) { edges.append(.init(from: child, to: to, reason: .content)) }
    connectSounds(of: to)
    guard case .after(let stage, let moment, _, let position, let path) = entry.start,
      let from = find(stage, at: position, path: path)
    else { return }
    // Only the names are checked here: the times of moments are known when the stage is planned.
    let moments = Planner.commonMoments + job.stages[from].definition.cueNames
    guard moments.contains(moment) else {
      report(
        "stage '\(stage)' (\(job.stages[from].definition.name)) has no moment '\(moment)'",
        unknown: moment, among: moments, "Its moments are", at: position, path: path)
      return
    }
    edges.append(.init(from: from, to: to, reason: .moment(moment)))
  }

  /// The stages' outputs that an expression takes.
  private func connect(_ reference: ComputedExpression.Reference, of parameter: ComputedParameter, to stage: Int) {
    guard
      let (from, output) = find(
        reference.output, of: reference.stage, at: reference.position, path: parameter.path)
    else { return }
    guard ComputedExpression.types.contains(output.type) else {
      report(
        "'\(reference.stage).\(output.name)' is a \(output.type.rawValue), and no number, point, color or truth value",
        at: reference.position, path: parameter.path)
      return
    }
    edges.append(.init(from: from, to: stage, reason: .follow(output: output.name, parameter: parameter.location)))
  }

  private func connect(_ matte: MatteReference, to stage: Int) {
    let entry = job.stages[stage]
    if !entry.definition.draws {
      report("'\(entry.definition.name)' draws nothing that could be masked", at: matte.position, path: matte.path)
    }
    guard let from = find(matte.stage, at: matte.position, path: matte.path) else { return }
    guard job.stages[from].definition.draws else {
      report(
        "stage '\(matte.stage)' (\(job.stages[from].definition.name)) draws nothing", at: matte.position,
        path: matte.path)
      return
    }
    edges.append(.init(from: from, to: stage, reason: .matte))
  }

  private func connect(_ place: StagePlace, to stage: Int) {
    let entry = job.stages[stage]
    if !entry.definition.draws {
      report("'\(entry.definition.name)' draws nothing that could be placed", at: place.position, path: place.path)
    }
    guard case .stage(let id, let position, let path) = place.reference,
      let from = find(id, at: position, path: path)
    else { return }
    let other = job.stages[from]
    if !other.definition.draws {
      report("stage '\(id)' (\(other.definition.name)) draws nothing", at: position, path: path)
    } else if other.parent != entry.parent {
      report(
        "stage '\(id)' is not in the same group as '\(entry.id)'",
        hint: "Place stages by others that the same stage holds.", at: position, path: path)
    } else {
      edges.append(.init(from: from, to: stage, reason: .place))
    }
  }

  private func connect(_ leader: LeaderReference, to stage: Int) {
    let entry = job.stages[stage]
    if !entry.definition.draws {
      report("'\(entry.definition.name)' draws nothing that could move", at: leader.position, path: leader.path)
    }
    guard let from = find(leader.stage, at: leader.position, path: leader.path) else { return }
    let other = job.stages[from]
    if other.parent != entry.parent {
      report(
        "stage '\(leader.stage)' is not in the same group as '\(entry.id)'",
        hint: "Stages move with others that the same stage holds.", at: leader.position, path: leader.path)
    } else if !["position", "rotation", "scale"].allSatisfy({ name in
      other.definition.outputs.contains { $0.name == name }
    }) {
      report(
        "stage '\(leader.stage)' (\(other.definition.name)) has no position, rotation and scale to move with",
        hint: "Its outputs may be inputs of '\(entry.id)'; or put both into a group.", at: leader.position,
        path: leader.path)
    } else {
      edges.append(.init(from: from, to: stage, reason: .parent))
    }
  }

  /// Values and drawings of stages in a group are mapped out of it, and so come after the group.
  private func connectSpaces(around stage: Int) {
    var spaces: [Int] = []
    for edge in edges.reversed() {
      guard edge.to == stage else { break }
      guard edge.isMapped(in: job) else { continue }
      for space in job.spaces(of: edge.from, outside: stage) where !spaces.contains(space) { spaces.append(space) }
    }
    for space in spaces { edges.append(.init(from: space, to: stage, reason: .space)) }
  }

  private func checkMotion(of stage: Int) {
    let entry = job.stages[stage]
    guard !entry.definition.draws || entry.definition.adjusts else { return }
    for name in entry.motionValues.entries.map(\.name) {
      report(
        "'\(entry.definition.name)' draws nothing that could move", at: entry.position, path: "\(entry.path).\(name)")
    }
  }

  /// A stage that is made from sounds comes after the stages that these begin after.
  private func connectSounds(of to: Int) {
    let entry = job.stages[to]
    for track in entry.tracks where !job.sounds.contains(where: { $0.id == track.id }) {
      report(
        "there is no sound '\(track.id)'",
        unknown: track.id, among: job.sounds.map(\.id), "The sounds are",
        at: track.position, path: track.path)
    }
    for sound in entry.heard(in: job) {
      guard let stage = sound.start.stage, let from = index[stage] else { continue }
      edges.append(.init(from: from, to: to, reason: .sound(sound.id)))
    }
  }

  /// Checks the stages, moments and cues that sounds name.
  func checkSounds() {
    for sound in job.sounds {
      switch sound.start {
      case .once(.at): break
      case .once(.after(let stage, let moment, _, let position, let path)):
        checkMoment(moment, "moment", of: stage, at: position, path: path)
      case .each(let stage, let cue, _, let position, let path):
        checkMoment(cue, "cue", of: stage, at: position, path: path)
      }
    }
  }

  private func checkMoment(_ name: String, _ noun: String, of stage: String, at position: SourcePosition, path: String)
  {
    guard let index = find(stage, at: position, path: path) else { return }
    let definition = job.stages[index].definition
    let names = Planner.commonMoments + definition.cueNames
    guard !names.contains(name) else { return }
    report(
      "stage '\(stage)' (\(definition.name)) has no \(noun) '\(name)'",
      unknown: name, among: names, "Its \(noun)s are", at: position, path: path)
  }

  /// A stage and its output; what is missing is reported.
  private func find(
    _ name: String, of stage: String, at position: SourcePosition, path: String
  ) -> (stage: Int, output: PortDefinition)? {
    guard let from = find(stage, at: position, path: path) else { return nil }
    let outputs = job.stages[from].definition.outputs
    if let output = outputs.first(where: { $0.name == name }) { return (from, output) }
    report(
      "stage '\(stage)' (\(job.stages[from].definition.name)) has no output '\(name)'",
      unknown: name, among: outputs.map(\.name), "Its outputs are", at: position, path: path)
    return nil
  }

  private func find(_ id: String, at position: SourcePosition, path: String) -> Int? {
    if let found = index[id] {
      needed.insert(found)
      return found
    }
    // Its own errors are reported already.
    if unread.contains(id) { return nil }
    report(
      "there is no stage '\(id)'", unknown: id, among: ids, "The stages are", at: position,
      path: path)
    return nil
  }

  /// The ids of the first thousand stages, for suggestions.
  private var ids: [String] {
    Array((job.stages.lazy.map(\.id).prefix(1000) + job.unreadStages.prefix(1000)).prefix(1000))
  }

  func reportCycle(_ cycle: [Int]) {
    let entry = job.stages[cycle[0]]
    let names = (cycle + [cycle[0]]).map { "'\(job.stages[$0].id)'" }.joined(separator: " → ")
    let message =
      cycle.count == 1 ? "stage \(names.split(separator: " ")[0]) needs itself" : "stages need each other: \(names)"
    // Each is needed by the next one, and the last by the first.
    let (position, path) = place(of: job.stages[cycle[cycle.count - 1]].id, in: entry)
    report(
      message, hint: cycle.count == 1 ? "Remove this connection." : "Remove one of these connections.", at: position,
      path: path)
  }

  /// Where a stage's entry names another, or itself; the entry where that is not known.
  private func place(of id: String, in entry: StageEntry) -> (SourcePosition, String) {
    var named: [(stage: String, position: SourcePosition, path: String)] =
      entry.connections.map { ($0.stage, $0.position, $0.path) }
      + entry.follows.map { ($0.stage, $0.position, $0.path) }
    for computed in entry.computed {
      named += computed.expression.references.map { ($0.stage, $0.position, computed.path) }
    }
    if let matte = entry.matte { named.append((matte.stage, matte.position, matte.path)) }
    if let leader = entry.leader { named.append((leader.stage, leader.position, leader.path)) }
    if case .stage(let other, let position, let path)? = entry.place?.reference {
      named.append((other, position, path))
    }
    if case .after(let other, _, _, let position, let path) = entry.start { named.append((other, position, path)) }
    if let found = named.first(where: { $0.stage == id }) { return (found.position, found.path) }
    return (entry.position, entry.path)
  }

  /// Warns of stages that draw nothing and that no stage needs.
  func reportUnusedStages() {
    for (index, entry) in job.stages.enumerated() {
      guard entry.isAlwaysHidden || !entry.definition.draws, !needed.contains(index) else { continue }
      diagnostics.add(
        .warning,
        job.diagnostic(
          at: entry.position, path: entry.path, "stage '\(entry.id)' draws nothing and no stage needs it",
          code: .unused))
    }
  }

  /// Reports what is wrong with jobs that stages show.
  func reportNestedJobs() {
    for entry in job.stages {
      guard let nested = entry.nested else { continue }
      for inner in StageGraph(nested.job).diagnostics {
        diagnostics.add(inner.severity, nested.diagnostic(inner, in: job))
      }
    }
  }

  /// The texts are evaluated only if there is room for them.
  func report(
    _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil, at position: SourcePosition,
    path: String
  ) {
    diagnostics.add(.error, job.diagnostic(at: position, path: path, message(), hint: hint()))
  }

  /// Reports a name that is none of those that there are, which `noun` introduces.
  private func report(
    _ message: @autoclosure () -> String, unknown name: String, among names: @autoclosure () -> [String],
    _ noun: String,
    at position: SourcePosition, path: String
  ) {
    func diagnostic() -> Diagnostic {
      let names = names()
      return job.diagnostic(
        at: position, path: path, message(), code: .unknownReference,
        hint: Self.hint(for: name, among: names, noun: noun),
        fix: Fix(word: name, among: names))
    }
    diagnostics.add(.error, diagnostic())
  }

  private static func hint(for word: String, among names: [String], noun: String) -> String? {
    if let suggestion = spellingSuggestion(for: word, among: names) { return "Did you mean '\(suggestion)'?" }
    if names.isEmpty { return nil }
    let shown = names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
    return "\(noun) \(shown)\(names.count > 20 ? " and others" : "")."
  }
}
