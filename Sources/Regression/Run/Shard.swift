import JobFile

/// A share of a run's jobs, for several machines that each take another.
public struct Shard: Hashable, Sendable {
  /// From 1 to `count`.
  public let number: Int
  public let count: Int

  /// Nil unless `text` is such as `3/8`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], (1...1000).contains(count),
      (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// The jobs of this share, in order; every job is in one share, and all shares have about as many pixels to draw.
  public func jobs(of all: [Job]) -> [Job] {
    func work(_ job: Job) -> Int { job.frameCount * job.pixelWidth * job.pixelHeight }
    let order = all.indices.sorted { (work(all[$1]), all[$0].file) < (work(all[$0]), all[$1].file) }
    var loads = [Int](repeating: 0, count: count)
    var mine: Set<Int> = []
    for index in order {
      let share = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      loads[share] += work(all[index])
      if share == number - 1 { mine.insert(index) }
    }
    return all.indices.filter(mine.contains).map { all[$0] }
  }
}
