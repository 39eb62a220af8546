import Foundation

/// What the system says of a failed file operation, in its own words and without Foundation's wrapping.
public enum SystemReason {
  /// "No such file or directory" and the like.
  public static func text(_ error: any Error) -> String {
    code(of: error).map(text) ?? "the system does not say why"
  }

  /// What an error says of itself; of Foundation's, the system's reason alone.
  public static func words(_ error: any Error) -> String {
    switch error {
    case is CocoaError, is POSIXError: text(error)
    case _ where type(of: error) is NSError.Type: text(error)
    default: "\(error)"
    }
  }

  /// The `errno` behind an error; nil where there is none.
  public static func code(of error: any Error) -> Int32? {
    var current: NSError? = error as NSError
    var meant: Int32?
    while let error = current {
      if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
      if error.domain == NSCocoaErrorDomain { meant = meant ?? codes[error.code] }
      // Some of these are values of Swift, which are no NSError themselves.
      current = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    }
    return meant
  }

  /// The text of an `errno`.
  public static func text(code: Int32) -> String { String(cString: strerror(code)) }

  /// What Foundation's codes stand for where it does not hand on the system's.
  private static let codes = [
    CocoaError.fileNoSuchFile.rawValue: ENOENT, CocoaError.fileReadNoSuchFile.rawValue: ENOENT,
    CocoaError.fileReadNoPermission.rawValue: EACCES, CocoaError.fileReadTooLarge.rawValue: EFBIG,
    CocoaError.fileReadUnknown.rawValue: EIO, CocoaError.fileWriteUnknown.rawValue: EIO,
    CocoaError.fileWriteOutOfSpace.rawValue: ENOSPC, CocoaError.fileWriteNoPermission.rawValue: EACCES,
    CocoaError.fileWriteFileExists.rawValue: EEXIST, CocoaError.fileWriteVolumeReadOnly.rawValue: EROFS,
    CocoaError.fileWriteInvalidFileName.rawValue: ENAMETOOLONG,
  ]
}
