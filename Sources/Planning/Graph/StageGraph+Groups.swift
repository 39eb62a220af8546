import JobFile
import StageKit

extension StageGraph.Edge {
  /// True if a stage needs the other's values, drawing or box; not so for edges that are about times alone.
  var takesValue: Bool {
    switch reason {
    case .value, .matte, .content, .place, .parent, .space: true
    case .follow, .moment, .sound: false
    }
  }

  /// True for what lies somewhere: a point, a path, a drawing or a matte.
  func isMapped(in job: Job) -> Bool {
    switch reason {
    case .matte: true
    case .value(let output, _):
      [.point, .path, .drawing].contains(job.stages[from].definition.outputs.first { $0.name == output }?.type)
    case .content, .follow, .moment, .sound, .place, .parent, .space: false
    }
  }

  /// True where a point or a path is taken, which is mapped between the spaces of groups.
  func takesPlace(in job: Job) -> Bool {
    let name: String
    switch reason {
    case .value(let output, _): name = output
    case .follow(let output, _): name = output
    default: return false
    }
    return job.stages[from].definition.outputs.contains {
      $0.name == name && ($0.type == .point || $0.type == .path)
    }
  }

  /// The stages out of whose spaces a point or a path comes, the innermost first.
  func outwardSpaces(in job: Job) -> [Int] { takesPlace(in: job) ? job.spaces(of: from, outside: to) : [] }

  /// The stages into whose spaces a point or a path comes, the innermost first.
  func inwardSpaces(in job: Job) -> [Int] { takesPlace(in: job) ? job.spaces(of: to, outside: from) : [] }

  /// True if the other's drawing is taken, so that it is not drawn in its place.
  var takesDrawing: Bool {
    switch reason {
    case .matte: true
    case .value(let output, _): output == StageDefinition.drawing.definition.name
    case .content, .follow, .moment, .sound, .place, .parent, .space: false
    }
  }
}

extension Job {
  /// The indexes of the stages that a stage holds, in the order of the file.
  func children(of stage: Int) -> [Int] {
    // Stages come before those that they hold, and these before what comes after.
    guard stages[stage].definition.content == .stages else { return [] }
    var result: [Int] = []
    var index = stage + 1
    while index < stages.count, let parent = stages[index].parent, parent >= stage {
      if parent == stage { result.append(index) }
      index += 1
    }
    return result
  }

  /// The stages that hold a stage but neither are another nor hold it, the innermost first: out of their spaces, values of the
  /// one come to the other.
  func spaces(of stage: Int, outside other: Int) -> [Int] {
    guard stages[stage].parent != nil else { return [] }
    let around = Set(ancestors(of: other) + [other])
    return ancestors(of: stage).reversed().filter { !around.contains($0) }
  }

  /// The stages that hold a stage, the outermost first.
  func ancestors(of stage: Int) -> [Int] {
    var result: [Int] = []
    var next = stages[stage].parent
    while let parent = next {
      result.append(parent)
      next = stages[parent].parent
    }
    return result.reversed()
  }
}

extension StageGraph {
  /// The order in which stages must be planned: stages before those that they hold, stages before those that wait for
  /// their moments, and all that is evaluated for a value before stages that follow or foresee it.
  static func planningEdges(_ edges: [Edge], _ anchorings: Anchorings, _ job: Job) -> [Edge] {
    var result: [Edge] = []
    for (index, entry) in job.stages.enumerated() {
      if let parent = entry.parent { result.append(Edge(from: parent, to: index, reason: .content)) }
    }
    var evaluated: [[Int]] = Array(repeating: [], count: job.stages.count)
    for edge in placingEdges(edges, anchorings) { evaluated[edge.to].append(edge.from) }
    for edge in edges where !edge.takesValue || edge.isForeseen(in: job) {
      result.append(edge)
      var more: Set<Int> = []
      switch edge.reason {
      case .follow, .value:
        more = reached(from: edge.from, evaluated)
        // Places come out of the spaces of groups, and into others.
        var spaces = edge.outwardSpaces(in: job)
        if !edge.inwardSpaces(in: job).isEmpty { spaces += anchorings.holders[edge.to] ?? [] }
        for space in spaces { more.formUnion(reached(from: space, evaluated).union([space])) }
      case .moment("end") where job.stages[edge.from].duration == nil: more = descendants(of: edge.from, job)
      case .sound where job.stages[edge.from].duration == nil: more = descendants(of: edge.from, job)
      default: break
      }
      result += more.sorted().map { Edge(from: $0, to: edge.to, reason: edge.reason) }
    }
    return result
  }

  private static func descendants(of stage: Int, _ job: Job) -> Set<Int> {
    var children: [[Int]] = Array(repeating: [], count: job.stages.count)
    for (index, entry) in job.stages.enumerated() {
      if let parent = entry.parent { children[parent].append(index) }
    }
    return reached(from: stage, children)
  }

  /// The stages that can be reached from a stage, without itself.
  private static func reached(from start: Int, _ next: [[Int]]) -> Set<Int> {
    var found: Set<Int> = []
    var open = [start]
    while let stage = open.popLast() {
      for other in next[stage] where found.insert(other).inserted { open.append(other) }
    }
    return found
  }
}

extension StageGraph.Edge {
  /// True if the stage asks for the value before its first frame.
  fileprivate func isForeseen(in job: Job) -> Bool {
    guard case .value(_, let input) = reason else { return false }
    return job.stages[to].definition.inputs.contains { $0.name == input && $0.isForeseen }
  }
}
