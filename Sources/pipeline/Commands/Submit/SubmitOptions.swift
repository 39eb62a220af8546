import Foundation
import JobFile
import Rendering

/// The options of `pipeline submit`, checked.
struct SubmitOptions {
  /// The engine that runs shares and the join.
  enum Engine: String, CaseIterable { case slurm, openjd, print }

  let engine: Engine
  /// Job files and folders, as they were given.
  let jobs: [String]
  let shares: Int
  let workers: Int
  let tries: Int
  /// The memory limit of a share, in bytes; nil for the memory of the machine.
  let memory: Int?
  /// The time limit in minutes; nil for one that follows from what segments took.
  let minutes: Int?
  let atOnce: Int?
  let outputFolder: String
  let templateFile: String?
  let isDryRun: Bool
  let schedulerOptions: [String]
  /// The options that shares and the join have in common, with absolute paths.
  let runOptions: [String]

  static let all: [OptionSpecification] = [
    .init("tasks", "N", "The number of shares to draw; required."),
    .init(
      "workers", "W", short: "w", "The number of segments a share renders at once, each with a processor; default: 1."),
    .init("max-memory", "SIZE", "The memory that a share may use, such as 2GB; a quarter more is asked of Slurm."),
    .init(
      "time", "MINUTES",
      "The time limit of a share and of the join; default: a share's from what segments took, if that is known."),
    .init("tries", "K", "The number of times to try a share whose end says that another try may help; default: 3."),
    .init("at-once", "M", "slurm: How many shares may run at once."),
    .init("partition", "NAME", "slurm: The partition."),
    .init("sbatch", "OPTION", "slurm: An option for sbatch, such as --account=film; repeatable."),
    .init(flag: "dry-run", "slurm: Submit nothing, and print a shell script that would."),
    .init("template", "FILE", "openjd: Where to write the template; default: standard output.", formerly: "out-file"),
    .init("output", "DIR", short: "o", "The folder for the videos; default: out.", formerly: "out"),
    .init("scale", "X", "Multiply every job's scale, such as 0.25 for a preview."),
    .init("frames", "A..B", "Only the frames from A to B, counted from 0."),
    .init(flag: "force", "Also replace files that this program did not make."),
    .init("frame-deadline", "SECONDS", "As for 'pipeline run'."),
    .init(flag: "isolate", "As for 'pipeline run'."),
    .init(flag: "no-isolate", "As for 'pipeline run'."),
    StoreOptions.folder, StoreOptions.limit, StoreOptions.deadline,
  ]

  /// The options that one engine alone has.
  private static let ownOptions: KeyValuePairs<Engine, [String]> = [
    .slurm: ["at-once", "partition", "sbatch", "dry-run"], .openjd: ["template"], .print: [],
  ]

  init(_ arguments: ParsedArguments) throws {
    guard let engine = Engine(rawValue: arguments.operands[0]) else {
      throw UsageError.message("unknown engine '\(arguments.operands[0])'; expected slurm, openjd or print")
    }
    for (other, options) in Self.ownOptions where other != engine {
      for option in options where arguments.has(option) {
        throw UsageError.message("--\(option) is for 'pipeline submit \(other.rawValue)'")
      }
    }
    if engine == .print, arguments.has("time") {
      throw UsageError.message("--time is for engines; 'print' runs nothing")
    }
    guard let shares = try arguments.integer("tasks", in: 1...100_000) else {
      throw UsageError.missingValue(option: "tasks", value: "N")
    }
    self.engine = engine
    self.shares = shares
    jobs = Array(arguments.operands.dropFirst())
    workers = try arguments.integer("workers", in: 1...1024) ?? 1
    tries = try arguments.integer("tries", in: 1...100) ?? 3
    memory = try ByteSize.option("max-memory", arguments)
    minutes = try arguments.integer("time", in: 1...1_000_000)
    atOnce = try arguments.integer("at-once", in: 1...100_000)
    outputFolder = arguments.string("output") ?? "out"
    templateFile = arguments.string("template")
    isDryRun = arguments.has("dry-run")
    schedulerOptions = (arguments.string("partition").map { ["--partition=\($0)"] } ?? []) + arguments.strings("sbatch")
    let kept = [
      "scale", "frames", "only", "locale", "set", "limit", "frame-deadline", "isolate", "no-isolate", "force",
      "cache-limit", "cache-deadline", "max-memory",
    ]
    let others = arguments.spelled(
      SubmitCommand.specification,
      without: SubmitCommand.specification.options.map(\.name).filter { !kept.contains($0) })
    runOptions =
      others + ["--workers=\(workers)"] + arguments.strings("allow-read").map { "--allow-read=\(Self.absolute($0))" }
      + (try JobPolicyOptions.policy(arguments)).selection.data.sorted { $0.key < $1.key }.map { axis, file in
        "--data=\(axis.isEmpty ? "" : "\(axis)=")\(Self.absolute(file))"
      } + PluginFolders.named.map { "--plugins=\(Self.absolute($0))" }
  }

  /// A path that means the same in any folder.
  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  /// The name of a job in any folder.
  static func absolute(_ job: Job) -> String { job.id(file: absolute(job.file)) }
}
