import Coding
import Testing

@Suite("Texts of files")
struct PlainTextTests {
  private func utf16(_ text: String, isLittleEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.reduce(into: []) { bytes, unit in
      let parts = [UInt8(unit & 255), UInt8(unit >> 8)]
      bytes += isLittleEndian ? parts : parts.reversed()
    }
  }

  @Test("UTF-16 with a byte order mark becomes UTF-8 without one")
  func wide() {
    for isLittleEndian in [true, false] {
      let bytes = utf16("Ä;🚕\n", isLittleEndian: isLittleEndian)
      #expect(PlainText.utf8(bytes) == Array("Ä;🚕\n".utf8))
      #expect(PlainText.utf8(bytes.dropLast()) == nil)
      // The half of a pair.
      #expect(PlainText.utf8(Array(bytes.prefix(8))) == nil)
    }
  }

  @Test("Other bytes stay, without the mark of UTF-8")
  func others() {
    #expect(PlainText.utf8(Array("\u{FEFF}a".utf8)) == [0x61])
    #expect(PlainText.utf8([0xE4]) == [0xE4])
    #expect(PlainText.utf8([]) == [])
  }
}
