import CLibAV
import Coding
import Formats
import StageKit

/// The libraries that encode, which are part of the key under which encoded segments may be stored, and the one that converts
/// colors.
public enum VideoLibraries {
  /// A digest of libav's versions and build configuration and of x264's description of itself; it changes if an upgrade
  /// of these could change encoded bytes. Other encoders are known by the bytes of their libraries only.
  public static let digest = Digest { hasher in
    hasher.combine(Int(avcodec_version()))
    hasher.combine(Int(avformat_version()))
    hasher.combine(String(cString: avcodec_configuration()))
    hasher.combine(remark(of: H264()))
  }

  /// The version of color conversion: part of the keys of pictures whose colors are converted.
  public static let colorVersion = ColorConversion.version

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
