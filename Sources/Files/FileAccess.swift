import Foundation

/// The files that a job may read: regular ones below its own folder and below others that the user allows, after symbolic
/// links are followed.
///
/// A hard link is a file like any other.
public struct FileAccess: Sendable {
  private let folders: [String]

  public init(jobFolder: String, allowedFolders: [String]) { folders = [jobFolder] + allowedFolders }

  /// Opens a job file. One that was found in a folder is read only where jobs of that folder may read; one that the user named,
  /// with a nil `folder`, may be a link to anywhere. Every way to read job files asks here.
  public static func openJob(
    _ file: String, foundIn folder: String?, allowedFolders: [String]
  ) throws(FileError) -> RegularFile {
    try FileSystem.checkReadable(file, noun: "file or folder")
    guard let folder else { return try RegularFile(file) }
    return try FileAccess(jobFolder: folder, allowedFolders: allowedFolders).open(file)
  }

  /// Throws unless a readable file is at a path that may be read.
  public func check(_ path: String) throws(FileError) {
    try FileSystem.checkReadable(path)
    try check(path, RealPath.of(path))
  }

  /// Throws where files of a folder that is there may not be read.
  public func checkFolder(_ folder: String) throws(FileError) {
    if let realPath = RealPath.of(folder) { try check(folder, realPath, in: realPath) }
  }

  /// Opens a file and checks what was opened: since `check`, the path may lead elsewhere.
  public func open(_ path: String) throws(FileError) -> RegularFile {
    let file = try RegularFile(path)
    try check(path, RealPath.of(descriptor: file.handle.fileDescriptor))
    return file
  }

  /// `folder` is the one to allow; that of the path unless given.
  private func check(_ path: String, _ realPath: String?, in folder: String? = nil) throws(FileError) {
    guard let realPath else { throw FileError("the system does not know the path of '\(path)'") }
    if folders.contains(where: { RealPath.of($0).map { RealPath.isInside(realPath, $0) } ?? false }) { return }
    throw FileError(
      "'\(path)' leads out of the job's folder, to '\(realPath)'",
      hint: "Allow its folder: --allow-read '\(folder ?? (realPath as NSString).deletingLastPathComponent)'.")
  }
}
