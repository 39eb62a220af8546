import Foundation
import JobFile
import Reporting
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
  private let kept: PreparationDiskCache?
  let memory: StageMemory
  private let warnings: Mutex<Warnings>
  /// Of all texts that were laid out, each as often as it was.
  private let characters = Mutex(0)

  /// The most characters in all texts of a job: stages keep about 700 bytes of outlines for each.
  private static let mostCharacters = 500_000

  private struct Warnings {
    var list: DiagnosticList
    var known: Set<Diagnostic> = []
  }

  /// Without `kept` nothing is kept from run to run. What stages hold takes at most `memory` bytes.
  init(_ job: Job, text: TextEngine, kept: PreparationDiskCache? = nil, memory: Int = .max) {
    self.job = job
    self.memory = StageMemory(most: memory)
    self.kept = kept
    files = JobFiles(job)
    self.text = text
    warnings = Mutex(Warnings(list: DiagnosticList(file: job.file)))
  }

  /// Everything that stages warned of, each thing once for a stage, in the order of its first mention.
  var allWarnings: [Diagnostic] { warnings.withLock { $0.list.sorted } }

  /// The context of one of the job's stages.
  func context(of entry: StageEntry) -> any StageContext { View(base: self, entry: entry) }

  private struct View: StageContext {
    let base: JobContext
    let entry: StageEntry

    var composition: Composition { base.job.composition }

    func bytes(of file: FileReference) throws -> [UInt8] {
      try prepared(file.digest) {
        let bytes = try base.files.bytes(of: file)
        // Of GeoJSON, what is made of it takes up to four times as much.
        try base.memory.take(bytes.count * 5, for: file.written)
        return bytes
      }
    }

    func image(_ file: FileReference) throws -> Image {
      let bytes = try bytes(of: file)
      return try prepared(file.digest) {
        do {
          let image = try read(bytes, name: file.written)
          try base.memory.take(image.width * image.height * Self.heldPerPixel, for: file.written)
          return image
        } catch let error as VideoError {
          throw StageError("\(error)", hint: error.code == -ENOMEM ? "Allow more memory with --max-memory." : nil)
        }
      }
    }

    /// Of a picture and its halves, quarters and so on.
    private static let heldPerPixel = 6
    private static let decodingPerPixel = 12

    private func read(_ bytes: [UInt8], name: String) throws -> Image {
      let mostPixels = min(base.memory.left / Self.decodingPerPixel, maxPictureArea)
      guard let kept = base.kept else { return try readPicture(bytes, name: name, maxPixels: mostPixels) }
      return try kept.value(Digest { $0.combine(bytes: bytes.span) }) {
        try readPicture(bytes, name: name, maxPixels: mostPixels)
      }
    }

    func layout(_ request: TextRequest) throws -> TextLayout {
      // Of a text that is too long by itself, the engine tells.
      let count = request.text.unicodeScalars.prefix(20_001).count
      let total = base.characters.withLock { total in
        total += count
        return total
      }
      guard total <= JobContext.mostCharacters else {
        throw StageError("with this one the job's texts have more than \(JobContext.mostCharacters) characters")
      }
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
      base.warnings.withLock { if $0.known.insert(warning).inserted { $0.list.add(.warning, warning) } }
    }
  }
}
