import Foundation
import Planning

/// Where a job's processor time went: seconds, summed over all workers.
public struct JobTimings: Sendable {
  /// What asking one stage for its values and drawings took.
  public struct Stage: Sendable {
    public let id: String
    /// The name of its definition.
    public let definition: String
    public internal(set) var seconds: Double
  }

  /// The frames that were rendered.
  public let frames: Int
  /// Making the stages, with reading and preparing what they need.
  public internal(set) var planning = 0.0
  /// In dependency order.
  public internal(set) var stages: [Stage]
  /// Drawing, and conversion to what encoders take.
  public internal(set) var drawing = 0.0
  /// For all of the job's outputs.
  public internal(set) var encoding = 0.0
  /// Joining segments to files, and checking these.
  public internal(set) var writing = 0.0

  public var total: Double {
    planning + stages.reduce(0) { $0 + $1.seconds } + drawing + encoding + writing
  }

  init(_ plan: RenderPlan, frames: Int) {
    self.frames = frames
    stages = plan.stages.map { Stage(id: $0.entry.id, definition: $0.entry.definition.name, seconds: 0) }
  }

  /// Adds another share of the same job's work.
  mutating func add(_ other: JobTimings) {
    planning += other.planning
    for index in stages.indices { stages[index].seconds += other.stages[index].seconds }
    drawing += other.drawing
    encoding += other.encoding
    writing += other.writing
  }
}

/// Measures the calling thread's processor time from one lap to the next; costs nothing where it is off.
struct Stopwatch {
  let isOn: Bool
  private var last = 0.0

  /// Starts the first lap.
  init(isOn: Bool) {
    self.isOn = isOn
    if isOn { last = Self.now }
  }

  /// Ends a lap and adds it to `sum`, in seconds.
  mutating func lap(_ sum: inout Double) {
    guard isOn else { return }
    let now = Self.now
    sum += now - last
    last = now
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
