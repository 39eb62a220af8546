import Reporting
import Testing

@Suite("Text for display")
struct DisplayTextTests {
  private let long = String(repeating: "x", count: 20_000)

  @Test("Texts of ordinary length are unchanged")
  func ordinary() {
    let text = String(repeating: "é", count: 300)
    #expect(text.truncatedForDisplay == text)
    #expect("'\(text)' and '\(text)'".truncatedForDisplay == "'\(text)' and '\(text)'")
  }

  @Test("A long quoted part keeps its beginning and end, and the text around it")
  func quoted() {
    let text = "there is no file 'begin\(long)end.png', of two"
    #expect(text.truncatedForDisplay.hasPrefix("there is no file 'beginxxx"))
    #expect(text.truncatedForDisplay.contains("x … x"))
    #expect(text.truncatedForDisplay.hasSuffix("xend.png', of two"))
    #expect(text.truncatedForDisplay.count < 350)
    #expect(text.truncatedForDisplay.truncatedForDisplay == text.truncatedForDisplay)
  }

  @Test("A text with many quotes is truncated as a whole")
  func whole() {
    let text = String(repeating: "'ab", count: 5000)
    #expect(text.truncatedForDisplay.count == 1500)
    #expect(text.truncatedForDisplay.truncatedForDisplay == text.truncatedForDisplay)
  }

  @Test("A diagnostic about a long file and a long name is short, with its position")
  func diagnostics() {
    let path = String(repeating: "folder/", count: 500) + "a.json"
    let diagnostic = Diagnostic(
      file: path, position: SourcePosition(line: 3, column: 4), path: "name", message: "'\(long)' is long")
    #expect(diagnostic.description.count < 800)
    #expect(diagnostic.description.contains("/a.json:3:4: name: 'xxx"))
  }

  @Test("Control characters, direction overrides and line breaks are written as escapes")
  func escapes() {
    #expect("a\u{1B}[2J\n\u{202E}é".escapingControlCharacters == "a\\u{1B}[2J\\u{A}\\u{202E}é")
  }
}
