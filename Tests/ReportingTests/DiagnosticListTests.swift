import Reporting
import Testing

@Suite("Lists of diagnostics")
struct DiagnosticListTests {
  @Test("A diagnostic has the severity with which it is added, and its code follows")
  func severity() {
    var list = DiagnosticList(file: "a.json")
    list.add(.warning, Diagnostic(file: "a.json", message: "odd"))
    list.add(.warning, Diagnostic(file: "a.json", message: "long", code: .limit))
    #expect(!list.hasErrors)
    #expect(list.sorted.map(\.severity) == [.warning, .warning])
    #expect(list.sorted.map(\.code) == [.notice, .limit])
    list.add(.error, Diagnostic(severity: .warning, file: "a.json", message: "wrong"))
    #expect(list.hasErrors)
    #expect(list.sorted.map(\.description).contains("a.json: wrong"))
    #expect(list.sorted.map(\.code).contains(.invalid))
  }
}
