import Files
import Foundation
import JobFile
import Reporting
import StageKit

/// Requests for the films that an empty folder may begin with.
extension PreviewServer {
  func templates(_ request: HTTPRequest) {
    let templates = session.templates.all.map { template -> JSONValue in
      [
        "name": .string(template.name), "summary": .string(template.summary), "isPiece": .boolean(template.isPiece),
      ]
    }
    request.answer(["templates": .array(templates)])
  }

  /// Answers with small pictures of all of a film, in rows. They are drawn a few at a time, so that what is more urgent
  /// comes between, and no longer than somebody waits.
  func film(_ request: HTTPRequest, _ drawers: FrameDrawers) {
    guard let (prepared, key) = prepared(request) else { return }
    if let film = session.templates.film(key) { return answer(film, request) }
    draw(FilmStrip(prepared, key), key, request, drawers)
  }

  private func draw(_ strip: FilmStrip, _ key: PlannedJobs.Key, _ request: HTTPRequest, _ drawers: FrameDrawers) {
    guard request.isOpen else { return request.fail(400, "nobody waits") }
    var strip = strip
    do {
      try strip.drawNext(drawers)
      if strip.isDrawn {
        let film = try strip.encoded()
        session.templates.keep(film, of: key)
        return answer(film, request)
      }
    } catch {
      return request.fail(422, "\(error)")
    }
    session.add(.background, request) { [strip] in draw(strip, key, request, $0) }
  }

  private func answer(_ film: FilmStrip.Encoded, _ request: HTTPRequest) {
    request.answer(
      film.png, type: "image/png",
      headers: [("X-Count", "\(film.count)"), ("X-Columns", "\(film.columns)"), ("X-Rate", "\(film.rate)")])
  }

  /// Writes the files of a template into the folder of jobs, which has none yet, or a job without stages, and answers with the job.
  func begin(_ request: HTTPRequest, _ json: JSONValue) {
    if let name = json["name"]?.string { return beginEmpty(request, name, json) }
    guard let template = session.templates.all.first(where: { $0.name == json["template"]?.string }) else {
      return request.fail(404, "there is no such template")
    }
    guard let folder = session.settings.jobFolder, session.documents.withLock({ $0.files.isEmpty }) else {
      return request.fail(409, "the folder has jobs", hint: "Begin another folder by 'pipeline new \(template.name)'.")
    }
    do {
      try template.write(folder)
    } catch {
      return request.fail(409, SystemError.describe(error))
    }
    session.relist()
    guard let file = session.documents.withLock({ $0.files.first { $0.hasSuffix("/job.json") } }) else {
      return request.fail(500, "the job is not found in the folder")
    }
    request.answer(["file": .string(file)])
  }

  /// Writes a piece to a folder of its own beside a job, and answers with its job as that names it.
  func piece(_ request: HTTPRequest, _ json: JSONValue) {
    guard let job = json["file"]?.string.flatMap(session.document)?.file,
      let template = session.templates.all.first(where: { $0.isPiece && $0.name == json["template"]?.string })
    else { return request.fail(404, "there is no such job or piece") }
    let beside = (job as NSString).deletingLastPathComponent
    var (name, number) = (template.name, 1)
    while FileSystem.exists((beside as NSString).appendingPathComponent(name)) {
      number += 1
      name = "\(template.name)-\(number)"
    }
    let folder = (beside as NSString).appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try template.write(folder)
    } catch {
      return request.fail(409, SystemError.describe(error))
    }
    let size = session.templates.document(template.name)?.jobs.first?.composition.size
    request.answer(
      .members([
        "path": .string("\(name)/job.json"), "size": size.map { [.number($0.width), .number($0.height)] },
      ]))
  }

  /// Writes a job without stages; no file is replaced.
  private func beginEmpty(_ request: HTTPRequest, _ name: String, _ json: JSONValue) {
    guard let folder = session.settings.jobFolder else { return request.fail(409, "one job is shown, not a folder") }
    guard !name.isEmpty, name.utf8.count <= 200, name.utf8.allSatisfy(Self.isNameCharacter) else {
      return request.fail(400, "'\(name)' is no name", hint: "Names consist of letters, digits, '-' and '_'.")
    }
    guard let size = json["size"]?.items, size.count == 2, case .number(let seconds)? = json["seconds"],
      size.allSatisfy({ if case .number(let side) = $0 { side >= 2 && side <= 16_384 } else { false } }), seconds > 0
    else { return request.fail(400, "expected 'size' and 'seconds'") }
    let text = """
      {
        "name": \(JSONValue.string(name).text),
        "canvas": { "size": [\(size.map(\.text).joined(separator: ", "))], "fps": 30, "duration": \(JSONValue.numberText(seconds)), "background": "black" },
        "stages": [
        ],
        "outputs": [{ "file": "\(name).mp4" }]
      }

      """
    let file = (folder as NSString).appendingPathComponent("\(name).json")
    do {
      let written = try AtomicFile(for: file)
      try written.write(Array(text.utf8))
      guard try written.commit(asNew: file) else { return request.fail(409, "there is a '\(file)' already") }
    } catch {
      return request.fail(500, error.message, hint: error.hint)
    }
    session.relist()
    request.answer(["file": .string(file)])
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
