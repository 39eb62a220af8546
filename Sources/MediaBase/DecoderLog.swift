import CLibAV
import CLibAVLog

/// The errors that one decoder logs, from whichever of its threads.
///
/// A decoder with threads of its own logs damage on them, where `LibAV.log` of the calling thread has no line.
package final class DecoderLog {
  private let log: OpaquePointer

  /// Keeps the log of a decoder that is not open yet; the decoder's `opaque` is taken. The decoder must be freed before the
  /// log is released.
  package init(of decoder: UnsafeMutablePointer<AVCodecContext>) throws(MediaError) {
    guard let log = clibav_decoder_log_open(decoder) else { throw LibAV.outOfMemory("open the decoder") }
    self.log = log
  }

  deinit { clibav_decoder_log_close(log) }

  /// The most severe error that the decoder logged since it was opened; nil if there is none.
  package var error: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { line in
      guard let start = line.baseAddress, clibav_decoder_log_error(log, start) != 0 else { return nil }
      return String(cString: start)
    }
  }
}
