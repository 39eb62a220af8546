import Foundation
import Memory

/// The settings of `watch`.
struct WatchSettings {
  /// Without a slash at its end.
  let folder: String
  let outputFolder: String
  /// The time for which a file must be unchanged, in seconds.
  let quiet: Double
  let poll: Double?
  /// The number of jobs that are rendered at once.
  let jobs: Int
  let isOnce: Bool
  let prunes: Bool
  /// The path of the status page; nil for none.
  let page: String?
  /// The settings of each job's process, but for its file.
  let run: RunSettings
  /// A digest of the options that change the output.
  let optionsDigest: String
  let memoryShare: Int
  let frameDeadline: Double

  init(_ arguments: ParsedArguments) throws {
    let given = arguments.operands[0]
    folder = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
    let out = arguments.string("output") ?? folder
    outputFolder = out.count > 1 && out.hasSuffix("/") ? String(out.dropLast()) : out
    quiet = try arguments.number("quiet", in: 0...3600) ?? 0.5
    poll = try arguments.number("poll", in: 0.05...3600)
    jobs = try arguments.integer("jobs", in: 1...64) ?? 1
    isOnce = arguments.has("once")
    prunes = arguments.has("prune")
    page = arguments.has("no-status") ? nil : arguments.string("status") ?? "\(outputFolder)/watch.html"
    var run = try RunSettings(arguments)
    frameDeadline = run.frameDeadline
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let workers = try arguments.integer("workers", in: 1...1024) ?? max(1, cores / jobs)
    let limit = run.memory ?? MemoryBudget.defaultLimit
    memoryShare = limit / jobs
    (run.part, run.isolation) = (.job, .none)
    (run.paths, run.outputFolder, run.workers, run.memory) = ([], outputFolder, workers, memoryShare)
    self.run = run
    optionsDigest = run.digest
  }

  /// The settings of the process of a job file.
  func run(of file: String) -> RunSettings {
    var run = run
    run.paths = [file]
    // The folder is watched, so that the file was found in it.
    let parent = (file as NSString).deletingLastPathComponent
    run.foundIn = parent.isEmpty ? "." : parent
    return run
  }
}
