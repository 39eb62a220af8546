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
  private let kept: KeptPreparations?
  private let warnings = Mutex<[Diagnostic]>([])

  /// Without `kept` nothing is kept from run to run.
  init(_ job: Job, text: TextEngine, kept: KeptPreparations? = nil) {
    self.job = job
    self.kept = kept
    files = JobFiles(job)
    self.text = text
  }

  /// Everything that stages warned of, each thing once for a stage, in the order of its first mention.
  var allWarnings: [Diagnostic] { Diagnostic.told(warnings.withLock { $0 }) }

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
          guard let kept = base.kept else { return try readPicture(bytes, name: file.written) }
          return try kept.value(Digest { $0.combine(wordsOf: bytes.span) }) {
            try readPicture(bytes, name: file.written)
          }
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

    func stored<Value: Storable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
      try prepared(key) {
        guard let kept = base.kept else { return try make() }
        let withCode = Digest { hasher in
          hasher.combine(ProgramIdentity.stages)
          hasher.combine(key)
        }
        return try kept.value(withCode, make)
      }
    }

    func warn(_ message: String) {
      let warning = base.job.diagnostic(.warning, at: entry.position, path: entry.path, message)
      base.warnings.withLock { if !$0.contains(warning) { $0.append(warning) } }
    }
  }
}
