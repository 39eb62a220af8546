import Files
import Reporting
import StageKit

/// A file that a stage reads, as a job names it.
public struct InputFile: Hashable, Sendable {
  public var reference: FileReference
  public var position: SourcePosition
  /// The path of the value, such as `stages[2].parameters.file`.
  public var path: String
  /// A hint to the variable that names the file.
  public var note: String?
}

extension Job {
  /// The files that the job may read.
  public var fileAccess: FileAccess {
    FileAccess(jobFolder: folder, allowedFolders: policy.readableFolders)
  }

  /// The errors of the files that the stages read; `check` throws for a path that may not or cannot be read.
  public func inputFileErrors(_ check: (String) throws(FileError) -> Void) -> DiagnosticList {
    var list = DiagnosticList(file: file)
    for input in inputFiles {
      do {
        try check(input.reference.path)
      } catch {
        let name = input.reference.literal
        let isRelative = name != input.reference.path
        let relative = error.isNotFound && isRelative ? "'\(name)' is relative to the job's folder." : nil
        let hints = [error.hint ?? relative, input.note].compactMap { $0 }
        list.add(
          .error,
          diagnostic(
            at: input.position, path: input.path, error.message, code: .unreadableFile,
            hint: hints.isEmpty ? nil : hints.joined(separator: " ")))
      }
    }
    return list
  }
}
