import JobFile
import Testing

@Suite("Brief messages")
struct BriefTextTests {
  private let long = String(repeating: "x", count: 20_000)

  @Test("Texts of ordinary length stay as they are")
  func ordinary() {
    let text = String(repeating: "é", count: 300)
    #expect(text.brief == text)
    #expect("'\(text)' and '\(text)'".brief == "'\(text)' and '\(text)'")
  }

  @Test("What is long between quotes keeps its beginning and end, and what is around it stays")
  func quoted() {
    let text = "there is no file 'begin\(long)end.png', of two"
    #expect(text.brief.hasPrefix("there is no file 'beginxxx"))
    #expect(text.brief.contains("x … x"))
    #expect(text.brief.hasSuffix("xend.png', of two"))
    #expect(text.brief.count < 350)
    #expect(text.brief.brief == text.brief)
  }

  @Test("A text of very many quotes is cut as a whole")
  func whole() {
    let text = String(repeating: "'ab", count: 5000)
    #expect(text.brief.count == 1500)
    #expect(text.brief.brief == text.brief)
  }

  @Test("Messages about long names, values and files are brief, with their place")
  func diagnostics() {
    let text = #"{"\#(long)": 1, "stages": [{"id": "\#(long)", "stage": "\#(long)"}, {"id": "b", "stage": "needy"}]}"#
    for told in complaints(text) { #expect(told.count < 1600) }
    let path = String(repeating: "folder/", count: 500) + "a.json"
    let diagnostic = Diagnostic(
      file: path, position: SourcePosition(line: 3, column: 4), path: "name", message: "'\(long)' is long")
    #expect(diagnostic.description.count < 800)
    #expect(diagnostic.description.contains("/a.json:3:4: name: 'xxx"))
  }

  @Test("A job's name is no longer than its video's can be")
  func names() {
    func told(_ count: Int) -> [String] {
      complaints(
        #"{"name": "\#(String(repeating: "n", count: count))", "stages": [], "canvas": {"size": [2, 2], "duration": 1}}"#
      )
      .filter { !$0.contains("warning") }
    }
    #expect(told(251).isEmpty)
    #expect(told(252).count == 1)
    #expect(told(252).first?.hasPrefix("1:10: name: 'nnn") == true)
    #expect(told(252).first?.contains("has 252 bytes, more than the 251 of a job's name. ") == true)
  }
}
