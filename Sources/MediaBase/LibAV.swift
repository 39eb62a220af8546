import CLibAV
import CLibAVLog
import Foundation

/// The log and the error codes of libav.
package enum LibAV {
  private static let logIsTaken: Void = clibav_log_install()

  /// Starts an operation: discards the lines that the calling thread logged before.
  package static func begin() {
    logIsTaken
    clibav_log_clear()
  }

  /// The most severe line since `begin` on the calling thread.
  package static var log: String? {
    let line = String(cString: clibav_log_line())
    return line.isEmpty ? nil : line
  }

  /// True if an error, not just a warning, was logged since `begin` on the calling thread.
  package static var loggedError: Bool { clibav_log_is_error() != 0 }

  package static func text(for code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress, av_strerror(code, start, buffer.count) == 0 else { return "error \(code)" }
      return String(cString: start)
    }
  }

  package static func failure(_ code: Int32, _ operation: String, file: String? = nil) -> MediaError {
    MediaError(operation, reason: text(for: code), file: file, code: code, log: log)
  }

  /// The error of `errno`.
  package static func systemFailure(_ operation: String, file: String) -> MediaError {
    let code = -errno
    return MediaError(operation, reason: text(for: code), file: file, code: code)
  }

  package static func outOfMemory(_ operation: String) -> MediaError {
    MediaError(operation, reason: text(for: -ENOMEM), code: -ENOMEM)
  }

  /// Throws the error of a result below 0.
  @discardableResult
  package static func check(_ result: Int32, _ operation: String, file: String? = nil) throws(MediaError) -> Int32 {
    if result < 0 { throw failure(result, operation, file: file) }
    return result
  }

  /// Sets a private option of an encoder or muxer.
  package static func set(
    _ name: String, _ value: String, of object: UnsafeMutableRawPointer, _ operation: String
  ) throws(MediaError) {
    try check(av_opt_set(object, name, value, 0), "\(operation): option \(name)=\(value)")
  }
}
