import Foundation
import JobFile
import Messages
import Synchronization
import TestSupport
import Testing

@testable import Preview

@Suite("What a preview keeps up to date")
struct SessionTests {
  private static let text = """
    {
      // Kept.
      "canvas": { "size": [64, 48], "scale": 1, "fps": 10, "duration": 2 },
      "stages": [{ "id": "first", "stage": "mover", "start": 0.5, "duration": 0.5 }],
      "outputs": [{ "file": "a.mp4" }]
    }
    """

  private struct Unable: Error {}

  private func session(_ folder: TemporaryFolder) -> PreviewSession {
    let files = folder.names.filter { $0.hasSuffix(".json") }.map(folder.file)
    return PreviewSession(
      PreviewSettings(
        path: folder.path, listFiles: { files }, registry: describedStages, policy: JobPolicy(), messages: Messages(),
        outputFolder: "out", baselineFolder: "Baselines", reportFolder: "regress", workers: 2
      ) { _ in throw Unable() })
  }

  @Test("Only who knows the token and comes from this server's page is answered")
  func access() {
    let rule = AccessRule(token: "abc", port: 8080)
    #expect(rule.allows(host: "127.0.0.1:8080", origin: nil, token: "abc"))
    #expect(rule.allows(host: "LOCALHOST:8080", origin: "http://localhost:8080", token: "abc"))
    for token in [nil, "", "ab", "abd", "abcd"] {
      #expect(!rule.allows(host: "127.0.0.1:8080", origin: nil, token: token))
    }
    for host in [nil, "127.0.0.1", "127.0.0.1:8081", "evil.example:8080"] {
      #expect(!rule.allows(host: host, origin: nil, token: "abc"))
    }
    for origin in ["null", "http://127.0.0.1", "https://127.0.0.1:8080", "http://evil.example:8080"] {
      #expect(!rule.allows(host: "127.0.0.1:8080", origin: origin, token: "abc"))
    }
    // Browsers leave HTTP's own port out.
    #expect(AccessRule(token: "abc", port: 80).allows(host: "127.0.0.1", origin: "http://127.0.0.1", token: "abc"))
  }

  @Test("A text that is not UTF-8 is known by its first such byte")
  func otherEncodings() throws {
    let folder = try TemporaryFolder()
    let text = Array(Self.text.utf8)
    let cases: [(name: String, bytes: [UInt8], found: UInt8?)] = [
      ("a.json", text, nil), ("b.json", [0xEF, 0xBB, 0xBF] + text + Array("// \u{FFFD}\r\n".utf8), nil),
      ("c.json", text + Array("// gr".utf8) + [0xFC, 0xDF], 0xFC), ("d.json", [0xFF, 0xFE] + text, 0xFF),
      ("e.json", text + [0xEF], 0xEF), ("f.json", text + [0xEF, 0xBF], 0xEF),
    ]
    for (name, bytes, _) in cases { try Data(bytes).write(to: folder.url.appendingPathComponent(name)) }
    let session = session(folder)
    for (name, bytes, found) in cases {
      let document = try #require(session.document(folder.file(name)))
      #expect(document.firstInvalidByte == found, "\(name)")
      #expect(document.text == bytes)
    }
  }

  @Test("A revision changes with the text, and a draft leaves the file alone until it is discarded")
  func drafts() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "a.json")
    let session = session(folder)
    let file = folder.file("a.json")
    let before = try #require(session.document(file))
    #expect(before.errors.isEmpty && before.draft == nil)
    let shorter = Self.text.replacingOccurrences(of: "\"duration\": 2", with: "\"duration\": 1")
    let draft = session.setDraft(Array(shorter.utf8), of: before)
    #expect(draft.revision != before.revision && draft.diskDigest == before.diskDigest)
    #expect(draft.jobs.map(\.frameCount) == [10])
    #expect(folder.bytes("a.json") == Data(Self.text.utf8))
    #expect(!draft.isDiskChanged)
    // Somebody else writes it, and further edits do not hide that.
    try folder.write(Self.text + "\n", to: "a.json")
    #expect(session.reread(file).isDiskChanged)
    #expect(session.setDraft(Array((shorter + " ").utf8), of: draft).isDiskChanged)
    try folder.write(Self.text, to: "a.json")
    #expect(session.setDraft(nil, of: before).revision == before.revision)
    #expect(session.document(folder.file("b.json")) == nil)
  }

  @Test("A job with errors keeps them with their places, and is planned once they are gone")
  func errors() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text.replacingOccurrences(of: "mover", with: "moover"), to: "a.json")
    let session = session(folder)
    let file = folder.file("a.json")
    guard case .wrong(let document, let errors) = session.plan(try #require(session.document(file)), "", revision: nil)
    else {
      Issue.record("the job was planned")
      return
    }
    #expect(errors.first?.position?.line == 4)
    try folder.write(Self.text, to: "a.json")
    let mended = session.reread(file)
    #expect(mended.revision != document.revision)
    guard case .outdated = session.plan(mended, "", revision: document.revision) else {
      Issue.record("an earlier revision was planned")
      return
    }
    guard case .ready = session.plan(mended, "", revision: mended.revision) else {
      Issue.record("the job was not planned")
      return
    }
  }

  @Test("Frames with equal pictures have equal digests, and a row of values each")
  func scan() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "a.json")
    let session = session(folder)
    let document = try #require(session.document(folder.file("a.json")))
    guard case .ready(let job, let key) = session.plan(document, "", revision: nil) else {
      Issue.record("the job was not planned")
      return
    }
    let outcome = await withCheckedContinuation { done in session.scans.scan(job, key) { done.resume(returning: $0) } }
    let scan = try outcome.get()
    #expect(scan.digests.count == 20 && scan.values.count == 20)
    // It is seen from frame 5 to 9.
    let unseen = Set(scan.digests[..<5]).union(scan.digests[10...])
    #expect(unseen.count == 1)
    #expect(scan.digests[5] != scan.digests[4])
    #expect(scan.columns.contains("first.place.x"))
  }
}
