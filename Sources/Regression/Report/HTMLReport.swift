import Foundation
import StageKit

/// A regression run as a page with styles and script; pictures and videos are in it or in files next to it.
///
/// Whatever comes from jobs, baselines or files is escaped.
public struct HTMLReport {
  let results: [JobResult]
  let baseline: BaselineFolder
  /// The performance gate's findings, one line each.
  let slower: [String]
  let run: RunDescription
  let nights: [NightHistory.Night]
  let files: ReportFiles

  /// A page that holds its pictures.
  public init(
    _ results: [JobResult], baseline: BaselineFolder, slower: [String] = [], run: RunDescription,
    nights: [NightHistory.Night] = []
  ) {
    self.init(results, baseline: baseline, slower: slower, run: run, nights: nights, files: ReportFiles(folder: nil))
  }

  init(
    _ results: [JobResult], baseline: BaselineFolder, slower: [String], run: RunDescription,
    nights: [NightHistory.Night], files: ReportFiles
  ) {
    self.results = results
    self.baseline = baseline
    self.slower = slower
    self.run = run
    self.nights = nights.suffix(Self.shownNights)
    self.files = files
  }

  private static let shownNights = 30
  private static let sources = "data: file: 'self'"

  /// The page's text, in UTF-8.
  public var text: String {
    let summary = HTML.escaped(RunSummary(results).text)
    let open = results.firstIndex { ![.passed, .tolerated].contains($0.status) } ?? 0
    let sections = results.enumerated().map { index, result in
      JobSection(result: result, index: index, isOpen: index == open, baseline: baseline, files: files).text
    }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src \(Self.sources); media-src \(Self.sources); style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(summary)</title><style>\(ReportStyle.text)</style></head><body>
      <header><h1>\(summary)</h1><p class="quiet">\(HTML.escaped(run.text))</p>\(gate)</header>
      \(causes)
      \(tools)
      <div class="scroll"><table class="index"><thead><tr><th>Job</th><th>Result</th><th>Why</th><th>Frames</th><th>Nights</th></tr></thead><tbody>
      \(results.enumerated().map(row).joined(separator: "\n"))
      </tbody></table></div>
      <main>
      \(sections.joined(separator: "\n"))
      </main>
      <script>\(ReportScript.text)</script></body></html>

      """
  }

  private var gate: String {
    guard !slower.isEmpty else { return "" }
    return "<h3>Slower than before</h3><ul class=\"causes\">"
      + slower.map { "<li class=\"cause\">\(HTML.escaped($0))</li>" }.joined() + "</ul>"
  }

  /// Causes that jobs have in common, with the command that accepts each.
  private var causes: String {
    let groups = CauseGroup.all(of: results)
    guard !groups.isEmpty else { return "" }
    let indexes = Dictionary(
      results.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let rows = groups.map { group in
      let jobs = group.jobs.prefix(12).map { name in
        "<a href=\"#job-\(indexes[name] ?? 0)\">\(HTML.escaped(name))</a>"
      }.joined(separator: ", ")
      let more = group.jobs.count > 12 ? " and \(group.jobs.count - 12) more" : ""
      return """
        <tr><td class="number\(group.jobs.count == 1 ? " one" : "")">\(group.jobs.count)</td><td><span class="cause">\(HTML.escaped(group.text))</span>
        <p class="quiet">\(jobs)\(more)</p></td><td><code>\(HTML.escaped(run.acceptance(of: group)))</code></td></tr>
        """
    }
    return """
      <h3>Causes</h3><div class="scroll"><table class="groups"><thead><tr><th>Jobs</th><th>Cause</th><th>To accept</th></tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody></table></div>
      """
  }

  private var tools: String {
    let states = JobResult.Status.allCases.filter { state in results.contains { $0.status == state } }
    let buttons = (["all"] + states.map(\.rawValue)).map { "<button data-filter=\"\($0)\">\($0)</button>" }.joined()
    return """
      <h3>Jobs</h3><div class="tools needs-script"><input type="search" id="search" aria-label="Filter jobs" placeholder="Filter">\(buttons)
      <span class="quiet keys"><kbd>j</kbd> <kbd>k</kbd> jobs, <kbd>←</kbd> <kbd>→</kbd> frames, <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd>
      side by side, swipe, blink, <kbd>p</kbd> play, <kbd>,</kbd> <kbd>.</kbd> step, <kbd>/</kbd> filter</span></div>
      """
  }

  private func row(_ index: Int, _ result: JobResult) -> String {
    let more = result.causes.count > 1 ? " (and \(result.causes.count - 1) more)" : ""
    let why = result.causes.first.map { "\($0)\(more)" } ?? result.notes.first ?? ""
    let count = result.changedFrames.count
    return """
      <tr data-status="\(result.status.rawValue)" data-text="\(HTML.escaped(result.file + " " + result.lines.prefix(3).joined(separator: " ")))">
      <td><a href="#job-\(index)">\(HTML.escaped(result.name))</a></td>
      <td><span class="badge \(result.status.rawValue)">\(result.status.rawValue)</span></td>
      <td class="cause why" title="\(HTML.escaped(why))">\(HTML.escaped(why))</td>
      <td class="number">\(count == 0 ? "" : "\(count) of \(result.observation?.record.video.frames ?? 0)")</td>
      <td class="nights">\(nights.map { night(result, $0) }.joined())</td></tr>
      """
  }

  /// A square for a job's result in an earlier run.
  private func night(_ result: JobResult, _ night: NightHistory.Night) -> String {
    guard let status = night.jobs[result.name] else { return "<i></i>" }
    let commit = night.commit.map { ", commit \($0)" } ?? ""
    let text = HTML.escaped("\(night.date)\(commit): \(status.rawValue)")
    return "<i class=\"\(status.rawValue)\" title=\"\(text)\"></i>"
  }
}
