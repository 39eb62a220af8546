import Foundation
import JobFile
import Rendering
import StageKit
import Synchronization
import Video

/// Measures the processor time of jobs by phase, one job after the other on one worker, together with the calibration
/// work.
public struct PerformanceMeter: Sendable {
  let registry: StageRegistry
  let engine: any RegressionEngine
  let outputFolder: String
  let scale: Double
  let program: String
  /// The number of times that each job is rendered; the minimum of each figure counts.
  var tries = 3

  public init(
    registry: StageRegistry, outputFolder: String, scale: Double, program: String,
    engine: any RegressionEngine = StandardEngine()
  ) {
    self.registry = registry
    self.outputFolder = outputFolder
    self.scale = scale
    self.program = program
    self.engine = engine
  }

  /// A measurement of all jobs that can be rendered, with `time` as its time in the history.
  public func measure(_ jobs: [Job], time: String) -> PerformanceRun {
    var measured: [String: PerformanceRun.Job] = [:]
    for job in jobs {
      var best: PerformanceRun.Job?
      for _ in 0..<tries {
        let before = Calibration.measure()
        guard let phases = render(job) else { break }
        let unit = min(before, Calibration.measure())
        var seconds: [String: Double] = [:]
        for phase in phases { seconds[phase.name, default: 0] += phase.seconds }
        let relative = seconds.mapValues { $0 / max(unit, 1e-9) }
        if let known = best {
          best?.seconds = known.seconds.merging(seconds, uniquingKeysWith: min)
          best?.relative = known.relative.merging(relative, uniquingKeysWith: min)
        } else {
          best = PerformanceRun.Job(work: Self.work(job, scale: scale), seconds: seconds, relative: relative)
        }
      }
      measured[RegressionRun.name(of: job)] = best
    }
    return PerformanceRun(
      time: time, machine: Self.machine, program: program, encoder: VideoLibraries.encoderVersion,
      peakMemory: Self.peakMemory, jobs: measured)
  }

  private func render(_ job: Job) -> [PhaseTime]? {
    let found = Mutex<[PhaseTime]?>(nil)
    let settings = RenderSettings(outputFolder: outputFolder, workers: 1, scale: scale, measuresTime: true)
    engine.deliver([job], registry: registry, settings: settings) { event in
      if case .finished(_, let summary) = event { found.withLock { $0 = summary.timings?.phases } }
    }
    return found.withLock { $0 }
  }

  /// A digest of a job as far as its cost depends on it.
  private static func work(_ job: Job, scale: Double) -> String {
    let digest = Digest { hasher in
      hasher.combine(job.frameCount)
      hasher.combine(Double(job.pixelWidth) * scale)
      hasher.combine(Double(job.pixelHeight) * scale)
      for (index, output) in job.outputs.enumerated() {
        hasher.combine(output.codec.name)
        hasher.combine(job.frameCount(of: output))
        hasher.combine(PictureSettings(ofOutput: index, of: job, scale: scale))
        for (name, value) in OutputRecord.options(
          of: output, at: job.frameRate(of: output), job.soundFormat(of: output)
        ).sorted(by: {
          $0.key < $1.key
        }) {
          hasher.combine("\(name) \(value)")
        }
      }
      for stage in job.stages {
        hasher.combine("\(stage.id) \(stage.definition.name)")
        for (name, value) in ParameterText(stage.parameters).entries.sorted(by: { $0.key < $1.key }) {
          hasher.combine("\(name) \(value)")
        }
      }
    }
    return JobObserver.short(digest, digits: 12)
  }

  private static var machine: String {
    let text = FileManager.default.contents(atPath: "/proc/cpuinfo").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    let model = line.flatMap { $0.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } }
    return "\(model ?? Platform.current(program: "").machine), \(ProcessInfo.processInfo.processorCount) cores"
  }

  /// As Linux reports it; 0 elsewhere.
  private static var peakMemory: Int {
    let text =
      FileManager.default.contents(atPath: "/proc/self/status").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
  }
}
