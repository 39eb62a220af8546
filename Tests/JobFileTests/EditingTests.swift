import Foundation
import JobFile
import Reporting
import StageKit
import Testing

@Suite("Editing a job's text")
struct EditingTests {
  private func edited(_ text: String, _ path: String, _ value: JSONValue?) throws -> String {
    String(decoding: try JobText.applying([JobEdit(path, value)], to: Array(text.utf8)), as: UTF8.self)
  }

  private func fault(_ text: String, _ path: String, _ value: JSONValue?) -> String? {
    do {
      _ = try JobText.applying([JobEdit(path, value)], to: Array(text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }

  // MARK: Replacing

  static let job = """
    {
      // The brand's.
      "variables": { "accent": "#FFF", 'odd.key': [1, 2,], },
      "stages": [
        { "id": "a", "stage": "dot", /* round */
          "parameters": { "size": { "keyframes": [ { "at": 0, "value": 0.50 } ] } } }, // last
      ],
    }

    """

  @Test(
    "A value is replaced, and nothing else",
    arguments: [
      ("variables.accent", "#000", "\"#FFF\"", "\"#000\""),
      (#"variables["odd.key"][1]"#, 12.0, "[1, 2,]", "[1, 12,]"),
      ("stages[0].parameters.size.keyframes[0].value", 0.25, "0.50", "0.25"),
      ("stages[0].parameters.size", 3, #"{ "keyframes": [ { "at": 0, "value": 0.50 } ] }"#, "3"),
      (
        "stages[0].parameters.size", ["keyframes": [["at": 0, "value": true]]],
        "0.50", "true"
      ),
      ("stages[0].stage", "Ünï \"q\" \n", "\"dot\"", #""Ünï \"q\" \n""#),
      ("variables.accent", .null, "\"#FFF\"", "null"),
    ] as [(String, JSONValue, String, String)])
  func replacing(path: String, value: JSONValue, old: String, new: String) throws {
    #expect(try edited(Self.job, path, value) == Self.job.replacing(old, with: new))
  }

  @Test(
    "Of lists and objects only what differs is written anew",
    arguments: [
      ("[1.0, /* y */ 2]", [1, 3], "[1.0, /* y */ 3]"),
      (
        "[{ a: 1 }, // one\n { a: 2 }]", [["a": 1], ["a": 5], ["a": 2]], "[{ a: 1 }, // one\n { \"a\": 5 },\n { a: 2 }]"
      ),
      ("[1, 2, /* three */ 3]", [1, 3], "[1, /* three */ 3]"),
      ("{ x: 1, /* y */ y: 2, z: 3 }", ["x": 1, "y": 4, "w": 5], "{ x: 1, /* y */ y: 4, w: 5 }"),
      ("{ a: [1, 2], // b\n b: 0x10 }", ["b": 16, "a": [1, 7]], "{ a: [1, 7], // b\n b: 0x10 }"),
      ("[1, 2]", [3, 4, 5, 6], "[3, 4, 5, 6]"),
      ("{ a: 1 }", ["b": 1], "{ \"b\": 1 }"), ("[]", [1], "[1]"),
    ] as [(String, JSONValue, String)])
  func differing(old: String, value: JSONValue, new: String) throws {
    #expect(try edited("{ v: \(old) }", "v", value) == "{ v: \(new) }")
  }

  @Test("A value that is equal already keeps its spelling")
  func equalValue() throws {
    #expect(try edited(Self.job, "stages[0].parameters.size.keyframes[0].value", 0.5) == Self.job)
  }

  @Test("Edits are made in order, each in what the ones before leave")
  func sequence() throws {
    let edits = [JobEdit("a[0]", nil), JobEdit("a[0]", 7), JobEdit("b.c", "x"), JobEdit("b.d", "y")]
    let text = try JobText.applying(edits, to: Array("{ a: [1, 2] }".utf8))
    #expect(String(decoding: text, as: UTF8.self) == #"{ a: [7], b: { "c": "x", "d": "y" } }"#)
  }

  @Test("Of a key that is given twice the first is edited, as reading takes that one")
  func repeatedKey() throws {
    #expect(try edited(#"{ "a": 1, "a": 2 }"#, "a", 3) == #"{ "a": 3, "a": 2 }"#)
  }

  @Test("A byte order mark, CR LF and text beyond ASCII stay")
  func bytesAround() throws {
    let text = "\u{FEFF}{\r\n  // 旅 🏴\r\n  \"naïve\": 1,\r\n  b: 2\r\n}\r\n"
    #expect(try edited(text, "naïve", "👨‍👩‍👧") == text.replacing("1,", with: "\"👨‍👩‍👧\","))
    #expect(try edited(text, "c", 3) == text.replacing("b: 2", with: "b: 2,\r\n  c: 3"))
    #expect(try edited(text, "b", nil) == text.replacing(",\r\n  b: 2", with: ""))
  }

  // MARK: Adding

  @Test(
    "A member is added in the style of the others",
    arguments: [
      (#"{ "a": 1 }"#, #"{ "a": 1, "n": 2 }"#),
      (#"{"a":1}"#, #"{"a":1,"n":2}"#),
      (#"{ "a": 1, }"#, #"{ "a": 1, "n": 2, }"#),
      (#"{ 'a': 1 }"#, #"{ 'a': 1, 'n': 2 }"#),
      ("{ a : 1 }", "{ a : 1, n : 2 }"),
      ("{ a: 1 /* one */ }", "{ a: 1, /* one */ n: 2 }"),
      ("{\n\t\"a\": 1\n}", "{\n\t\"a\": 1,\n\t\"n\": 2\n}"),
      ("{\n  \"a\": 1,\n}", "{\n  \"a\": 1,\n  \"n\": 2,\n}"),
      ("{\n  \"a\": 1 // one\n}", "{\n  \"a\": 1, // one\n  \"n\": 2\n}"),
      ("{\n  \"a\": 1, // one\n  // more\n}", "{\n  \"a\": 1, // one\n  \"n\": 2,\n  // more\n}"),
      ("{ \"a\": 1,\n  \"b\": 2 }", "{ \"a\": 1,\n  \"b\": 2,\n  \"n\": 2 }"),
      ("{ \"a\": 1,\n  \"b\": 2, \"c\": 3 }", "{ \"a\": 1,\n  \"b\": 2, \"c\": 3, \"n\": 2 }"),
      ("{\n  \"a\": 1, \"b\": 2\n}", "{\n  \"a\": 1, \"b\": 2,\n  \"n\": 2\n}"),
      ("{ \"a\": 1 // one\n}", "{ \"a\": 1, // one\n  \"n\": 2\n}"),
      ("{}", #"{ "n": 2 }"#),
      ("{  }", #"{ "n": 2 }"#),
      ("{\n}", "{\n  \"n\": 2\n}"),
      ("{\n  // none\n}", "{\n  // none\n  \"n\": 2\n}"),
      ("{ // none\n}", "{ // none\n  \"n\": 2\n}"),
      ("{ /* none */ }", "{ /* none */ \"n\": 2 }"),
    ])
  func adding(text: String, expected: String) throws {
    #expect(try edited(text, "n", 2) == expected)
  }

  @Test(
    "An item is added to a list at the index behind its last",
    arguments: [
      ("{ a: [1, 2] }", "{ a: [1, 2, 3] }"),
      ("{ a: [1, 2,] }", "{ a: [1, 2, 3,] }"),
      ("{ a: [1,2] }", "{ a: [1,2, 3] }"),
      ("{ a: [\n    1,\n    2\n  ]\n}", "{ a: [\n    1,\n    2,\n    3\n  ]\n}"),
    ])
  func appending(text: String, expected: String) throws {
    #expect(try edited(text, "a[2]", 3) == expected)
  }

  @Test("An empty list takes an item without spaces")
  func emptyList() throws {
    #expect(try edited("{ a: [] }", "a[0]", 3) == "{ a: [3] }")
    #expect(try edited("{ a: [ /* none */ ] }", "a[0]", 3) == "{ a: [ /* none */ 3] }")
  }

  @Test("Objects that a member needs are added with it")
  func nested() throws {
    let text = "{\n  \"stages\": [\n    {\n      \"id\": \"a\"\n    },\n    { \"id\": \"b\" }\n  ]\n}\n"
    #expect(
      try edited(text, "stages[0].parameters.size.keyframes[0].value", 1)
        == text.replacing(
          "\"id\": \"a\"",
          with: "\"id\": \"a\",\n      \"parameters\": { \"size\": { \"keyframes\": [{ \"value\": 1 }] } }"))
    #expect(
      try edited(text, "stages[1].parameters.color", "red")
        == text.replacing(#""id": "b""#, with: #""id": "b", "parameters": { "color": "red" }"#))
  }

  @Test("A value too long for one line is written on several, indented")
  func longValue() throws {
    let words = JSONValue.array((0..<3).map { .string("\($0)" + String(repeating: "x", count: 40)) })
    let lines = (0..<3).map { "    \"\($0)" + String(repeating: "x", count: 40) + "\"" }.joined(separator: ",\n")
    #expect(try edited("{\n  \"a\": 1\n}", "n", words) == "{\n  \"a\": 1,\n  \"n\": [\n\(lines)\n  ]\n}")
  }

  // MARK: Removing

  @Test(
    "Removing takes the comma too, and the line where nothing else is on it",
    arguments: [
      (#"{ "n": 1 }"#, "{}"),
      ("{\n  \"n\": 1,\n}", "{}"),
      (#"{ "a": 1, "n": 2 }"#, #"{ "a": 1 }"#),
      (#"{ "n": 2, "a": 1 }"#, #"{ "a": 1 }"#),
      (#"{ "a": 1, "n": 2, "b": 3 }"#, #"{ "a": 1, "b": 3 }"#),
      (#"{ "a": 1, "n": 2, }"#, #"{ "a": 1, }"#),
      ("{\n  \"a\": 1,\n  \"n\": 2\n}", "{\n  \"a\": 1\n}"),
      ("{\n  \"a\": 1,\n  \"n\": 2,\n}", "{\n  \"a\": 1,\n}"),
      ("{\n  \"n\": 2,\n  \"a\": 1\n}", "{\n  \"a\": 1\n}"),
      ("{\n  \"n\": {\n    \"b\": 1\n  },\n  \"a\": 1\n}", "{\n  \"a\": 1\n}"),
      ("{\n  // of n\n  \"n\": 2,\n  \"a\": 1\n}", "{\n  // of n\n  \"a\": 1\n}"),
      ("{\n  \"a\": 1,\n  // of n\n  \"n\": 2\n}", "{\n  \"a\": 1\n  // of n\n}"),
      ("{\n  \"a\": 1,\n  \"n\": 2 // of n\n}", "{\n  \"a\": 1\n  // of n\n}"),
      ("{\n  \"a\": 1, \"n\": 2,\n  \"b\": 3\n}", "{\n  \"a\": 1,\n  \"b\": 3\n}"),
      ("{\n  \"n\": 1, \"a\": 2\n}", "{\n  \"a\": 2\n}"),
      ("{ a: 1, /* of n */ n: 2 }", "{ a: 1 /* of n */ }"),
      ("{ \"a\": 1,\n  \"n\": 2 }", "{ \"a\": 1 }"),
      (#"{ "a": 1 }"#, #"{ "a": 1 }"#),
    ])
  func removing(text: String, expected: String) throws {
    #expect(try edited(text, "n", nil) == expected)
  }

  @Test("An item of a list is removed")
  func removingItem() throws {
    #expect(try edited("{ a: [1, 2, 3] }", "a[1]", nil) == "{ a: [1, 3] }")
    #expect(try edited("{ a: [1, 2, 3] }", "a[2]", nil) == "{ a: [1, 2] }")
    #expect(try edited("{ a: [1] }", "a[0]", nil) == "{ a: [] }")
  }

  // MARK: Faults

  @Test("A text that is not JSON is not edited, and says where")
  func invalidText() {
    #expect(fault("{\n  \"a\": 1\n  \"b\": 2\n}", "a", 2) == "3:3: expected ',' or '}', found a string")
    #expect(fault("{ \"a\": @ }", "a", 2) == "1:8: expected a value for 'a', found '@'")
    #expect(fault("{ \"a\": 1 } x", "a", 2) == "1:12: expected the end of the file, found 'x'")
    #expect(fault("", "a", 2) == "1:1: the file is empty")
    #expect(
      fault("{ \"a\": 1", "a", 2) == "1:1: this '{' is never closed. The file ends without its '}'.")
  }

  @Test("A path that leads nowhere is an error that says why")
  func wrongPaths() {
    #expect(fault("{ \"a\": \"x\" }", "a.b", 2) == "1:8: a: expected an object, found a string")
    #expect(fault("{ \"a\": {} }", "a[0]", 2) == "1:8: a: expected a list, found an object")
    #expect(
      fault("{ \"a\": [1] }", "a[2]", 2)
        == "1:8: a[2]: there is no item 2: 'a' has 1 item. An item is added at index 1.")
    #expect(fault("{ \"a\": [1] }", "a[1]", nil) == "1:8: a[1]: there is no item 1: 'a' has 1 item")
    #expect(fault("{}", "a[", 1)?.hasPrefix("a[: this path has the end of the text at character 3") == true)
    #expect(fault("{}", "a..b", 1)?.hasPrefix("a..b: this path has '.' at character 3") == true)
    #expect(fault("{}", "", 1)?.contains("an empty path") == true)
  }

  // MARK: Shipped jobs

  static let shippedJobs: [String] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("jobs")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "json" }.map(\.path).sorted()
  }()

  @Test("Replacing each value of a shipped job and putting it back leaves the bytes", arguments: shippedJobs)
  func roundTrip(file: String) throws {
    let text = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    let whole = try #require(JobOutline(text)).value
    let scalars = Self.scalars(of: whole, at: "")
    #expect(!scalars.isEmpty)
    func other(_ value: JSONValue) -> JSONValue { value == "…\"'" ? 0.125 : "…\"'" }
    let there = scalars.map { JobEdit($0.path, other($0.value)) }
    let changed = try JobText.applying(there, to: text)
    #expect(JobOutline(changed)?.value == Self.mapped(whole, other))

    let thereAndBack = scalars.flatMap { [JobEdit($0.path, other($0.value)), JobEdit($0.path, $0.value)] }
    let back = String(decoding: try JobText.applying(thereAndBack, to: text), as: UTF8.self)
    // A number written 2.0 comes back as 2.
    let expected = String(decoding: text, as: UTF8.self).replacing(/(: [0-9]+)\.0(?=[ ,])/) { $0.1 }
    #expect(back == expected)
  }

  @Test("Replacing one value leaves all others")
  func others() throws {
    let file = try #require(Self.shippedJobs.first { $0.hasSuffix("/passport.json") })
    let text = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    let whole = try #require(JobOutline(text)).value
    for (path, _) in Self.scalars(of: whole, at: "").enumerated().filter({ $0.offset % 17 == 0 }).map(\.element) {
      let changed = try JobText.applying([JobEdit(path, ["new"])], to: text)
      #expect(JobOutline(changed)?.value == Self.replacing(path, in: whole, by: ["new"]), "\(path)")
    }
  }

  private static func mapped(_ value: JSONValue, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    switch value {
    case .array(let items): .array(items.map { mapped($0, change) })
    case .object(let members): .object(members.map { .init($0.key, mapped($0.value, change)) })
    default: change(value)
    }
  }

  /// Every value that is no object or list, with its path.
  private static func scalars(of value: JSONValue, at path: String) -> [(path: String, value: JSONValue)] {
    switch value {
    case .array(let items):
      items.enumerated().flatMap { scalars(of: $1, at: "\(path)[\($0)]") }
    case .object(let members):
      members.flatMap { scalars(of: $0.value, at: path.isEmpty ? key($0.key, "") : path + key($0.key, ".")) }
    default: [(path, value)]
    }
  }

  private static func key(_ key: String, _ dot: String) -> String {
    key.contains { ".[]\"".contains($0) } ? "[\(JSONValue.string(key).text)]" : dot + key
  }

  /// A value with another one at a path.
  private static func replacing(_ path: String, in value: JSONValue, by other: JSONValue, at: String = "") -> JSONValue
  {
    if at == path { return other }
    guard path.hasPrefix(at) else { return value }
    switch value {
    case .array(let items):
      return .array(items.enumerated().map { replacing(path, in: $1, by: other, at: "\(at)[\($0)]") })
    case .object(let members):
      return .object(
        members.map {
          .init($0.key, replacing(path, in: $0.value, by: other, at: at + key($0.key, at.isEmpty ? "" : ".")))
        })
    default: return value
    }
  }
}
