import Files
import Foundation

/// The status page of a watched folder: an HTML file without scripts that reloads itself.
struct StatusPage {
  /// True if it does not show what is.
  var isChanged = true
  private let path: String
  private let settings: WatchSettings
  private var written = ContinuousClock.now - .seconds(2)
  private var isRefused = false
  private var hasFailed = false

  private static let generator = #"<meta name="generator" content="pipeline watch">"#
  /// Seconds between two versions of the file.
  private static let interval = 1.0

  init(path: String, _ settings: WatchSettings) {
    self.path = path
    self.settings = settings
  }

  /// True if `update` is waited for.
  var isDue: Bool { isChanged && !isRefused }

  /// Writes it if something has changed, once a second at most.
  mutating func update(_ watcher: FolderWatcher) {
    guard isDue, .now - written > .seconds(Self.interval) else { return }
    write(watcher, isEnded: false)
  }

  /// Writes it for the last time.
  mutating func end(_ watcher: FolderWatcher) { if !isRefused { write(watcher, isEnded: true) } }

  private mutating func write(_ watcher: FolderWatcher, isEnded: Bool) {
    isChanged = false
    written = .now
    do {
      if let old = FileManager.default.contents(atPath: path)?.prefix(1024),
        !String(decoding: old, as: UTF8.self).contains(Self.generator)
      {
        isRefused = true
        throw FileError(
          "'\(path)' already exists and was not made by this program",
          hint: "Move it away, or choose another place with --status.")
      }
      try AtomicFile.write(Array(html(watcher, isEnded: isEnded).utf8), to: path, synchronizes: false)
      hasFailed = false
    } catch {
      if !hasFailed { watcher.log.note("the status page is not written: \(error)") }
      hasFailed = true
    }
  }

  private func html(_ watcher: FolderWatcher, isEnded: Bool) -> String {
    let jobs = watcher.jobs.values.sorted { ($0.changed, $1.name) > ($1.changed, $0.name) }
    let counts = Dictionary(grouping: jobs, by: \.state).mapValues(\.count)
    let summary = [WatchedJob.State.rendering, .elsewhere, .waiting, .failed, .done].compactMap { state in
      counts[state].map { "\($0) \(Self.label(state))" }
    }.joined(separator: ", ")
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">\(Self.generator)
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(isEnded ? "" : #"<meta http-equiv="refresh" content="2">"#)
      <title>\(Self.escaped((settings.folder as NSString).lastPathComponent)): \(summary.isEmpty ? "no jobs" : summary)</title>
      <style>\(Self.style)</style></head><body>
      <h1>\(Self.escaped(settings.folder))</h1>
      <p class="quiet">\(summary.isEmpty ? "No jobs." : summary.prefix(1).uppercased() + summary.dropFirst() + ".") \
      \(isEnded ? "The watcher has stopped" : "As of") \(WatchLog.time()).</p>
      <main>
      \(jobs.map(card).joined(separator: "\n"))
      </main></body></html>

      """
  }

  private func card(_ job: WatchedJob) -> String {
    var parts = [
      #"<h2>\#(Self.escaped(job.name)) <span class="\#(job.state.rawValue)">\#(Self.label(job.state))</span></h2>"#
    ]
    if let run = job.run {
      let total = max(run.facts?.frames ?? 0, 1)
      parts.append(
        #"<progress max="\#(total)" value="\#(min(run.done, total))"></progress>"#
          + "<p class=\"quiet\">\(run.done) of \(Format.count(total, "frame"))</p>")
    }
    if let refusal = job.refusal {
      parts.append("<pre>\(Self.escaped(refusal))</pre>")
    } else if let receipt = job.receipt {
      if job.state == .failed {
        parts.append("<pre>\(Self.escaped(receipt.messages.prefix(20).joined(separator: "\n")))</pre>")
      }
      let files = receipt.files.map { $0.path(in: settings.outputFolder) }.filter(FileSystem.exists)
      if let poster = files.first(where: { $0.hasSuffix(WatchReceipt.posterEnding) }) {
        let version = FileStamp(poster)?.modified ?? 0
        parts.append(#"<img loading="lazy" alt="" src="\#(link(poster))?\#(version)">"#)
      }
      let links = files.filter { !$0.hasSuffix(WatchReceipt.posterEnding) }.map { file in
        let size = FileStamp(file).map { " (\(Format.bytes($0.size)))" } ?? ""
        return #"<a href="\#(link(file))">\#(Self.escaped((file as NSString).lastPathComponent))</a>\#(size)"#
      }
      if !links.isEmpty { parts.append("<p>\(links.joined(separator: "<br>"))</p>") }
      let date = WatchLog.time(Date(timeIntervalSince1970: receipt.date))
      parts.append("<p class=\"quiet\">\(date), \(Format.seconds(receipt.elapsed))</p>")
    }
    return "<section>\(parts.joined())</section>"
  }

  /// A reference from the page to a file, relative where both are in the folder for outputs.
  private func link(_ file: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":;&'\""))
    func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
    let prefix = folder.isEmpty ? "" : "\(folder)/"
    if file.hasPrefix(prefix), !file.dropFirst(prefix.count).hasPrefix("/") {
      return encoded(String(file.dropFirst(prefix.count)))
    }
    return "file://" + encoded(URL(fileURLWithPath: file).standardizedFileURL.path)
  }

  private static func label(_ state: WatchedJob.State) -> String {
    state == .elsewhere ? "rendering elsewhere" : state.rawValue
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapingControlCharacters }
      .joined(separator: "\n").replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
  }

  private static let style = """
    :root { color-scheme: light dark; --paper: #fbfbfa; --ink: #1c1e22; --quiet: #666b75; --line: #d9dbe0; --card: #fff;
      --good: #1a7f47; --bad: #c0262d; --busy: #2f6fd0; }
    @media (prefers-color-scheme: dark) { :root { --paper: #15171b; --ink: #e6e8ec; --quiet: #9aa0ab; --line: #343840;
      --card: #1c1f25; --good: #5fd08f; --bad: #ff7b7b; --busy: #7fb0ff; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 1200px; padding: 24px 20px 60px; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
    h1 { font-size: 22px; margin: 0 0 4px; overflow-wrap: anywhere; } .quiet { color: var(--quiet); }
    main { margin-top: 16px; display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 14px; }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px; min-width: 0; }
    h2 { font-size: 15px; margin: 0 0 8px; overflow-wrap: anywhere; } h2 span { font-weight: 500; font-size: 13px; color: var(--quiet); }
    h2 .done { color: var(--good); } h2 .failed { color: var(--bad); } h2 .rendering, h2 .elsewhere { color: var(--busy); }
    p { margin: 6px 0 0; font-size: 13px; } progress { width: 100%; accent-color: var(--busy); }
    img { display: block; max-width: 100%; max-height: 220px; border-radius: 6px; }
    pre { margin: 0 0 6px; font-size: 12px; white-space: pre-wrap; overflow-wrap: anywhere; color: var(--bad); }
    a { color: inherit; }
    """
}
