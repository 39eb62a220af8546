import StageKit
import Testing

@Suite("Tables of text")
struct DelimitedTextTests {
  private func table(_ text: String, separatedByTabs: Bool = false) -> DelimitedText {
    DelimitedText(Array(text.utf8), separatedByTabs: separatedByTabs)
  }

  @Test(
    "The first line says what separates the cells",
    arguments: [
      ("a,b\n1\t2,3", [["a", "b"], ["1\t2", "3"]]), ("a;b,c\n", [["a;b", "c"]]), ("a;b\n", [["a", "b"]]),
      ("a\tb, c\n", [["a", "b, c"]]), ("\"a\t\";b\n", [["a\t", "b"]]), ("a\n", [["a"]]), ("", []),
      ("sep=;\na,b;c\n", [["a,b", "c"]]), ("SEP=|\r\na|b\n", [["a", "b"]]), ("sep=\t", []),
    ] as [(String, [[String]])])
  func separators(text: String, rows: [[String]]) { #expect(table(text).rows.map { $0.map(\.text) } == rows) }

  @Test("The name of a file can say that tabs separate")
  func tabs() { #expect(table("a,b\n", separatedByTabs: true).rows.map { $0.map(\.text) } == [["a,b"]]) }

  @Test("Quotes enclose separators, line ends and quotes")
  func quotes() {
    let read = table("a,\"x, \"\"y\"\"\r\nz\" ,\"\"\r\n\r\n1,2,3")
    #expect(read.faults.isEmpty)
    #expect(read.rows.map { $0.map(\.text) } == [["a", "x, \"y\"\r\nz", ""], ["1", "2", "3"]])
    #expect(read.rows[0].map(\.isQuoted) == [false, true, true])
    #expect(read.rows[1].map(\.offset) == [23, 25, 27])
  }

  @Test("Faults are found all at once, and reading goes on")
  func faults() {
    let read = table("\"a\"b,c\nd,\"e")
    #expect(read.faults.map(\.offset) == [3, 9])
    #expect(read.faults.map(\.message) == ["text follows a closing quote", "this quote is never closed"])
    #expect(read.rows.map { $0.map(\.text) } == [["a", "c"], ["d", "e"]])
  }

  @Test(
    "Rows and columns without content are left out; quotes are content",
    arguments: [
      ("a,b\n1,2\n,,\n \n3,4\n,\n", [["a", "b"], ["1", "2"], ["3", "4"]]),
      ("a,b,\r\n1,2,\r\n,,\r\n", [["a", "b"], ["1", "2"]]), ("a,b\n1,2,\n", [["a", "b"], ["1", "2"]]),
      ("a,,b\n1, ,2\n", [["a", "b"], ["1", "2"]]), ("a,b\n1,\n", [["a", "b"], ["1", ""]]),
      ("a,\n1,\"\"\n\"\",\"\"\n", [["a", ""], ["1", ""], ["", ""]]), ("a\n \n\n1\n", [["a"], [" "], ["1"]]),
      (",\n,\n", []),
    ] as [(String, [[String]])])
  func blanks(text: String, rows: [[String]]) { #expect(table(text).rows.map { $0.map(\.text) } == rows) }
}
