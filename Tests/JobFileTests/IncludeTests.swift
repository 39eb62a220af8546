import JobFile
import StageKit
import TestSupport
import Testing

@Suite("Extended and included files")
struct IncludeTests {
  private func read(_ folder: TemporaryFolder, _ text: String) -> JobReadResult {
    JobReader.read(
      bytes: Array(text.utf8), file: folder.file("job.json"), registry: StageRegistry([Dot.self, Needy.self]))
  }

  private func messages(_ result: JobReadResult, _ folder: TemporaryFolder) -> [String] {
    result.diagnostics.map { $0.description.replacing("\(folder.path)/", with: "") }
  }

  @Test("A job is laid over the one that it extends: keys of objects, stages by their ids")
  func extends() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      { "name": "base", "canvas": { "size": [64, 64], "duration": 1 }, "variables": { "far": 7 },
        "stages": [ { "id": "a", "stage": "dot", "parameters": { "radius": "$far", "label": "A" } },
                    { "id": "b", "stage": "dot" } ] }
      """, to: "brand/base.json")
    let result = read(
      folder,
      """
      { "extends": "brand/base.json", "canvas": { "duration": 2 },
        "stages": [ { "id": "c", "stage": "dot" }, { "id": "a", "parameters": { "label": "Z" } } ] }
      """)
    #expect(messages(result, folder) == [])
    let job = try #require(result.job)
    #expect(job.name == "job")
    #expect(job.stages.map(\.id) == ["a", "b", "c"])
    #expect(job.stages[0].parameters[\Dot.radius] == 7)
    #expect(job.stages[0].parameters[\Dot.label] == "Z")
    #expect((job.pixelWidth, job.frameCount) == (64, 120))
  }

  @Test("Parts give variables and stages, and files in them are relative to them")
  func includes() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "variables": { "large": 9, "unused": 1 } }"#, to: "brand/colors.json")
    try folder.write(
      #"{ "stages": [{ "id": "card", "stage": "dot", "parameters": { "radius": "$large", "picture": "a.png" } }] }"#,
      to: "parts/card.json")
    let result = read(
      folder,
      """
      { "canvas": { "size": [64, 64], "duration": 1 }, "include": ["brand/colors.json"],
        "stages": [ { "id": "a", "stage": "dot" }, { "include": "parts/card.json" }, { "id": "z", "stage": "dot" } ] }
      """)
    #expect(messages(result, folder) == [])
    let job = try #require(result.job)
    #expect(job.stages.map(\.id) == ["a", "card", "z"])
    #expect(job.stages[1].parameters[\Dot.picture]?.path == folder.file("parts/a.png"))
  }

  @Test("A theme's variables and fonts take the place of the job's, and its variants are added")
  func theme() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ##"{ "variables": { "mark": "#112233", "ink": "$mark", "other": 1 }, "fonts": ["a.ttf"], "variants": { "look": { "light": {}, "dark": { "variables": { "ink": "white" } } } } }"##,
      to: "brand/light.json")
    let job = """
      { "theme": "brand/light.json", "canvas": { "size": [64, 64], "duration": 1 }, "fonts": ["own.ttf"],
        "variables": { "far": 7, "ink": "red", "text": "$ink" },
        "stages": [{ "id": "a", "stage": "dot", "parameters": { "radius": "$far", "color": "$text" } }] }
      """
    let jobs = JobReader.variants(
      bytes: Array(job.utf8), file: folder.file("job.json"), registry: StageRegistry([Dot.self, Needy.self]))
    #expect(jobs.flatMap { messages($0, folder) } == [])
    #expect(jobs.compactMap { $0.job?.variant["look"] } == ["light", "dark"])
    #expect(jobs.compactMap { $0.job?.stages[0].parameters[\Dot.color] } == [try Color(parsingCSS: "#112233"), .white])
    #expect(jobs[0].job?.stages[0].parameters[\Dot.radius] == 7)
    #expect(jobs[0].job?.fonts.map(\.reference.literal) == ["a.ttf"])
  }

  @Test("A theme may extend another, has nothing but variables, presets, variants and fonts, and must be there")
  func themes() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "variables": { "far": 3, "near": 1 } }"#, to: "light.json")
    try folder.write(#"{ "extends": "light.json", "variables": { "near": 2 }, "canvas": {} }"#, to: "dark.json")
    func job(_ theme: String) -> JobReadResult {
      read(
        folder,
        #"{ "theme": "\#(theme)", "canvas": { "size": [64, 64], "duration": 1 }, "variables": { "far": 7 }, "stages": [{ "id": "a", "stage": "dot", "parameters": { "radius": "= far + near" } }] }"#
      )
    }
    #expect(
      messages(job("dark.json"), folder) == [
        "dark.json:1:56: canvas: a theme has no 'canvas'. It has variables, presets, variants and fonts; name other parts in 'include'."
      ])
    try folder.write(#"{ "extends": "light.json", "variables": { "near": 2 } }"#, to: "dark.json")
    #expect(job("dark.json").job?.stages[0].parameters[\Dot.radius] == 5)
    #expect(messages(job("none.json"), folder).first?.hasPrefix("job.json:1:12: theme: ") == true)
  }

  @Test("Errors name the file in which their text is")
  func places() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "{ \"stages\": [\n  { \"id\": \"b\", \"stage\": \"dot\", \"parameters\": { \"radius\": -1 } } ] }", to: "b.json")
    let result = read(
      folder,
      #"{ "canvas": { "size": [64, 64], "duration": 1 }, "stages": [ { "include": "b.json" }, { "id": "b", "stage": "dot" } ] }"#
    )
    #expect(
      messages(result, folder) == [
        "job.json:1:95: stages[1].id: the id 'b' is used twice. It was first used at b.json:2:11.",
        "b.json:2:58: stages[0].parameters.radius: -1 is below 0",
      ])
  }

  @Test("Cycles and files outside of the job's folder are reported")
  func cycles() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{ "extends": "job.json" }"#, to: "base.json")
    try folder.write("{}", to: "job.json")
    let cycle = read(
      folder, #"{ "extends": "base.json", "canvas": { "size": [64, 64], "duration": 1 }, "stages": [] }"#)
    #expect(
      messages(cycle, folder).contains(
        "base.json:1:14: extends: files include each other: 'job.json' → 'base.json' → 'job.json'"))
    let outside = read(
      folder, #"{ "include": ["/etc/hostname"], "canvas": { "size": [64, 64], "duration": 1 }, "stages": [] }"#)
    #expect(messages(outside, folder).contains { $0.contains("leads out of the job's folder") })
    let missing = read(
      folder, #"{ "extends": "none.json", "canvas": { "size": [64, 64], "duration": 1 }, "stages": [] }"#)
    #expect(messages(missing, folder).first == "job.json:1:14: extends: there is no file 'none.json'")
  }
}
