/// The share that draws each segment, fixed before any share begins.
public enum ShareTable {
  /// Assigns each segment of each job to one of `shares`, so that all take about equally long.
  ///
  /// - Parameters:
  ///   - weights: What each segment costs, in seconds, by job.
  ///   - shares: How many there are, at least 1.
  /// - Returns: The shares, shaped as `weights`.
  ///
  /// The costliest segments come first, each to the share with the least to do. But a segment goes to the share that took
  /// the last one of its job as long as that share stays within the mean, so that few shares prepare a job. Takes time in
  /// proportion to the number of segments times that of shares.
  public static func assign(weights: [[Double]], shares: Int) -> [[Int]] {
    let shares = max(1, shares)
    var table = weights.map { $0.map { _ in 0 } }
    let segments = weights.indices.flatMap { job in weights[job].indices.map { (job: job, ordinal: $0) } }
    let order = segments.sorted { a, b in
      let (first, second) = (weights[a.job][a.ordinal], weights[b.job][b.ordinal])
      return first == second ? (a.job, a.ordinal) < (b.job, b.ordinal) : first > second
    }
    let total = weights.reduce(0) { $0 + $1.reduce(0, +) }
    let mean = max(total / Double(shares), order.first.map { weights[$0.job][$0.ordinal] } ?? 0)
    var loads = [Double](repeating: 0, count: shares)
    // For each job the share that took its last segment.
    var last = [Int?](repeating: nil, count: weights.count)
    for (job, ordinal) in order {
      let weight = weights[job][ordinal]
      var share = last[job] ?? 0
      if last[job] == nil || loads[share] + weight > mean {
        share = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      }
      loads[share] += weight
      last[job] = share
      table[job][ordinal] = share
    }
    return table
  }

  /// Deals segments out one by one, where what they take is not known.
  ///
  /// Each round begins with another share, since what is alike in jobs, such as where a caption enters, would fall to the
  /// same shares otherwise.
  ///
  /// - Parameters:
  ///   - wanted: Which segments are to be drawn, by job; the others go to the first share.
  ///   - shares: How many there are, at least 1.
  /// - Returns: The shares, shaped as `wanted`.
  public static func deal(_ wanted: [[Bool]], shares: Int) -> [[Int]] {
    let shares = max(1, shares)
    var next = 0
    return wanted.map { segments in
      segments.map { isWanted in
        guard isWanted else { return 0 }
        defer { next += 1 }
        return (next + next / shares) % shares
      }
    }
  }
}
