import Reporting
import Testing

@Suite("Text tables")
struct TextTableTests {
  @Test("Columns are as wide as their widest cell, aligned left or right, without spaces at the end")
  func columns() {
    let lines = TextTable.lines(
      [["name", "total"], ["a", "1.5"], ["long name", "12.5", "x"], ["b"]], alignment: [.left, .right])
    #expect(lines == ["  name       total", "  a            1.5", "  long name   12.5  x", "  b"])
  }

  @Test("Descriptions are wrapped and aligned, below terms that are too long")
  func list() {
    let word = String(repeating: "w", count: 60)
    let term = String(repeating: "t", count: 35)
    #expect(
      TextTable.list([("a", "one"), (term, "two \(word) three")], indent: 0) == """
        a\(String(repeating: " ", count: 35))one
        \(term)
        \(String(repeating: " ", count: 36))two \(word)
        \(String(repeating: " ", count: 36))three

        """)
  }
}
