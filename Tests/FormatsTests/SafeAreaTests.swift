import StageKit
import Testing

@testable import Formats

/// The areas of pictures that places draw over.
@Suite("Safe areas")
struct SafeAreaTests {
  @Test("A picture as large as the screen has the screen's insets, a smaller one fewer points")
  func screen() {
    #expect(SafeArea.tikTok.insets(of: SafeArea.screen) == EdgeInsets(top: 250, right: 170, bottom: 420, left: 0))
    #expect(
      SafeArea.tikTok.insets(of: Size(540, 960)) == EdgeInsets(top: 125, right: 85, bottom: 210, left: 0))
  }

  @Test("Bars around a square picture are covered first")
  func bars() {
    // 420 pixels above and below.
    #expect(
      SafeArea.instagramReel.insets(of: Size(1080, 1080)) == EdgeInsets(top: 0, right: 65, bottom: 252, left: 65))
    // Wide pictures stand above what Stories cover.
    #expect(SafeArea.stories.insets(of: Size(1920, 1080)) == .zero)
  }

  @Test("YouTube shows upright videos alone as Shorts")
  func youTube() throws {
    let profile = try #require(DeliveryProfile.named("youtube"))
    #expect(profile.safeArea(for: Size(1080, 1920))?.name == "youtube-shorts")
    #expect(profile.safeArea(for: Size(1920, 1080)) == nil)
    #expect(try #require(DeliveryProfile.named("web")).safeArea(for: Size(1080, 1920)) == nil)
  }

  @Test("Each area has a source and a date, and a middle that is free")
  func sources() {
    #expect(Set(SafeArea.all.map(\.name)).count == SafeArea.all.count)
    for area in SafeArea.all {
      #expect(!area.source.isEmpty && area.date.hasPrefix("20"))
      #expect(area.insets.top + area.insets.bottom < 1920 && area.insets.left + area.insets.right < 1080)
    }
  }
}
