import Foundation
import TestSupport
import Testing

/// The command lines of the README and of the page on jobs, run one after the other among small jobs with the names that they
/// use.
@Suite("Commands of the README", .waitsForProcesses)
struct ReadmeTests {
  private static let job = """
    { "canvas": { "size": [96, 60], "fps": 10, "duration": 3 },
      "variables": { "price": 49, "accent": "#F43F5E", "headline": "Home" },
      "stages": [{ "id": "dot", "stage": "shape", "parameters": { "circle": { "radius": 20 }, "fill": "$accent" } },
                 { "id": "text", "stage": "caption", "parameters": { "text": "{headline} {price}", "size": 12 } }],
    """

  private static func makeFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["booking", "passport"] {
      try folder.write(job + "\"outputs\": [{ \"file\": \"\(name).mp4\" }] }", to: "jobs/\(name).json")
    }
    try folder.write(
      job + """
        "variants": { "size": { "story": {}, "square": { "canvas": { "size": [60, 60] } } },
          "locale": { "strings": "strings/*.json" }, "row": { "data": "offers.csv" } },
        "outputs": [{ "file": "{name}-{size}-{locale}-{row.id}.mp4" }] }
        """, to: "jobs/campaign/offers.json")
    for locale in ["de", "en"] {
      try folder.write(#"{ "headline": "\#(locale)" }"#, to: "jobs/campaign/strings/\(locale).json")
    }
    for table in ["jobs/campaign/offers.csv", "today.csv"] {
      try folder.write("id,accent\nlisbon,#FF8A4C\n", to: table)
    }
    try folder.write("#!/bin/sh\ncat >/dev/null\necho 17\n", to: "bin/sbatch")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("bin/sbatch"))
    return folder
  }

  /// Command lines of blocks for shells, without those that build, and those that go on until they are interrupted.
  private static let lines: [String] = {
    let pages = ["README.md", "Documentation/Jobs.md"]
    let blocks = DocumentationTests.excerpts.filter { pages.contains($0.page) && $0.language == "sh" }
    let lines = blocks.flatMap { $0.text.split(separator: "\n") }.map { (line: Substring) -> String in
      String(line).replacing(/\s*#.*$/, with: "").replacing("./Scripts/pipeline", with: "pipeline")
    }
    return lines.filter { (line: String) -> Bool in
      line.hasPrefix("pipeline ") && !line.hasPrefix("pipeline preview") && !line.hasPrefix("pipeline watch")
    }
  }()

  @Test("They all succeed, in their order")
  func commands() throws {
    let folder = try Self.makeFolder()
    let path = "\(folder.file("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    #expect(Self.lines.count > 10)
    for line in Self.lines {
      let command = line.replacing("/shared", with: folder.path).replacing(
        "pipeline ", with: "\"$PIPELINE\" ", maxReplacements: 1)
      let outcome = try run(
        URL(fileURLWithPath: "/bin/sh"), ["-c", command], in: folder.url,
        environment: environment(cache: folder.url.appendingPathComponent("cache")).merging([
          "PATH": path, "PIPELINE": program.path,
        ]) { $1 })
      // The small films are no videos for YouTube, and nothing of a submission is rendered yet.
      let expected: [Int32] = line.contains(" check ") ? [3] : line.contains(" status ") ? [0, 4] : [0]
      #expect(
        expected.contains(outcome.code),
        "\(line): \(outcome.code) \(outcome.output.suffix(300)) \(outcome.errors.suffix(600))")
    }
    let files = Set(folder.names(below: "out"))
    #expect(files.isSuperset(of: ["booking.mp4", "passport.mp4"]), "\(files)")
    #expect(folder.bytes("Baselines/passport/record.json") != nil && folder.bytes("regress/index.html") != nil)
  }
}
