import Files
import Foundation

/// Why the store cannot be used.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  public let description: String
  /// True if another try may succeed: the disk was full, the store did not answer. Not so where permissions are missing.
  public let isTemporary: Bool
  /// True if the file that was opened or named is no longer there, so that a new search is worthwhile at once.
  let isStale: Bool

  init(_ description: String, code: Int32?) {
    self.description = description
    isTemporary = code.map(SystemError.isTemporary) ?? false
    isStale = [ENOENT, ENOTDIR, ESTALE].contains(code)
  }
}
