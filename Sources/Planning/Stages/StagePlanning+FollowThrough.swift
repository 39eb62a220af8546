import JobFile
import StageKit

extension StagePlanning {
  /// Computes the motions of stages that springs pull after others, each after those of its leaders.
  mutating func addFollowThrough() {
    let pulled = graph.order.filter { job.stages[$0].leader?.spring != nil }
    guard !pulled.isEmpty else { return }
    let instants = FollowedNumbers.instants(of: job)
    for index in pulled {
      guard let spring = job.stages[index].leader?.spring, let leader = planned[index]?.leader else { continue }
      let samples = instants.compactMap { seconds -> FollowThrough.Sample? in
        guard let values = values(of: leader, at: seconds), case .point(let position)? = values["position"],
          case .number(let rotation)? = values["rotation"], case .number(let scale)? = values["scale"]
        else { return nil }
        return FollowThrough.Sample(seconds: seconds, position: position, rotation: rotation, scale: scale)
      }
      let lag = FollowThrough(samples, spring: spring, isLoop: job.loop != nil)
      planned[index]?.lag = lag
    }
  }
}
