import Foundation
import StageKit

/// Draws all cases in a process of its own, so that a crash is reported and another process can be compared.
struct CheckWorker {
  let trial: StageTrial
  let cases: [CheckCase]
  let seconds: Int

  /// What a process reports of the cases, in their order.
  enum Message: Codable {
    case outcome(StageTrial.Outcome)
    /// There are no more cases, or there is no time for them.
    case done
  }

  /// Draws the cases and reports their outcomes to the parent process.
  func run() {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    for check in cases {
      if clock.now > end { break }
      ChildRole.send(Message.outcome(trial.outcome(check)))
    }
    ChildRole.send(Message.done)
  }

  /// The outcomes of the cases of a process, and how it failed in the case after them, if it did.
  struct Run {
    var outcomes: [StageTrial.Outcome] = []
    var failure: String?
  }

  /// One process first; later, with other hash seeds and in other time zones, three at once.
  ///
  /// Two keys of a set have the same order by chance half of the time, hence three.
  static func runs(_ name: String, parameters: String?, seconds: Int) throws -> [Run] {
    let clock = ContinuousClock()
    let began = clock.now
    func worker(_ environment: [String: String]) throws -> Worker {
      try Worker(name, parameters: parameters, seconds: seconds, environment: environment)
    }
    let first = try worker(["SWIFT_DETERMINISTIC_HASHING": "1", "TZ": "UTC"]).finish()
    let passed = clock.now - began
    if passed < .milliseconds(1100) {
      let left = Duration.milliseconds(1100) - passed
      usleep(UInt32(left.components.attoseconds / 1_000_000_000_000) + UInt32(left.components.seconds) * 1_000_000)
    }
    let others = try ["Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kolkata"].map { try worker(["TZ": $0]) }
    return [first] + others.map { $0.finish() }
  }

  private struct Worker {
    private let channels: ChildChannels
    private let process: ChildProcess
    private let deadline: ContinuousClock.Instant

    /// Seconds beyond its own that a process may take for its last case.
    private static let gracePeriod = 60

    init(_ name: String, parameters: String?, seconds: Int, environment: [String: String]) throws {
      channels = try ChildChannels()
      process = try ChildProcess(
        ["check-stage", name, "--seconds", "\(seconds)"] + (parameters.map { ["--parameters", $0] } ?? []),
        environment: environment, errors: -1, channels: channels)
      deadline = .now + .seconds(seconds + Self.gracePeriod)
    }

    /// Waits for the process and takes what it reports.
    func finish() -> Run {
      var run = Run()
      var isDone = false
      while true {
        let end = process.poll()
        for line in channels.messages.readLines() {
          switch try? JSONDecoder().decode(Message.self, from: line) {
          case .outcome(let outcome): run.outcomes.append(outcome)
          case .done: isDone = true
          case nil: break
          }
        }
        if let end {
          run.failure = isDone ? nil : end.description
          return run
        }
        if ContinuousClock.now > deadline {
          run.failure = "does not return"
          return run
        }
        channels.messages.wait(milliseconds: 20)
      }
    }
  }
}
