import StageKit

/// The mark that takes the percentage's place when all is done.
struct CheckMark: ParameterGroup {
  @Parameter("Whether it ends in a check mark.") var check = true
  @Parameter("The check mark's color.") var checkColor: Color = .white
  @Parameter("The time in which the check mark is drawn.", .nonnegative(.seconds)) var checkDuration = 0.5

  /// The drawn share of the mark, and the share of the percentage's place that it has taken.
  struct Progress {
    var drawn: Double
    var share: Double
  }

  /// In a circle of radius 1.
  private let mark = PathMeasure(.polyline([Point(-0.36, 0.03), Point(-0.1, 0.29), Point(0.39, -0.25)]))

  /// When it comes to rest.
  func end(completedAt: Double?) -> Double { check ? (completedAt ?? 0) + checkDuration : 0 }

  /// Drawn over time where it is known when the ring is full; else there as soon as it is.
  func progress(at seconds: Double, completedAt: Double?, isFull: Bool) -> Progress {
    guard check, isFull else { return Progress(drawn: 0, share: 0) }
    guard let completedAt, seconds < completedAt + checkDuration else { return Progress(drawn: 1, share: 1) }
    let share = min(max((seconds - completedAt) / checkDuration, 0), 1)
    // The percentage is gone before the mark begins.
    let fade = 0.36
    return Progress(
      drawn: Easing.easeOut.value(at: max(0, (share - fade) / (1 - fade))),
      share: Easing.easeInOut.value(at: min(1, share / fade)))
  }

  func draw(_ progress: Progress, in ring: Ring, onto list: inout DisplayList) {
    guard progress.drawn > 0, ring.radius > 0 else { return }
    // The pen comes down softly: a round end of no length would be a dot.
    list.stroke(
      mark.subpath(from: 0, to: mark.length * progress.drawn), checkColor.opacity(min(1, progress.drawn / 0.2)),
      width: max(ring.width / ring.radius, 0.06), cap: .round, join: .round,
      transform: .translation(ring.center) * .scale(ring.radius))
  }
}
