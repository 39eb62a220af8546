import StageKit
import Testing

@testable import Video

@Suite("Where and when pictures were taken")
struct PictureOriginTests {
  /// A JPEG file of EXIF data alone: its directories with entries of tag, type, count and bytes.
  private func jpeg(details: [(Int, Int, Int, [UInt8])] = [], position: [(Int, Int, Int, [UInt8])] = []) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) }
    }
    func size(_ entries: [(Int, Int, Int, [UInt8])]) -> Int {
      2 + entries.count * 12 + 4 + entries.reduce(0) { $0 + ($1.3.count > 4 ? $1.3.count : 0) }
    }
    func directory(_ entries: [(Int, Int, Int, [UInt8])], at start: Int) -> [UInt8] {
      var (table, data) = (number(entries.count, 2), [UInt8]())
      for (tag, type, count, bytes) in entries {
        let place = start + 2 + entries.count * 12 + 4 + data.count
        table += number(tag, 2) + number(type, 2) + number(count, 4)
        table += bytes.count > 4 ? number(place, 4) : bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
        if bytes.count > 4 { data += bytes }
      }
      return table + number(0, 4) + data
    }
    let first = 8 + 2 + 2 * 12 + 4
    let tiff =
      Array("MM".utf8) + number(42, 2) + number(8, 4)
      + directory([(0x8769, 4, 1, number(first, 4)), (0x8825, 4, 1, number(first + size(details), 4))], at: 8)
      + directory(details, at: first) + directory(position, at: first + size(details))
    let block = Array("Exif".utf8) + [0, 0] + tiff
    return [0xFF, 0xD8, 0xFF, 0xE1] + number(block.count + 2, 2) + block + [0xFF, 0xD9]
  }

  private func text(_ tag: Int, _ text: String) -> (Int, Int, Int, [UInt8]) {
    (tag, 2, text.utf8.count + 1, Array(text.utf8) + [0])
  }

  private func fractions(_ tag: Int, _ values: [(Int, Int)]) -> (Int, Int, Int, [UInt8]) {
    let bytes = values.flatMap { [$0.0, $0.1] }.flatMap { value in (0..<4).map { UInt8(value >> (8 * (3 - $0)) & 255) }
    }
    return (tag, 5, values.count, bytes)
  }

  @Test(
    "Degrees, minutes and seconds south and west are below 0", arguments: [("N", "E", 1.0, 1.0), ("S", "W", -1, -1)])
  func places(north: String, east: String, up: Double, right: Double) throws {
    let file = jpeg(position: [
      text(1, north), fractions(2, [(46, 1), (30, 1), (900, 100)]), text(3, east),
      fractions(4, [(7, 1), (15, 1), (0, 1)]),
    ])
    let place = try #require(PictureOrigin(ofPicture: file).coordinate)
    #expect(abs(place.latitude - up * 46.5025) < 1e-12 && abs(place.longitude - right * 7.25) < 1e-12)
  }

  @Test("Times have the zone that is written with them, or none, and those of a receiver are in UTC")
  func times() {
    // `date -u -d '2024-02-29 12:30:45' +%s`
    let noon = 1_709_209_845.0
    let local = text(0x9003, "2024:02:29 12:30:45")
    #expect(PictureOrigin(ofPicture: jpeg(details: [local])) == PictureOrigin(time: noon))
    #expect(
      PictureOrigin(ofPicture: jpeg(details: [local, text(0x9011, "-03:30")]))
        == PictureOrigin(time: noon + 12_600, hasZone: true))
    let receiver = [fractions(7, [(10, 1), (0, 1), (5, 2)]), text(0x1D, "2024:02:29")]
    #expect(
      PictureOrigin(ofPicture: jpeg(details: [local], position: receiver))
        == PictureOrigin(time: noon - 9045 + 2.5 + 0, hasZone: true))
  }

  @Test("What is damaged, cut off or out of range says nothing")
  func damaged() {
    let whole = jpeg(
      details: [text(0x9003, "2024:13:29 12:30:45")],
      position: [
        text(1, "N"), fractions(2, [(91, 1), (0, 1), (0, 1)]), text(3, "E"), fractions(4, [(7, 1), (0, 0), (0, 1)]),
      ])
    #expect(PictureOrigin(ofPicture: whole) == PictureOrigin())
    for count in 0..<whole.count { #expect(PictureOrigin(ofPicture: Array(whole.prefix(count))) == PictureOrigin()) }
    for wrong in [
      "2026:06:14 9223372036854775807:00:00", "2026:06:14 00:61:00", "9999999:06:14 00:00:00", "2026:06:14",
    ] {
      #expect(PictureOrigin(ofPicture: jpeg(details: [text(0x9003, wrong)])) == PictureOrigin())
    }
    for wrong in ["+inf:00", "+15:00", "02:00", "+02"] {
      let file = jpeg(details: [text(0x9003, "2024:02:29 12:30:45"), text(0x9011, wrong)])
      #expect(PictureOrigin(ofPicture: file) == PictureOrigin(time: 1_709_209_845))
    }
    #expect(PictureOrigin(ofPicture: []) == PictureOrigin())
  }
}
