import Foundation

/// The program that was built beside the tests.
let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  .appendingPathComponent("pipeline")

/// The project's folder.
let projectFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

struct Outcome {
  let code: Int32
  let output: String
  let errors: String
}

/// Runs the program to its end in a folder. What it keeps goes to `cache`, or is gone afterwards.
func run(_ arguments: [String], in folder: URL? = nil, cache: URL? = nil) throws -> Outcome {
  let process = Process()
  process.executableURL = program
  process.arguments = arguments
  process.currentDirectoryURL = folder
  process.standardInput = FileHandle.nullDevice
  let scratch = try TemporaryFolder()
  process.environment = environment(cache: cache ?? scratch.url)
  let files = ["output", "errors"].map { scratch.url.appendingPathComponent($0) }
  for file in files { try Data().write(to: file) }
  process.standardOutput = try FileHandle(forWritingTo: files[0])
  process.standardError = try FileHandle(forWritingTo: files[1])
  try process.run()
  process.waitUntilExit()
  let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
  return Outcome(code: process.terminationStatus, output: texts[0], errors: texts[1])
}

/// The tests' own environment but for the folder in which runs keep what they render.
func environment(cache: URL) -> [String: String] {
  ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": cache.path]) { $1 }
}

/// A new folder, removed with everything in it when the test is over.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
  }

  func names(below folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent(folder).path)) ?? []).sorted()
  }
}
