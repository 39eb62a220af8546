import Foundation
import JobFile
import Messages
import Reporting
import TestSupport
import Testing

@testable import Preview

@Suite("Files of jobs, and values over time")
struct FilesTests {
  private static let text = """
    {
      "canvas": { "size": [64, 48], "fps": 10, "duration": 2 },
      "stages": [
        { "id": "held", "stage": "mover", "start": 0.5,
          "parameters": { "size": { "keyframes": [{ "at": 0, "value": 1, "curve": "ease-in" }, { "at": 1, "value": 3 }] } } },
      ],
      "sounds": [{ "file": "tone.wav", "start": 0.25, "trim": [0.1] }], // heard
    }

    """

  private struct Unable: Error {}

  private func serve(_ folder: TemporaryFolder, isReview: Bool = false) throws -> LocalClient {
    let files = [folder.file("a.json")]
    let session = PreviewSession(
      PreviewSettings(
        path: folder.path, listFiles: { files }, registry: describedStages, policy: JobPolicy(), messages: Messages(),
        outputFolder: "out", baselineFolder: "Baselines", reportFolder: "regress", isReview: isReview, workers: 2
      ) { _ in throw Unable() })
    let (socket, port) = try LocalSocket.listen(port: 0)
    try #require(PreviewServer.start(session, socket: socket, port: port, token: "t"))
    return LocalClient(port: port)
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "a.json")
    let samples = (0..<24_000).map { Float($0 < 12_000 ? 0.5 : -1) }
    try Data(wavBytes(samples, channels: 1)).write(to: folder.url.appendingPathComponent("tone.wav"))
    return folder
  }

  private func get(_ client: LocalClient, _ folder: TemporaryFolder, _ path: String, _ query: String) throws
    -> (status: Int, body: [UInt8])
  {
    let answer = client.answer("GET", "/api/\(path)?file=\(folder.file("a.json"))&variant=&\(query)", token: "t")
    let found = try #require(answer)
    return (found.status, found.body)
  }

  /// Adds a file in parts of these texts.
  private func add(
    _ client: LocalClient, _ folder: TemporaryFolder, _ name: String, _ parts: [String], id: String = "1"
  )
    throws -> (status: Int, json: JSONValue)
  {
    var (offset, last) = (0, (status: 0, json: JSONValue.null))
    for (index, part) in parts.enumerated() {
      let query =
        "file=\(folder.file("a.json"))&name=\(name)&id=\(id)&offset=\(offset)&last=\(index == parts.count - 1 ? 1 : 0)"
      let answer = try #require(client.answer("POST", "/api/file?\(query)", token: "t", body: part))
      last = (answer.status, JSONValue(parsing: answer.body) ?? .null)
      offset += part.utf8.count
    }
    return last
  }

  @Test("A file is copied beside the job part by part, and replaces none")
  func adds() throws {
    let folder = try folder()
    let client = try serve(folder)
    let first = try add(client, folder, "data.csv", ["a,b\n", "1,2\n"])
    #expect(first.json == ["path": "media/data.csv", "isNew": true])
    #expect(folder.bytes("media/data.csv") == Data("a,b\n1,2\n".utf8))
    #expect(try add(client, folder, "data.csv", ["a,b\n1,2\n"]).json == ["path": "media/data.csv", "isNew": false])
    #expect(try add(client, folder, "data.csv", ["other"]).json == ["path": "media/data-2.csv", "isNew": true])
    #expect(folder.bytes("media/data.csv") == Data("a,b\n1,2\n".utf8))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("media")).sorted() == ["data-2.csv", "data.csv"])
  }

  @Test(
    "Names that lead elsewhere are refused, and a part that is missing is",
    arguments: ["..%2Fa", ".a", "a%2Fb", "", "a%0Ab"])
  func refuses(name: String) throws {
    let folder = try folder()
    let client = try serve(folder)
    #expect(try add(client, folder, name, ["x"]).status == 400)
    let late = client.answer(
      "POST", "/api/file?file=\(folder.file("a.json"))&name=b&id=2&offset=5&last=1", token: "t", body: "x")
    #expect(late?.status == 409)
  }

  @Test("Nothing is copied through a link, or in a review")
  func staysBeside() throws {
    let folder = try folder()
    let other = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: folder.file("media"), withDestinationPath: other.path)
    #expect(try add(try serve(folder), folder, "a.txt", ["x"]).status == 403)
    #expect(other.names.isEmpty)
    let reviewed = try self.folder()
    #expect(try add(try serve(reviewed, isReview: true), reviewed, "a.txt", ["x"]).status == 403)
    #expect(reviewed.names.sorted() == ["a.json", "tone.wav"])
  }

  @Test("Values with keyframes are told at instants of the video, with the times of their keyframes")
  func motions() throws {
    let folder = try folder()
    let client = try serve(folder)
    let answer = try get(client, folder, "motions", "stage=held&from=0&to=2&count=5")
    let json = try #require(JSONValue(parsing: answer.body))
    #expect(json.at("times") == [0, 0, 0.5, 1, 1.5])
    #expect(json.at("motions.0.location") == "size")
    #expect(json.at("motions.0.times") == [0.5, 1.5])
    let values = try #require(json.at("motions.0.axes.0")?.items)
    #expect(values[0] == 1 && values[1] == 1 && values[3] == 3 && values[4] == 3)
    for query in [
      "stage=other&from=0&to=2&count=5", "stage=held&from=2&to=0&count=5", "stage=held&from=0&to=nan&count=5",
      "stage=held&from=0&to=2&count=999999",
    ] {
      #expect([400, 404].contains(try get(client, folder, "motions", query).status))
    }
  }

  @Test("The peaks of a sound are those of its whole file, until that is another")
  func peaks() throws {
    let folder = try folder()
    let client = try serve(folder)
    let answer = try get(client, folder, "peaks", "sound=0")
    // 24,000 samples in spans of 256: the one in which the level changes has both.
    #expect(answer.body.count == 2 * 94)
    #expect(Array(answer.body[..<2]) == [0, 64] && Array(answer.body[92..<94]) == [129, 64] && answer.body.last == 0)
    #expect(try get(client, folder, "peaks", "sound=1").status == 404)
    try Data(wavBytes([Float](repeating: 0, count: 256), channels: 1)).write(
      to: folder.url.appendingPathComponent("tone.wav"))
    #expect(try get(client, folder, "peaks", "sound=0").body == [0, 0])
  }

  @Test("A sound says where it stands and what is heard of it")
  func sounds() throws {
    let folder = try folder()
    let json = try #require(JSONValue(parsing: try get(try serve(folder), folder, "job", "").body))
    let sound = try #require(json.at("sounds.0"))
    #expect(sound["path"] == "sounds[0]" && sound["starts"] == [0.25] && sound["isOwn"] == true)
    #expect(sound["json"] == ["file": "tone.wav", "start": 0.25, "trim": [0.1]])
    #expect(sound["from"] == 0.1 && sound["to"] == .null && sound["speed"] == 1 && sound["loop"] == false)
  }
}
