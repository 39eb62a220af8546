import JobFile
import StageKit
import Testing

@Suite("JSON text")
struct SyntaxTests {
  @Test("A quarter of a million open brackets give one error")
  func depthBomb() {
    #expect(messages(String(repeating: "[", count: 250_000)) == ["1:257: nested more than 256 deep"])
    #expect(
      messages(String(repeating: "{\"canvas\":", count: 250_000)) == [
        "1:12: canvas.canvas: unknown key 'canvas'. Possible values: 'size', 'scale', 'fps', 'duration', 'color', 'background', 'safe', 'mirror', 'shutter', 'grade'.",
        "1:2561: nested more than 256 deep",
      ])
  }

  @Test("Nesting up to the limit is read")
  func depthLimit() {
    let nested = String(repeating: "[", count: 254) + String(repeating: "]", count: 254)
    let text = #"{"variables": {"a": \#(nested)}, "b": 1}"#
    #expect(!messages(text).contains { $0.contains("nested") })
    #expect(messages(text.replacing("[[]]", with: "[[[]]]")).contains { $0.contains("nested more than 256 deep") })
  }

  @Test("Variables cannot multiply beyond a limit")
  func expansionBomb() {
    var text = #"{"canvas": {"size": [64, 64], "duration": 1}, "variables": {"v0": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"#
    for level in 1...9 {
      text += ", \"v\(level)\": [" + Array(repeating: "\"$v\(level - 1)\"", count: 10).joined(separator: ", ") + "]"
    }
    text += #"}, "stages": [{"id": "a", "stage": "dot", "parameters": {"dashes": "$v9"}}]}"#
    #expect(messages(text).contains { $0.contains("variables.v5: expands to more than 1000000 values") })
  }

  @Test("A chain of variables cannot nest beyond the limit")
  func variableDepth() {
    var text = #"{"variables": {"v0": []"#
    for level in 1...300 { text += ", \"v\(level)\": [\"$v\(level - 1)\"]" }
    #expect(messages(text + "}}").contains { $0.contains("variables.v256: nested more than 256 deep") })
  }

  @Test("Errors beyond a limit are counted")
  func manyErrors() {
    let found = read("[" + String(repeating: "@,", count: 1000)).diagnostics
    #expect(found.count < 210)
    let keys = (0..<500).map { "\"k\($0)\": 1" }.joined(separator: ",")
    #expect(read("{\(keys)}").diagnostics.last?.message == "302 more errors")
  }

  @Test("A byte order mark is skipped and not counted")
  func byteOrderMark() {
    #expect(messages([0xEF, 0xBB, 0xBF] + Array("[]".utf8)) == ["1:1: expected a job as an object, found a list"])
  }

  @Test("Wide encodings are named")
  func wideEncodings() {
    let text = Array("{}".utf8)
    let utf16 = text.flatMap { [$0, 0] as [UInt8] }
    let utf32 = text.flatMap { [0, 0, 0, $0] as [UInt8] }
    #expect(messages(utf16) == ["1:1: the file is in UTF-16. Save it as UTF-8."])
    #expect(messages([0xFE, 0xFF] + utf16) == ["1:1: the file is in UTF-16. Save it as UTF-8."])
    #expect(messages(utf32) == ["1:1: the file is in UTF-32. Save it as UTF-8."])
    #expect(messages([0xFF, 0xFE, 0, 0] + utf32) == ["1:1: the file is in UTF-32. Save it as UTF-8."])
  }

  @Test("Bytes that are not UTF-8 are reported with their positions, and reading continues")
  func invalidUTF8() {
    let text =
      Array("{ \"name\": \"é".utf8) + [0xFF] + Array("\",\n \"é".utf8) + [0xC3] + Array("\": 1 }".utf8)
    #expect(
      messages(text) == [
        "1:1: 'canvas' is missing. It is an object with the video's size and duration.",
        "1:1: 'stages' is missing. It is a list of stages.",
        "1:13: byte 0xFF is not UTF-8. Save the file as UTF-8.",
        "2:2: é\u{FFFD}: unknown key 'é\u{FFFD}'",
        "2:4: byte 0xC3 is not UTF-8. Save the file as UTF-8.",
      ])
  }

  @Test("Columns count Unicode scalars, and lines end with LF, CR LF or CR")
  func positions() {
    #expect(messages("\r\n\r\n /* 😀é */ [}") == ["3:12: expected ']' for the '[' at 3:11, found '}'"])
    #expect(messages("\r\r[").first?.hasPrefix("3:1: ") == true)
  }

  @Test("A damaged container is not said to lack what may have been lost")
  func damagedContainers() {
    #expect(
      messages(#"{ "canvas": {"size": [64, 64], : 1 }, "stages": [ { @ } ] }"#) == [
        "1:32: expected a key or '}', found ':'", "1:53: expected a key or '}', found '@'",
      ])
  }

  @Test("Strings take all escapes of JSON5")
  func escapes() throws {
    let text = #"{"label": 'a\'\"\\\/\b\f\n\r\t\v\0\x41\u00e9\uD83D\uDE00\"# + "\n" + "b'}"
    let values = try #require(parameters(text))
    #expect(values[\Dot.label] == "a'\"\\/\u{8}\u{C}\n\r\t\u{B}\0Aé😀b")
  }

  @Test(
    "Numbers take all forms of JSON5",
    arguments: [("0x1F", 31.0), ("+1", 1), ("-.5", -0.5), ("5.", 5), ("1e2", 100), ("1.5E-1", 0.15), ("-0", 0)])
  func numbers(text: String, value: Double) throws {
    #expect(try #require(parameters(#"{"anchor": [\#(text), 0]}"#))[\Dot.anchor].x == value)
  }

  @Test(
    "Numbers are the nearest doubles",
    arguments: [
      "0.1", "0.3", "123456789012345", "12345678.9012345", "0.000000000000001", "1234567890123456", "9007199254740993",
      "0.1234567890123456789", "-179.99999999", "4.35", "1.7976931348623157e308", "5e-324",
    ])
  func nearest(text: String) throws {
    #expect(try #require(parameters(#"{"anchor": [\#(text), 0]}"#))[\Dot.anchor].x == Double(text))
  }

  @Test(
    "What is no number is refused",
    arguments: ["1.2.3", "00", "-", "+", ".", "1e", "0x", "1_000", "5px", "--1", "-Infinity", "1e400"])
  func noNumbers(text: String) {
    #expect(messages(parameters: #"{"anchor": [\#(text), 0]}"#).count == 1)
  }
}
