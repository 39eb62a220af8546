import StageKit

/// The table of profiles: what each place takes, with the page that says it and when the line was last compared.
extension DeliveryProfile {
  public static let all: [DeliveryProfile] = [
    youTube, instagramReel, tikTok, appStorePreview, googlePlay, linkedIn, web, webAlpha, editor,
  ]

  static let youTube = DeliveryProfile(
    "youtube", "A video for YouTube.", place: "YouTube",
    options: [("bFrames", .number(2))], groupSeconds: 0.5, soundBitRate: 384, rules: youTubeRules)

  private static let youTubeRules = rules(
    "support.google.com/youtube/answer/1722171", "2026-11",
    .endings(["mp4"]), .indexFirst, .noEditList, .codecs(["h264"]), .codecProfiles(["High"], of: "h264"),
    .maxBFrames(2), .closedGroups, .maxGroupSeconds(0.5), .pixelFormats(["yuv420p"], of: "h264"),
    .framesPerSecond(23.976...60), .rec709,
    .maxBitRates(
      [
        .init(to: 360, 1, above30: 1.5), .init(to: 480, 2.5, above30: 4), .init(to: 720, 5, above30: 7.5),
        .init(to: 1080, 8, above30: 12),
        .init(to: 1440, 16, above30: 24), .init(to: 2160, 45, above30: 68),
      ], of: "h264"), .soundCodecs(["aac"]), .soundProfiles(["LC"], of: "aac"),
    .exactSampleRates([48_000, 96_000]))

  /// HD video as players and places expect it that say nothing else: standard light, limited range.
  private static let standardRange = rules("www.itu.int/rec/R-REC-BT.709", "2026-11", .standardRange)

  static let instagramReel = DeliveryProfile(
    "instagram-reel", "A Reel for Instagram.", place: "Instagram", size: [1080, 1920], soundBitRate: 128,
    rules: rules(
      "developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media", "2026-11",
      .endings(["mp4", "mov"]), .indexFirst, .noEditList, .codecs(["h264", "hevc"]), .closedGroups,
      .pixelFormats(["yuv420p"], of: "h264"), .framesPerSecond(23...60), .sides(2...1920), .seconds(3...900),
      .maxBytes(300_000_000), .maxBitRates([.init(25)], of: "h264"), .maxBitRates([.init(25)], of: "hevc"),
      .soundCodecs(["aac"]), .sampleRates(0...48_000), .channels([1, 2]), .maxSoundBitRate(128, of: "aac"))
      + rules("www.facebook.com/business/help/1038071743007909", "2026-11", .aspect(9.0 / 16...9.0 / 16))
      + standardRange)

  static let tikTok = DeliveryProfile(
    "tiktok", "A video for TikTok.", place: "TikTok", size: [1080, 1920],
    rules: rules(
      "developers.tiktok.com/doc/content-posting-api-media-transfer-guide", "2026-11",
      .endings(["mp4", "mov", "webm"]), .codecs(["h264", "hevc", "vp9"]), .framesPerSecond(23...60),
      .sides(360...4096), .seconds(3...600), .maxBytes(4_000_000_000))
      + rules("ads.tiktok.com/help/article/tiktok-auction-in-feed-ads", "2026-11", .aspect(9.0 / 16...16.0 / 9))
      + standardRange)

  static let appStorePreview = DeliveryProfile(
    "app-store-preview", "An app preview for the App Store.", place: "the App Store", codecs: ["mov": "prores"],
    size: [886, 1920], options: [("level", .text("4.0"))], soundBitRate: 256,
    rules: rules(
      "developer.apple.com/help/app-store-connect/reference/app-preview-specifications", "2026-11",
      .endings(["mov", "m4v", "mp4"]), .codecs(["h264", "prores"]), .codecProfiles(["High"], of: "h264"),
      .maxLevel(4, of: "h264"), .codecProfiles(["HQ"], of: "prores"), .framesPerSecond(1...30), .seconds(15...30),
      .maxBytes(500_000_000), .maxBitRates([.init(12)], of: "h264"),
      .sizes([
        [886, 1920], [1920, 886], [1080, 1920], [1920, 1080], [750, 1334], [1334, 750], [1200, 1600], [1600, 1200],
        [900, 1200], [1200, 900],
      ]), .soundCodecs(["aac", "pcm"]), .sampleRates(44_100...48_000), .channels([2]),
      .maxSoundBitRate(256, of: "aac")) + standardRange)

  /// Google Play shows a video of YouTube, of which it plays 30 seconds by itself.
  static let googlePlay = DeliveryProfile(
    "google-play", "A preview video for Google Play, which is one of YouTube.", place: "Google Play",
    size: [1920, 1080], options: [("bFrames", .number(2))], groupSeconds: 0.5, soundBitRate: 384,
    rules: youTubeRules
      + rules(
        "support.google.com/googleplay/android-developer/answer/9866151", "2026-11", .aspect(16.0 / 9...16.0 / 9)))

  static let linkedIn = DeliveryProfile(
    "linkedin", "A video for LinkedIn.", place: "LinkedIn",
    rules: rules(
      "www.linkedin.com/help/linkedin/answer/a548372", "2026-11",
      .endings(["mp4", "webm"]), .codecs(["h264", "vp9"]), .framesPerSecond(10...60), .sides(144...4096),
      .aspect(1 / 2.4...2.4), .seconds(3...900), .maxBytes(5_000_000_000), .maxBitRates([.init(30)], of: "h264"))
      + standardRange)

  static let web = DeliveryProfile(
    "web", "A video on a web page, for all browsers.", place: "web pages",
    rules: rules(
      "developer.mozilla.org/en-US/docs/Web/Media/Guides/Formats/Video_codecs", "2026-11",
      .endings(["mp4", "webm"]), .codecs(["h264", "av1", "vp9"]), .pixelFormats(["yuv420p"], of: "h264"))
      + rules("web.dev/articles/fast#preload-video", "2026-11", .indexFirst) + standardRange)

  static let webAlpha = DeliveryProfile(
    "web-alpha", "A transparent video on a web page, for browsers of the Chromium family and Firefox.",
    place: "web pages",
    rules: rules(
      "developer.chrome.com/blog/alpha-transparency-in-chrome-video", "2026-11", .endings(["webm"]),
      .codecs(["vp9"]), .alpha) + standardRange)

  static let editor = DeliveryProfile(
    "editor", "A master for a video editor.", place: "editors", codecs: ["mov": "prores"],
    rules: rules(
      "support.apple.com/102207", "2026-11", .endings(["mov"]), .codecs(["prores"]),
      .codecProfiles(["HQ", "4444", "XQ"], of: "prores")))

  /// Rules that one page says.
  private static func rules(
    _ source: String, _ date: String, _ requirements: ProfileRule.Requirement...
  ) -> [ProfileRule] {
    requirements.map { ProfileRule($0, source: source, date: date) }
  }
}
