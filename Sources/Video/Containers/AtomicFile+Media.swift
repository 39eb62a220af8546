import Files
import MediaBase

/// Files of media, whose errors name them as those of libav do.
extension AtomicFile {
  /// A file that is not there yet; throws if it cannot be.
  static func output(to path: String) throws(MediaError) -> AtomicFile {
    do { return try AtomicFile(for: path) } catch { throw MediaError(error, file: path) }
  }

  /// Writes bytes behind those before.
  func append(_ bytes: [UInt8]) throws(MediaError) {
    do { try write(bytes) } catch { throw MediaError(error, file: path) }
  }

  /// Writes bytes behind those that libav wrote.
  func appendAtEnd(_ bytes: [UInt8]) throws(MediaError) {
    do { try seekToEnd() } catch { throw MediaError(error, file: path) }
    try append(bytes)
  }

  /// Brings the file to the disk and gives it its name.
  func finish() throws(MediaError) {
    do { try commit() } catch { throw MediaError(error, file: path) }
  }
}

extension MediaError {
  /// A file that cannot be written.
  init(_ error: FileError, file: String) {
    self.init(
      "write the file", reason: error.code.map(SystemError.message) ?? error.message, file: file,
      code: error.code.map { -$0 }, hint: error.hint)
  }
}
