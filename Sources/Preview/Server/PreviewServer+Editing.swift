import Files
import Foundation
import JobFile
import Reporting
import StageKit

/// Requests that change drafts; only `save` writes a file.
extension PreviewServer {
  func edit(_ request: HTTPRequest, _ json: JSONValue) {
    guard let document = document(json, request) else { return }
    do throws(JobEditError) {
      var changes: [JobChange] = []
      for item in json["edits"]?.items ?? [] { changes.append(try JobChange(item)) }
      let surroundings = JobSurroundings(session.settings.registry, job: document.jobs.first)
      let text = try JobText.applying(changes, to: document.text, in: surroundings)
      answer(request, session.setDraft(text, of: document))
    } catch {
      request.fail(409, (error.path.isEmpty ? "" : "\(error.path): ") + error.message, hint: error.hint)
    }
  }

  /// Answers with the places that name a stage.
  func references(_ request: HTTPRequest) {
    guard let document = request.query("file").flatMap(session.document), let stage = request.query("stage") else {
      return request.fail(404, "there is no such job")
    }
    let references = JobOutline(document.text).map { StagePlaces($0).references(to: stage) } ?? []
    request.answer(["references": .array(references.map(\.json))])
  }

  func draft(_ request: HTTPRequest, _ json: JSONValue) {
    guard let document = document(json, request) else { return }
    guard let text = json["text"]?.string else { return request.fail(400, "expected 'text'") }
    // The page has such a text with other bytes in places that nobody edited.
    if let byte = document.firstInvalidByte {
      return request.fail(
        409, "byte 0x\(String(byte, radix: 16, uppercase: true)) is not UTF-8", hint: "Save the file as UTF-8.")
    }
    // The page made its text from another one: it merges, and asks again.
    if let was = json["was"]?.string, Array(was.utf8) != document.text {
      let now = String(decoding: document.text, as: UTF8.self)
      return request.answer(["error": "the text has changed", "text": .string(now)], status: 409)
    }
    answer(request, session.setDraft(Array(text.utf8), of: document, base: json["base"]?.string))
  }

  /// Answers with the file's own text, whatever its draft says.
  func disk(_ request: HTTPRequest) {
    guard let document = request.query("file").flatMap(session.document) else {
      return request.fail(404, "there is no such job")
    }
    request.answer([
      "text": .string(String(decoding: document.disk, as: UTF8.self)), "diskDigest": .string(document.diskDigest),
      "isGone": .boolean(document.isGone),
    ])
  }

  func discard(_ request: HTTPRequest, _ json: JSONValue) {
    guard let document = document(json, request) else { return }
    answer(request, session.setDraft(nil, of: document))
  }

  /// Writes a draft, unless the file was changed since the draft began and the page does not know.
  func save(_ request: HTTPRequest, _ json: JSONValue) {
    guard let known = document(json, request) else { return }
    let document = session.reread(known.file)
    guard let draft = document.draft else { return answer(request, document) }
    guard document.isReadable || document.isGone else {
      let fault = document.errors.first
      return request.fail(409, fault?.message ?? "the file cannot be read", hint: fault?.hint)
    }
    if document.isDiskChanged, json["overwrites"]?.string != document.diskDigest {
      let text = String(decoding: document.disk, as: UTF8.self)
      return request.answer(
        [
          "error": document.isGone ? "the file is gone" : "the file was changed by somebody else",
          "text": .string(text), "isGone": .boolean(document.isGone), "diskDigest": .string(document.diskDigest),
        ], status: 409)
    }
    // Neither the file's permissions nor a link to it are replaced.
    let target = RealPath.of(document.file) ?? document.file
    var status = stat()
    let permissions = stat(target, &status) == 0 ? status.st_mode & 0o7777 : nil
    do throws(FileError) {
      try AtomicFile.write(draft, to: target, permissions: permissions)
      answer(request, session.setDraft(nil, of: document))
    } catch {
      request.fail(500, error.message, hint: error.hint)
    }
  }

  /// The job file that a request's body names; nil after the request was refused.
  private func document(_ json: JSONValue, _ request: HTTPRequest) -> JobDocument? {
    guard let document = json["file"]?.string.flatMap(session.document) else {
      request.fail(404, "there is no such job")
      return nil
    }
    return document
  }

  private func answer(_ request: HTTPRequest, _ document: JobDocument) {
    request.answer([
      "revision": .string(document.revision), "text": .string(String(decoding: document.text, as: UTF8.self)),
      "isDraft": .boolean(document.draft != nil), "diskDigest": .string(document.diskDigest),
      "diskChanged": .boolean(document.isDiskChanged), "isUTF8": .boolean(document.firstInvalidByte == nil),
    ])
  }
}
