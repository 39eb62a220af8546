import Files
import Foundation
import JobFile
import Reporting
import StageKit

/// Requests that change drafts; only `save` writes a file.
extension PreviewServer {
  func edit(_ request: HTTPRequest) {
    guard let (json, document) = target(request) else { return }
    var edits: [JobEdit] = []
    for item in json["edits"]?.items ?? [] {
      guard let path = item["path"]?.string else { return request.fail(400, "expected a path in each edit") }
      edits.append(JobEdit(path, item["remove"]?.isTrue == true ? nil : item["value"] ?? .null))
    }
    do {
      answer(request, session.setDraft(try JobText.applying(edits, to: document.text), of: document.file))
    } catch {
      request.fail(409, (error.path.isEmpty ? "" : "\(error.path): ") + error.message, hint: error.hint)
    }
  }

  func draft(_ request: HTTPRequest) {
    guard let (json, document) = target(request) else { return }
    guard let text = json["text"]?.string else { return request.fail(400, "expected 'text'") }
    answer(request, session.setDraft(Array(text.utf8), of: document.file))
  }

  func discard(_ request: HTTPRequest) {
    guard let (_, document) = target(request) else { return }
    answer(request, session.setDraft(nil, of: document.file))
  }

  func save(_ request: HTTPRequest) {
    guard let (json, document) = target(request) else { return }
    let disk = session.reread(document.file)
    guard json["diskDigest"]?.string == disk.diskDigest else {
      let text = String(decoding: disk.disk, as: UTF8.self)
      return request.answer(
        [
          "error": "the file was changed by somebody else", "text": .string(text),
          "diskDigest": .string(disk.diskDigest),
        ], status: 409)
    }
    do throws(FileError) {
      if let draft = document.draft { try FileSystem.write(Data(draft), to: document.file) }
      answer(request, session.setDraft(nil, of: document.file))
    } catch {
      request.fail(500, error.message, hint: error.hint)
    }
  }

  /// The body of a request and the job file that it names; nil after the request was refused.
  private func target(_ request: HTTPRequest) -> (json: JSONValue, document: JobDocument)? {
    guard let json = request.json() else { return nil }
    guard let document = json["file"]?.string.flatMap(session.document) else {
      request.fail(404, "there is no such job")
      return nil
    }
    return (json, document)
  }

  private func answer(_ request: HTTPRequest, _ document: JobDocument) {
    request.answer([
      "revision": .string(document.revision), "text": .string(String(decoding: document.text, as: UTF8.self)),
      "isDraft": .boolean(document.draft != nil), "diskDigest": .string(document.diskDigest),
    ])
  }
}
