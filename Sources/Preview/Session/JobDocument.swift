import Files
import Foundation
import JobFile
import Planning
import Rendering
import Reporting
import StageKit

/// A job file as the preview shows it: its text on disk, or a draft that is not saved, and what it says.
struct JobDocument: Sendable {
  let file: String
  /// Empty where it cannot be read, which `diagnostics` say.
  let disk: [UInt8]
  /// True if it may be read, and so written.
  let isReadable: Bool
  /// True if there is no file, as when it was deleted while there is a draft of it.
  let isGone: Bool
  /// A changed text that is not on disk.
  let draft: [UInt8]?
  /// True if the file on disk is not the one that the draft began with.
  let isDiskChanged: Bool
  /// Its variants without errors.
  let jobs: [Job]
  let diagnostics: [Diagnostic]
  /// All files that it depends on, its own among them.
  let dependencies: Set<String>
  /// The files that its text is read from besides its own, and the folders, as positions in them name them.
  let parts: Set<String>
  /// The same with its own, after all links.
  let realFiles: Set<String>
  /// True where it is no job of the listing, but belongs to some: then only its text counts.
  let isPart: Bool
  /// Changes with anything that its pictures depend on.
  let revision: String

  var text: [UInt8] { draft ?? disk }
  /// The first byte of the text that is not UTF-8.
  var firstInvalidByte: UInt8? {
    var (decoder, bytes, offset) = (UTF8(), text.makeIterator(), 0)
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return text[offset]
      }
    }
  }
  var diskDigest: String { Self.digest(disk) }
  var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
  var warnings: [Diagnostic] { diagnostics.filter { $0.severity == .warning } }

  /// The variant of an id; the first where the id is empty.
  func job(_ variant: String) -> Job? { variant.isEmpty ? jobs.first : jobs.first { "\($0.variant)" == variant } }

  /// A text that is not saved.
  struct Draft: Hashable, Sendable {
    var text: [UInt8]
    /// The digest of the file that it began with.
    var base: String
  }

  /// Reads a file, or takes a draft of it; `folder` is the one that it was found in, nil where it was named. `unsaved` are
  /// the drafts of the files that it may be read from, by their paths after all links.
  init(
    _ file: String, draft: Draft?, _ settings: PreviewSettings, foundIn folder: String?,
    unsaved: [String: [UInt8]] = [:]
  ) {
    var diagnostics: [Diagnostic] = []
    var disk: [UInt8] = []
    do {
      let opened = try FileAccess.openJob(
        file, foundIn: folder, allowedFolders: settings.policy.readableFolders)
      disk = try opened.bytes(limit: JobLimits.fileSize)
    } catch {
      diagnostics.append(Diagnostic(file: file, message: error.message, hint: error.hint))
    }
    isReadable = diagnostics.isEmpty
    isGone = !isReadable && !FileSystem.exists(file)
    let text = draft?.text ?? disk
    var jobs: [Job] = []
    var parts: Set<String> = []
    if diagnostics.isEmpty || draft != nil {
      var policy = settings.policy
      policy.unsaved = unsaved
      let checked = CheckedJobFile(
        bytes: text, file: file, registry: settings.registry, policy: policy, messages: settings.messages)
      (jobs, diagnostics, parts) = (checked.jobs, checked.diagnostics, checked.askedFiles)
    }
    let inputs = Set(jobs.flatMap(\.allReadFiles)).union(parts)
    self.file = file
    self.disk = disk
    self.draft = draft?.text
    isDiskChanged = draft.map { $0.base != Self.digest(disk) } ?? false
    self.jobs = jobs
    self.diagnostics = diagnostics
    dependencies = inputs.union([file])
    self.parts = parts
    realFiles = Set(parts.union([file]).map(RealPath.ofFile))
    isPart = false
    revision = Digest.short { hasher in
      hasher.combine(bytes: text.span)
      for job in jobs { hasher.combine(job.textDigest.description) }
      for diagnostic in diagnostics { hasher.combine(diagnostic.description) }
      for path in inputs.sorted() {
        hasher.combine(path)
        hasher.combine(String(describing: FileStamp(path)))
        if !unsaved.isEmpty, let text = unsaved[RealPath.ofFile(path)] { hasher.combine(bytes: text.span) }
      }
    }
  }

  /// Reads a file that belongs to jobs, or takes a draft of it: its text alone.
  init(part file: String, draft: Draft?, _ access: FileAccess) {
    var diagnostics: [Diagnostic] = []
    var disk: [UInt8] = []
    do {
      disk = try access.open(file).bytes(limit: JobLimits.fileSize)
    } catch {
      diagnostics.append(Diagnostic(file: file, message: error.message, hint: error.hint))
    }
    (self.file, self.disk, self.draft, self.diagnostics, isPart) = (file, disk, draft?.text, diagnostics, true)
    isReadable = diagnostics.isEmpty
    isGone = !isReadable && !FileSystem.exists(file)
    isDiskChanged = draft.map { $0.base != Self.digest(disk) } ?? false
    (jobs, dependencies, parts, realFiles) = ([], [file], [], [file])
    revision = Self.digest(draft?.text ?? disk)
  }

  static func digest(_ bytes: [UInt8]) -> String { "\(Digest { $0.combine(bytes: bytes.span) })" }
}
