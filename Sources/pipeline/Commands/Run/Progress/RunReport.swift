import JobFile
import Rendering

/// The tables about a finished job, if requested.
enum RunReport {
  /// Why its segments were rendered, and its processor time; empty if neither was requested.
  static func tables(_ summary: JobSummary, of variant: Variant, explains: Bool) -> String {
    let parts = [
      explains ? Explanation.text(summary, of: variant) : nil, summary.timings.map { TimingsTable.text(summary, $0) },
    ]
    return parts.compactMap { $0 }.joined(separator: "\n")
  }
}
