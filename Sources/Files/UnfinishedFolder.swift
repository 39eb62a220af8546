import Foundation

/// A folder under a temporary name next to the destination of the files in it.
public final class UnfinishedFolder {
  public let path: String
  private var descriptor: Int32

  /// Throws if the folder of `target` does not exist or may not be written to.
  public init(beside target: String) throws(FileError) {
    (path, descriptor) = try UnfinishedFiles.create(beside: target) { path in
      mkdir(path, 0o777) == 0 ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
    }
  }

  deinit { discard() }

  /// Removes the folder with all that is in it.
  public func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    UnfinishedFiles.remove(path)
  }
}
