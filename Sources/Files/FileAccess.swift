import Foundation

/// Which files a job may read: regular ones below its own folder and below others that the user allows, after symbolic
/// links are followed.
///
/// A hard link is a file like any other.
public struct FileAccess: Sendable {
  private let folders: [String]

  public init(jobFolder: String, allowedFolders: [String]) { folders = [jobFolder] + allowedFolders }

  /// Throws unless a readable file is at a path that may be read.
  public func check(_ path: String) throws(FileError) {
    try FileSystem.checkReadable(path)
    try check(path, RealPath.of(path))
  }

  /// Opens a file and checks what was opened: since `check`, the path may lead elsewhere.
  public func open(_ path: String) throws(FileError) -> RegularFile {
    let file = try RegularFile(path)
    try check(path, RealPath.of(descriptor: file.handle.fileDescriptor))
    return file
  }

  private func check(_ path: String, _ realPath: String?) throws(FileError) {
    guard let realPath else { throw FileError("the system does not know the path of '\(path)'") }
    if folders.contains(where: { RealPath.of($0).map { RealPath.isInside(realPath, $0) } ?? false }) { return }
    throw FileError(
      "'\(path)' leads out of the job's folder, to '\(realPath)'",
      hint: "Allow its folder: --allow-read '\((realPath as NSString).deletingLastPathComponent)'.")
  }
}
