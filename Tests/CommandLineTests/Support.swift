import Foundation
import TestSupport

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

/// Runs the program to its end in a folder. What it keeps goes to `cache`, or is gone afterwards; plugins that the user of
/// this machine may have are not seen.
func run(
  _ arguments: [String], in folder: URL? = nil, cache: URL? = nil, environment more: [String: String] = [:]
) throws -> Outcome {
  let scratch = try TemporaryFolder()
  let own = environment(cache: cache ?? scratch.url).merging(more) { $1 }
  return try run(program, arguments, in: folder, environment: own)
}

/// Runs a program to its end.
func run(
  _ program: URL, _ arguments: [String], in folder: URL? = nil, environment: [String: String]? = nil
) throws -> Outcome {
  let process = TestProcess()
  process.executableURL = program
  process.arguments = arguments
  if let environment { process.environment = environment }
  process.currentDirectoryURL = folder
  let scratch = try TemporaryFolder()
  let files = ["output", "errors"].map { scratch.url.appendingPathComponent($0) }
  for file in files { try Data().write(to: file) }
  process.standardOutput = try FileHandle(forWritingTo: files[0])
  process.standardError = try FileHandle(forWritingTo: files[1])
  try process.run()
  process.waitUntilExit()
  let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
  return Outcome(code: process.terminationStatus, output: texts[0], errors: texts[1])
}

/// The tests' own environment with another cache folder, and without plugins.
func environment(cache: URL) -> [String: String] {
  let own = [
    "XDG_CACHE_HOME": cache.path, "XDG_DATA_HOME": "/nonexistent", "PIPELINE_PLUGINS": "", "PIPELINE_TEMPLATES": "",
  ]
  return ProcessInfo.processInfo.environment.merging(own) { $1 }
}
