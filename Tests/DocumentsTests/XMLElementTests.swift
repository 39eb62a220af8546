import Documents
import StageKit
import Testing

@Suite("XML documents")
struct XMLElementTests {
  @Test("Elements have attributes, text, children and lines, by names without prefixes")
  func tree() throws {
    let text =
      "<?xml version=\"1.0\"?>\n<a:b xmlns:a=\"x\" c=\"1 &amp; 2\">one<d/>\ntwo <d e=\"3\"><f>deep</f></d></a:b>"
    let root = try XMLElement.read(Array(text.utf8))
    #expect(root.name == "b" && root.line == 2 && root["c"] == "1 & 2")
    #expect(root.text == "one\ntwo ")
    #expect(root.children("d").map(\.line) == [2, 3])
    #expect(root.first("d")?["e"] == nil && root.children[1]["e"] == "3")
    #expect(root.all("f").map(\.text) == ["deep"])
    #expect(root.all.map(\.name) == ["b", "d", "d", "f"])
    #expect(root.content.count == 4)
  }

  @Test("Elements that are not kept are seen once, and left out")
  func leftOut() throws {
    var seen: [String] = []
    let text = "<way><point n=\"1\"><in/></point><name/><point n=\"2\"/></way>"
    let root = try XMLElement.read(Array(text.utf8)) { element, parent in
      guard element.name == "point" else { return true }
      seen.append("\(parent.name) \(element["n"] ?? "") \(element.children.count)")
      return false
    }
    #expect(seen == ["way 1 1", "way 2 0"])
    #expect(root.children.map(\.name) == ["name"])
  }

  @Test("Faults have their place", arguments: [("<a>\n <b></c></a>", 2), ("<a", 1), ("", 1), ("text", 1)])
  func faults(text: String, line: Int) {
    let fault = #expect(throws: DocumentFault.self) { try XMLElement.read(Array(text.utf8)) }
    #expect(fault?.place.line == line && fault?.message.isEmpty == false)
  }
}
