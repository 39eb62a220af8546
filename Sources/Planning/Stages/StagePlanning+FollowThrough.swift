import JobFile
import Reporting
import StageKit

extension StagePlanning {
  /// The parts that are known only once all stages are made and placed: the motions of stages that springs pull after others, and what
  /// expressions compute from stages, or stages foresee of others, that are placed or move so; each after what it depends on.
  mutating func finish(_ contexts: any StageContexts, _ instants: [Double], _ list: inout DiagnosticList) {
    let known = PublishedValues()
    for index in finishingOrder where !list.hasErrors {
      let entry = job.stages[index]
      do {
        if isRemade(index) { try remake(index, contexts, known, instants, &list) }
      } catch {
        list.add(.error, Planner.diagnostic(for: error, in: entry, of: job))
      }
      if let spring = entry.leader?.spring, let leader = planned[index]?.leader {
        let lag = followThrough(of: leader, spring, at: instants)
        planned[index]?.lag = lag
      }
    }
  }

  /// All stages that are computed or pulled, each after all that it needs.
  private var finishingOrder: [Int] {
    var order: [Int] = []
    var seen: Set<Int> = []
    var open = job.stages.indices.reversed().map { (index: $0, isDone: false) }
    while let (index, isDone) = open.popLast() {
      if isDone { order.append(index) }
      guard !isDone, seen.insert(index).inserted else { continue }
      open.append((index, true))
      open += graph.needs(of: index).map { ($0.from, false) }
    }
    return order.filter { isRemade($0) || job.stages[$0].leader?.spring != nil }
  }

  private func isRemade(_ index: Int) -> Bool { !job.stages[index].computed.isEmpty || foresights[index] != nil }

  private func followThrough(of leader: Int, _ spring: Spring, at instants: [Double]) -> FollowThrough? {
    let samples = instants.compactMap { seconds -> FollowThrough.Sample? in
      guard let values = values(of: leader, at: seconds), case .point(let position)? = values["position"],
        case .number(let rotation)? = values["rotation"], case .number(let scale)? = values["scale"]
      else { return nil }
      return FollowThrough.Sample(seconds: seconds, position: position, rotation: rotation, scale: scale)
    }
    return FollowThrough(samples, spring: spring, isLoop: job.loop != nil)
  }
}
