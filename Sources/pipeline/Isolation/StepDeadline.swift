import Dispatch
import Rendering

/// Finds a step of a child's workers that takes longer than it may.
struct StepDeadline {
  private let deadline: Double
  private var steps: [(record: CrashBreadcrumb.Record, seconds: Double)] = []
  private var last = Self.now

  /// At most `deadline` seconds for a step.
  init(deadline: Double) { self.deadline = deadline }

  /// Seconds of a clock that stops while the machine sleeps.
  static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) * 1e-9 }

  /// The first step that is late; to be called again and again.
  mutating func lateStep(in records: [CrashBreadcrumb.Record]) -> String? {
    // While this process is stopped no time passes for the child, which may be stopped as well.
    let passed = min(Self.now - last, 1)
    last = Self.now
    let old = steps
    steps = records.indices.map { index in
      let isSame = old.indices.contains(index) && old[index].record == records[index]
      return (records[index], isSame ? old[index].seconds + passed : 0)
    }
    return steps.filter { $0.seconds > deadline }.compactMap(\.record.step).first
  }
}
