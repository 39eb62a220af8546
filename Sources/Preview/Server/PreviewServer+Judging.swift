import Foundation
import JobFile
import Rendering
import Reporting
import StageKit

/// Requests that render, and that judge what was rendered.
extension PreviewServer {
  /// The files of the listing that a request names; all where it names none; nil after the request was refused.
  private func files(_ json: JSONValue, _ request: HTTPRequest) -> [String]? {
    let known = session.documents.withLock { $0.files }
    let wanted = (json["files"]?.items ?? []).compactMap(\.string)
    if let unknown = wanted.first(where: { !known.contains($0) }) {
      request.fail(404, "there is no job file \(unknown)")
      return nil
    }
    return wanted.isEmpty ? known : wanted
  }

  func render(_ request: HTTPRequest) {
    guard let json = request.json(), let files = files(json, request) else { return }
    session.runs.add(files.map { .render(file: $0) })
    request.answer(["files": .array(files.map { .string($0) })], status: 202)
  }

  func cancel(_ request: HTTPRequest) {
    session.runs.cancel()
    request.answer([:], status: 202)
  }

  func regress(_ request: HTTPRequest) {
    guard let json = request.json(), let files = files(json, request) else { return }
    session.runs.add([.regress(files: files, options: [])])
    request.answer([:], status: 202)
  }

  /// Accepts differences as `regress --update` and `--accept` do.
  func accept(_ request: HTTPRequest) {
    guard let json = request.json(), let files = files(json, request) else { return }
    func texts(_ key: String) -> [String] { (json[key]?.items ?? []).compactMap(\.string) }
    var options = texts("causes").map { "--accept=\($0)" } + texts("jobs").map { "--update=\($0)" }
    if json["all"]?.isTrue == true { options = ["--update=*"] }
    guard !options.isEmpty else { return request.fail(400, "expected 'causes', 'jobs' or 'all'") }
    let message = [json["who"]?.string, json["why"]?.string].compactMap { $0?.isEmpty == false ? $0 : nil }
    if !message.isEmpty { options.append("--message=\(message.joined(separator: ": "))") }
    session.runs.add([.regress(files: files, options: options)])
    request.answer([:], status: 202)
  }

  func regressResults(_ request: HTTPRequest) {
    let data = FileManager.default.contents(atPath: "\(session.settings.reportFolder)/results.json")
    let results = data.flatMap { JSONValue(parsing: [UInt8]($0)) }
    request.answer(["state": .string(session.runs.regressState), "results": results ?? .null])
  }

  /// A picture or video of the report of differences, or its page, as text.
  func reportFile(_ request: HTTPRequest) {
    let name = request.path.dropFirst("/regress/".count)
    let folder = URL(fileURLWithPath: session.settings.reportFolder).resolvingSymlinksInPath().path
    let path = URL(fileURLWithPath: "\(folder)/\(name)").resolvingSymlinksInPath().path
    guard path.hasPrefix(folder + "/"), let type = Self.mediaType(path) else {
      return request.fail(404, "there is no such file")
    }
    answer(request, file: path, type: type)
  }

  /// A file that was delivered.
  func output(_ request: HTTPRequest) {
    let wanted = request.query("path") ?? ""
    let jobs = session.documents.withLock { $0.read.values.flatMap(\.jobs) }
    guard jobs.contains(where: { session.outputs(of: $0).contains(wanted) }), let type = Self.mediaType(wanted) else {
      return request.fail(404, "no job delivers such a file")
    }
    answer(request, file: wanted, type: type)
  }

  private func answer(_ request: HTTPRequest, file: String, type: String) {
    guard let data = FileManager.default.contents(atPath: file) else {
      return request.fail(404, "there is no such file")
    }
    request.answer([UInt8](data), type: type)
  }

  private static func mediaType(_ path: String) -> String? {
    let types = [
      "png": "image/png", "apng": "image/apng", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
      "avif": "image/avif", "html": "text/plain; charset=utf-8", "mp4": "video/mp4", "mov": "video/quicktime",
      "webm": "video/webm", "mkv": "video/x-matroska",
    ]
    return types[(path as NSString).pathExtension.lowercased()]
  }

  /// Answers with the findings of `pipeline check` in the delivered files.
  func check(_ request: HTTPRequest) {
    guard let document = request.query("file").flatMap(session.document),
      let job = document.job(request.query("variant") ?? "")
    else { return request.fail(404, "there is no such job") }
    let paths = session.outputs(of: job).filter { FileManager.default.fileExists(atPath: $0) }
    // Another process works; workers go on drawing.
    Thread.detachNewThread { request.answer(["files": .array(paths.map(findings))]) }
  }

  private func findings(of path: String) -> JSONValue {
    var (lines, errors): ([String], [String]) = ([], [])
    do {
      let run = try session.settings.start(["check", "--", path])
      while let next = run.nextLines() {
        lines += next.output
        errors += next.errors
      }
    } catch {
      errors.append("\(error)")
    }
    let findings = lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) } + errors
    return [
      "file": .string(path), "description": .string(lines.first ?? ""),
      "findings": .array(findings.map { .string($0) }),
    ]
  }
}
