import Files
import Foundation
import TestSupport
import Testing

@Suite("Identity", .waitsForProcesses)
struct IdentityTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let job = projectFolder.appendingPathComponent("jobs/jumping-pin.json").path

  @Test("A run begins on a machine with the identity that it asks for")
  func same() throws {
    try folder.write(try run(["identity"]).output, to: "identity.json")
    let outcome = try run(["run", job, "--identity", "identity.json", "--dry-run"], in: folder.url)
    #expect(outcome.code == 0)
  }

  @Test("On another machine nothing is rendered, and each part that differs is named")
  func other() throws {
    let identity = try run(["identity"]).output
    try folder.write(
      identity.replacingOccurrences(of: "\"fonts\" : \"", with: "\"fonts\" : \"0")
        .replacingOccurrences(of: "\"libx264\"", with: "\"libx266\""), to: "identity.json")
    let outcome = try run(["run", job, "--identity", "identity.json", "--output", "out"], in: folder.url)
    #expect(outcome.code == 2)
    for line in ["\n  fonts: ", "\n  libx264: missing there\n", "\n  libx266: missing here\n", "Scripts/bundle"] {
      #expect(outcome.errors.contains(line))
    }
    #expect(!outcome.errors.contains("program:"))
    #expect(folder.names == ["identity.json"])
  }

  @Test("A file that is no identity is an error", arguments: ["{}", "no JSON", "{\"parts\": 1}"])
  func noIdentity(_ text: String) throws {
    try folder.write(text, to: "identity.json")
    let outcome = try run(["run", job, "--identity", "identity.json", "--dry-run"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("--identity identity.json: expected a file with the output of 'pipeline identity'"))
  }

  @Test("Started by the dynamic loader, the program is the same, and starts itself once more for isolated jobs")
  func startedByLoader() throws {
    let loader = try #require(MappedFile.all.first { $0.path.contains("/ld-linux") }?.path)
    let variables = environment(cache: folder.url)
    let libraries = ["--library-path", "/nonexistent"]
    let identity = try run(
      URL(fileURLWithPath: loader), libraries + [program.path, "identity"], environment: variables)
    #expect(identity.output == (try run(["identity"]).output))
    // From a relative path, as the loader passes it on.
    let isolated = try run(
      URL(fileURLWithPath: loader),
      libraries + [
        "./pipeline", "run", job, "--isolate", "--frames", "0..1", "--scale", "0.1", "--output", folder.path,
      ],
      in: program.deletingLastPathComponent(), environment: variables)
    #expect(isolated.code == 0)
    #expect(folder.names.contains("jumping-pin.mp4"))
  }
}
