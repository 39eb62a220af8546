import Foundation
import TestSupport
import Testing
import Video

@Suite("Passports, through the program")
struct PassportTests {
  /// The picture of an open passport of 800 × 400 pixels, with its pages from 200 to 600 across and 100 to 300 down.
  private func picture(_ parameters: String, _ files: [String: String] = [:]) throws -> (pixels: [UInt8], width: Int) {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    try folder.write(
      """
      {"canvas": {"size": [400, 200], "scale": 2, "fps": 10, "duration": 6, "background": "white"}, "stages": [
        {"id": "a", "stage": "passport-flip", "parameters": {"name": "", "aspect": 1, "to": {"height": 100}, \(parameters)}}]}
      """, to: "a.json")
    let outcome = try run(["still", "a.json", "--at", "3", "-o", "a.png"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let picture = try readPicture(at: folder.file("a.png"))
    return (picture.pixels, picture.width)
  }

  /// The places, across, of pixels in the upper half of the pages that are such.
  private func columns(
    of picture: (pixels: [UInt8], width: Int), where isSuch: (_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Bool
  ) -> [Int] {
    stride(from: 110 * picture.width * 4, to: 200 * picture.width * 4, by: 4).filter {
      isSuch(picture.pixels[$0], picture.pixels[$0 + 1], picture.pixels[$0 + 2])
    }.map { $0 / 4 % picture.width }
  }

  @Test("A portrait may be an SVG file, cut to a circle in the middle of its page")
  func portrait() throws {
    let red =
      ##"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#f00"/></svg>"##
    let found = columns(of: try picture(#""portrait": "p.svg""#, ["p.svg": red])) { $0 > 240 && $1 < 20 && $2 < 20 }
    let (low, high) = (try #require(found.min()), try #require(found.max()))
    #expect(abs(Double(low + high) / 2 - 300) < 6 && abs(high - low - 124) < 12)
  }

  @Test("Facts begin at the side from which they are read")
  func sides() throws {
    func middle(_ text: String) throws -> Double {
      let dark = columns(of: try picture(#""facts": [{"value": "\#(text)"}]"#)) { max($0, $1, $2) < 130 }.filter {
        (410...590).contains($0)
      }
      return Double(dark.reduce(0, +)) / Double(max(dark.count, 1))
    }
    let (english, arabic) = (try middle("Hello"), try middle("سلام"))
    #expect(english < 500 && arabic > 550, "\(english) \(arabic)")
  }
}
