/// The number of jobs of a run by status.
public struct RunSummary: Sendable {
  public let counts: [JobResult.Status: Int]

  public init(_ results: [JobResult]) {
    counts = Dictionary(results.map { ($0.status, 1) }, uniquingKeysWith: +)
  }

  /// `8 jobs: 7 passed, 1 differs`.
  public var text: String {
    let parts = JobResult.Status.allCases.compactMap { status in
      counts[status].map { "\($0) \(status == .differs && $0 > 1 ? "differ" : status.rawValue)" }
    }
    let all = counts.values.reduce(0, +)
    return "\(all) job\(all == 1 ? "" : "s")" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
  }
}
