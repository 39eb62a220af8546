import Synchronization

/// The templates, each read when it is first asked for, and their films, once they are drawn.
final class TemplateShelf: Sendable {
  private let settings: PreviewSettings
  private let listed = Mutex<[PreviewTemplate]?>(nil)
  private let documents = Mutex<[String: JobDocument]>([:])
  private let films = Mutex<[PlannedJobs.Key: FilmStrip.Encoded]>([:])

  init(_ settings: PreviewSettings) { self.settings = settings }

  /// In the order of their names.
  var all: [PreviewTemplate] {
    listed.withLock { listed in
      let templates = listed ?? settings.templates()
      listed = templates
      return templates
    }
  }

  /// The job of a template; nil where there is none of that name.
  func document(_ name: String) -> JobDocument? {
    if let known = documents.withLock({ $0[name] }) { return known }
    guard let template = all.first(where: { $0.name == name }) else { return nil }
    let document = JobDocument(template.job, draft: nil, settings, foundIn: nil)
    documents.withLock { $0[name] = document }
    return document
  }

  /// The film of a template if it was drawn before.
  func film(_ key: PlannedJobs.Key) -> FilmStrip.Encoded? { films.withLock { $0[key] } }

  func keep(_ film: FilmStrip.Encoded, of key: PlannedJobs.Key) { films.withLock { $0[key] = film } }
}
