import JobFile
import StageKit

/// A stage with stages in it that take places from outside, into whose space these are mapped.
///
/// A stage that takes such a place is anchored outside: it takes up no room, as `position: absolute` in CSS, so that the places of all that
/// holds it do not depend on it. A frame is evaluated without it first, and then with it.
struct AnchoredStages: Sendable {
  /// The stages in it that take places from outside, and those that take values of them.
  fileprivate(set) var anchored: Set<Int> = []
  /// The stages in it that show anchored ones: they hold them, or are masked by them.
  fileprivate(set) var showing: Set<Int> = []
}

/// All stages in which others are anchored outside.
struct Anchorings: Sendable {
  /// By the index of the stage that holds them.
  let stages: [Int: AnchoredStages]
  /// For each stage that is anchored outside of others, these in order.
  let holders: [Int: [Int]]
  /// Those that show anchored ones.
  let showing: Set<Int>

  init(_ stages: [Int: AnchoredStages] = [:]) {
    self.stages = stages
    var holders: [Int: [Int]] = [:]
    for (holder, inside) in stages.sorted(by: { $0.key < $1.key }) {
      for stage in inside.anchored { holders[stage, default: []].append(holder) }
    }
    self.holders = holders
    showing = stages.values.reduce(into: Set()) { $0.formUnion($1.showing) }
  }

  var isEmpty: Bool { stages.isEmpty }
}

extension StageGraph {
  /// Finds the stages that take places from outside.
  static func anchorings(_ edges: [Edge], _ job: Job) -> Anchorings {
    var members: [Int: Set<Int>] = [:]
    var readers: [(stage: Int, spaces: [Int])] = []
    for edge in edges {
      let spaces = edge.inwardSpaces(in: job)
      guard let outermost = spaces.last else { continue }
      readers.append((edge.to, spaces))
      members[job.stages[outermost].parent ?? outermost, default: []].insert(edge.to)
    }
    if readers.isEmpty { return Anchorings() }
    // The edges within each of the stages that may hold some.
    let possible = readers.reduce(into: Set(members.keys)) { $0.formUnion($1.spaces) }
    var inside: [Int: [Edge]] = [:]
    for edge in edges {
      for holder in job.ancestors(of: edge.to) where possible.contains(holder) {
        inside[holder, default: []].append(edge)
      }
    }
    var result: [Int: AnchoredStages] = [:]
    var isComplete = false
    while !isComplete {
      isComplete = true
      for (holder, stages) in members {
        result[holder, default: AnchoredStages()].anchored.formUnion(stages)
        result[holder]?.close(inside[holder] ?? [])
      }
      // A space that is anchored itself is known only when that is evaluated.
      let anchored = result.values.reduce(into: Set()) { $0.formUnion($1.anchored) }
      for (stage, spaces) in readers {
        for space in spaces where anchored.contains(space) && members[space]?.contains(stage) != true {
          members[space, default: []].insert(stage)
          isComplete = false
        }
      }
    }
    return Anchorings(result)
  }

  /// The edges that each stage needs for its values and its place: anchored stages come after what holds them, which does not need them.
  static func placingEdges(_ edges: [Edge], _ anchorings: Anchorings) -> [Edge] {
    let result = edges.filter { edge in
      let isAnchored = anchorings.holders[edge.from] != nil
      return switch edge.reason {
      case .content: !isAnchored
      case .matte: !isAnchored && !anchorings.showing.contains(edge.from)
      default: edge.takesValue
      }
    }
    let late = anchorings.stages.sorted { $0.key < $1.key }.flatMap { holder, stages in
      stages.anchored.sorted().map { Edge(from: holder, to: $0, reason: .space) }
    }
    return result + late
  }

  /// Values of anchored stages come, to what is outside of their holder, after that.
  static func leavingEdges(_ edges: [Edge], _ anchorings: Anchorings, _ job: Job) -> [Edge] {
    if anchorings.isEmpty { return [] }
    var known = Set(edges)
    var result: [Edge] = []
    for edge in edges where edge.takesValue && edge.reason != .content {
      guard let holders = anchorings.holders[edge.from] else { continue }
      let around = job.ancestors(of: edge.to)
      for holder in holders where edge.to != holder && !around.contains(holder) {
        let added = Edge(from: holder, to: edge.to, reason: .space)
        if known.insert(added).inserted { result.append(added) }
      }
    }
    return result
  }
}

extension AnchoredStages {
  /// Adds all stages in the holder that depend on these; `inside` are the edges to what it holds.
  fileprivate mutating func close(_ inside: [StageGraph.Edge]) {
    var count = -1
    while count != anchored.count + showing.count {
      count = anchored.count + showing.count
      for edge in inside where anchored.contains(edge.from) || showing.contains(edge.from) {
        switch edge.reason {
        case .content, .matte: showing.insert(edge.to)
        case .value, .follow, .place, .parent, .space:
          // The place of what only shows anchored stages does not depend on them.
          if anchored.contains(edge.from) || edge.takesDrawing { anchored.insert(edge.to) }
        case .moment, .sound: break
        }
      }
    }
  }
}
