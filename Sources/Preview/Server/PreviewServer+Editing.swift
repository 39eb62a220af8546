import Files
import Foundation
import JobFile
import Reporting
import StageKit

/// Requests that change drafts; only `save` writes a file.
extension PreviewServer {
  func edit(_ request: HTTPRequest, _ json: JSONValue) {
    guard let (document, film) = document(json, request) else { return }
    do throws(JobEditError) {
      var changes: [JobChange] = []
      for item in json["edits"]?.items ?? [] { changes.append(try JobChange(item)) }
      let surroundings = JobSurroundings(session.settings.registry, job: film.jobs.first)
      let text = try JobText.applying(changes, to: document.text, in: surroundings)
      answer(request, session.setDraft(text, of: document, in: film.file), was: document, in: film)
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
    guard let (document, film) = document(json, request) else { return }
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
    let draft = session.setDraft(Array(text.utf8), of: document, base: json["base"]?.string, in: film.file)
    answer(request, draft, was: document, in: film)
  }

  /// Answers with the file's own text, and with what its draft says.
  func disk(_ request: HTTPRequest) {
    guard let film = request.query("file").flatMap(session.document),
      let document = request.query("part").map({ session.part($0, of: film) }) ?? film
    else {
      return request.fail(404, "there is no such job")
    }
    request.answer([
      "now": .string(String(decoding: document.text, as: UTF8.self)),
      "text": .string(String(decoding: document.disk, as: UTF8.self)), "diskDigest": .string(document.diskDigest),
      "isGone": .boolean(document.isGone),
    ])
  }

  func discard(_ request: HTTPRequest, _ json: JSONValue) {
    guard let (document, film) = document(json, request) else { return }
    answer(request, session.setDraft(nil, of: document, in: film.file), was: document, in: film)
  }

  /// Writes a draft, unless the file was changed since the draft began and the page does not know.
  func save(_ request: HTTPRequest, _ json: JSONValue) {
    guard let (known, film) = document(json, request) else { return }
    let document = known.isPart ? known : session.reread(known.file)
    guard let draft = document.draft else { return answer(request, document, was: known, in: film) }
    guard document.isReadable || document.isGone else {
      let fault = document.diagnostics.first { $0.severity == .error }
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
      answer(request, session.setDraft(nil, of: document, in: film.file), was: known, in: film)
    } catch {
      request.fail(500, error.message, hint: error.hint)
    }
  }

  /// The job that a request's body names, or the file that it names as a `part` of that job, and the job itself; nil after the
  /// request was refused.
  private func document(_ json: JSONValue, _ request: HTTPRequest) -> (document: JobDocument, film: JobDocument)? {
    guard let film = json["file"]?.string.flatMap(session.document) else {
      request.fail(404, "there is no such job")
      return nil
    }
    guard let name = json["part"]?.string else { return (film, film) }
    guard let part = session.part(name, of: film) else {
      request.fail(404, "'\(name)' does not belong to '\(film.file)'")
      return nil
    }
    return (part, film)
  }

  /// Answers with what a file has become; of a part also with what it was, and who else is read from it.
  private func answer(_ request: HTTPRequest, _ document: JobDocument, was: JobDocument, in film: JobDocument) {
    let isPart = document.file != film.file
    request.answer(
      .members([
        "revision": .string(document.revision), "text": .string(String(decoding: document.text, as: UTF8.self)),
        "isDraft": .boolean(document.draft != nil), "diskDigest": .string(document.diskDigest),
        "diskChanged": .boolean(document.isDiskChanged), "isUTF8": .boolean(document.firstInvalidByte == nil),
        "was": isPart ? .string(String(decoding: was.text, as: UTF8.self)) : nil,
        "users": isPart ? session.users(of: document.file, besides: film.file) : nil,
      ]))
  }
}
