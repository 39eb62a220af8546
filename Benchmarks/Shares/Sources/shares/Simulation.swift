/// A run of jobs by many shares at once, each on a machine of its own.
struct Simulation {
  let jobs: [MeasuredJob]
  /// What every share takes to begin, in seconds.
  let start: Double

  /// What drawing takes on one machine.
  var work: Double { jobs.reduce(0) { $0 + $1.segments.reduce(0, +) } }

  /// What the longest share takes by a table of segments, by job.
  func longest(_ table: [[Int]], shares: Int) -> Double {
    var loads = [Double](repeating: start, count: shares)
    for (job, row) in zip(jobs, table) {
      for share in Set(row) { loads[share] += job.preparation }
      for (share, seconds) in zip(row, job.segments) { loads[share] += seconds }
    }
    return loads.max() ?? 0
  }

  /// The share of each segment by its number among all, modulo the number of shares.
  func modulo(shares: Int) -> [[Int]] {
    var next = 0
    return jobs.map { job in
      job.segments.map { _ in
        defer { next += 1 }
        return next % shares
      }
    }
  }

  /// The share of each segment as `pipeline submit` has it where what segments take is not known.
  func firstTable(shares: Int) -> [[Int]] {
    ShareTable.deal(jobs.map { $0.segments.map { _ in true } }, shares: shares)
  }

  /// The same where that is known.
  func table(shares: Int) -> [[Int]] { ShareTable.assign(weights: jobs.map(\.segments), shares: shares) }
}
