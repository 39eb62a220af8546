import Files
import Foundation
import JobFile
import StageKit

/// The files that one job's stages read. What a job may read is decided here, for the file that was opened: a path may
/// lead elsewhere by then than when the job was checked.
struct JobFiles: Sendable {
  let folder: String
  let policy: JobPolicy

  init(_ job: Job) {
    folder = job.folder
    policy = job.policy
  }

  /// A regular file's bytes. Throws `StageError`.
  func bytes(of file: FileReference) throws -> [UInt8] {
    let handle = try open(file)
    let limit = policy.limits.fileBytes
    do {
      let data = try handle.read(upToCount: limit + 1) ?? Data()
      guard data.count <= limit else { throw tooLarge(file, data.count) }
      return [UInt8](data)
    } catch let error as StageError {
      throw error
    } catch {
      throw unreadable(file, SystemError.message(of: error))
    }
  }

  /// Throws `StageError` unless the file is a regular one that the job may read.
  func check(_ file: FileReference) throws { _ = try open(file) }

  private func open(_ file: FileReference) throws -> FileHandle {
    // Opening a pipe without O_NONBLOCK would wait for its writer.
    let descriptor = Foundation.open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(file, SystemError.message(errno: errno)) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw StageError("\(file.written): is not a regular file")
    }
    guard let path = RealPath.of(descriptor: descriptor), policy.mayRead(path, jobFolder: folder) else {
      throw StageError(
        "\(file.written): leads out of the job's folder", hint: "Allow the folder it is in with --allow-read.")
    }
    guard Int(status.st_size) <= policy.limits.fileBytes else { throw tooLarge(file, Int(status.st_size)) }
    return handle
  }

  private func unreadable(_ file: FileReference, _ reason: String) -> StageError {
    StageError("\(file.written): cannot be read: \(reason)")
  }

  private func tooLarge(_ file: FileReference, _ size: Int) -> StageError {
    StageError(
      "\(file.written): has \(size) bytes, more than \(policy.limits.fileBytes)",
      hint: "Raise the limit: --limit file-bytes=\(size).")
  }
}
