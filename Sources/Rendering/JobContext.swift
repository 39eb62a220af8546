import Foundation
import JobFile
import StageKit
import Synchronization
import Text
import Video

/// The world as the stages of one job see it.
final class JobContext: Sendable {
  let job: Job
  private let resources = Resources()
  private let text: TextEngine
  private let warnings = Mutex<[Diagnostic]>([])

  init(_ job: Job, text: TextEngine) {
    self.job = job
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

    func bytes(of file: FileReference) throws -> [UInt8] { try prepared(file.digest) { try Self.read(file) } }

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
      let layout = try prepared(request.digest) { try base.text.layout(request) }
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

    /// A regular file's bytes.
    private static func read(_ file: FileReference) throws -> [UInt8] {
      let url = URL(fileURLWithPath: file.path).resolvingSymlinksInPath()
      do {
        let type = try FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
        guard type == .typeRegular else { throw StageError("\(file.written): is not a regular file") }
        return [UInt8](try Data(contentsOf: url))
      } catch let error as StageError {
        throw error
      } catch {
        throw StageError("\(file.written): cannot be read: \(SystemReason.text(error))")
      }
    }
  }
}
