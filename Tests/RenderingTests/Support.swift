import Foundation
import JobFile
import StageKit
import Synchronization
import TestSupport

@testable import Rendering

/// A disc that crosses the canvas in a second, or fails at a time.
struct Disc: Stage, ParameterGroup {
  @Parameter("Its color.") var color: Color = .white
  @Parameter("When it cannot be drawn.", .nonnegative(.seconds)) var failsAt: Double?
  static let definition = StageDefinition(Self.self, "disc", version: 1, "A disc.")

  private var size = Size(0, 0)

  mutating func prepare(_ context: any StageContext) {
    size = context.composition.size
  }

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    if let failsAt, time.seconds >= failsAt { throw StageError("the disc is gone") }
    var frame = StageFrame()
    frame.drawing.fill(
      .circle(center: Point(time.seconds * size.width, size.height / 2), radius: size.height / 4), color)
    return frame
  }
}

let registry = StageRegistry([
  Disc.self, Pulse.self, Ring.self, Star.self, Glow.self, FromFile.self, Filter.self, Stripes.self, Beater.self,
  Show.self, Returner.self,
])

func job(
  _ name: String, frames: Int = 90, parameters: String = "{}", outputs: String? = nil
) throws -> Job {
  try job(
    name, frames: frames, stages: #"{"id": "disc", "stage": "disc", "parameters": \#(parameters)}"#, outputs: outputs)
}

func job(
  _ name: String, frames: Int, stages: String, isLoop: Bool = false, background: String = "#203040",
  outputs: String? = nil, folder: String = "", sounds: String = ""
) throws -> Job {
  let text = """
    {"name": "\(name)", "loop": \(isLoop),
     "canvas": {"size": [64, 48], "fps": 30, "duration": \(Double(frames) / 30), "background": "\(background)"},
     "stages": [\(stages)], "sounds": [\(sounds)],
     "outputs": [\(outputs ?? #"{"file": "\#(name).mp4", "preset": "veryfast", "gop": 60}"#)]}
    """
  let reading = JobReader.read(bytes: Array(text.utf8), file: "\(folder)\(name).json", registry: registry)
  guard let job = reading.job, reading.isValid else {
    throw StageError(reading.diagnostics.map(\.description).joined(separator: "\n"))
  }
  return job
}

/// Renders jobs and returns their events.
func render(
  _ jobs: [Job], to folder: TemporaryFolder, workers: Int = 2, frames: ClosedRange<Int>? = nil,
  scale: Double = 1, failFast: Bool = false, measuresTime: Bool = false, reusesFrames: Bool = true,
  store: StoreSettings? = nil, memory: Int? = nil, stages: StageRegistry? = nil
) -> [RenderEvent] {
  let events = Mutex<[RenderEvent]>([])
  var settings = RenderSettings(
    outputFolder: folder.path, workers: workers, scale: scale, frames: frames, failFast: failFast,
    measuresTime: measuresTime, reusesFrames: reusesFrames, store: store)
  settings.memory = memory
  if memory != nil { settings.programMemory = 0 }
  RenderSession(jobs: jobs, registry: stages ?? registry, settings: settings) { event in
    events.withLock { $0.append(event) }
  }.run()
  return events.withLock { $0 }
}

extension [RenderEvent] {
  var summaries: [JobSummary] { compactMap { if case .finished(_, let summary) = $0 { summary } else { nil } } }
  var failures: [JobFailure] { compactMap { if case .failed(_, let failure) = $0 { failure } else { nil } } }
  var notes: [String] { compactMap { if case .noted(let text) = $0 { text } else { nil } } }
  var counts: FrameCounts? { summaries.first?.counts }
  /// The bytes of the first job, segment by segment.
  var reasons: [SegmentOutcome.Reason] { summaries.first?.segments.map(\.reason) ?? [] }

  func frames(of job: Int) -> Int { count { if case .frame(job) = $0 { true } else { false } } }
}
