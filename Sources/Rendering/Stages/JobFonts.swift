import JobFile
import Reporting
import StageKit
import Text

/// The fonts of a job's files.
struct JobFonts: Sendable {
  /// Its own, then those of the job that shows it.
  let collection: FontCollection
  /// The errors of its own fonts, each at its place.
  let errors: [Diagnostic]

  init(_ job: Job, _ engine: TextEngine, outer: FontCollection) {
    let files = JobFiles(job)
    var own = FontCollection()
    var list = DiagnosticList(file: job.file)
    for font in job.fonts {
      do {
        try files.check(font.reference)
        own = own.followed(by: try engine.fonts(in: font.reference))
      } catch {
        let fault = error as? StageError ?? StageError("\(error)")
        let hints = [fault.hint, font.note].compactMap { $0 }
        list.add(
          .error,
          job.diagnostic(
            at: font.position, path: font.path, fault.message, hint: hints.isEmpty ? nil : hints.joined(separator: " ")
          ))
      }
    }
    collection = own.followed(by: outer)
    errors = list.sorted
  }
}
