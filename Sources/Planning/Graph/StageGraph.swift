import JobFile
import Reporting
import StageKit
import Timing

/// The dependencies between a job's stages: through inputs, by following outputs, and by starting after moments.
public struct StageGraph: Sendable {
  /// One stage needs another.
  public struct Edge: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
      case value(output: String, input: String)
      /// Keyframes of a parameter, such as `moves[1].to.distance`, follow the output, or an expression takes it.
      case follow(output: String, parameter: String)
      case moment(String)
      /// A sound that the stage is made from begins after a moment or cue.
      case sound(String)
      /// The stage's drawing is masked by the other's.
      case matte
      /// The stage holds the other.
      case content
      /// The stage is placed by the other's box.
      case place
      /// The stage moves with the other.
      case parent
      /// The stage takes a value from a stage that the other holds, in whose space that value is.
      case space
    }

    /// Indexes into the job's stages.
    public let from: Int
    public let to: Int
    public let reason: Reason
  }

  /// In the order of the stages that they lead to.
  public let edges: [Edge]
  /// The index of each stage's first edge, and the number of all edges.
  private let firstEdges: [Int]
  /// Indexes of all stages, each after those whose values and drawings it takes and those that it holds, otherwise in the
  /// order of the file. Empty if there is a cycle.
  public let order: [Int]
  /// Indexes of all stages as they are made, each after the one that holds it and those whose times it needs. Empty if
  /// there is a cycle.
  let planningOrder: [Int]
  /// Indexes of all stages, each after those that its place depends on. Empty if there is a cycle.
  let placingOrder: [Int]
  let anchorings: Anchorings
  /// The stages whose drawings others take as inputs or mattes.
  private let taken: Set<Int>
  /// Unknown stages, outputs and moments, type mismatches, cycles, and stages without effect.
  public let list: DiagnosticList

  /// Builds the graph and finds all its errors. Cost: linear in stages and connections.
  public init(_ job: Job) {
    let builder = GraphBuilder(job: job)
    for index in job.stages.indices { builder.connect(index) }
    // A stage takes part in its group's drawing, and its group in its times: each has an order of its own.
    let hasGroups = job.stages.contains { $0.parent != nil }
    anchorings = hasGroups ? Self.anchorings(builder.edges, job) : Anchorings()
    var sorted: [[Edge]] = Array(repeating: [], count: job.stages.count)
    for edge in builder.edges + Self.leavingEdges(builder.edges, anchorings, job) { sorted[edge.to].append(edge) }
    edges = sorted.flatMap { $0 }
    firstEdges = sorted.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    taken = Set(edges.filter(\.takesDrawing).map(\.from))
    let evaluation = TopologicalSort(
      count: job.stages.count, edges: hasGroups ? edges.filter(\.takesValue) : edges)
    let planning =
      hasGroups
      ? TopologicalSort(count: job.stages.count, edges: Self.planningEdges(edges, anchorings, job)) : evaluation
    let placing =
      anchorings.isEmpty
      ? evaluation : TopologicalSort(count: job.stages.count, edges: Self.placingEdges(edges, anchorings))
    order = evaluation.order
    planningOrder = planning.order
    placingOrder = placing.order
    if let cycle = [evaluation.cycle, placing.cycle, planning.cycle].first(where: { !$0.isEmpty }) {
      builder.reportCycle(cycle)
    }
    builder.checkSounds()
    builder.reportUnusedStages()
    builder.reportNestedJobs()
    list = builder.diagnostics
  }

  /// True if a stage is drawn in its place: if the job says so, or else unless another stage takes its drawing.
  func isDrawn(_ stage: Int, of job: Job) -> Bool { job.stages[stage].isVisible ?? !taken.contains(stage) }

  /// By position.
  public var diagnostics: [Diagnostic] { list.sorted }

  /// The stages after which it is known where a stage is that is anchored outside of them.
  func holders(anchoring stage: Int) -> [Int] { anchorings.holders[stage] ?? [] }

  /// The edges to a stage: what it needs.
  public func needs(of stage: Int) -> ArraySlice<Edge> { edges[firstEdges[stage]..<firstEdges[stage + 1]] }
}
