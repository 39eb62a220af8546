import Foundation
import TestSupport
import Testing
import Video

@Suite("Parents, scenes and motions of layers, through the program")
struct LayerMotionTests {
  private func job(_ stages: String, duration: Double = 2) -> String {
    """
    {"name": "a", "canvas": {"size": [200, 100], "fps": 10, "duration": \(duration), "background": "black"}, "stages": [\(stages)]}
    """
  }

  /// The output of `trace` for a job, by column.
  private func trace(_ stages: String, duration: Double = 2) throws -> [String: [Double]] {
    let folder = try TemporaryFolder()
    try job(stages, duration: duration).write(toFile: folder.file("a.json"), atomically: true, encoding: .utf8)
    let outcome = try run(["trace", "a.json"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    return Dictionary(
      uniqueKeysWithValues: (rows.first ?? []).enumerated().map { index, name in
        (String(name), rows.dropFirst().map { Double($0[index]) ?? .nan })
      })
  }

  @Test("Cues of a stage end with the group that holds it")
  func cuesOfGroups() throws {
    let folder = try TemporaryFolder()
    func outcome(groupDuration: Double) throws -> Outcome {
      try """
      {
        "canvas": { "size": [20, 20], "fps": 10, "duration": 4 }, "stages": [{
          "id": "g", "stage": "group", "duration": \(groupDuration), "stages": [
            { "id": "p", "stage": "halo-pulse", "start": 0.5, "parameters": { "look": "ring", "pulseDuration": 1 } }
          ] }],
        "sounds": [{ "file": "pop.wav", "start": { "each": "p.pulse" } }],
        "outputs": [{ "file": "a.wav", "sound": { "loudness": "as is" } }]
      }
      """.write(toFile: folder.file("a.json"), atomically: true, encoding: .utf8)
      return try run(["run", "a.json", "--output", "out"], in: folder.url)
    }
    try Data(contentsOf: projectFolder.appendingPathComponent("jobs/sounds/pop.wav")).write(
      to: URL(fileURLWithPath: folder.file("pop.wav")))
    // Cues come at 0.5 s and each second after it, and the group lasts until then, or longer.
    #expect(try outcome(groupDuration: 0.5).errors.contains("never reaches the cue 'pulse'"))
    let heard = try outcome(groupDuration: 2.6)
    #expect(heard.code == 0, "\(heard.errors)")
    let wave = try Data(contentsOf: URL(fileURLWithPath: folder.file("out/a.wav")))
    // After the cue at 2.5 s has died away, nothing is heard in 4 s of 24 bits and two channels.
    #expect(wave.suffix(48_000 * 6).allSatisfy { $0 == 0 } && wave.suffix(48_000 * 9).contains { $0 != 0 })
  }

  private let card = """
    {"id": "card", "stage": "shape", "parameters": {"rect": {"size": [40, 20]}, "fill": "white", "position": {
      "x": {"keyframes": [{"at": 0, "value": 50}, {"at": 1, "value": 150}]}, "y": 30},
      "rotation": {"keyframes": [{"at": 0, "value": 0}, {"at": 1, "value": 90}]}, "scale": 2}}
    """

  @Test("A child is where its parent's motion takes it, by the parts that it takes")
  func parent() throws {
    func child(_ parent: String) throws -> [String: [Double]] {
      try trace(
        card + """
          , {"id": "dot", "stage": "shape", "parent": \(parent),
             "parameters": {"circle": {"radius": 4}, "fill": "white", "offset": [10, 0]}}
          """)
    }
    let all = try child(#""card""#)
    // Ten points to the right of the middle become twenty, and at 1 s these point down.
    #expect(all["dot.position.x"]?.first == 70 && all["dot.position.y"]?.first == 30)
    #expect(abs((all["dot.position.x"]?[10] ?? 0) - 150) < 1e-6 && abs((all["dot.position.y"]?[10] ?? 0) - 50) < 1e-6)
    let place = try child(#"{"of": "card", "takes": ["position"]}"#)
    #expect(place["dot.position.x"]?[10] == 160 && place["dot.position.y"]?[10] == 30)
    let turn = try child(#"{"of": "card", "takes": ["rotation"]}"#)
    #expect(abs((turn["dot.position.x"]?[10] ?? 0) - 100) < 1e-6 && abs((turn["dot.position.y"]?[10] ?? 0) - 60) < 1e-6)
  }

  @Test("A point that is taken out of groups follows them, in rows, too")
  func spaces() throws {
    let values = try trace(
      """
      {"id": "outer", "stage": "group", "parameters": {"position": [60, 40], "scale": 2}, "stages": [
        {"id": "row", "stage": "group", "parameters": {"layout": {"row": {"gap": 10}}}, "stages": [
          {"id": "first", "stage": "shape", "parameters": {"rect": {"size": [10, 10]}, "fill": "white"}},
          {"id": "second", "stage": "shape", "parameters": {"rect": {"size": [10, 10]}, "fill": "white"}}]}]},
      {"id": "ring", "stage": "shape", "inputs": {"position": "second.position"}, "parameters": {"circle": {"radius": 3}, "fill": "white"}}
      """)
    // In the row the second is 10 to the right of the middle, which the outer group takes to (60, 40), twice as large.
    #expect(values["ring.position.x"]?.first == 80 && values["ring.position.y"]?.first == 40)
  }

  @Test("Scenes begin where the one before ends, less the transition, and a transition that is too long is an error")
  func scenes() throws {
    func film(_ transition: Double) -> String {
      """
      {"id": "film", "stage": "sequence", "parameters": {"transition": {"style": "push", "duration": \(transition)}}, "stages": [
        {"id": "one", "stage": "shape", "duration": 1, "parameters": {"circle": {"radius": 3}, "fill": "white"}},
        {"id": "two", "stage": "shape", "duration": 1.2, "parameters": {"circle": {"radius": 3}, "fill": "white"}},
        {"id": "three", "stage": "counter", "parameters": {"from": 0, "value": 10, "decimals": 3, "duration": 1, "curve": "linear"}}]}
      """
    }
    let values = try trace(film(0.4), duration: 4)
    // The third starts at 1 − 0.4 + 1.2 − 0.4 s.
    let numbers = try #require(values["three.value"])
    #expect(abs(numbers[14]) < 1e-9 && abs(numbers[15] - 1) < 1e-6 && abs(numbers[24] - 10) < 1e-6)
    let folder = try TemporaryFolder()
    try job(film(1.1)).write(toFile: folder.file("a.json"), atomically: true, encoding: .utf8)
    for command in [["validate", "a.json"], ["still", "a.json", "-o", "a.png"], ["run", "a.json"]] {
      let outcome = try run(command, in: folder.url)
      #expect(outcome.code == 2 && outcome.errors.contains("longer than 'one' lasts"), "\(outcome.errors)")
    }
  }

  @Test("What cannot move with a parent, come in or leave is an error with its place")
  func errors() throws {
    let folder = try TemporaryFolder()
    let stages = """
      {"id": "group", "stage": "group", "stages": [{"id": "inner", "stage": "shape", "parameters": {"circle": {"radius": 3}, "fill": "white"}}]},
      {"id": "a", "stage": "shape", "parent": "inner", "parameters": {"circle": {"radius": 3}, "fill": "white"}},
      {"id": "b", "stage": "shape", "parent": "nobody", "enter": "rises", "parameters": {"circle": {"radius": 3}, "fill": "white"}},
      {"id": "way", "stage": "motion-path", "enter": "rise", "parameters": {"points": [[0, 0], [9, 9]], "duration": 1}},
      {"id": "ground", "stage": "backdrop", "parameters": {"paint": "black"}},
      {"id": "d", "stage": "shape", "parent": "ground", "parameters": {"circle": {"radius": 3}, "fill": "white"}},
      {"id": "film", "stage": "sequence", "stages": [
        {"id": "scene", "stage": "shape", "z": 2, "parameters": {"circle": {"radius": 3}, "fill": "white"}}]},
      {"id": "c", "stage": "shape", "exit": {"duration": 1}, "parameters": {"circle": {"radius": 3}, "fill": "white"}}
      """
    try job(stages).write(toFile: folder.file("a.json"), atomically: true, encoding: .utf8)
    let outcome = try run(["validate", "a.json"], in: folder.url)
    #expect(outcome.code == 2)
    for text in [
      "stages[1].parent: stage 'inner' is not in the same group as 'a'", "stages[2].parent: there is no stage 'nobody'",
      "stages[2].enter: unknown value 'rises'", "stages[3].enter: 'motion-path' draws nothing that could move",
      "stages[5].parent: stage 'ground' (backdrop) has no position", "stages[6].stages[0].z: 'z' changes nothing",
      "stages[7].exit: nothing changes",
    ] {
      #expect(outcome.errors.contains(text), "\(text)\n\(outcome.errors)")
    }
    try job(
      #"{"id": "c", "stage": "shape", "enter": {"style": "raise"}, "parameters": {"circle": {"radius": 3}, "fill": "white"}}"#
    )
    .write(toFile: folder.file("a.json"), atomically: true, encoding: .utf8)
    let single = try run(["validate", "a.json"], in: folder.url).errors
    #expect(single.contains("unknown value 'raise'") && !single.contains("nothing changes"), "\(single)")
  }

  @Test("A stage leaves until its end, its holder's or the video's")
  func ends() throws {
    let folder = try TemporaryFolder()
    let stages = """
      {"id": "a", "stage": "shape", "exit": {"opacity": 0, "duration": 1, "curve": "linear"}, STAGE
       "parameters": {"rect": {"size": [200, 100]}, "fill": "white"}}
      """
    func gray(_ keys: String, at seconds: Double, held: Bool = false) throws -> UInt8 {
      var text = stages.replacing("STAGE", with: keys)
      if held { text = "{\"id\": \"g\", \"stage\": \"group\", \"duration\": 1.5, \"stages\": [\(text)]}" }
      try job(text).write(toFile: folder.file("a.json"), atomically: true, encoding: .utf8)
      let outcome = try run(["still", "a.json", "--at", "\(seconds)", "--force", "-o", "a.png"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let picture = try readPicture(at: folder.file("a.png"))
      return picture.pixels[(50 * picture.width + 100) * 4]
    }
    #expect(try gray("", at: 0.9) == 255 && gray("", at: 1.5) == 128)
    #expect(try gray("\"duration\": 1.2,", at: 0.7) == 128)
    #expect(try gray("", at: 1, held: true) == 128)
  }
}
