import Foundation
import StageKit

/// Draws all cases in a process of its own, so that a crash is told and another process can be compared.
///
/// Its file has a line `begin N` before each case, and one with the outcome after it.
struct CheckWorker {
  let trial: StageTrial
  let cases: [CheckCase]
  let seconds: Int

  func run(writingTo path: String) throws {
    guard let handle = FileHandle(forWritingAtPath: path) else {
      throw UsageError.message("\(path): cannot be written")
    }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    for (index, check) in cases.enumerated() {
      if clock.now > end { break }
      try handle.write(contentsOf: Data("begin \(index)\n".utf8))
      try handle.write(contentsOf: Data("\(Self.line(trial.outcome(check)))\n".utf8))
    }
    try handle.write(contentsOf: Data("done\n".utf8))
  }

  private static func line(_ outcome: StageTrial.Outcome) -> String {
    func flat(_ text: String) -> String { text.split(whereSeparator: \.isNewline).joined(separator: " ") }
    return switch outcome {
    case .drawn(let digest, let microseconds): "drawn \(digest) \(microseconds)"
    case .refused(let message): "refused \(flat(message))"
    case .fault(let message): "fault \(flat(message))"
    }
  }

  /// What a process did: the lines of its outcomes, and the case that it died in.
  struct Run {
    let outcomes: [String]
    let died: Int?
  }

  /// One process first; later, with other hash seeds and in other time zones, three at once.
  ///
  /// Two keys of a set come in one order by chance half of the time, hence three.
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
    let process = Process()
    let file: String

    init(_ name: String, parameters: String?, seconds: Int, environment: [String: String]) throws {
      file = FileManager.default.temporaryDirectory.appendingPathComponent("check-stage-\(UUID().uuidString)").path
      _ = FileManager.default.createFile(atPath: file, contents: nil)
      process.executableURL = Bundle.main.executableURL
      process.arguments =
        ["check-stage", name, "--worker", file, "--seconds", "\(seconds)"]
        + (parameters.map { ["--parameters", $0] } ?? [])
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    /// Waits for the process and reads its file.
    func finish() -> Run {
      process.waitUntilExit()
      defer { try? FileManager.default.removeItem(atPath: file) }
      let lines = (FileManager.default.contents(atPath: file) ?? Data()).split(separator: UInt8(ascii: "\n"))
        .map { String(decoding: $0, as: UTF8.self) }
      let outcomes = lines.filter { !$0.hasPrefix("begin ") && $0 != "done" }
      return Run(outcomes: outcomes, died: lines.last == "done" ? nil : outcomes.count)
    }
  }
}

/// Measures the calling thread's processor time.
struct Stopwatch {
  private var last = Self.now

  /// Seconds since the last lap.
  mutating func lap() -> Double {
    let now = Self.now
    defer { last = now }
    return now - last
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
