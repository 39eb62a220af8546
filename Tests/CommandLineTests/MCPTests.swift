import Foundation
import JobFile
import Reporting
import TestSupport
import Testing
import Video

@Suite("The Model Context Protocol")
struct MCPTests {
  private let folder: TemporaryFolder
  private let job =
    #"{ "canvas": { "size": [32, 18], "fps": 10, "duration": 1 }, "stages": [{ "id": "a", "stage": "shape", "#
    + #""parameters": { "circle": { "radius": 6 }, "fill": "red" } }], "outputs": [{ "file": "b.mp4" }] }"#

  init() throws { folder = try TemporaryFolder() }

  /// The server's answers to requests, by their ids, and all lines in order.
  private func answers(_ requests: [String]) throws -> (byID: [Int: JSONValue], lines: [JSONValue]) {
    let process = TestProcess()
    process.arguments = ["mcp"]
    process.currentDirectoryURL = folder.url
    try (requests.joined(separator: "\n") + "\n").write(
      toFile: folder.file("requests"), atomically: true, encoding: .utf8)
    process.standardInput = try FileHandle(forReadingFrom: folder.url.appendingPathComponent("requests"))
    try Data().write(to: folder.url.appendingPathComponent("answers"))
    process.standardOutput = try FileHandle(forWritingTo: folder.url.appendingPathComponent("answers"))
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let text = try String(contentsOf: folder.url.appendingPathComponent("answers"), encoding: .utf8)
    let lines = text.split(separator: "\n").compactMap { JSONValue(parsing: Array($0.utf8)) }
    var byID: [Int: JSONValue] = [:]
    for line in lines { if case .number(let id)? = line["id"] { byID[Int(id)] = line } }
    return (byID, lines)
  }

  private func call(_ id: Int, _ tool: String, _ arguments: JSONValue, token: String? = nil) -> String {
    var parameters: [JSONValue.Member] = [.init("name", .string(tool)), .init("arguments", arguments)]
    if let token { parameters.append(.init("_meta", ["progressToken": .string(token)])) }
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .number(Double(id)), "method": "tools/call", "params": .object(parameters),
    ]
    return request.text
  }

  /// The first content of a result, and whether it is an error.
  private func content(_ answer: JSONValue?) -> (text: String, isError: Bool) {
    guard case .array(let contents)? = answer?["result"]?["content"], let first = contents.first else {
      return ("", true)
    }
    if case .string(let text)? = first["text"] ?? first["data"] {
      return (text, answer?["result"]?["isError"] != .boolean(false))
    }
    return ("", true)
  }

  @Test("It greets, lists tools with schemas, and answers what it does not know with errors")
  func greeting() throws {
    let (byID, lines) = try answers([
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#, #"{"jsonrpc":"2.0","id":3,"method":"resources/list"}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"ping"}"#, "no JSON", call(5, "dance", [:]),
    ])
    #expect(lines.count == 6)
    #expect(byID[1]?["result"]?["protocolVersion"] == "2025-03-26")
    guard case .array(let tools)? = byID[2]?["result"]?["tools"] else {
      Issue.record("no tools")
      return
    }
    #expect(tools.count == 13 && tools.allSatisfy { $0["inputSchema"]?["type"] == "object" })
    #expect(byID[3]?["error"]?["code"] == -32601 && byID[4]?["result"] == [:] && byID[5]?["error"]?["code"] == -32602)
    #expect(lines.contains { $0["error"]?["code"] == -32700 && $0["id"] == .null })
  }

  @Test("A job is written, checked, drawn and rendered with progress")
  func films() throws {
    let wrong = job.replacing("shape", with: "shap")
    let (byID, lines) = try answers([
      call(1, "write_job", ["path": "jobs/b.json", "text": .string(wrong)]),
      call(2, "validate", ["path": "jobs/b.json"]),
      call(3, "write_job", ["path": "jobs/b.json", "text": .string(job)]),
      call(4, "validate", ["path": "jobs/b.json"]),
      call(5, "still", ["path": "jobs/b.json", "at": 0.5, "scale": 1]),
      call(6, "sheet", ["path": "jobs/b.json", "count": 3]),
      call(7, "run", ["path": "jobs/b.json"], token: "t"), call(8, "read_job", ["path": "jobs/b.json"]),
    ])
    let fault = content(byID[2])
    #expect(fault.isError && fault.text.contains(#""line":1"#) && fault.text.contains("Did you mean 'shape'?"))
    #expect(!content(byID[4]).isError && content(byID[4]).text.contains(#""event":"fine""#))
    let picture = try #require(Data(base64Encoded: content(byID[5]).text))
    #expect(try readPicture([UInt8](picture)).width == 32)
    #expect(Data(base64Encoded: content(byID[6]).text)?.isEmpty == false)
    #expect(!content(byID[7]).isError && folder.bytes("out/b.mp4") != nil)
    #expect(lines.contains { $0["method"] == "notifications/progress" && $0["params"]?["progressToken"] == "t" })
    #expect(content(byID[8]).text == job)
  }

  @Test("A call that is cancelled ends without an answer, and the next one begins")
  func cancellation() throws {
    try folder.write(
      job.replacing("\"duration\": 1", with: "\"duration\": 3600").replacing("[32, 18]", with: "[1920, 1080]"),
      to: "a.json")
    let (byID, _) = try answers([
      call(1, "run", ["path": "a.json"]),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#, call(2, "list_templates", [:]),
    ])
    #expect(byID[1] == nil && byID[2] != nil && folder.bytes("out/b.mp4") == nil)
  }

  @Test("Files outside of the folder are refused, also by links, and wrong arguments are named")
  func refusals() throws {
    let outside = try TemporaryFolder()
    try outside.write(job, to: "a.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: outside.url.path)
    let paths = ["../a.json", outside.file("a.json"), "link/a.json", "link/new.json", "a/../../a.json"]
    let (byID, _) = try answers(
      paths.enumerated().flatMap { index, path in
        [
          call(index * 2, "read_job", ["path": .string(path)]),
          call(index * 2 + 1, "write_job", ["path": .string(path), "text": "{}"]),
        ]
      } + [
        call(90, "still", ["path": "a.json", "at": "soon"]), call(91, "still", ["file": "a.json"]),
        call(92, "run", ["path": "a.json", "output": "../out"]),
      ])
    for id in 0..<paths.count * 2 {
      #expect(content(byID[id]).isError && content(byID[id]).text.contains("does not lie below the working folder"))
    }
    #expect(content(byID[90]).text == "still needs 'at' as a number")
    #expect(content(byID[91]).text == "still has no argument 'file'")
    #expect(content(byID[92]).text == "'../out' does not lie below the working folder")
    #expect(outside.names(below: ".") == ["a.json"] && outside.bytes("a.json") == Data(job.utf8))
  }
}
