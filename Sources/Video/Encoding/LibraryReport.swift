import CLibAV
import MediaBase

/// The encoders of the system's libraries.
public enum LibraryReport {
  /// True if libav has an encoder of a name.
  public static func hasEncoder(_ name: String) -> Bool { avcodec_find_encoder_by_name(name) != nil }

  /// The version of libav, such as `5.1.8`.
  public static var version: String { String(cString: av_version_info()) }
}
