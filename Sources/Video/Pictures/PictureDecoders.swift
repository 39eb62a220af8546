import CLibHEIF

/// The decoders of pictures that libheif loads as plugins on newer systems, where each is a package of its own.
public enum PictureDecoders {
  /// The formats that cannot be read here for want of a decoder, each with the package of Debian and Ubuntu that has one.
  public static var missing: [(format: String, package: String)] {
    [
      ("HEIC", heif_compression_HEVC, "libheif-plugin-libde265"),
      ("AVIF", heif_compression_AV1, "libheif-plugin-dav1d"),
    ]
    .filter { heif_have_decoder_for_format($0.1) == 0 }.map { ($0.0, $0.2) }
  }

  /// Why pictures of such formats are not read; empty where none is missing.
  static var remark: String {
    let texts = missing.map { "for \($0.format) (of Debian and Ubuntu: \($0.package))" }
    return texts.isEmpty ? "" : ", since libheif lacks its decoder " + texts.joined(separator: " and ")
  }
}
