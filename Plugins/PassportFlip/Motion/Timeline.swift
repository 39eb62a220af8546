import StageKit

/// The steps of a booklet, one after the other.
struct Timeline: Sendable {
  let steps: [Step]
  let leafCount: Int
  /// After how many seconds it starts again.
  let period: Double?
  private let motion: Motion

  /// Steps in order that do not overlap and follow from each other, as `TimelineReader` makes them.
  init(_ steps: [Step], leafCount: Int, period: Double?, motion: Motion) {
    self.steps = steps
    self.leafCount = leafCount
    self.period = period
    self.motion = motion
  }

  /// When the last action is over.
  var end: Double { steps.last?.end ?? 0 }

  func pose(at seconds: Double) -> Pose {
    let time = period.map { Cycle(at: seconds, period: $0).seconds } ?? seconds
    guard let step = steps.last(where: { $0.begin <= time }) else { return rest(turned: 0, leaf: 0) }
    if time >= step.end { return rest(turned: step.turnedAfter, leaf: step.leaf) }
    let share = step.share(at: time)
    switch step.action {
    case .peek:
      return pose(step, isOpen: step.turnedBefore > 0) { angles, _ in
        angles[step.leaf] = step.peekAngle(at: share)
      }
    case .open:
      let state = motion.opening(at: share)
      return pose(step, state, progress: share) { angles, opening in angles[0] = 180 * opening.angle }
    case .close:
      let state = motion.closing(at: share)
      return pose(step, state, progress: 1 - share) { angles, opening in
        for leaf in 0..<step.turnedBefore { angles[leaf] = 180 * opening.angle }
      }
    case .turn:
      return pose(step, isOpen: true) { angles, _ in
        for index in 0..<step.count {
          angles[step.leaf + index] = 180 * step.turn(at: time, leaf: index)
        }
      }
    case .back:
      return pose(step, isOpen: true) { angles, _ in
        for index in 0..<step.count {
          angles[step.leaf - index] = 180 * (1 - step.turn(at: time, leaf: index))
        }
      }
    }
  }

  private func rest(turned: Int, leaf: Int) -> Pose {
    let state = turned > 0 ? motion.open : motion.closed
    return Pose(
      angles: lying(turned: turned), opening: state.opening, color: state.color, progress: turned > 0 ? 1 : 0,
      leaf: leaf,
      isMoving: false)
  }

  private func pose(_ step: Step, isOpen: Bool, _ turn: (inout [Double], OpeningProgress) -> Void) -> Pose {
    pose(step, isOpen ? motion.open : motion.closed, progress: isOpen ? 1 : 0, turn)
  }

  private func pose(
    _ step: Step, _ state: (opening: OpeningProgress, color: Color), progress: Double,
    _ turn: (inout [Double], OpeningProgress) -> Void
  ) -> Pose {
    var angles = lying(turned: step.turnedBefore)
    turn(&angles, state.opening)
    return Pose(
      angles: angles, opening: state.opening, color: state.color, progress: progress, leaf: step.leaf, isMoving: true,
      isBending: step.action.turnsSheets)
  }

  private func lying(turned: Int) -> [Double] { (0..<leafCount).map { $0 < turned ? 180 : 0 } }
}
