import Foundation
import Reporting
import StageKit
import TestSupport
import Testing

@Suite("pipeline preview", .waitsForProcesses)
struct PreviewTests {
  private static let text = """
    { "canvas": { "size": [16, 16], "fps": 10, "duration": 1 },
      "stages": [{ "id": "a", "stage": "shape", "parameters": { "circle": { "radius": 4 }, "fill": "red" } }] }
    """

  @Test(
    "Drafts are there after the page is loaded again and the process that answers is another, and in the next preview")
  func drafts() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c"] { try folder.write(Self.text, to: "jobs/\(name).json") }
    let drafts = ["a": Self.text + "\r\n", "b": Self.text.replacing("red", with: "blue")]
    do {
      let preview = try PreviewProcess(folder)
      for (name, text) in drafts {
        _ = try preview.post("/api/draft", ["file": .string("jobs/\(name).json"), "text": .string(text)])
      }
      #expect(try preview.texts() == drafts)
      let child = try preview.child()
      kill(child, SIGKILL)
      // The address stays; requests wait for the next process.
      #expect(try preview.texts() == drafts)
      #expect(try preview.child() != child)
    }
    let next = try PreviewProcess(folder)
    #expect(try next.texts() == drafts)
    _ = try next.post("/api/discard", ["file": .string("jobs/a.json")])
    _ = try next.post("/api/save", ["file": .string("jobs/b.json")])
    #expect(try next.texts() == [:])
    #expect(folder.names(below: "state/pipeline/drafts") == [])
    #expect(folder.bytes("jobs/b.json") == drafts["b"].map { Data($0.utf8) })
  }

  @Test("An option that matches no job is a warning")
  func unmatchedOptions() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "jobs/a.json")
    let errors = Foundation.Pipe()
    do {
      let preview = try PreviewProcess(folder, ["--set", "side=3"], errors: errors)
      #expect(preview.client.answer("GET", "/api/job?file=jobs/a.json", token: preview.token)?.status == 200)
    }
    try errors.fileHandleForWriting.close()
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(said.contains("warning: --set side: no job has a variable 'side'"), "\(said)")
  }

  @Test("A preview that is interrupted says where unsaved changes are, and a file that is gone is saved anew")
  func interrupted() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "jobs/a.json")
    let errors = Foundation.Pipe()
    let draft = Self.text.replacing("red", with: "blue")
    do {
      let preview = try PreviewProcess(folder, errors: errors)
      _ = try preview.post("/api/draft", ["file": "jobs/a.json", "text": .string(draft)])
      try FileManager.default.removeItem(atPath: folder.file("jobs/a.json"))
    }
    try errors.fileHandleForWriting.close()
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(said.contains("jobs/a.json are kept in ") && said.contains("/pipeline/drafts"), "\(said)")
    let next = try PreviewProcess(folder)
    let answer = try #require(next.client.answer("GET", "/api/job?file=jobs/a.json", token: next.token))
    #expect(JSONValue(parsing: answer.body)?["text"] == .string(draft))
    let refused = try #require(
      next.client.answer("POST", "/api/save", token: next.token, body: #"{ "file": "jobs/a.json" }"#))
    let json = try #require(JSONValue(parsing: refused.body))
    #expect(refused.status == 409 && json["isGone"] == .boolean(true))
    _ = try next.post("/api/save", ["file": "jobs/a.json", "overwrites": json["diskDigest"] ?? .null])
    #expect(folder.bytes("jobs/a.json") == Data(draft.utf8))
    #expect(folder.names(below: "state/pipeline/drafts") == [])
  }
}

extension PreviewProcess {
  /// The drafts that a page gets that is loaded now.
  func texts() throws -> [String: String] {
    var result: [String: String] = [:]
    for name in ["a", "b", "c"] {
      let answer = try #require(client.answer("GET", "/api/job?file=jobs/\(name).json", token: token))
      let json = try #require(JSONValue(parsing: answer.body))
      if json["isDraft"] == .boolean(true) { result[name] = json["text"]?.string }
    }
    return result
  }

  /// The process that answers.
  func child() throws -> Int32 {
    let parent = "\(process.processIdentifier)"
    let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
    let children = all.filter { child in
      // `PID (NAME) STATE PARENT …`; a name may have anything in it.
      guard let stat = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8),
        let end = stat.lastIndex(of: ")")
      else { return false }
      return stat[end...].split(separator: " ").dropFirst(2).first == parent[...]
    }
    return try #require(children.min())
  }
}
