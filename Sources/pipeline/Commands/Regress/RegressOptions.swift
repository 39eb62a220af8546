import Files
import Foundation
import JobFile
import Regression
import Rendering
import StageKit

/// The format of differences.
enum RegressFormat: String, CaseIterable { case text, github }

/// The options of `pipeline regress`.
struct RegressOptions {
  let baseline: BaselineFolder
  let records: Bool
  /// Patterns of names of jobs whose differences are accepted.
  let updates: [String]
  /// Ids of groups of causes that are accepted.
  let acceptedCauses: [String]
  /// Why differences are accepted.
  let message: String?
  let format: RegressFormat
  let isSingleFile: Bool
  /// The share of the jobs to draw; nil for all of them.
  let share: Share?
  /// True if an operand is a folder: then jobs of the baseline that are not in it are reported as missing.
  let namesFolders: Bool
  /// True if all variants of the jobs are wanted.
  let selectsAll: Bool
  let settings: RegressionSettings
  let folder: String
  /// The file of measurements; nil to measure nothing.
  let history: PerformanceHistory?
  let isGated: Bool

  init(_ arguments: ParsedArguments) throws {
    baseline = BaselineFolder(arguments.string("baseline") ?? "Baselines")
    records = arguments.has("record")
    namesFolders = arguments.operands.contains { FileSystem.isFolder($0) }
    selectsAll = try JobPolicyOptions.policy(arguments).selection.isEverything
    updates = arguments.strings("update")
    acceptedCauses = arguments.strings("accept")
    message = arguments.string("message")
    format = try arguments.choice("format", default: RegressFormat.text)
    isSingleFile = arguments.has("single-file")
    if records && !(updates.isEmpty && acceptedCauses.isEmpty) {
      throw UsageError.message("give either --record, or --update or --accept")
    }
    if message != nil, !records, updates.isEmpty, acceptedCauses.isEmpty {
      throw UsageError.message("--message says why differences are accepted: give --update, --accept or --record, too")
    }
    if records && arguments.has("sample") { throw UsageError.message("--record needs all frames; leave out --sample") }
    if !(updates.isEmpty && acceptedCauses.isEmpty) && arguments.has("sample") {
      throw UsageError.message("--update and --accept need all frames; leave out --sample")
    }
    let purpose = try Self.purpose(arguments)
    share = try Self.share(arguments)
    folder = arguments.string("output") ?? "regress"
    isGated = arguments.has("performance-gate")
    history =
      arguments.string("history").map { PerformanceHistory($0) }
      ?? (isGated ? PerformanceHistory("\(folder)/history.jsonl") : nil)
    let temporary = TemporaryFile.path()
    var settings = RegressionSettings(
      outputFolder: purpose == .store ? temporary : "\(folder)/videos",
      workers: try arguments.integer("workers", in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount,
      program: pipelineVersion, scale: try arguments.number("scale", in: 0.01...16) ?? 0.25)
    if let text = arguments.string("tolerance") {
      guard let tolerance = Tolerance(text) else {
        throw UsageError.badValue(option: "tolerance", value: text, expected: Tolerance.expected)
      }
      settings.tolerance = tolerance
    }
    settings.isSample = arguments.has("sample")
    settings.purpose = purpose
    settings.store = try StoreOptions.settings(arguments)
    self.settings = settings
  }

  /// Throws where options exclude each other.
  private static func purpose(_ arguments: ParsedArguments) throws(UsageError) -> RegressionPurpose {
    if arguments.has("share") && !arguments.has("cache-only") {
      throw UsageError.message("--share needs --cache-only: a share writes no report")
    }
    guard let purpose = ["cache-only", "join"].first(where: arguments.has) else { return .whole }
    let others = ["sample", "history", "performance-gate", "no-cache"]
    for other in others + (purpose == "join" ? [] : ["join", "output"]) where arguments.has(other) {
      throw UsageError.message("--\(purpose) and --\(other) exclude each other")
    }
    return purpose == "join" ? .join : .store
  }

  private static func share(_ arguments: ParsedArguments) throws(UsageError) -> Share? {
    guard let text = arguments.string("share") else { return nil }
    guard let share = Share(text), share.firstNumber == 0 else {
      throw UsageError.badValue(
        option: "share", value: text, expected: "a share such as 0/8, the first of eight; the last is 7/8")
    }
    return share
  }

  /// Throws unless all files and folders can be read and written.
  func checkPaths() throws(UsageError) {
    if settings.purpose == .store { return try PathOptions.checkListable(folder: baseline.path, option: "baseline") }
    if records || !updates.isEmpty || !acceptedCauses.isEmpty {
      try PathOptions.checkWritable(folder: baseline.path, option: "baseline")
    }
    try PathOptions.checkListable(folder: baseline.path, option: "baseline")
    if !records { try PathOptions.checkWritable(folder: folder, option: "output") }
    try PathOptions.checkWritable(folder: settings.outputFolder, option: "output")
    guard let history else { return }
    let folder = (history.path as NSString).deletingLastPathComponent
    if !folder.isEmpty { try PathOptions.checkWritable(folder: folder, option: "history") }
    if FileSystem.exists(history.path) { try PathOptions.checkReadable(file: history.path, option: "history") }
  }
}

/// Measures performance, if the command line asks for it.
enum PerformanceOptions {
  /// Measures, appends to the history, and returns what is slower after measuring it again.
  static func slower(_ jobs: [Job], _ registry: StageRegistry, _ options: RegressOptions) throws -> [String] {
    guard let history = options.history else { return [] }
    let scale = options.baseline.jobs.lazy.compactMap { try? options.baseline.record($0)?.scale }.first
    let meter = PerformanceMeter(
      registry: registry, outputFolder: "\(options.folder)/measured", scale: scale ?? options.settings.scale,
      program: pipelineVersion)
    let runs = history.runs
    let run = meter.measure(jobs, time: ISO8601DateFormatter().string(from: Date()))
    try history.append(run)
    var suspects = PerformanceHistory.slower(run, after: runs)
    for _ in 1..<PerformanceGate.measurements where suspects.contains(where: { $0.job != nil }) {
      // Other load of the machine may be over by then.
      sleep(2)
      let suspected = jobs.filter { job in suspects.contains { $0.job == RegressionRun.name(of: job) } }
      let confirmed = PerformanceHistory.slower(meter.measure(suspected, time: ""), after: runs)
      suspects = suspects.filter { suspect in
        suspect.job == nil || confirmed.contains { $0.job == suspect.job && $0.phase == suspect.phase }
      }
    }
    return suspects.map(\.description)
  }
}
