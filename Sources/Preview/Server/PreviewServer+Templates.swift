import Files
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

  /// Writes the files of a template into the folder of jobs, which has none yet, and answers with the job.
  func begin(_ request: HTTPRequest, _ json: JSONValue) {
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
}
