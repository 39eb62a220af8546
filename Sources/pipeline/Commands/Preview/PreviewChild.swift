import Files
import Foundation
import JobFile
import Messages
import Preview
import Rendering
import StageKit

/// The request to the process of a preview.
struct PreviewRequest: Codable {
  var path: String
  var policy: JobPolicy
  /// The options that the commands of a page's buttons have in common with the preview.
  var options: ParsedArguments
  var outputFolder: String
  var baselineFolder: String
  var reportFolder: String
  /// True if jobs are shown to be commented, not to be changed.
  var isReview: Bool
  var workers: Int
  var port: UInt16 = 0
  var token = ""
  /// The password and the encryption of a preview that other machines reach.
  var listening: PreviewListening?
  var crashes: [PreviewCrash] = []

  /// Reads the options of `preview`. Throws `UsageError`.
  init(_ path: String, _ arguments: ParsedArguments) throws {
    self.path = path
    policy = try JobPolicyOptions.policy(arguments)
    options = arguments
    outputFolder = arguments.string("output") ?? "out"
    baselineFolder = arguments.string("baseline") ?? "Baselines"
    reportFolder = arguments.string("report") ?? "regress"
    isReview = arguments.has("review")
    listening = try PreviewListening(arguments)
    workers = try arguments.integer("workers", in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount
  }
}

/// The process that answers a preview's requests: it loads the stages, which may crash it.
enum PreviewChild {
  /// Answers requests until the process is ended.
  static func serve(_ request: PreviewRequest) throws -> ExitCode {
    raiseFileLimit()
    let path = request.path
    let registry = StageLoading.registry()
    if request.crashes.isEmpty { warnOfUnmatchedOptions(request, registry) }
    let settings = PreviewSettings(
      path: path, listFiles: { jobFiles(at: path) }, templates: { templates }, registry: registry,
      policy: request.policy,
      messages: Messages(), outputFolder: request.outputFolder, baselineFolder: request.baselineFolder,
      reportFolder: request.reportFolder, draftFolder: request.isReview ? nil : draftFolder, isReview: request.isReview,
      workers: request.workers, user: gitUser,
      crashes: request.crashes, note: { ChildRole.send($0) },
      warn: { Terminal.error("warning: \($0)".displayText) }, start: { try CommandRun($0, options: request.options) })
    let session = PreviewSession(settings)
    session.begin()
    guard
      PreviewServer.start(
        session, socket: ChildRole.firstFurther, port: request.port, token: request.token,
        password: request.listening?.password, encryption: request.listening?.encryption)
    else {
      throw UsageError.message(
        "the preview's server cannot be started"
          + (request.listening?.encryption == nil
            ? "" : ": the certificate and the key must be PEM, and belong together"))
    }
    let interrupts = Interrupts { code in
      session.end()
      ChildRole.leave(code)
    }
    while true { _ = withExtendedLifetime(interrupts) { pause() } }
  }

  /// Warns of options that match no job. Reads the jobs only where there are such options.
  private static func warnOfUnmatchedOptions(_ request: PreviewRequest, _ registry: StageRegistry) {
    let selection = request.policy.selection
    if selection == VariantSelection() { return }
    for fault in LoadedJobs([request.path], registry: registry, policy: request.policy).faults(of: selection) {
      Terminal.error("warning: \(fault.message)\(fault.hint.map { ". \($0)" } ?? "")".displayText)
    }
  }

  private static func jobFiles(at path: String) -> [String] {
    FileSystem.isFolder(path) ? (try? LoadedJobs.jobFiles(in: path)) ?? [] : [path]
  }

  private static var templates: [PreviewTemplate] {
    let (templates, faults) = JobTemplate.all(in: JobTemplate.allowed + JobTemplate.own)
    for fault in faults { Terminal.error("warning: a template is left out: \(fault)".displayText) }
    return templates.map { template in
      PreviewTemplate(
        name: template.name, summary: template.summary, isPiece: template.isPiece, job: template.file,
        write: { try template.write(into: $0) })
    }
  }

  /// In the user's folder for state, as the XDG Base Directory Specification says; nil where there is no home.
  static var draftFolder: String? {
    let environment = ProcessInfo.processInfo.environment
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let state = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { "\($0)/.local/state" }
    return state.map { "\($0)/pipeline/drafts" }
  }

  /// Each connection of a page takes a descriptor.
  private static func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 1 << 16)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// As commits name who made them.
  private static var gitUser: String? {
    guard let output = try? Pipe(waits: true),
      let child = try? ChildProcess(
        "/usr/bin/env", ["git", "config", "user.name"], descriptors: [-1, output.writeEnd, -1])
    else { return nil }
    output.closeWriteEnd()
    _ = child.wait()
    let name = output.readLines().first.map { String(decoding: $0, as: UTF8.self) }
    return name?.isEmpty == false ? name : nil
  }
}
