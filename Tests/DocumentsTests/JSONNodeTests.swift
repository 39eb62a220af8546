import Documents
import StageKit
import Testing

@Suite("JSON documents")
struct JSONNodeTests {
  private func read(_ text: String) throws -> JSONNode { try JSONNode.read(Array(text.utf8)) }

  @Test("Values keep their places, and names their order")
  func values() throws {
    let root = try read(#"{"b": [1, -2.5e1], "a": "\u00e4", "c": {"d": true}, "n": null}"#)
    #expect(root.members?.map(\.name) == ["b", "a", "c", "n"])
    #expect(root["b"]?.numbers == [1, -25] && root["b"]?.offset == 6)
    #expect(root["a"]?.text == "ä" && root["c"]?["d"]?.isTrue == true)
    #expect(root["n"] == nil && root["x"] == nil)
  }

  @Test("Of equal names the last counts, and changes make new values")
  func changes() throws {
    let root = try read(#"{"a": 1, "a": 2}"#)
    #expect(root["a"]?.number == 2)
    #expect(root.setting("a", to: JSONNode(.number(3)))["a"]?.number == 3)
    #expect(root.removing("a").members?.isEmpty == true)
  }

  @Test("NaN is null where Python's output is read, and else a fault")
  func notANumber() throws {
    let bytes = Array("[NaN, 1]".utf8)
    #expect(try JSONNode.read(bytes, readsNaN: true).list?.count == 2)
    #expect(#expect(throws: DocumentFault.self) { try JSONNode.read(bytes) }?.place.column == 2)
  }

  @Test(
    "Faults have their place and path",
    arguments: [
      ("[1,\n 2 3]", "2:4: [1]: found '3', expected ',' or ']'"), ("{\"a\": tru}", "1:7: a: found 't', expected true"),
      ("", "1:1: found the end of the text, expected a value"),
      ("[1] 2", "1:5: found '2', expected the end of the text"),
    ])
  func faults(text: String, message: String) {
    #expect(#expect(throws: DocumentFault.self) { try read(text) }?.description == message)
  }

  @Test("Lists are read 256 deep, and no deeper")
  func depth() throws {
    let deepest = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
    _ = try read(deepest)
    #expect(throws: DocumentFault.self) { try read("[\(deepest)]") }
  }
}
