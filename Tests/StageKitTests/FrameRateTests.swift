import StageKit
import Testing

@Suite("Frame rates")
struct FrameRateTests {
  @Test("Terms are reduced and out-of-range rates refused")
  func terms() {
    #expect(FrameRate(120, 2)?.description == "60")
    #expect(FrameRate(30000, 1001)?.description == "30000/1001")
    #expect(FrameRate(0) == nil)
    #expect(FrameRate(60, 0) == nil)
    #expect(FrameRate(1001, 1) == nil)
    #expect(FrameRate(1, 1000) != nil)
    #expect(FrameRate(1, 1001) == nil)
  }

  @Test("The seconds of frames are exact quotients")
  func seconds() throws {
    let rate = try #require(FrameRate(60))
    #expect(rate.seconds(ofFrame: 72) == 1.2)
    #expect(try #require(FrameRate(30000, 1001)).seconds(ofFrame: 30000) == 1001)
  }
}
