import Files
import Foundation

/// One measurement of all jobs, a line of the history.
public struct PerformanceRun: Codable, Hashable, Sendable {
  /// One job's figures.
  public struct Job: Codable, Hashable, Sendable {
    /// A digest of the work; only equal work is compared.
    public var work: String
    /// Processor time in seconds, by phase and stage, the minimum of all tries.
    public var seconds: [String: Double]
    /// The same in units of the calibration work next to it.
    public var relative: [String: Double]
  }

  /// When it was taken, in ISO 8601; empty if unknown.
  public var time: String
  /// Processor and cores: only runs of one machine are compared.
  public var machine: String
  public var program: String
  public var encoder: String
  /// The peak memory of the process, in bytes.
  public var peakMemory: Int
  public var jobs: [String: Job]
}

/// A file of measurements, a JSON object a line, the latest last.
public struct PerformanceHistory: Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// All lines that can be read; others, such as one cut off by a full disk, are skipped.
  public var runs: [PerformanceRun] {
    let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(PerformanceRun.self, from: Data($0.utf8))
    }
  }

  /// Adds a line. Throws where the file cannot be written.
  public func append(_ run: PerformanceRun) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = try encoder.encode(run) + Data("\n".utf8)
    guard FileManager.default.fileExists(atPath: path) else {
      try FileSystem.createFolder((path as NSString).deletingLastPathComponent)
      return try AtomicFile.write(line, to: path)
    }
    do {
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: line)
    } catch {
      try FileSystem.checkWritable(file: path)
      throw FileError("'\(path)' cannot be written: \(SystemError.message(of: error))")
    }
  }

  /// The figures that rose against earlier runs of the same machine over the same work.
  public static func slower(_ run: PerformanceRun, after runs: [PerformanceRun]) -> [Slowdown] {
    let comparable = runs.filter { $0.machine == run.machine }
    var found: [Slowdown] = []
    for (name, job) in run.jobs.sorted(by: { $0.key < $1.key }) {
      for (phase, figure) in job.relative.sorted(by: { $0.key < $1.key }) {
        // A phase that takes less than this is not worth an alarm, and is mostly noise.
        guard (job.seconds[phase] ?? 0) >= minSeconds else { continue }
        let history = comparable.compactMap { other in
          other.jobs[name].flatMap { $0.work == job.work ? $0.relative[phase] : nil }
        }
        guard let (limit, median) = PerformanceGate.limit(history), figure > limit else { continue }
        found.append(Slowdown(job: name, phase: phase, share: figure / median - 1, runs: history.count))
      }
    }
    let memory = comparable.filter { $0.jobs.keys == run.jobs.keys }.map { Double($0.peakMemory) }
    if let (limit, median) = PerformanceGate.limit(memory), Double(run.peakMemory) > limit {
      found.append(Slowdown(job: nil, phase: "memory", share: Double(run.peakMemory) / median - 1, runs: memory.count))
    }
    return found
  }

  static let minSeconds = 0.002
}

/// A figure that rose.
public struct Slowdown: Hashable, Sendable, CustomStringConvertible {
  /// Nil for the process as a whole.
  public var job: String?
  public var phase: String
  /// The rise above the median: 0.3 for 30 %.
  public var share: Double
  /// The number of runs in the comparison.
  public var runs: Int

  public var description: String {
    let rise = "\(Int((share * 100).rounded())) % more than in the last \(runs) runs"
    return job.map { "\($0): \(phase): \(rise)" } ?? "\(phase): \(rise)"
  }
}
