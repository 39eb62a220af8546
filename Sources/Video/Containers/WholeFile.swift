import Foundation
import MediaBase

/// Files that are written as a whole or not at all, and often.
public enum WholeFile {
  /// Replaces a file at once. It is not brought to the disk: after a power failure it may be the old one, or empty.
  ///
  /// What is left where the process is killed is removed as that of other unfinished files.
  public static func write(_ bytes: [UInt8], to path: String) throws(MediaError) {
    let (temporary, descriptor) = try UnfinishedFiles.create(beside: path) { path in
      open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666)
    }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else {
        let failure = LibAV.systemFailure("write the file", file: path)
        unlink(temporary)
        throw failure
      }
      rest = rest.dropFirst(written)
    }
    guard rename(temporary, path) == 0 else {
      let failure = LibAV.systemFailure("rename the finished file", file: path)
      unlink(temporary)
      throw failure
    }
  }
}
