import Files
import Foundation
import JobFile
import StageKit

/// The files that one job's stages read, within what the job may read.
struct JobFiles: Sendable {
  private let access: FileAccess
  /// In bytes, for each file.
  private let limit: Int

  init(_ job: Job) {
    access = job.fileAccess
    limit = job.policy.limits.fileBytes
  }

  /// A regular file's bytes, whose number is handed to `reserve` before they are read. Throws `StageError`.
  func bytes(of file: FileReference, reserve: (Int) throws -> Void) throws -> [UInt8] {
    let opened = try open(file)
    try reserve(opened.size)
    do { return try opened.bytes(limit: limit) } catch { throw StageError(error.message, hint: error.hint) }
  }

  /// A regular file's first bytes, at most `count`. Throws `StageError`.
  func head(of file: FileReference, _ count: Int) throws -> [UInt8] {
    let opened = try open(file)
    do {
      return [UInt8](try opened.handle.read(upToCount: count) ?? Data())
    } catch {
      throw StageError("'\(file.literal)' cannot be read: \(error.localizedDescription)")
    }
  }

  /// Throws `StageError` unless the file is a regular one that the job may read.
  func check(_ file: FileReference) throws { _ = try open(file) }

  /// Throws where a file may not be read, however large it is: for files of which only parts are.
  func checkAccess(_ file: FileReference) throws { _ = try opened(file) }

  private func opened(_ file: FileReference) throws -> RegularFile {
    do { return try access.open(file.path) } catch { throw StageError(error.message, hint: error.hint) }
  }

  private func open(_ file: FileReference) throws -> RegularFile {
    let opened = try opened(file)
    guard opened.size <= limit else {
      throw StageError(
        "'\(file.path)' has \(opened.size) bytes, more than \(limit)",
        hint: "Raise the limit: --limit file-bytes=\(opened.size).")
    }
    return opened
  }
}
