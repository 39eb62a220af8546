import JobFile
import StageKit
import Synchronization
import Text
import Video

/// The world as the stages of one job see it.
final class JobContext: Sendable {
  let job: Job
  private let files: JobFiles
  private let resources = Resources()
  private let text: TextEngine
  private let warnings = Mutex<[Diagnostic]>([])

  init(_ job: Job, text: TextEngine) {
    self.job = job
    files = JobFiles(job)
    self.text = text
  }

  /// Everything that stages warned of, each thing once for a stage, in the order of its first mention.
  var allWarnings: [Diagnostic] { warnings.withLock { $0 } }

  /// The context of one of the job's stages.
  func context(of entry: StageEntry) -> any StageContext { View(base: self, entry: entry) }

  private struct View: StageContext {
    let base: JobContext
    let entry: StageEntry

    var canvas: Canvas { base.job.canvas }

    func bytes(of file: FileReference) throws -> [UInt8] {
      try prepared(file.digest) { try base.files.bytes(of: file) }
    }

    func image(_ file: FileReference) throws -> Image {
      let bytes = try bytes(of: file)
      return try prepared(file.digest) {
        do {
          return try readPicture(bytes, name: file.written)
        } catch {
          throw StageError("\(error)")
        }
      }
    }

    func layout(_ request: TextRequest) throws -> TextLayout {
      let layout = try prepared(request.digest) {
        if let font = request.style.file { try base.files.check(font) }
        return try base.text.layout(request)
      }
      for substitution in layout.substitutions { warn(substitution) }
      return layout
    }

    func prepared<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
      try base.resources.value(key, make)
    }

    func warn(_ message: String) {
      let warning = base.job.diagnostic(.warning, at: entry.position, path: entry.path, message)
      base.warnings.withLock { if !$0.contains(warning) { $0.append(warning) } }
    }
  }
}
