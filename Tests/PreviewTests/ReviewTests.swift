import Foundation
import JobFile
import Messages
import Reporting
import TestSupport
import Testing

@testable import Preview

@Suite("Reviews of a job")
struct ReviewTests {
  private static let text = """
    { "canvas": { "size": [64, 48], "scale": 1, "fps": 10, "duration": 2 }, "stages": [{ "id": "first", "stage": "mover" }] }

    """

  private struct Unable: Error {}

  private func serve(_ folder: TemporaryFolder, isReview: Bool) throws -> LocalClient {
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

  private func post(_ client: LocalClient, _ address: String, _ body: JSONValue) throws -> (status: Int, JSONValue) {
    let answer = try #require(client.answer("POST", address, token: "t", body: body.text))
    return (answer.status, try #require(JSONValue(parsing: answer.body)))
  }

  @Test("A review is a text with an object for each comment, and reads back the same")
  func text() throws {
    var review = Review()
    let changes: [(String, JSONValue)] = [
      ("b", ["author": "Ann", "add": 1.5, "place": [10, 20], "stage": "first", "text": "Larger, please."]),
      ("a", ["author": "Bo", "add": 0, "text": "Good."]),
      ("-", ["author": "Bo", "reply": "b", "text": "How much?"]),
      ("-", ["author": "Bo", "resolve": "a"]),
      ("-", ["author": "Ann", "verdict": "changes"]),
    ]
    for (id, change) in changes { try review.apply(change, time: "2030-01-02T03:04:05Z", id: id, revision: "r") }
    #expect(
      review.json.prettyText == """
        {
          "comments": {
            "a": {
              "author": "Bo",
              "time": "2030-01-02T03:04:05Z",
              "seconds": 0,
              "text": "Good.",
              "resolved": {
                "author": "Bo",
                "time": "2030-01-02T03:04:05Z"
              }
            },
            "b": {
              "author": "Ann",
              "time": "2030-01-02T03:04:05Z",
              "seconds": 1.5,
              "place": [10, 20],
              "stage": "first",
              "text": "Larger, please.",
              "replies": [
                {
                  "author": "Bo",
                  "time": "2030-01-02T03:04:05Z",
                  "text": "How much?"
                }
              ]
            }
          },
          "verdicts": {
            "Ann": {
              "verdict": "changes",
              "time": "2030-01-02T03:04:05Z",
              "revision": "r"
            }
          }
        }

        """)
    #expect(try Review(review.json).json == review.json)
    try review.apply(["author": "Bo", "resolve": "a", "resolved": false], time: "", id: "", revision: "")
    try review.apply(["author": "Bo", "edit": "a", "text": "Better."], time: "", id: "", revision: "")
    #expect(review.comments[1].value["resolved"] == nil && review.comments[1].value["text"] == "Better.")
    try review.apply(["author": "Bo", "remove": "a"], time: "", id: "", revision: "")
    try review.apply(["author": "Ann", "verdict": .null], time: "", id: "", revision: "")
    #expect(review.comments.map(\.key) == ["b"] && review.verdicts.isEmpty)
  }

  @Test("Changes of no kind, of nobody and of what is somebody else's are refused")
  func refused() throws {
    var review = Review()
    try review.apply(["author": "Ann", "add": 1, "text": "x"], time: "t", id: "a", revision: "")
    let changes: [JSONValue] = [
      ["add": 1, "text": "x"], ["author": "Bo"], ["author": "Bo", "add": 1], ["author": "Bo", "add": -1, "text": "x"],
      ["author": "Bo", "remove": "a"], ["author": "Bo", "edit": "a", "text": "y"],
      ["author": "Bo", "reply": "z", "text": "y"],
      ["author": "Bo", "verdict": "fine"],
    ]
    for change in changes {
      #expect(throws: ReviewFault.self) { try review.apply(change, time: "t", id: "b", revision: "") }
    }
    #expect(review.comments.count == 1)
    for wrong in [[], ["comments": []], ["comments": ["a": ["author": "Ann"]]]] as [JSONValue] {
      #expect(throws: ReviewFault.self) { try Review(wrong) }
    }
  }

  @Test("A review of a job is answered and kept beside it; the job itself is not changed")
  func serving() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text, to: "a.json")
    let (client, file) = (try serve(folder, isReview: true), JSONValue.string(folder.file("a.json")))
    for address in ["edit", "draft", "discard", "save", "render", "cancel", "regress", "accept"] {
      let answer = try post(
        client, "/api/\(address)", ["file": file, "edits": [["path": "name", "value": "x"]], "text": "x"])
      #expect(answer.status == 403, "\(address)")
    }
    #expect(folder.bytes("a.json") == Data(Self.text.utf8))
    let added = try post(client, "/api/review", ["file": file, "author": "Ann", "add": 0.5, "text": "Hi"])
    #expect(added.status == 200)
    let kept = try #require(folder.bytes("a.review.json").flatMap { JSONValue(parsing: Array($0)) })
    #expect(kept == added.1["review"])
    try folder.write("<<<<<<< mine\n", to: "a.review.json")
    let broken = try post(client, "/api/review", ["file": file, "author": "Ann", "add": 0.5, "text": "Hi"])
    #expect(broken.status == 409 && broken.1["error"]?.string?.contains("a.review.json: 1:1") == true)
    #expect(folder.bytes("a.review.json") == Data("<<<<<<< mine\n".utf8))
    // Those who change the job see the same.
    let editor = try serve(folder, isReview: false)
    try folder.write(kept.prettyText, to: "a.review.json")
    #expect(try post(editor, "/api/review", ["file": file, "author": "Bo", "verdict": "approved"]).status == 200)
    #expect(try post(editor, "/api/edit", ["file": file, "edits": []]).status == 200)
  }

  @Test("Replies, places and names of the wrong kind are refused, in files and in requests")
  func kinds() {
    for replies: JSONValue in [[:], [.null], [["author": "Bo", "time": "t"]]] {
      let comment: JSONValue = ["author": "Ann", "time": "t", "text": "a", "seconds": 1, "replies": replies]
      #expect(throws: ReviewFault.self) { try Review(["comments": ["a": comment]]) }
    }
    for (key, value): (String, JSONValue) in [
      ("place", [1]), ("place", ["a", 1]), ("place", 1), ("stage", 3), ("variant", [:]),
    ] {
      var review = Review()
      let change = JSONValue.object([
        .init("author", "Ann"), .init("add", 1), .init("text", "a"), .init(key, value),
      ])
      #expect(throws: ReviewFault.self) { try review.apply(change, time: "t", id: "a", revision: "r") }
      #expect(review.isEmpty)
    }
  }
}
