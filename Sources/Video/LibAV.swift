import CLibAV
import CLibAVLog
import Coding
import Formats
import Foundation
import StageKit

/// The log and the error codes of libav.
enum LibAV {
  private static let logIsTaken: Void = clibav_log_install()

  /// Starts an operation: discards the lines that the calling thread logged before.
  static func begin() {
    logIsTaken
    clibav_log_clear()
  }

  /// The most severe line since `begin` on the calling thread.
  static var log: String? {
    let line = String(cString: clibav_log_line())
    return line.isEmpty ? nil : line
  }

  /// Whether an error, not just a warning, was logged since `begin` on the calling thread.
  static var loggedError: Bool { clibav_log_is_error() != 0 }

  static func text(for code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress, av_strerror(code, start, buffer.count) == 0 else { return "error \(code)" }
      return String(cString: start)
    }
  }

  static func failure(_ code: Int32, _ operation: String, file: String? = nil) -> VideoError {
    VideoError(operation, reason: text(for: code), file: file, code: code, log: log)
  }

  /// The error of `errno`.
  static func systemFailure(_ operation: String, file: String) -> VideoError {
    let code = -errno
    return VideoError(operation, reason: text(for: code), file: file, code: code)
  }

  static func outOfMemory(_ operation: String) -> VideoError {
    VideoError(operation, reason: text(for: -ENOMEM), code: -ENOMEM)
  }

  /// The decoder of a stream that has alpha beside it: libav's own decoder of VP9 leaves alpha out. Nil for all others.
  static func alphaDecoder(of stream: AVStream) -> UnsafePointer<AVCodec>? {
    guard stream.codecpar.pointee.codec_id == AV_CODEC_ID_VP9,
      av_dict_get(stream.metadata, "alpha_mode", nil, 0) != nil
    else { return nil }
    return avcodec_find_decoder_by_name("libvpx-vp9")
  }

  /// Throws the error of a result below 0.
  @discardableResult
  static func check(_ result: Int32, _ operation: String, file: String? = nil) throws(VideoError) -> Int32 {
    if result < 0 { throw failure(result, operation, file: file) }
    return result
  }

  /// Sets a private option of an encoder or muxer.
  static func set(
    _ name: String, _ value: String, of object: UnsafeMutableRawPointer, _ operation: String
  ) throws(VideoError) {
    try check(av_opt_set(object, name, value, 0), "\(operation): option \(name)=\(value)")
  }
}

/// The libraries that encode: part of the key under which encoded segments may be stored.
public enum VideoLibraries {
  /// Of libav's versions and build configuration and of what x264 says of itself; changes when an upgrade of these could
  /// change encoded bytes. Other encoders are known by the bytes of their libraries alone.
  public static let digest = Digest { hasher in
    hasher.combine(Int(avcodec_version()))
    hasher.combine(Int(avformat_version()))
    hasher.combine(String(cString: avcodec_configuration()))
    hasher.combine(remark(of: H264()))
  }

  /// The H.264 encoder's name and version, such as `x264 - core 164 r3095 baee400`.
  public static let encoderVersion = String(
    remark(of: H264()).prefix(while: { $0 != "/" }).replacing(" - H.264", with: ""))

  /// The options that the encoder writes into its stream, or else those that it is given.
  public static func encoderOptions(_ format: OutputFormat) -> String {
    let remark = SegmentEncoder.remark(format)
    if let mark = remark.firstRange(of: "options: ") { return String(remark[mark.upperBound...]) }
    return remark.isEmpty ? format.encoder.options.map { "\($0.name)=\($0.value)" }.joined(separator: " ") : remark
  }

  /// For a tiny picture with the codec's default options.
  private static func remark(of codec: any Codec) -> String {
    guard let rate = FrameRate(30),
      let format = try? OutputFormat(
        codec, in: .mp4, width: 16, height: 16, frameRate: rate)
    else { return "none" }
    return SegmentEncoder.remark(format)
  }
}
