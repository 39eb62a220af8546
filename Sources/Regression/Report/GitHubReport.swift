import Foundation

/// A run's results as GitHub shows them: annotations of files, and Markdown for a comment.
public struct GitHubReport {
  let results: [JobResult]
  let run: RunDescription

  public init(_ results: [JobResult], run: RunDescription) {
    self.results = results
    self.run = run
  }

  /// Workflow commands, a line for each job that is not as it should be.
  public var annotations: String {
    results.compactMap { result -> String? in
      guard ![.passed, .tolerated].contains(result.status) else { return nil }
      let file = Self.property(result.file)
      return "::error file=\(file),title=\(Self.property("\(result.name): \(result.status.rawValue)"))::"
        + Self.data(result.lines.joined(separator: "\n"))
    }.map { $0 + "\n" }.joined()
  }

  /// Markdown: a summary, and a row for each cause with its jobs and the command that accepts it.
  public var comment: String {
    let groups = CauseGroup.all(of: results)
    var lines = ["### \(Self.text(RunSummary(results).text))", "", Self.text(run.text), ""]
    if !groups.isEmpty {
      lines += ["| cause | jobs | accept |", "|---|---|---|"]
      for group in groups.prefix(Self.maxGroups) {
        let jobs = group.jobs.prefix(5).map(Self.text).joined(separator: ", ")
        let more = group.jobs.count > 5 ? " and \(group.jobs.count - 5) more" : ""
        lines.append("| \(Self.text(group.text)) | \(jobs)\(more) | `\(run.acceptance(of: group))` |")
      }
      if groups.count > Self.maxGroups { lines += ["", "and \(groups.count - Self.maxGroups) causes more"] }
    }
    let others = results.filter { [.new, .missing, .unfinished, .failed].contains($0.status) }
    if !others.isEmpty {
      lines += groups.isEmpty ? [] : [""]
      lines += others.flatMap(\.lines).prefix(50).map { "- \(Self.text($0))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A comment has 65,536 characters at most.
  private static let maxGroups = 50

  /// As data of a workflow command.
  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// As the value of a property of a workflow command.
  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  /// As Markdown that shows what it says, on one line of a table.
  private static func text(_ text: String) -> String {
    var result = ""
    // Quotes need no escaping here, and their entities would lose their meaning.
    let escaped = HTML.escaped(text).replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
    for character in escaped.replacing("\n", with: " ") {
      if "\\`*_[]|#@".contains(character) { result += "\\" }
      result.append(character)
    }
    return result
  }
}
