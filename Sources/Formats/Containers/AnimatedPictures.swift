import StageKit

extension Container {
  /// GIF. Times are in 1/100 s, and no frame is shown for less than two of them: many viewers would show it for ten.
  public static let gif = Container(
    "GIF", ending: "gif", codecs: ["gif"], storage: .animation(demuxer: "gif"), mediaType: "image/gif",
    fixedTimeScale: 100, maxFrameRate: FrameRate(50))

  /// APNG (PNG, third edition). Each frame's duration is a ratio, so that times are exact.
  public static let apng = Container(
    "APNG", ending: "apng", codecs: ["apng"], storage: .animation(demuxer: "apng"), mediaType: "image/apng")

  /// WebP. Times are in milliseconds.
  public static let webp = Container(
    "WebP", ending: "webp", codecs: ["webp"], storage: .animation(demuxer: nil), mediaType: "image/webp",
    fixedTimeScale: 1000)

  /// AVIF (AV1 Image File Format), a sequence with a still in front.
  public static let avif = Container(
    "AVIF", ending: "avif", codecs: ["avif"], storage: .animation(demuxer: "mov"), mediaType: "image/avif")
}
