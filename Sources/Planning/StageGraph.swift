import JobFile
import StageKit
import Timing

/// How a job's stages depend on each other: by taking outputs and by starting after moments.
public struct StageGraph: Sendable {
  /// One stage needs another.
  public struct Edge: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
      case value(output: String, input: String)
      case moment(String)
    }

    /// Indexes into the job's stages.
    public let from: Int
    public let to: Int
    public let reason: Reason
  }

  public let edges: [Edge]
  /// Indexes of all stages, each after those it needs; otherwise in the order of the file. Empty where there is a cycle.
  public let order: [Int]
  /// Unknown stages, outputs and moments, type mismatches, cycles, and stages without any effect.
  public let diagnostics: [Diagnostic]

  /// Builds the graph and finds every fault in it. Cost: linear in stages and connections.
  public init(_ job: Job) {
    var builder = GraphBuilder(job: job)
    for index in job.stages.indices { builder.connect(index) }
    edges = builder.edges
    let sorted = Self.sort(count: job.stages.count, edges: edges)
    order = sorted.order
    if !sorted.cycle.isEmpty { builder.log.add(builder.cycleDiagnostic(sorted.cycle)) }
    for diagnostic in builder.idleDiagnostics() { builder.log.add(diagnostic) }
    diagnostics = builder.log.sorted
  }

  /// Kahn's algorithm, always taking the first ready stage of the file; the cycle is empty or a closed walk.
  static func sort(count: Int, edges: [Edge]) -> (order: [Int], cycle: [Int]) {
    var needs = [Set<Int>](repeating: [], count: count)
    for edge in edges { needs[edge.to].insert(edge.from) }
    var dependents = [[Int]](repeating: [], count: count)
    for index in 0..<count { for need in needs[index] { dependents[need].append(index) } }
    var unmet = needs.map(\.count)
    var order: [Int] = []
    var isDone = [Bool](repeating: false, count: count)
    // No stage before it is ready.
    var next = 0
    while order.count < count {
      while next < count, isDone[next] || unmet[next] > 0 { next += 1 }
      guard next < count else { return ([], cycle(in: needs, isDone: isDone)) }
      isDone[next] = true
      order.append(next)
      for dependent in dependents[next] { unmet[dependent] -= 1 }
      next = dependents[next].filter { unmet[$0] == 0 }.min().map { min($0, next) } ?? next
    }
    return (order, [])
  }

  /// Walks back along unmet needs until a stage comes up again.
  private static func cycle(in pending: [Set<Int>], isDone: [Bool]) -> [Int] {
    guard var current = isDone.firstIndex(of: false) else { return [] }
    var walk: [Int] = []
    while !walk.contains(current) {
      walk.append(current)
      guard let need = pending[current].filter({ !isDone[$0] }).min() else { return [] }
      current = need
    }
    let start = walk.firstIndex(of: current) ?? 0
    return Array(walk[start...].reversed())
  }
}

/// Collects a graph's edges and what is wrong with them.
private struct GraphBuilder {
  let job: Job
  var edges: [StageGraph.Edge] = []
  let log: DiagnosticLog
  /// Stages that others name, rightly or wrongly.
  private var needed: Set<Int> = []
  /// The first stage of each id.
  let index: [String: Int]
  private let unread: Set<String>

  init(job: Job) {
    self.job = job
    unread = Set(job.unreadStages)
    log = DiagnosticLog(file: job.file)
    index = Dictionary(job.stages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func connect(_ to: Int) {
    let entry = job.stages[to]
    for connection in entry.connections {
      guard let from = find(connection.stage, at: connection.position, path: connection.path) else { continue }
      let outputs = job.stages[from].definition.outputs
      guard let output = outputs.first(where: { $0.name == connection.output }) else {
        report(
          "stage '\(connection.stage)' (\(job.stages[from].definition.name)) has no output '\(connection.output)'",
          hint: Self.hint(for: connection.output, among: outputs.map(\.name), noun: "Its outputs are"),
          at: connection.position, path: connection.path)
        continue
      }
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
    guard case .after(let stage, let moment, _, let position, let path) = entry.start,
      let from = find(stage, at: position, path: path)
    else { return }
    let moments = Planner.commonMoments + job.stages[from].definition.moments.map(\.name)
    guard moments.contains(moment) else {
      report(
        "stage '\(stage)' (\(job.stages[from].definition.name)) has no moment '\(moment)'",
        hint: Self.hint(for: moment, among: moments, noun: "Its moments are"), at: position, path: path)
      return
    }
    edges.append(.init(from: from, to: to, reason: .moment(moment)))
  }

  private mutating func find(_ id: String, at position: SourcePosition, path: String) -> Int? {
    if let found = index[id] {
      needed.insert(found)
      return found
    }
    // A stage that has errors of its own is told of there.
    if unread.contains(id) { return nil }
    report(
      "there is no stage '\(id)'",
      hint: job.stages.count > Self.mostCandidates
        ? nil : Self.hint(for: id, among: job.stages.map(\.id) + job.unreadStages, noun: "The stages are"),
      at: position, path: path)
    return nil
  }

  func cycleDiagnostic(_ cycle: [Int]) -> Diagnostic {
    let entry = job.stages[cycle[0]]
    let names = (cycle + [cycle[0]]).map { "'\(job.stages[$0].id)'" }.joined(separator: " → ")
    let message =
      cycle.count == 1 ? "stage \(names.split(separator: " ")[0]) needs itself" : "stages need each other: \(names)"
    return job.diagnostic(at: entry.position, path: entry.path, message, hint: "Remove one of these connections.")
  }

  /// Stages that draw nothing and whose outputs and moments nothing needs.
  func idleDiagnostics() -> [Diagnostic] {
    return job.stages.enumerated().compactMap { index, entry in
      guard entry.isHidden || !entry.definition.draws, !needed.contains(index) else { return nil }
      return job.diagnostic(
        .warning, at: entry.position, path: entry.path, "stage '\(entry.id)' draws nothing and no stage needs it")
    }
  }

  /// The hint costs a look at all names, and is not looked for where it is not told.
  private func report(
    _ message: String, hint: @autoclosure () -> String? = nil, at position: SourcePosition, path: String
  ) {
    log.add(job.diagnostic(at: position, path: path, message, hint: log.isFull ? nil : hint()))
  }

  /// Of more names a list is no help.
  private static let mostNames = 12
  /// Among more stages none is looked for that was meant: each complaint would take as long.
  private static let mostCandidates = 1000

  private static func hint(for word: String, among names: [String], noun: String) -> String? {
    if let suggestion = spellingSuggestion(for: word, among: names) { return "Did you mean '\(suggestion)'?" }
    return names.isEmpty || names.count > mostNames
      ? nil : "\(noun) \(names.map { "'\($0)'" }.joined(separator: ", "))."
  }
}
