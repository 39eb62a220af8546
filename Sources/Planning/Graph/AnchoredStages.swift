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

extension StageGraph {
  /// The stages in which others are anchored outside, by their indexes.
  static func anchorings(_ edges: [Edge], _ job: Job) -> [Int: AnchoredStages] {
    var members: [Int: Set<Int>] = [:]
    var readers: [(stage: Int, spaces: [Int])] = []
    for edge in edges {
      let spaces = edge.inwardSpaces(in: job)
      guard let outermost = spaces.last else { continue }
      readers.append((edge.to, spaces))
      members[job.stages[outermost].parent ?? outermost, default: []].insert(edge.to)
    }
    if readers.isEmpty { return [:] }
    var result: [Int: AnchoredStages] = [:]
    var isComplete = false
    while !isComplete {
      isComplete = true
      for (holder, stages) in members {
        result[holder, default: AnchoredStages()].anchored.formUnion(stages)
        result[holder]?.close(in: holder, edges, job)
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
    return result
  }

  /// The edges that each stage needs for its values and its place: anchored stages come after what holds them, which does not need them.
  static func placingEdges(_ edges: [Edge], _ anchorings: [Int: AnchoredStages]) -> [Edge] {
    let anchored = anchorings.values.reduce(into: Set()) { $0.formUnion($1.anchored) }
    let showing = anchorings.values.reduce(into: Set()) { $0.formUnion($1.showing) }
    let result = edges.filter { edge in
      switch edge.reason {
      case .content: !anchored.contains(edge.from)
      case .matte: !anchored.contains(edge.from) && !showing.contains(edge.from)
      default: edge.takesValue
      }
    }
    let late = anchorings.sorted { $0.key < $1.key }.flatMap { holder, stages in
      stages.anchored.sorted().map { Edge(from: holder, to: $0, reason: .space) }
    }
    return result + late
  }

  /// Values of anchored stages come, to what is outside of their holder, after that.
  static func leavingEdges(_ edges: [Edge], _ anchorings: [Int: AnchoredStages], _ job: Job) -> [Edge] {
    var result: [Edge] = []
    for (holder, stages) in anchorings.sorted(by: { $0.key < $1.key }) {
      for edge in edges where edge.takesValue && edge.reason != .content && stages.anchored.contains(edge.from) {
        guard edge.to != holder, !job.ancestors(of: edge.to).contains(holder) else { continue }
        let added = Edge(from: holder, to: edge.to, reason: .space)
        if !edges.contains(added), !result.contains(added) { result.append(added) }
      }
    }
    return result
  }
}

extension AnchoredStages {
  /// Adds all stages in the holder that depend on these.
  fileprivate mutating func close(in holder: Int, _ edges: [StageGraph.Edge], _ job: Job) {
    let inside = edges.filter { $0.to != holder && job.ancestors(of: $0.to).contains(holder) }
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
