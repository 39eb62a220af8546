import StageKit

extension Container {
  /// GIF. Times are in 1/100 s, and no frame is shown for less than two of them: many viewers would show it for ten.
  public static let gif = Container(
    "GIF", ending: "gif", codecs: ["gif"], storage: .animation(demuxer: "gif"), mediaType: "image/gif",
    fixedTimeScale: 100, maxFrameRate: FrameRate(50))
}
