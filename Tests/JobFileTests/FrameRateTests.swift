import StageKit
import Testing

@testable import JobFile

@Suite("Frame rates")
struct FrameRateTests {
  @Test(
    "NTSC rates are exact, others are as written",
    arguments: [
      (23.976, "24000/1001"), (23.98, "24000/1001"), (29.97, "30000/1001"), (47.952, "48000/1001"),
      (59.94, "60000/1001"), (119.88, "120000/1001"), (60, "60"), (12.5, "25/2"), (0.125, "1/8"),
      (24.001, "24001/1000"),
    ] as [(Double, String)])
  func numbers(number: Double, text: String) {
    #expect(FrameRate(number)?.description == text)
  }

  @Test("Fractions are reduced")
  func fractions() {
    #expect(FrameRate("60000/1001") == FrameRate(60000, 1001))
    #expect(FrameRate("50/2") == FrameRate(25))
    #expect(FrameRate("25")?.denominator == 1)
  }

  @Test(
    "What is no rate is refused",
    arguments: ["", "/", "30/", "1/0", "-1", "30/1/1", "1e3", "0", "99999999999999999999", "٣"])
  func noRates(text: String) { #expect(FrameRate(text) == nil) }

  @Test("Numbers out of range are refused", arguments: [0, -1, 1000.5, .nan, .infinity, 1 / 3.0])
  func noNumbers(number: Double) { #expect(FrameRate(number) == nil) }

  @Test("Frames are at exact times")
  func times() {
    #expect(FrameRate(30000, 1001)?.seconds(ofFrame: 300) == 10.01)
    #expect(FrameRate(60, 1)?.seconds(ofFrame: 30) == 0.5)
  }

  @Test("The durations that an error suggests work", arguments: ["1.01", "29.97", "7.983", "0.3333", "1234.5678"])
  func namedDurations(duration: String) throws {
    for fps in ["60", "29.97", "23.976", "12.5"] {
      func canvas(_ duration: Substring) -> String {
        #"{"canvas": {"size": [2, 2], "fps": \#(fps), "duration": \#(duration)}, "stages": [{"id": "a", "stage": "dot"}]}"#
      }
      let found = messages(canvas(duration[...]))
      if found.isEmpty { continue }
      let hint = try #require(found.first?.split(separator: "The nearest possible: ").last)
      for named in hint.split(separator: " ").filter({ Double($0) != nil }) { #expect(messages(canvas(named)) == []) }
    }
  }
}
