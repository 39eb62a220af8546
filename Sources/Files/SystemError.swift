import Foundation

/// The system's messages for failed file operations, without Foundation's wrapping.
public enum SystemError {
  /// The text of an `errno`, such as "No such file or directory".
  public static func message(errno code: Int32) -> String { String(cString: strerror(code)) }

  /// The text of the `errno` behind an error.
  public static func message(of error: any Error) -> String {
    errno(of: error).map { message(errno: $0) } ?? "unknown system error"
  }

  /// True if what failed with an `errno` may succeed at another time without anybody changing a permission or a name: a
  /// full disk, a stale handle, a lack of memory or descriptors, a server that does not answer.
  public static func isTemporary(errno code: Int32) -> Bool { temporary.contains(code) }

  private static let temporary: Set<Int32> = [
    ENOSPC, EDQUOT, EIO, EREMOTEIO, ESTALE, ENOMEM, ENOBUFS, EMFILE, ENFILE, EAGAIN, EINTR, EBUSY, ENOLCK, ETIMEDOUT,
    ENOTCONN, ECONNREFUSED, ECONNRESET, ECONNABORTED, ESHUTDOWN, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH,
  ]

  /// The system's message for errors of Foundation; the description of any other error.
  public static func describe(_ error: any Error) -> String {
    switch error {
    case is CocoaError, is POSIXError: message(of: error)
    case _ where type(of: error) is NSError.Type: message(of: error)
    default: "\(error)"
    }
  }

  /// The `errno` behind an error; nil if there is none.
  public static func errno(of error: any Error) -> Int32? {
    var current: NSError? = error as NSError
    var equivalent: Int32?
    while let error = current {
      if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
      if error.domain == NSCocoaErrorDomain { equivalent = equivalent ?? equivalents[error.code] }
      // Some underlying errors are Swift values, which are not NSErrors themselves.
      current = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    }
    return equivalent
  }

  /// The system's codes for those of Foundation, if Foundation does not pass on the system's.
  private static let equivalents = [
    CocoaError.fileNoSuchFile.rawValue: ENOENT, CocoaError.fileReadNoSuchFile.rawValue: ENOENT,
    CocoaError.fileReadNoPermission.rawValue: EACCES, CocoaError.fileReadTooLarge.rawValue: EFBIG,
    CocoaError.fileReadUnknown.rawValue: EIO, CocoaError.fileWriteUnknown.rawValue: EIO,
    CocoaError.fileWriteOutOfSpace.rawValue: ENOSPC, CocoaError.fileWriteNoPermission.rawValue: EACCES,
    CocoaError.fileWriteFileExists.rawValue: EEXIST, CocoaError.fileWriteVolumeReadOnly.rawValue: EROFS,
    CocoaError.fileWriteInvalidFileName.rawValue: ENAMETOOLONG,
  ]
}
