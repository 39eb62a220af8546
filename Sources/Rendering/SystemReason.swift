import Foundation

/// What the system says of a failed file operation, in its own words.
enum SystemReason {
  /// "No such file or directory" and the like, without Foundation's wrapping.
  static func text(_ error: any Error) -> String {
    var current: NSError? = error as NSError
    while let error = current {
      if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
      if error.domain == NSCocoaErrorDomain, error.code == CocoaError.fileWriteFileExists.rawValue {
        return "a file is in its place"
      }
      current = error.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    return error.localizedDescription
  }
}
