import Files
import Foundation

/// `pipeline watch`.
enum WatchCommand {
  static let specification = CommandSpecification(
    name: "watch", operands: "FOLDER", operandCount: 1...1,
    summary: "Render the job files of a folder as they land and change.",
    details: """
      All files named *.json directly in the folder are jobs, as for 'run'. Each is rendered in a process of its own once it
      and the files that it reads are quiet, the one that was changed most recently first; one that changes or vanishes
      meanwhile is cancelled. Next to a bad job NAME.json lies NAME.errors.txt until it is mended, next to the videos of a good
      one NAME.poster.png. Several watchers, also on several machines, may share a folder. A signal stops the watcher, and
      the next one goes on where it was.

      Exit code: that of the signal; with --once 0 all is done, 1 a job failed, 2 bad jobs or usage.
      """,
    options: [
      .init("output", "DIR", short: "o", "The folder for videos and posters; default: FOLDER.", formerly: "out"),
      .init("jobs", "N", "The number of jobs to render at once; default: 1, with all cores."),
      .init("quiet", "SECONDS", "The time for which a file must be unchanged before it is read; default: 0.5."),
      .init(
        "poll", "SECONDS",
        "Compare files this often, instead of using the system's events; default: 2 if a folder is on a network."),
      .init(flag: "once", "End when everything that is there is rendered."),
      .init(flag: "prune", "Remove the videos and posters of jobs that vanish."),
      .init("status", "FILE.html", "The file of the status page; default: watch.html next to the videos."),
      .init(flag: "no-status", "Keep no status page."),
      .init("progress", "KIND", "The kind of output: auto (lines), json (one object per line) or none; default: auto."),
    ] + passed + StoreOptions.all + JobPolicyOptions.all,
    run: run)

  /// The options of `run` that are those of each job's process.
  private static let passed = RunCommand.specification.options.filter {
    ["workers", "scale", "frames", "mute", "force", "max-memory", "checked"].contains($0.name)
  }

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let settings = try WatchSettings(arguments)
    let kind = try arguments.choice("progress", default: WatchLog.Kind.auto)
    let given = arguments.operands[0]
    guard FileSystem.isFolder(settings.folder) else {
      throw UsageError.message("'\(given)' is not a folder; expected: pipeline watch FOLDER")
    }
    do throws(FileError) {
      try FileSystem.checkListable(folder: settings.folder)
      // For claims and errors.
      try FileSystem.checkWritable(folder: settings.folder)
    } catch { throw UsageError.message("\(error)") }
    try PathOptions.createFolder(settings.outputFolder, option: "output")
    if arguments.has("status"), let page = settings.page {
      guard page.lowercased().hasSuffix(".html") else {
        throw UsageError.badValue(option: "status", value: page, expected: "a file named *.html")
      }
      try PathOptions.checkWritable(file: page, option: "status")
    }
    return try FolderWatcher(settings, WatchLog(kind: kind)).run()
  }
}
