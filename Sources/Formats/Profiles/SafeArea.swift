import StageKit

/// The area of an upright video that a platform covers with names, buttons and captions.
///
/// Places change their screens without notice, so the figures say who published them and when. They are margins, not
/// promises.
public struct SafeArea: Sendable {
  /// As a canvas's `safe` names it.
  public let name: String
  /// The name of the place in messages.
  public let place: String
  /// The covered edges, in pixels of a screen of 1080 × 1920.
  public let insets: EdgeInsets
  /// Who published the figures.
  public let source: String
  /// The year and month of that.
  public let date: String

  /// The screen that `insets` are given for, in pixels.
  public static let screen = Size(1080, 1920)

  public static let all: [SafeArea] = [instagramReel, tikTok, youTubeShorts, stories, snapchat]

  static let instagramReel = SafeArea(
    name: "instagram-reel", place: "Instagram Reels",
    insets: EdgeInsets(top: 269, right: 65, bottom: 672, left: 65),
    source: "Meta's guidance for ads in Reels (14 % at the top, 35 % at the bottom, 6 % at the sides), as in "
      + "shotstack.io/learn/vertical-video-safe-zones", date: "2026-06")

  static let tikTok = SafeArea(
    name: "tiktok", place: "TikTok", insets: EdgeInsets(top: 250, right: 170, bottom: 420, left: 0),
    source: "observed by socaptions.com/blog/tiktok-safe-zones-2026; TikTok publishes templates without figures",
    date: "2026")

  static let youTubeShorts = SafeArea(
    name: "youtube-shorts", place: "YouTube Shorts",
    insets: EdgeInsets(top: 288, right: 192, bottom: 672, left: 48),
    source: "Google's guidance for upright ads on YouTube, as in shotstack.io/learn/vertical-video-safe-zones",
    date: "2026")

  static let stories = SafeArea(
    name: "stories", place: "Stories on Instagram and Facebook",
    insets: EdgeInsets(top: 269, right: 0, bottom: 384, left: 0),
    source: "Meta's guidance for ads in Stories (14 % at the top, 20 % at the bottom), as in "
      + "www.imagefactory.co.kr/en/guides/instagram-story-ad-text-safe-zone", date: "2026-06")

  static let snapchat = SafeArea(
    name: "snapchat", place: "Snapchat", insets: EdgeInsets(top: 150, right: 64, bottom: 150, left: 64),
    source: "Snap's creative guidelines for Snap Ads (150 pixels at the top and bottom, 64 around)", date: "2016-11")

  public static func named(_ name: String) -> SafeArea? { all.first { $0.name == name } }

  /// The covered edges of a picture of a size, in its own units.
  ///
  /// The place fits the picture into its screen; what is left around it is covered first.
  public func insets(of picture: Size) -> EdgeInsets {
    let scale = min(Self.screen.width / picture.width, Self.screen.height / picture.height)
    let barX = (Self.screen.width - picture.width * scale) / 2
    let barY = (Self.screen.height - picture.height * scale) / 2
    return EdgeInsets(
      top: max(0, insets.top - barY) / scale, right: max(0, insets.right - barX) / scale,
      bottom: max(0, insets.bottom - barY) / scale, left: max(0, insets.left - barX) / scale)
  }
}

extension DeliveryProfile {
  /// The covered area of a picture of a size; nil if its platform shows the picture only.
  public func safeArea(for picture: Size) -> SafeArea? {
    // YouTube shows upright videos as Shorts.
    if name == Self.youTube.name { return picture.height > picture.width ? .youTubeShorts : nil }
    return SafeArea.named(name)
  }
}
