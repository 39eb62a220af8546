import Rendering

/// What is told of a finished job for people, where it is asked for.
enum RunReport {
  /// Why its segments were rendered, and where its time went; empty where neither is asked for.
  static func tables(_ summary: JobSummary, explains: Bool) -> String {
    if let apart = summary.apart { return apart.tables }
    let parts = [explains ? Explanation.text(summary) : nil, summary.timings.map { TimingsTable.text(summary, $0) }]
    return parts.compactMap { $0 }.joined(separator: "\n")
  }
}
