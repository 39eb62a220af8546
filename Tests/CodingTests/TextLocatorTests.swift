import StageKit
import Testing

@Suite("Places in texts")
struct TextLocatorTests {
  @Test("Lines end with LF, CR LF or CR, and columns count scalars")
  func places() {
    let bytes = Array("ä1\n2\r\n3\r4".utf8)
    let found = (0...bytes.count + 1).map { TextPlace(of: $0, in: bytes).description }
    #expect(found == ["1:1", "1:2", "1:2", "1:3", "2:1", "2:2", "2:3", "3:1", "3:2", "4:1", "4:2", "4:2"])
  }

  @Test("A byte order mark takes no column, and offsets may go back")
  func marks() {
    var locator = TextLocator([0xEF, 0xBB, 0xBF] + Array("ab\nc".utf8))
    #expect([7, 4, 0, 3].map { locator.place(at: $0).description } == ["2:2", "1:2", "1:1", "1:1"])
  }
}

@Suite("Dates")
struct GregorianDateTests {
  @Test(
    "Days are counted from 1970 on",
    arguments: [
      (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11016), (2026, 11, 29, 20786), (1, 1, 1, -719_162),
      (9999, 12, 31, 2_932_896),
    ])
  func days(year: Int, month: Int, day: Int, expected: Int) {
    #expect(GregorianDate.days(year: year, month: month, day: day) == expected)
  }

  @Test(
    "What the calendar does not have is no date", arguments: [(1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (0, 1, 1)])
  func none(year: Int, month: Int, day: Int) {
    #expect(GregorianDate.days(year: year, month: month, day: day) == nil)
  }
}
