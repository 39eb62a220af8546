import StageKit
import Testing

@testable import Video

@Suite("Video settings")
struct SettingsTests {
  @Test("An odd side is refused with the even one beside it")
  func oddSideIsRefused() throws {
    let text = failure { _ = try settings(width: 1079, height: 1921) }
    #expect(text.contains("width 1079 is odd; use 1080"))
    #expect(text.contains("height 1921 is odd; use 1922"))
  }

  @Test("A misspelled preset is refused with the nearest name")
  func misspelledPresetIsRefused() throws {
    #expect(failure { _ = try settings(preset: "medum") }.contains("Did you mean 'medium'?"))
    #expect(failure { _ = try settings(preset: "x") }.contains("Presets: ultrafast,"))
  }

  @Test("Sides, factors and distances out of range are refused, not trapped on")
  func outOfRangeIsRefused() throws {
    #expect(failure { _ = try settings(width: 0) }.contains("outside 2…16384"))
    #expect(failure { _ = try settings(height: .max) }.contains("outside 2…16384"))
    #expect(failure { _ = try settings(crf: .nan) }.contains("crf nan"))
    #expect(failure { _ = try settings(crf: 51.5) }.contains("crf 51.5 is outside 0…51"))
    #expect(failure { _ = try settings(gop: 0) }.contains("gop 0"))
  }

  @Test("A frame rate is kept in lowest terms")
  func frameRateIsReduced() throws {
    #expect(FrameRate(60000, 1000) == FrameRate(60))
    #expect(FrameRate(30000, 1001)?.description == "30000/1001")
    #expect(FrameRate(0) == nil)
    #expect(FrameRate(.min, .min) == nil)
    #expect(FrameRate(.max) == nil)
    #expect(FrameRate(1001) == nil)
  }

  @Test(
    "A frame lasts a whole number of ticks",
    arguments: [(60, 1), (25, 1), (30000, 1001), (1, 1), (1000, 1), (1_000_000, 999_999), (1, 1000), (7, 6999)])
  func frameLastsWholeTicks(numerator: Int, denominator: Int) throws {
    let rate = try #require(FrameRate(numerator, denominator))
    #expect(rate.timeScale * rate.denominator == rate.ticksPerFrame * rate.numerator)
    #expect(rate.timeScale <= Int(Int32.max) && rate.ticksPerFrame <= Int(Int32.max))
  }

  @Test("Each setting counts in the digest")
  func eachSettingCounts() throws {
    let variants = [
      try settings(), try settings(width: 98), try settings(height: 66), try settings(rate: (30, 1)),
      try settings(preset: "fast"), try settings(crf: 19), try settings(gop: 10), try settings(chromaLocation: .left),
    ]
    #expect(Set(variants.map(\.digest)).count == variants.count)
  }
}
