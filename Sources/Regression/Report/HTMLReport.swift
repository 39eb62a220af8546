import Foundation
import StageKit

/// A regression run as one self-contained page, with pictures, videos, styles and script.
///
/// Whatever comes from jobs, baselines or files is escaped.
public struct HTMLReport {
  let results: [JobResult]
  let baseline: BaselineFolder
  /// The performance gate's findings, one line each.
  let slower: [String]

  public init(_ results: [JobResult], baseline: BaselineFolder, slower: [String] = []) {
    self.results = results
    self.baseline = baseline
    self.slower = slower
  }

  /// The page's text, in UTF-8.
  public var text: String {
    let summary = HTML.escaped(RunSummary(results).text)
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(summary)</title><style>\(ReportStyle.text)</style></head><body>
      <header><h1>\(summary)</h1>\(gate)</header>
      \(tools)
      <table class="index"><thead><tr><th>Job</th><th>Result</th><th>Why</th><th>Frames</th></tr></thead><tbody>
      \(results.enumerated().map(row).joined(separator: "\n"))
      </tbody></table>
      <main>
      \(results.enumerated().map { JobSection(result: $1, index: $0, baseline: baseline).text }.joined(separator: "\n"))
      </main>
      <script>\(ReportScript.text)</script></body></html>

      """
  }

  private var gate: String {
    guard !slower.isEmpty else { return "" }
    return "<h3>Slower than before</h3><ul class=\"causes\">"
      + slower.map { "<li class=\"cause\">\(HTML.escaped($0))</li>" }.joined() + "</ul>"
  }

  private var tools: String {
    let states = JobResult.Status.allCases.filter { state in results.contains { $0.status == state } }
    let buttons = (["all"] + states.map(\.rawValue)).map { "<button data-filter=\"\($0)\">\($0)</button>" }.joined()
    return """
      <div class="tools needs-script"><input type="search" id="search" aria-label="Filter jobs" placeholder="Filter">\(buttons)
      <span class="quiet"><kbd>j</kbd> <kbd>k</kbd> jobs, <kbd>←</kbd> <kbd>→</kbd> frames, <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd>
      side by side, swipe, blink, <kbd>p</kbd> play, <kbd>,</kbd> <kbd>.</kbd> step, <kbd>/</kbd> filter</span></div>
      """
  }

  private func row(_ index: Int, _ result: JobResult) -> String {
    let more = result.causes.count > 1 ? " (and \(result.causes.count - 1) more)" : ""
    let why = result.causes.first.map { "\($0)\(more)" } ?? result.notes.first ?? ""
    let count = result.changedFrames.count
    return """
      <tr data-status="\(result.status.rawValue)" data-text="\(HTML.escaped(result.file + " " + result.lines.joined(separator: " ")))">
      <td><a href="#job-\(index)">\(HTML.escaped(result.name))</a></td>
      <td><span class="badge \(result.status.rawValue)">\(result.status.rawValue)</span></td>
      <td class="cause">\(HTML.escaped(why))</td>
      <td class="number">\(count == 0 ? "" : "\(count) of \(result.observation?.record.video.frames ?? 0)")</td></tr>
      """
  }
}
