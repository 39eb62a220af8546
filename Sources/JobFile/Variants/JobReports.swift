import Reporting

/// Merges the messages of jobs that are worked on at once, in any order: each message of a file's variants comes once, as soon as
/// the last of them is over.
public struct JobReports {
  /// A message, and the indexes of the jobs that it concerns.
  public struct Report: Sendable {
    public let diagnostic: Diagnostic
    public let jobs: [Int]
  }

  /// The variants of one file.
  private struct Group {
    var jobs: [Int] = []
    var reports = VariantReports(of: [])
    var open: Set<Int> = []
    /// The messages of the only job of a file.
    var known: Set<Diagnostic> = []
  }

  /// In the order of the jobs; nil once it was handed out.
  private var groups: [Group?] = []
  /// For each job its group, and its index there.
  private var places: [(group: Int, index: Int)] = []

  public init(_ jobs: [Job]) { self.init(jobs.map { (file: $0.file, variant: $0.variant) }) }

  /// For jobs of which no more than that is known.
  public init(_ jobs: [(file: String, variant: Variant)]) {
    var known: [String: Int] = [:]
    var variants: [[Variant]] = []
    for (index, job) in jobs.enumerated() {
      let group = known[job.file, default: groups.count]
      if group == groups.count {
        known[job.file] = group
        groups.append(Group())
        variants.append([])
      }
      places.append((group, variants[group].count))
      groups[group]?.jobs.append(index)
      variants[group].append(job.variant)
    }
    for group in groups.indices {
      groups[group]?.reports = VariantReports(of: variants[group])
      let jobs = groups[group]?.jobs ?? []
      groups[group]?.open = Set(jobs)
    }
  }

  /// Adds what is said of a job; of the only one of its file it comes back at once, unless it was said before.
  public mutating func add(_ diagnostics: [Diagnostic], of job: Int) -> [Report] {
    let (group, index) = places[job]
    guard groups[group]?.jobs.count == 1 else {
      groups[group]?.reports.add(diagnostics, of: index)
      return []
    }
    return diagnostics.filter { groups[group]?.known.insert($0).inserted == true }.map {
      Report(diagnostic: $0, jobs: [job])
    }
  }

  /// Nothing more is said of a job. Returns what was said of the variants of its file where it is the last of them.
  public mutating func end(_ job: Int) -> [Report] {
    let group = places[job].group
    guard groups[group]?.open.remove(job) != nil, groups[group]?.open.isEmpty == true else { return [] }
    return take(group)
  }

  /// Nothing more is said of any job. Returns what was said and did not come back.
  public mutating func end() -> [Report] { groups.indices.flatMap { take($0) } }

  /// True once the messages of a job's file have come back.
  public func isOver(_ job: Int) -> Bool { groups[places[job].group] == nil }

  private mutating func take(_ index: Int) -> [Report] {
    guard let group = groups[index] else { return [] }
    groups[index] = nil
    return group.reports.reports.map { report in
      Report(
        diagnostic: report.diagnostic,
        jobs: report.variants.isEmpty ? group.jobs : report.variants.map { group.jobs[$0] })
    }
  }
}
