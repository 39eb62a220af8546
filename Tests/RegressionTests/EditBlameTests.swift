import Foundation
import JobFile
import Layers
import Regression
import StageKit
import TestSupport
import Testing

@Suite("Blaming edits of the canvas, of groups and of the frame rate") struct EditBlameTests {
  private let folder: TemporaryFolder
  private let registry = StageRegistry(shippedStages + [LayerGroup.self])

  private static func stage(_ id: String, _ color: String, at x: Int) -> String {
    """
    { "id": "\(id)", "stage": "shape", "parameters": { "circle": { "radius": 12, "center": [\(x), 24] }, "fill": "\(color)" } }
    """
  }
  private static let children = [stage("a", "red", at: 20), stage("b", "green", at: 28), stage("c", "blue", at: 36)]

  private let base = """
    { "name": "film", "canvas": { "size": [64, 48], "fps": 10, "duration": 1 },
      "stages": [ { "id": "g", "stage": "group", "stages": [ \(children.joined(separator: ", ")) ] } ],
      "outputs": [ { "file": "film.mp4" }, { "file": "film.png", "poster": { "at": 0.5 } } ] }
    """

  init() throws { folder = try TemporaryFolder() }

  /// The result after edits.
  private func result(_ edits: [(String, String)], record: (inout JobRecord) -> Void = { _ in }) throws -> JobResult {
    let settings = RegressionSettings(outputFolder: folder.file("out"), workers: 2, program: "test")
    let baseline = BaselineFolder(folder.file("baseline"))
    let run = RegressionRun(registry: registry, settings: settings)
    var before = try #require(run.observe([try job(base, "film", in: folder, registry)]).first?.observation)
    record(&before.record)
    try baseline.write(before)
    var edited = base
    for (old, new) in edits {
      #expect(edited.contains(old))
      edited.replace(old, with: new)
    }
    return try #require(run.compare([try job(edited, "film", in: folder, registry)], with: baseline).first)
  }

  @Test("The canvas's color space is named, unless the record is of a version that held none") func color() throws {
    let edit = [(#""fps": 10"#, #""color": "display-p3", "fps": 10"#)]
    let found = try result(edit)
    #expect(found.causes.count { $0.detail.contains("canvas color srgb → display-p3") } == 1)
    #expect(!found.causes.contains { $0.kind == .rasterizer }, "\(found.causes)")
    let older = try result(edit) { $0.video.color = nil }
    #expect(!older.causes.contains { $0.detail.contains("canvas color") })
    #expect(try result([], record: { $0.video.color = nil }).status == .passed)
  }

  @Test("Stages of a group in another order are named as those of the job are") func groupOrder() throws {
    let (a, b, c) = (Self.children[0], Self.children[1], Self.children[2])
    let found = try result([("\(a), \(b), \(c)", "\(a), \(c), \(b)")])
    #expect(found.causes.map(\.kind) == [.order])
    #expect(
      found.causes.map(\.description) == [
        "frame 0 (0.000 s): stage 'b' (shape): lies over 'c', was over 'a'; drawing of 'g' follows"
      ])
  }

  @Test("Stages of a group that come, go or get another z are the cause, not the group") func groupMembers() throws {
    let gone = try result([("\(Self.children[1]), ", "")])
    #expect(gone.causes.map(\.description) == ["frame 0: stage 'b' (shape): is gone"])
    let lifted = try result([(#""id": "a""#, #""id": "a", "z": 1"#)])
    #expect(lifted.causes.count == 1 && lifted.causes[0].description.contains("stage 'a' (shape): z 0 → 1"))
  }

  @Test("What follows from the frame rate is no edit of an output", arguments: ["12", "20", "30"])
  func frameRate(_ rate: String) throws {
    let found = try result([(#""fps": 10"#, #""fps": \#(rate)"#)])
    #expect(!found.causes.contains { $0.kind == .encoding || $0.kind == .encoder }, "\(found.causes)")
    let edited = try result([(#""fps": 10"#, #""fps": \#(rate)"#), (#""film.mp4""#, #""film.mp4", "gop": 7"#)])
    #expect(edited.causes.contains { $0.kind == .encoding && $0.detail.contains("gop 100 → 7") })
  }

  @Test("An option that the record does not hold is an edit where the job gives it, and none at its default")
  func newOption() throws {
    func drop(_ record: inout JobRecord) { record.outputs[0].options["preset"] = nil }
    #expect(try result([], record: drop).status == .passed)
    let edited = try result([(#""film.mp4""#, #""film.mp4", "preset": "slow""#)], record: drop)
    #expect(edited.causes.map(\.detail) == ["film.mp4: preset nothing → slow"])
  }
}
