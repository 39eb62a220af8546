import CSystem
import Foundation
import StageKit

/// The request to a process that checks a stage.
struct CheckRequest: Codable {
  /// The stage's name.
  let stage: String
  /// The parameters of every case, as a JSON object.
  let parameters: String?
  /// The seconds after which no other case begins.
  let seconds: Int
  /// The folder of sample files.
  let samples: String
  /// The folder of the command.
  let folder: String
  /// The index of the process's surroundings in `CheckWorker.Surroundings.all`.
  var surroundings: Int
}

/// Draws all cases in a process of its own, so that a crash is reported and another process can be compared.
struct CheckWorker {
  let trial: StageTrial
  let cases: [CheckCase]
  let seconds: Int

  /// A process's report on the cases, in their order.
  enum Message: Codable {
    case outcome(StageTrial.Outcome)
    /// There are no more cases, or there is no time for them.
    case done
  }

  /// Checks a stage in this process, for a parent.
  static func run(_ request: CheckRequest) throws -> ExitCode {
    guard Surroundings.all.indices.contains(request.surroundings) else {
      throw UsageError.message("there are no surroundings \(request.surroundings)")
    }
    let own = Surroundings.all[request.surroundings]
    let registry = StageLoading.registry()
    guard let definition = registry[request.stage]?.definition else {
      throw UsageError.message("unknown stage '\(request.stage)'")
    }
    guard surroundings_pretend(own.clock, own.host, Int32(own.cores)) != 0 else {
      throw UsageError.message("\(SurroundingsLibrary.name) is not loaded")
    }
    let files = SampleFiles(folder: request.samples)
    let cases = try CheckStageCommand.cases(
      definition, parameters: request.parameters, files: files, folder: request.folder)
    let types = registry.definitions.compactMap { definition in
      registry[definition.name].map { definition.name == request.stage ? watchedType($0) : $0 }
    }
    let trial = StageTrial(
      definition: definition, registry: StageRegistry(types + [CheckInputs.self]), folder: request.folder,
      files: files, order: request.surroundings)
    CheckWorker(trial: trial, cases: cases.all, seconds: request.seconds).run()
    return .success
  }

  /// Draws the cases and reports their outcomes to the parent process.
  private func run() {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    for (index, check) in cases.enumerated() {
      if index > 0, clock.now > end { break }
      ChildRole.send(Message.outcome(index == 0 && seconds > 0 ? trial.thoroughOutcome(check) : trial.outcome(check)))
    }
    ChildRole.send(Message.done)
  }

  /// The outcomes of the cases of a process, and how it failed in the case after them, if it did.
  struct Run {
    var outcomes: [StageTrial.Outcome] = []
    var failure: String?
    /// True if it was ended because the stage did not return.
    var isLate = false
  }

  /// The surroundings of a process: what no frame may depend on.
  struct Surroundings {
    var environment: [String: String]
    /// Nil for the command's own.
    var folder: String?
    /// The offset of the time of day, in seconds.
    var clock = 0
    var host = ""
    /// 0 for the machine's own.
    var cores = 0

    /// One like the user's, and three that differ from it and from each other in everything.
    static let all = [
      Surroundings(environment: ["SWIFT_DETERMINISTIC_HASHING": "1", "TZ": "UTC"]),
      Surroundings(
        environment: ["TZ": "Pacific/Kiritimati", "LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "USER": "ada"],
        folder: "/tmp", clock: 400 * 86_400 + 3601, host: "north", cores: 3),
      Surroundings(
        environment: [
          "TZ": "Etc/GMT+12", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "LOGNAME": "eve", "SEED": "7",
        ],
        folder: "/", clock: -77 * 86_400 - 7, host: "south-2", cores: 61),
      Surroundings(
        environment: [
          "TZ": "Asia/Kolkata", "LANG": "ar_EG.UTF-8", "LC_ALL": "ar_EG.UTF-8", "DEBUG": "1", "USER": "bob",
        ],
        folder: "/usr", clock: 40_000_000, host: "x", cores: 1),
    ]
  }

  /// The library that gives a process other surroundings, as a descriptor.
  final class SurroundingsLibrary {
    static let name = "libCheckSurroundings.so"
    let file: Int32

    /// Throws `UsageError` where it is missing.
    init() throws {
      let paths = PluginFolders.own.map { "\($0)/\(Self.name)" }
      file = paths.lazy.map { open($0, O_RDONLY | O_CLOEXEC) }.first { $0 >= 0 } ?? -1
      guard file >= 0 else {
        throw UsageError.message(
          "there is no \(Self.name) in \(PluginFolders.own.joined(separator: " or ")), which check-stage needs. "
            + "Install this program again.")
      }
    }

    deinit { close(file) }

    /// Has the dynamic loader take the library from the descriptor that a child has it at: a path could not have spaces.
    static var environment: [String: String] {
      let others = ProcessInfo.processInfo.environment["LD_PRELOAD"].map { " \($0)" } ?? ""
      return ["LD_PRELOAD": "/proc/self/fd/\(ChildRole.firstFurther)\(others)"]
    }
  }

  /// One process first; later three at once, with other hash seeds and in other surroundings.
  ///
  /// Two keys of a set have the same order by chance half of the time, hence three.
  static func runs(_ request: CheckRequest, _ library: SurroundingsLibrary) throws -> [Run] {
    let clock = ContinuousClock()
    let began = clock.now
    func worker(_ index: Int) throws -> Worker {
      var own = request
      own.surroundings = index
      return try Worker(own, library)
    }
    let first = try worker(0).finish()
    // The others would hang, too.
    if first.isLate { return [first] }
    let passed = clock.now - began
    if passed < .milliseconds(1100) {
      let left = Duration.milliseconds(1100) - passed
      usleep(UInt32(left.components.attoseconds / 1_000_000_000_000) + UInt32(left.components.seconds) * 1_000_000)
    }
    let count = request.seconds > 0 ? Surroundings.all.count : 2
    let others = try (1..<count).map { try worker($0) }
    return [first] + others.map { $0.finish() }
  }

  private struct Worker {
    private let channels: ChildChannels
    private let process: ChildProcess

    /// Seconds that a stage may take for a frame.
    private static let gracePeriod = 30.0

    init(_ request: CheckRequest, _ library: SurroundingsLibrary) throws {
      let surroundings = Surroundings.all[request.surroundings]
      channels = try ChildChannels()
      process = try ChildProcess(
        .checkStage(request),
        environment: surroundings.environment.merging(SurroundingsLibrary.environment) { $1 },
        folder: surroundings.folder, errors: -1, channels: channels, further: [library.file])
    }

    /// Waits for the process and takes what it reports.
    func finish() -> Run {
      var run = Run()
      var isDone = false
      var watch = StepDeadline(deadline: Self.gracePeriod)
      while true {
        let end = process.poll()
        for line in channels.readLines() {
          switch try? JSONDecoder().decode(Message.self, from: line) {
          case .outcome(let outcome): run.outcomes.append(outcome)
          case .done: isDone = true
          case nil: break
          }
        }
        if let end {
          let step = channels.records.step.map { $0 + ": " } ?? ""
          run.failure = isDone ? nil : step + end.description
          return run
        }
        if let step = watch.lateStep(in: channels.records) {
          process.killGroup()
          run.failure = "\(step): does not return within \(Int(Self.gracePeriod)) s"
          run.isLate = true
          return run
        }
        channels.messages.wait(milliseconds: 20)
      }
    }
  }
}
