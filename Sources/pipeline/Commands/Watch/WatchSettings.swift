import Foundation
import Memory
import StageKit

/// What `watch` was asked for.
struct WatchSettings {
  /// Without a slash at its end.
  let folder: String
  let outputFolder: String
  /// How long a file must be unchanged, in seconds.
  let quiet: Double
  let poll: Double?
  /// How many jobs are rendered at once.
  let jobs: Int
  let isOnce: Bool
  let prunes: Bool
  /// The path of the status page; nil for none.
  let page: String?
  /// The options of each job's process.
  let options: [String]
  /// Of the options that decide over what is written.
  let optionsDigest: String
  let memoryShare: Int
  let frameDeadline: Double

  init(_ arguments: ParsedArguments) throws {
    let given = arguments.operands[0]
    folder = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
    let out = arguments.string("out") ?? folder
    outputFolder = out.count > 1 && out.hasSuffix("/") ? String(out.dropLast()) : out
    quiet = try arguments.number("quiet", in: 0...3600) ?? 0.5
    poll = try arguments.number("poll", in: 0.05...3600)
    jobs = try arguments.integer("jobs", in: 1...64) ?? 1
    isOnce = arguments.has("once")
    prunes = arguments.has("prune")
    page = arguments.has("no-status") ? nil : arguments.string("status") ?? "\(outputFolder)/watch.html"
    frameDeadline = try JobPolicyOptions.frameDeadline(arguments)
    // Everything is checked before the first job needs it.
    _ = try JobPolicyOptions.policy(arguments)
    _ = try StoreOptions.settings(arguments)
    _ = try arguments.number("scale", in: 0.01...16)
    _ = try arguments.string("frames").map(RunCommand.frames)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let workers = try arguments.integer("workers", in: 1...1024) ?? max(1, cores / jobs)
    let limit = try ByteSize.option("max-memory", arguments) ?? MachineMemory.defaultLimit
    memoryShare = limit / jobs
    let passed = arguments.spelled(
      RunCommand.specification, without: ["out", "workers", "max-memory", "progress"])
    options = passed + ["--out=\(outputFolder)", "--workers=\(workers)", "--max-memory=\(memoryShare)B"]
    let deciding = arguments.spelled(
      RunCommand.specification,
      without: ["out", "workers", "max-memory", "progress", "frame-deadline"] + StoreOptions.all.map(\.name))
    optionsDigest = Digest { hasher in for option in deciding { hasher.combine(option) } }.description
  }
}
