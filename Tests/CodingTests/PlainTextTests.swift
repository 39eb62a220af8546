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

  @Test("The first byte that is not UTF-8 is found")
  func invalid() {
    #expect(PlainText.firstInvalidOffset(Array("ä🚕".utf8)) == nil)
    #expect(PlainText.firstInvalidOffset(Array("ä".utf8) + [0xE4, 0x61]) == 2)
  }

  @Test(
    "The hint names the encoding that the bytes look like",
    arguments: [
      ([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x20, 0xEC, 0xE8, 0xF0], "WINDOWS-1251"),  // Привет мир
      ([0x82, 0xB1, 0x82, 0xF1, 0x82, 0xC9, 0x82, 0xBF, 0x82, 0xCD], "CP932"),  // こんにちは
      ([0xC4, 0xE3, 0xBA, 0xC3, 0xCA, 0xC0, 0xBD, 0xE7], "GBK"),  // 你好世界
      ([0xA7, 0x41, 0xA6, 0x6E, 0xA5, 0x40, 0xAC, 0xC9], "BIG5"),  // 你好世界
      ([0xBE, 0xC8, 0xB3, 0xE7, 0xC7, 0xCF, 0xBC, 0xBC, 0xBF, 0xE4], "CP949"),  // 안녕하세요
      ([0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72], "WINDOWS-1252"),  // Müller
      ([0xE9, 0x74, 0xE9, 0x20, 0xE0, 0x20, 0x6C], "WINDOWS-1252"),  // été à l
      ([0x93, 0x61, 0x94, 0x20, 0x96, 0x20, 0x35], "WINDOWS-1252"),  // “a” – 5
    ] as [([UInt8], String)])
  func hints(bytes: [UInt8], encoding: String) {
    #expect(
      PlainText.utf8Hint(for: bytes) == "Save the file as UTF-8, for example with `iconv -f \(encoding) -t UTF-8`.")
  }
}
