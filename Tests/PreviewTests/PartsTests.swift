import Files
import Foundation
import JobFile
import Messages
import Reporting
import TestSupport
import Testing

@testable import Preview

@Suite("Values that stand in other files than the job's")
struct PartsTests {
  private let folder: TemporaryFolder

  private static func film(_ name: String) -> String {
    """
    {
      "canvas": { "size": [64, 48], "scale": 1, "fps": 10, "duration": 2 },
      "variables": { "own": 1 },
      "stages": [{ "include": "parts/card.json" }],
      "outputs": [{ "file": "\(name).mp4" }]
    }
    """
  }

  private static let card =
    "{\r\n  // Kept.\r\n  \"variables\": { \"ink\": \"#FF0000\" },\r\n"
    + "  \"stages\": [{ \"id\": \"card\", \"stage\": \"mover\", \"parameters\": { \"size\": 3 /* small */ } }]\r\n}\r\n"

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("parts"), withIntermediateDirectories: true)
    try folder.write(Self.film("a"), to: "a.json")
    try folder.write(Self.film("b"), to: "b.json")
    try folder.write(Self.card, to: "parts/card.json")
  }

  private struct Unable: Error {}

  private func session() -> PreviewSession {
    let folder = folder
    let files: @Sendable () -> [String] = { folder.names.filter { $0.hasSuffix(".json") }.map(folder.file) }
    return PreviewSession(
      PreviewSettings(
        path: folder.path, listFiles: files, registry: describedStages, policy: JobPolicy(), messages: Messages(),
        outputFolder: "out", baselineFolder: "Baselines", reportFolder: "regress",
        draftFolder: folder.file("state/drafts"), workers: 2
      ) { _ in throw Unable() })
  }

  private func client(_ session: PreviewSession) throws -> LocalClient {
    let (socket, port) = try LocalSocket.listen(port: 0)
    try #require(PreviewServer.start(session, socket: socket, port: port, token: "t"))
    return LocalClient(port: port)
  }

  private func post(
    _ client: LocalClient, _ address: String, _ members: [JSONValue.Member]
  ) throws -> (status: Int, json: JSONValue) {
    let body: [JSONValue.Member] = [
      .init("file", .string(folder.file("a.json"))), .init("part", .string(folder.file("parts/card.json"))),
    ]
    let answer = try #require(client.answer("POST", address, token: "t", body: JSONValue.object(body + members).text))
    return (answer.status, try #require(JSONValue(parsing: answer.body)))
  }

  private static let larger: [JSONValue.Member] = [
    .init("edits", [["path": "stages[0].parameters.size", "value": 5]])
  ]

  private func size(_ session: PreviewSession, _ name: String) throws -> JSONValue? {
    let document = try #require(session.document(folder.file(name)))
    let job = try #require(document.jobs.first)
    return job.stages[0].parameters["size"]?.json
  }

  @Test("An edit goes to the file where the value stands, and every film of it follows before it is saved")
  func edits() throws {
    let session = session()
    let client = try client(session)
    for name in ["a.json", "b.json"] { #expect(try size(session, name) == 3) }
    let before = session.document(folder.file("a.json"))?.revision
    let answer = try post(client, "/api/edit", Self.larger)
    #expect(answer.status == 200)
    #expect(answer.json["was"] == .string(Self.card))
    let text = Self.card.replacing("\"size\": 3", with: "\"size\": 5")
    #expect(answer.json["text"] == .string(text))
    #expect(answer.json["users"] == [.string(folder.file("b.json"))])
    #expect(folder.bytes("parts/card.json") == Data(Self.card.utf8))
    for name in ["a.json", "b.json"] { #expect(try size(session, name) == 5) }
    #expect(session.document(folder.file("a.json"))?.revision != before)
    #expect(try post(client, "/api/save", []).status == 200)
    // Comments and line ends stay.
    #expect(folder.bytes("parts/card.json") == Data(text.utf8))
    #expect(try post(client, "/api/edit", Self.larger).json["isDraft"] == false)
  }

  @Test("A draft of such a file outlives the preview, and is no job of its own")
  func drafts() throws {
    _ = try post(try client(session()), "/api/edit", Self.larger)
    let next = session()
    #expect(try size(next, "a.json") == 5)
    #expect(next.documents.withLock { $0.files.count } == 2)
    let kept = KeptDrafts.allFiles(in: folder.file("state/drafts"), of: folder.path)
    #expect(kept == [RealPath.ofFile(folder.file("parts/card.json"))])
    #expect(KeptDrafts.files(in: folder.file("state/drafts"), of: folder.path).isEmpty)
    let discarded = try post(try client(next), "/api/discard", [])
    #expect(discarded.json["text"] == .string(Self.card) && discarded.json["isDraft"] == false)
    #expect(try size(next, "a.json") == 3)
  }

  @Test("A file that somebody else has changed is saved over only where the page has seen how")
  func conflicts() throws {
    let client = try client(session())
    _ = try post(client, "/api/edit", Self.larger)
    let other = Self.card + "// other\r\n"
    try folder.write(other, to: "parts/card.json")
    let refused = try post(client, "/api/save", [])
    #expect(refused.status == 409 && refused.json["text"] == .string(other))
    let seen = try #require(refused.json["diskDigest"])
    #expect(try post(client, "/api/save", [.init("overwrites", seen)]).status == 200)
    #expect(folder.bytes("parts/card.json") == Data(Self.card.replacing("\"size\": 3", with: "\"size\": 5").utf8))
  }

  @Test("Files that the job is not read from are refused")
  func others() throws {
    try folder.write("{}", to: "parts/other.json")
    let session = session()
    let film = try #require(session.document(folder.file("a.json")))
    for name in ["parts/other.json", "parts", "b.json", "/etc/passwd", "parts/../parts/card.json"] {
      #expect(session.part(name.hasPrefix("/") ? name : folder.file(name), of: film) == nil, "\(name)")
    }
  }

  @Test("Variables of other files follow the job's own, with the place where each stands")
  func variables() throws {
    let session = session()
    let document = try #require(session.document(folder.file("a.json")))
    let texts = JobTexts(file: document.file, text: document.text)
    #expect(texts.variables.map(\.key) == ["own", "ink"])
    #expect(texts.variables.map(\.path) == ["variables.own", "variables.ink"])
    #expect(texts.variables.map(\.position.file) == [nil, folder.file("parts/card.json")])
  }

  @Test("The stages of a job that a stage shows stand behind it, at their times in the film")
  func nestedJobs() throws {
    let outer = """
      {
        "canvas": { "size": [64, 48], "scale": 1, "fps": 10, "duration": 2 },
        "stages": [
          { "id": "first", "stage": "mover" },
          { "id": "screen", "stage": "screen", "start": 0.5, "parameters": { "file": "inner.json", "time": { "speed": 2, "offset": 0.4 } } },
          { "id": "last", "stage": "mover", "start": 0 }
        ],
        "outputs": [{ "file": "o.mp4" }]
      }
      """
    let inner = """
      {
        "canvas": { "size": [32, 24], "scale": 1, "fps": 10, "duration": 2 },
        "stages": [{ "id": "group", "stage": "shifted", "stages": [{ "id": "dot", "stage": "mover", "start": 1, "duration": 0.5 }] }],
        "outputs": [{ "file": "i.mp4" }]
      }
      """
    try folder.write(outer, to: "outer.json")
    try folder.write(inner, to: "inner.json")
    let session = session()
    let document = try #require(session.document(folder.file("outer.json")))
    guard case .ready(let prepared, let key) = session.plan(document, "", revision: nil) else {
      Issue.record("\(document.diagnostics)")
      return
    }
    let json = session.description(of: prepared, document, key)
    let stages = try #require(json["stages"]?.items)
    #expect(stages.map { $0["id"] } == ["first", "screen", "screen/group", "screen/dot", "last"])
    #expect(stages.map { $0["parent"] } == [.null, .null, 1, 2, .null])
    #expect(stages.map { $0["depth"] } == [0, 0, 1, 2, 0])
    let dot = stages[3]
    #expect(dot["path"] == "stages[0].stages[0]" && dot["file"] == .string(folder.file("inner.json")))
    // It begins 0.6 s of the job's time after what is shown first, at twice its pace.
    #expect(dot["start"] == .number(0.8) && dot["end"] == .number(1.05))
    #expect(dot["keys"]?.items?.allSatisfy { $0["file"] == .string(folder.file("inner.json")) } == true)
    #expect(json["sources"]?.items?.map { $0["file"] } == [.string(folder.file("inner.json"))])
    let boxes = try BoxList(prepared.plan, frame: 9)
    #expect(boxes.boxes.map(\.id) == ["first", "screen", "screen/group", "screen/dot", "last"])
  }
}
