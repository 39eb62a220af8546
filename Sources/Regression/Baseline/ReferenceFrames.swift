import Planning

/// The frames of which a baseline keeps pictures.
enum ReferenceFrames {
  /// At most this many.
  static let limit = 6

  /// The first and the last frame, those where stages begin, end or reach a moment, and others evenly between, in order.
  ///
  /// If there are many moments, those farthest from frames already chosen come first.
  static func choose(_ plan: RenderPlan, limit: Int = limit) -> [Int] {
    let last = plan.job.frameCount - 1
    let rate = plan.job.frameRate.framesPerSecond
    var moments: [Int] = []
    for stage in plan.stages {
      let times = stage.moments.map { stage.start + $0.seconds } + [stage.start] + [stage.end].compactMap { $0 }
      moments += times.compactMap(stage.videoTime).map { ($0 * rate).rounded(.up) }
        .filter { (0...Double(last)).contains($0) }.map { Int($0) }
    }
    let evenly = (1..<6).map { last * $0 / 6 }
    var chosen = last > 0 ? [0, last] : [0]
    for candidates in [moments, evenly] {
      var rest = Set(candidates.filter { (0...last).contains($0) }).subtracting(chosen).sorted()
      let room = candidates == evenly ? limit : limit - 1
      while chosen.count < room, let next = rest.max(by: { (distance($0, chosen), $1) < (distance($1, chosen), $0) }) {
        guard distance(next, chosen) > 2 else { break }
        chosen.append(next)
        rest.removeAll { $0 == next }
      }
    }
    return chosen.sorted()
  }

  private static func distance(_ frame: Int, _ chosen: [Int]) -> Int { chosen.map { abs($0 - frame) }.min() ?? .max }
}
