import Foundation
import JobFile
import Messages
import Reporting
import Synchronization
import TestSupport
import Testing

@testable import Preview

@Suite("What a preview answers")
struct ServerTests {
  private static let text = """
    {
      "canvas": { "size": [64, 48], "scale": 1, "fps": 10, "duration": 2 },
      "stages": [{ "id": "first", "stage": "mover", "start": 0.5, "duration": 0.5 }],
    }

    """

  private static let latin1: [UInt8] = Array(text.utf8) + Array("// gr".utf8) + [0xFC, 0xDF]
  private static let utf16: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] }

  private struct Unable: Error {}

  /// Serves the jobs of a folder; their drafts are kept below it.
  private func serve(_ folder: TemporaryFolder, templates: [PreviewTemplate] = []) throws -> LocalClient {
    let files: @Sendable () -> [String] = { folder.names.filter { $0.hasSuffix(".json") }.map(folder.file) }
    let session = PreviewSession(
      PreviewSettings(
        path: folder.path, listFiles: files, templates: { templates }, registry: describedStages, policy: JobPolicy(),
        messages: Messages(),
        outputFolder: "out", baselineFolder: "Baselines", reportFolder: "regress",
        draftFolder: folder.file("state/drafts"), workers: 2
      ) { _ in throw Unable() })
    let (socket, port) = try LocalSocket.listen(port: 0)
    try #require(PreviewServer.start(session, socket: socket, port: port, token: "t"))
    return LocalClient(port: port)
  }

  private func post(_ client: LocalClient, _ address: String, _ body: JSONValue) throws -> (status: Int, JSONValue) {
    let answer = try #require(client.answer("POST", address, token: "t", body: body.text))
    return (answer.status, try #require(JSONValue(parsing: answer.body)))
  }

  @Test(
    "Saving a text changes nothing but what was changed in it",
    arguments: [
      ("as it is written", ""), ("with a byte order mark", "\u{FEFF}"), ("with other line ends", "\r\n"),
      ("with old line ends", "\r"), ("with mixed ones", "mixed"),
    ])
  func saves(kind: String, change: String) throws {
    let folder = try TemporaryFolder()
    var text = Self.text
    switch change {
    case "\u{FEFF}": text = change + text
    case "mixed": text = text.replacing("48], ", with: "48],\r\n").replacing("2 },", with: "2 },\r") + "// Grüße 😀\r\n"
    case "": break
    default: text = text.replacing("\n", with: change)
    }
    try folder.write(text, to: "a.json")
    let (client, file) = (try serve(folder), JSONValue.string(folder.file("a.json")))
    for (old, new) in [("\"fps\": 10", "\"fps\": 20"), ("first", "Ørsted")] {
      text = text.replacing(old, with: new)
      let draft = try post(client, "/api/draft", ["file": file, "text": .string(text)])
      #expect(draft.status == 200)
      // The page has the text that it is given.
      #expect(draft.1["text"]?.string.map { Array($0.utf8) } == Array(text.utf8))
      #expect(folder.bytes("a.json") != Data(text.utf8))
      #expect(try post(client, "/api/save", ["file": file]).status == 200)
      #expect(folder.bytes("a.json") == Data(text.utf8))
    }
    let edit: JSONValue = ["path": .string("canvas.fps"), "value": .number(25)]
    #expect(try post(client, "/api/edit", ["file": file, "edits": .array([edit])]).status == 200)
    #expect(try post(client, "/api/save", ["file": file]).status == 200)
    #expect(folder.bytes("a.json") == Data(text.replacing("\"fps\": 20", with: "\"fps\": 25").utf8))
  }

  @Test(
    "A text that is not UTF-8 is refused in every way, and its bytes stay",
    arguments: [latin1, utf16])
  func otherEncodings(bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: folder.url.appendingPathComponent("a.json"))
    let (client, file) = (try serve(folder), JSONValue.string(folder.file("a.json")))
    let shown = String(decoding: bytes, as: UTF8.self)
    let edit: JSONValue = ["path": .string("canvas.fps"), "value": .number(20)]
    let requests: [(String, JSONValue)] = [
      ("/api/draft", ["file": file, "text": .string(" " + shown)]),
      ("/api/draft", ["file": file, "text": .string("{}")]),
      ("/api/edit", ["file": file, "edits": .array([edit])]),
    ]
    for (address, body) in requests {
      let answer = try post(client, address, body)
      #expect(answer.status == 409)
      #expect(answer.1["hint"]?.string?.hasSuffix("as UTF-8.") == true, "\(answer.1.text)")
    }
    let saved = try post(client, "/api/save", ["file": file])
    #expect(saved.status == 200 && saved.1["isUTF8"] == .boolean(false) && saved.1["isDraft"] == .boolean(false))
    #expect(folder.bytes("a.json") == Data(bytes))
  }

  @Test("A file that was changed on disk is saved over only where the page has seen how")
  func changedOnDisk() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "a.json")
    let (client, file) = (try serve(folder), JSONValue.string(folder.file("a.json")))
    let (draft, other) = (Self.text + "// draft\r\n", Self.text + "// other\n")
    #expect(try post(client, "/api/draft", ["file": file, "text": .string(draft)]).status == 200)
    try folder.write(other, to: "a.json")
    let refused = try post(client, "/api/save", ["file": file])
    #expect(refused.status == 409)
    #expect(refused.1["error"] == .string("the file was changed by somebody else"))
    #expect(refused.1["text"] == .string(other))
    #expect(folder.bytes("a.json") == Data(other.utf8))
    let seen = try #require(refused.1["diskDigest"])
    // It changes again.
    try folder.write(other + "\n", to: "a.json")
    let again = try post(client, "/api/save", ["file": file, "overwrites": seen])
    #expect(again.status == 409)
    let digest = try #require(again.1["diskDigest"])
    #expect(try post(client, "/api/save", ["file": file, "overwrites": digest]).status == 200)
    #expect(folder.bytes("a.json") == Data(draft.utf8))
  }

  @Test("Drafts are there again in another process, until they are saved or discarded")
  func keepsDrafts() throws {
    let folder = try TemporaryFolder()
    let names = ["a.json", "b.json", "c.json"]
    for name in names { try folder.write(Self.text, to: name) }
    func drafts(_ session: PreviewSession) -> [String?] {
      names.map { name in
        session.document(folder.file(name)).flatMap { $0.draft.map { String(decoding: $0, as: UTF8.self) } }
      }
    }
    func session() -> PreviewSession {
      let files = names.map(folder.file)
      return PreviewSession(
        PreviewSettings(
          path: folder.path, listFiles: { files }, registry: describedStages, policy: JobPolicy(), messages: Messages(),
          outputFolder: "out", baselineFolder: "Baselines", reportFolder: "regress",
          draftFolder: folder.file("state/drafts"), workers: 2
        ) { _ in throw Unable() })
    }
    func set(_ session: PreviewSession, _ text: String?, of name: String) throws -> JobDocument {
      session.setDraft(text.map { Array($0.utf8) }, of: try #require(session.document(folder.file(name))))
    }
    let first = session()
    let (a, b) = (Self.text + "// \u{FEFF}a\r\n", "not even JSON \u{0}")
    _ = try set(first, a, of: "a.json")
    _ = try set(first, b, of: "b.json")
    _ = try set(first, "c", of: "c.json")
    #expect(try set(first, nil, of: "c.json").draft == nil)
    let second = session()
    #expect(drafts(second) == [a, b, nil])
    #expect(second.document(folder.file("a.json"))?.isDiskChanged == false)
    // The text that it began with is known, too.
    try folder.write(Self.text + "\n", to: "a.json")
    #expect(session().document(folder.file("a.json"))?.isDiskChanged == true)
    _ = try set(second, nil, of: "a.json")
    #expect(drafts(session()) == [nil, b, nil])
    // Nobody else may read them.
    let kept = folder.names(below: "state/drafts")
    #expect(kept.count == 1)
    for path in ["state/drafts", "state/drafts/\(kept[0])"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(path))
      #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0)
    }
  }

  // MARK: Stages

  private static let three = """
    {
      "canvas": { "size": [64, 48], "scale": 1, "fps": 10, "duration": 2 },
      "stages": [
        // Goes ahead.
        { "id": "first", "stage": "mover" },
        { "id": "second", "stage": "mover", "start": { "after": "first.landed" }, "parameters": { "offset": [0, 20] } },
      ],
    }

    """

  @Test("Stages are added, copied, moved and renamed in the text, and the page's text is merged where it is old")
  func stageEdits() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.three, to: "a.json")
    let (client, file) = (try serve(folder), JSONValue.string(folder.file("a.json")))
    let edits: [JSONValue] = [
      ["rename": "first", "to": "one"], ["path": "stages[0]", "duplicate": "two"], ["path": "stages[2]", "move": 0],
      ["path": "stages[3]", "insert": ["id": "last", "stage": "mover"]],
    ]
    let edited = try post(client, "/api/edit", ["file": file, "edits": .array(edits)])
    let text = try #require(edited.1["text"]?.string)
    let lines = text.split(separator: "\n").dropFirst(3).prefix(5).map(String.init)
    #expect(
      lines == [
        ##"    { "id": "second", "stage": "mover", "start": { "after": "one.landed" }, "parameters": { "offset": [0, 20] } },"##,
        "    // Goes ahead.", ##"    { "id": "one", "stage": "mover" },"##,
        ##"    { "id": "two", "stage": "mover" },"##,
        ##"    { "id": "last", "stage": "mover" },"##,
      ])
    let old = try post(client, "/api/draft", ["file": file, "text": "{}", "was": .string(Self.three)])
    #expect(old.status == 409 && old.1["text"] == .string(text))
    #expect(
      try post(client, "/api/draft", ["file": file, "text": .string(Self.three), "was": .string(text)]).status == 200)
    let wrong = try post(client, "/api/edit", ["file": file, "edits": [["rename": "nobody", "to": "x"]]])
    #expect(wrong.status == 409 && wrong.1["error"] == "there is no stage 'nobody' in this file")
    let query = "file=\(folder.file("a.json"))&stage=first"
    let answer = try #require(client.answer("GET", "/api/references?\(query)", token: "t"))
    let references = JSONValue(parsing: answer.body)?["references"]?.items ?? []
    #expect(references.map { $0["kind"] } == ["id", "start"])
    #expect(references.map { $0["whole"] } == ["stages[0]", "stages[1].start"])
    let kinds = try #require(client.answer("GET", "/api/stages", token: "t"))
    let mover = JSONValue(parsing: kinds.body)?["stages"]?.items?.first { $0["name"] == "mover" }
    #expect(mover?["outputs"]?.items?.first?["type"] == "point")
  }

  @Test("A film begins without stages, replaces nothing, and a stage is added to it with a free id")
  func newFilm() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "a.json")
    let client = try serve(folder)
    let begin: JSONValue = ["name": "b", "size": [64, 48], "seconds": 8]
    let answer = try post(client, "/api/begin", begin)
    #expect(answer.status == 200 && answer.1["file"] == .string(folder.file("b.json")))
    let written = try #require(folder.bytes("b.json"))
    #expect(try post(client, "/api/begin", begin).status == 409)
    #expect(folder.bytes("b.json") == written)
    let wrong: [JSONValue] = [
      ["name": "../c", "size": [64, 48], "seconds": 8], ["name": "c", "size": [64], "seconds": 8],
      ["name": "c", "size": [64, 48], "seconds": 0], ["name": "c", "size": [64, "48"], "seconds": 1],
    ]
    for body in wrong { #expect(try post(client, "/api/begin", body).status == 400, "\(body)") }
    #expect(folder.names.filter { $0.hasSuffix(".json") } == ["a.json", "b.json"])
    let file = JSONValue.string(folder.file("b.json"))
    let edited = try post(
      client, "/api/edit", ["file": file, "edits": [["add": "mover", "start": 0.5], ["add": "mover"]]])
    let text = try #require(edited.1["text"]?.string)
    let stages = JSONValue(parsing: Array(text.utf8))?["stages"]
    #expect(
      stages == [
        ["id": "mover", "stage": "mover", "start": .number(0.5)], ["id": "mover-2", "stage": "mover"],
      ], "\(text)")
    for edit: JSONValue in [["add": "moover"], ["add": "mover", "start": "soon"], ["add": "mover", "position": [1]]] {
      #expect(try post(client, "/api/edit", ["file": file, "edits": [edit]]).status == 409, "\(edit)")
    }
  }

  @Test("A draft that has the changes of the file's new text too is saved over it")
  func mergedDraft() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "a.json")
    let (client, file) = (try serve(folder), JSONValue.string(folder.file("a.json")))
    #expect(try post(client, "/api/draft", ["file": file, "text": .string(Self.text + "// mine\n")]).status == 200)
    try folder.write("// theirs\n" + Self.text, to: "a.json")
    #expect(try post(client, "/api/save", ["file": file]).status == 409)
    let answer = try #require(client.answer("GET", "/api/disk?file=\(folder.file("a.json"))", token: "t"))
    let disk = try #require(JSONValue(parsing: answer.body))
    #expect(disk["text"] == .string("// theirs\n" + Self.text))
    let (merged, digest) = ("// theirs\n" + Self.text + "// mine\n", try #require(disk["diskDigest"]))
    let draft = try post(client, "/api/draft", ["file": file, "text": .string(merged), "base": digest])
    #expect(draft.status == 200 && draft.1["diskChanged"] == false)
    #expect(try post(client, "/api/save", ["file": file]).status == 200)
    #expect(folder.bytes("a.json") == Data(merged.utf8))
  }

  @Test("Of one stage alone nothing else is drawn, and its values stay")
  func solo() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.three, to: "a.json")
    let client = try serve(folder)
    func pixels(_ solo: String) throws -> [UInt8] {
      let query = "file=\(folder.file("a.json"))&frame=10&scale=1&clear=1\(solo)"
      return try #require(client.answer("GET", "/api/frame?\(query)", token: "t")).body
    }
    let (all, first, second) = (try pixels(""), try pixels("&solo=first"), try pixels("&solo=second"))
    func drawn(_ pixels: [UInt8], row: Int) -> Bool { (0..<64).contains { pixels[(row * 64 + $0) * 4 + 3] > 0 } }
    #expect([4, 24].map { drawn(all, row: $0) } == [true, true])
    #expect([4, 24].map { drawn(first, row: $0) } == [true, false])
    #expect([4, 24].map { drawn(second, row: $0) } == [false, true])
    #expect(try pixels("&solo=nobody") == all)
  }

  // MARK: Templates

  @Test("An empty folder begins with a template, whose film is all of its frames in rows")
  func templates() throws {
    let (folder, shelf) = (try TemporaryFolder(), try TemporaryFolder())
    try shelf.write(Self.text, to: "template.json")
    let template = PreviewTemplate(
      name: "card", summary: "A square.", isPiece: false, job: shelf.file("template.json"),
      write: { _ in try folder.write(Self.text, to: "job.json") })
    let client = try serve(folder, templates: [template])
    let list = try #require(client.answer("GET", "/api/templates", token: "t"))
    #expect(
      JSONValue(parsing: list.body) == ["templates": [["name": "card", "summary": "A square.", "isPiece": false]]])
    let film = try #require(client.answer("GET", "/api/film?template=card", token: "t"))
    // 20 pictures of 64 by 48 in rows of 12, as the PNG's header says.
    #expect(film.status == 200)
    #expect(Array(film.body[16..<24]) == [0, 0, 3, 0, 0, 0, 0, 96])
    #expect(try #require(client.answer("GET", "/api/film?template=card", token: "t")).body == film.body)
    #expect(try #require(client.answer("GET", "/api/poster?template=card", token: "t")).status == 200)
    for address in ["film?template=none", "poster?template=none", "film?file=\(shelf.file("template.json"))"] {
      #expect(try #require(client.answer("GET", "/api/\(address)", token: "t")).status == 404)
    }
    #expect(try post(client, "/api/begin", ["template": "none"]).status == 404)
    let begun = try post(client, "/api/begin", ["template": "card"])
    #expect(begun.status == 200 && begun.1["file"] == .string(folder.file("job.json")))
    #expect(try post(client, "/api/begin", ["template": "card"]).1["error"] == "the folder has jobs")
  }

  // MARK: Connections

  private func server(maxConnections: UInt32, timeout: UInt32) throws -> LocalClient {
    let (socket, port) = try LocalSocket.listen(port: 0)
    let rule = AccessRule(token: "t", port: port)
    var limits = HTTPServer.Limits()
    (limits.maxConnections, limits.timeout) = (maxConnections, timeout)
    let isStarted = HTTPServer.start(
      socket: socket, limits: limits, judge: { rule.allows($0) ? .trusted : .refused },
      { $0.answer(Array("fine".utf8), type: "text/plain") })
    try #require(isStarted)
    return LocalClient(port: port)
  }

  @Test("Connections without the token take a quarter at most, and the oldest make room")
  func strangers() throws {
    let client = try server(maxConnections: 16, timeout: 600)
    var slow: [LocalClient.Connection] = []
    for _ in 0..<40 {
      let connection = try #require(client.connect())
      connection.send("GET / HTTP/1.1\r\nX: ")
      slow.append(connection)
    }
    // All but the last four were turned away.
    for connection in slow[..<36] { #expect(connection.bytesToEnd() == []) }
    for connection in slow[37...] { #expect(connection.isOpen) }
    let answer = client.answer("GET", "/", token: "t")
    #expect(answer?.status == 200 && answer?.body == Array("fine".utf8))
    for token in [nil, "", "T", "tt"] { #expect(client.answer("GET", "/", token: token)?.status == 403) }
  }

  @Test("Who sends no whole request with the token in time is turned away, however busy")
  func headDeadline() async throws {
    let client = try server(maxConnections: 400, timeout: 1)
    let slow = try (0..<3).map { _ in try #require(client.connect()) }
    let known = try #require(client.connect())
    known.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nX-Token: t\r\n\r\n")
    slow[0].send("GET / HTTP/1.1\r\n")
    slow[1].send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n\r\n")
    let ended = Mutex(false)
    // Single bytes keep a connection from being silent.
    let sender = Thread {
      while !ended.withLock({ $0 }), slow[0].send("x") { usleep(100_000) }
    }
    sender.start()
    for connection in slow { #expect(connection.bytesToEnd() != nil) }
    ended.withLock { $0 = true }
    withExtendedLifetime(known) {}
  }
}
