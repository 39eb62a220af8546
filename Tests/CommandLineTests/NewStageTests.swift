import Foundation
import TestSupport
import Testing

@Suite("New stages", .waitsForProcesses)
struct NewStageTests {
  @Test("Inside a checkout all that a stage needs is written, and nothing is written over")
  func inside() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "Package.swift")
    try folder.write("", to: "Sources/StageKit/Package.swift")
    try folder.write("", to: "Plugins/Other/Other.swift")
    let inside = folder.url.appendingPathComponent("Plugins")
    let outcome = try run(["new-stage", "hot-air", "--no-build"], in: inside)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(folder.names(below: "Plugins") == ["HotAir", "Other"])
    #expect(folder.names(below: "Plugins/HotAir") == ["HotAir.swift"])
    #expect(folder.names(below: "Tests/HotAirTests") == ["Goldens", "HotAirTests.swift"])
    #expect(folder.names(below: "jobs") == ["hot-air.json"])
    let again = try run(["new-stage", "hot-air", "--no-build"], in: inside)
    #expect(again.code == 2)
    #expect(again.errors.contains("jobs/hot-air.json: already exists"))
  }

  @Test("Folders of a checkout that have the name already are left alone")
  func takenFolders() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "Package.swift")
    try folder.write("", to: "Sources/StageKit/Package.swift")
    try folder.write("", to: "Sources/StageKit/Sources/Coding/Coding.swift")
    try folder.write("", to: "Sources/CText/text.h")
    try folder.write("", to: "Plugins/Loaders/Loaders.swift")
    try folder.write("", to: "Plugins/Other/Other.swift")
    try folder.write("", to: "Tests/CommandLineTests/Support.swift")
    for (name, module) in [
      ("loaders", "LoadersStage"), ("command-line", "CommandLineStage"), ("coding", "CodingStage"),
      ("c-text", "CTextStage"), ("command-line-stage", "CommandLineStageStage"),
    ] {
      let outcome = try run(["new-stage", name, "--no-build"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(folder.names(below: "Plugins/\(module)") == ["\(module).swift"])
    }
    #expect(folder.names(below: "Plugins/Loaders") == ["Loaders.swift"])
    #expect(folder.names(below: "Tests/CommandLineTests") == ["Support.swift"])
  }

  @Test("Elsewhere a package is proposed")
  func elsewhere() throws {
    let folder = try TemporaryFolder()
    let outcome = try run(["new-stage", "hot-air"], in: folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("pipeline new-stage hot-air --package HotAir"))
    #expect(folder.names.isEmpty)
  }

  @Test("A package's stage compiles without warnings, loads, is pure and draws its job")
  func package() throws {
    let folder = try TemporaryFolder()
    let libraries = try Libraries()
    try libraries.folder.write("", to: "sdk/Modules/StageKit.swiftmodule")
    let outcome = try run(
      ["new-stage", "hot-air", "--package", "HotAir"], in: folder.url,
      environment: ["PIPELINE_SDK": libraries.path + "/sdk"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let manifest = try String(contentsOf: folder.url.appendingPathComponent("HotAir/Package.swift"), encoding: .utf8)
    #expect(manifest.contains("?? \"\(libraries.path)/sdk\""))
    let source = folder.url.appendingPathComponent("HotAir/Sources/HotAir/HotAir.swift")
    try libraries.addSwift("HotAir", String(contentsOf: source, encoding: .utf8))
    let cache = ["XDG_CACHE_HOME": libraries.path + "/cache"]
    let check = try run(["check-stage", "hot-air", "--plugins", libraries.path, "--seconds", "1"], environment: cache)
    #expect(check.code == 0, "\(check.output)")
    let still = try run(
      ["still", "HotAir/jobs/hot-air.json", "--plugins", libraries.path, "-o", "a.png"], in: folder.url,
      environment: cache)
    #expect(still.code == 0, "\(still.errors)")
    let again = try run(
      ["new-stage", "hot-air", "--package", "HotAir"], in: folder.url,
      environment: ["PIPELINE_SDK": libraries.path + "/sdk"])
    #expect(again.errors.contains("HotAir: is not empty"))
  }

  @Test(
    "A stage may be called as a type of StageKit, a module or a keyword is",
    arguments: ["stage", "path", "type", "swift"])
  func names(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "sdk/Modules/StageKit.swiftmodule")
    let outcome = try run(
      ["new-stage", name, "--package", "P"], in: folder.url, environment: ["PIPELINE_SDK": folder.url.path + "/sdk"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let module = try #require(folder.names(below: "P/Sources").first)
    let libraries = try Libraries()
    let source = folder.url.appendingPathComponent("P/Sources/\(module)/\(module).swift")
    try libraries.addSwift(module, String(contentsOf: source, encoding: .utf8))
    let still = try run(
      ["still", "P/jobs/\(name).json", "--plugins", libraries.path, "-o", "a.png", "--scale", "0.25"], in: folder.url,
      environment: ["XDG_CACHE_HOME": libraries.path + "/cache"])
    #expect(still.code == 0, "\(still.errors)")
  }
}

@Suite("The tutorial", .waitsForProcesses)
struct TutorialTests {
  static let resources = projectFolder.appendingPathComponent(
    "Sources/StageKit/Sources/StageKit/StageKit.docc/Resources")

  @Test("Every step compiles without warnings, loads, is pure and draws", arguments: 1...5)
  func step(_ number: Int) throws {
    let source = Self.resources.appendingPathComponent("RadarSweep-\(number).swift")
    let libraries = try Libraries()
    try libraries.addSwift("RadarSweep", String(contentsOf: source, encoding: .utf8))
    let cache = ["XDG_CACHE_HOME": libraries.path + "/cache"]
    let check = try run(
      ["check-stage", "radar-sweep", "--plugins", libraries.path, "--seconds", "1"], environment: cache)
    #expect(check.code == 0, "\(check.output)\(check.errors)")
    // The job as the tutorial shows it up to this step.
    if number >= 2 {
      let job = Self.resources.appendingPathComponent(number < 4 ? "radar-sweep.json" : "radar-sweep-echoes.json").path
      let still = try run(
        ["still", job, "--plugins", libraries.path, "-o", "\(libraries.path)/a.png", "--scale", "0.25"],
        environment: cache)
      #expect(still.code == 0, "\(still.errors)")
    }
  }

  @Test("The stage in the README compiles without warnings, loads and is pure")
  func readme() throws {
    let readme = try String(contentsOf: projectFolder.appendingPathComponent("README.md"), encoding: .utf8)
    let source = try #require(readme.components(separatedBy: "```swift\n").last?.components(separatedBy: "```").first)
    let libraries = try Libraries()
    try libraries.addSwift("Blink", source)
    let check = try run(
      ["check-stage", "blink", "--plugins", libraries.path, "--seconds", "1"],
      environment: ["XDG_CACHE_HOME": libraries.path + "/cache"])
    #expect(check.code == 0, "\(check.output)\(check.errors)")
  }
}
