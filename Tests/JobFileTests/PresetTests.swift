import JobFile
import Messages
import StageKit
import TestSupport
import Testing

@Suite("Presets of a job")
struct PresetTests {
  private func read(_ keys: String, _ motion: String, folder: TemporaryFolder? = nil) -> JobReadResult {
    let job = """
      { "canvas": { "size": [64, 64], "duration": 2 }, \(keys)
      "stages": [{ "id": "a", "stage": "dot", \(motion) }] }
      """
    return JobReader.read(
      bytes: Array(job.utf8), file: folder?.file("job.json") ?? "job.json",
      registry: StageRegistry([Dot.self, Needy.self]))
  }

  private func motion(_ result: JobReadResult) throws -> LayerMotion {
    #expect(result.diagnostics.map(\.description) == [])
    return try #require(result.job?.stages.first).motion
  }

  private let drop = #""drop": { "offset": [0, -120], "opacity": 0, "curve": "linear", "duration": 1 }"#

  @Test("A preset is what its object says, by its name, and as a style with more over it")
  func names() throws {
    let presets =
      #""presets": { "motions": { \#(drop) }, "emphasis": { "nod": { "style": "shake", "offset": [0, 10] } } },"#
    let plain = try motion(read(presets, #""enter": "drop", "exit": { "style": "drop", "duration": 0.5 }"#))
    #expect(plain.pose(at: 0.25, remaining: .infinity).offset == Point(0, -90))
    #expect(plain.pose(at: 2, remaining: 0.25).offset == Point(0, -60))
    let more = try motion(read(presets, #""enter": { "style": "drop", "offset": [40, 0] }, "emphasis": "nod""#))
    let half = more.pose(at: 0.5, remaining: .infinity)
    #expect(half.offset == Point(20, 0) && half.opacity == 0.5)
    let nod = more.pose(at: 1.03, remaining: .infinity).offset
    #expect(nod.x == 0 && nod.y > 1)
  }

  @Test("A preset with the name of a built-in one takes its place, and is made from it")
  func builtIn() throws {
    let result = read(
      #""presets": { "motions": { "rise": { "style": "rise", "duration": 4, "curve": "linear" } } },"#,
      #""enter": "rise""#)
    #expect(try motion(result).pose(at: 2, remaining: .infinity).offset == Point(0, 20))
    // Others are what they were.
    let other = read(#""presets": { "motions": { "rise": { "style": "fade" } } },"#, #""enter": "sink""#)
    #expect(try motion(other).pose(at: 0, remaining: .infinity).offset == Point(0, -40))
  }

  @Test("Presets come from included parts and extended jobs, and a theme's take the place of the job's")
  func merging() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{ "presets": { "motions": { "in": { "offset": [1, 0] }, "low": { "offset": [0, 9] } } } }"#, to: "part.json")
    try folder.write(#"{ "presets": { "motions": { "in": { "offset": [3, 0] } } } }"#, to: "theme.json")
    func offset(_ keys: String, _ name: String) throws -> Point {
      try motion(read(keys, #""enter": "\#(name)""#, folder: folder)).pose(at: 0, remaining: .infinity).offset
    }
    let own = #""include": "part.json", "presets": { "motions": { "in": { "offset": [2, 0] } }, "emphasis": {} },"#
    #expect(try offset(own, "in") == Point(2, 0))
    #expect(try offset(own, "low") == Point(0, 9))
    #expect(try offset(own + #""theme": "theme.json","#, "in") == Point(3, 0))
    #expect(try offset(own + #""theme": "theme.json","#, "low") == Point(0, 9))
  }

  @Test(
    "Faults say where they are, once however often a preset is used",
    arguments: [
      (
        "\"drop\": { \"ofset\": [0, 1] }", #""enter": "drop", "exit": "drop""#,
        "motions.drop.ofset: unknown key 'ofset'"
      ),
      ("\"drop\": { \"offset\": 1 }", #""enter": "drop", "exit": "drop""#, "motions.drop.offset: expected a point"),
      ("\"drop\": 1", #""enter": "drop""#, "motions.drop: expected an object"),
      ("\"drop\": { \"style\": \"ris\" }", #""enter": "drop""#, "motions.drop.style: unknown value 'ris'"),
      ("\"a b\": { \"style\": \"rise\" }", #""enter": "rise""#, "'a b' is not a valid name"),
      ("\"drop\": { \"style\": \"rise\" }", #""enter": "drap""#, "enter: unknown value 'drap'. Did you mean 'drop'?"),
      ("\"drop\": { \"style\": \"rise\" }", #""enter": "rize""#, "enter: unknown value 'rize'. Did you mean 'rise'?"),
      ("\"drop\": { \"style\": \"rise\" }", #""enter": "slide-up""#, "unknown value 'slide-up'. Did you mean 'rise'?"),
      ("\"drop\": { \"style\": \"rise\" }", #""enter": { "style": "drap" }"#, "enter.style: unknown value 'drap'"),
      ("\"drop\": { \"duration\": 1 }", #""enter": "drop""#, "nothing changes"),
    ])
  func faults(motions: String, motion: String, expected: String) {
    let found = read("\"presets\": { \"motions\": { \(motions) } },", motion).diagnostics.map(\.description)
    #expect(found.count == 1 && found[0].contains(expected), "\(found)")
  }

  @Test("Kinds are known by name")
  func kinds() {
    let found = read(#""presets": { "enter": {} },"#, #""enter": "rise""#).diagnostics.map(\.description)
    #expect(found.count == 1 && found[0].contains("Ways of coming in and leaving are 'motions'."), "\(found)")
  }

  @Test("A variant changes presets by their names, and leaves others")
  func variants() throws {
    let job = """
      { "canvas": { "size": [64, 64], "duration": 2 },
        "presets": { "motions": { "in": { "offset": [0, 9], "duration": 1 }, "out": { "offset": [7, 0] } } },
        "variants": { "mood": { "calm": {}, "loud": { "presets": { "motions": { "in": { "offset": [0, 90] } } } } } },
        "outputs": [{ "file": "{mood}.mp4" }],
        "stages": [{ "id": "a", "stage": "dot", "enter": "in", "exit": "out" }] }
      """
    let results = JobReader.variants(
      bytes: Array(job.utf8), file: "job.json", registry: StageRegistry([Dot.self, Needy.self]), policy: JobPolicy(),
      messages: Messages())
    let motions = try results.map(motion)
    #expect(motions.map { $0.pose(at: 0, remaining: .infinity).offset } == [Point(0, 9), Point(0, 90)])
    #expect(motions.map { $0.pose(at: 2, remaining: 0).offset } == [Point(7, 0), Point(7, 0)])
  }
}
