import Foundation
import Planning
import Synchronization

/// Measures the calling thread's processor time from one lap to the next; costs nothing where it is off.
public struct Stopwatch {
  private let isOn: Bool
  private var last = 0.0

  /// Starts the first lap.
  public init(isOn: Bool = true) {
    self.isOn = isOn
    if isOn { last = Self.now }
  }

  /// Ends a lap; returns its seconds, 0 where it is off.
  public mutating func lap() -> Double {
    guard isOn else { return 0 }
    let now = Self.now
    defer { last = now }
    return now - last
  }

  /// Ends a lap and adds it to `sum`, in seconds.
  mutating func lap(_ sum: inout Double) { sum += lap() }

  fileprivate static var now: Double { processorTime(CLOCK_THREAD_CPUTIME_ID) }
}

/// The processor time of threads that encoders start: what the process takes beyond its workers.
final class EncoderClock: Sendable {
  private struct State {
    /// The processor time of each worker when it was last asked for.
    var workers: [Double]
    /// How many of them encode.
    var busy = 0
  }

  private let state: Mutex<State>

  init(workers: Int) { state = Mutex(State(workers: Array(repeating: 0, count: workers))) }

  /// A worker begins a segment, on the calling thread. Returns what `lap` wants to know.
  func begin(_ worker: Int) -> Double {
    state.withLock { state in
      state.busy += 1
      return Self.seconds(&state, worker)
    }
  }

  /// A worker's part of the seconds since the last lap; as large as that of others that encode.
  func lap(_ worker: Int, _ last: inout Double) -> Double {
    state.withLock { state in
      let now = Self.seconds(&state, worker)
      defer { last = now }
      return max(0, now - last) / Double(max(1, state.busy))
    }
  }

  func end() { state.withLock { $0.busy -= 1 } }

  private static func seconds(_ state: inout State, _ worker: Int) -> Double {
    state.workers[worker] = Stopwatch.now
    return processorTime(CLOCK_PROCESS_CPUTIME_ID) - state.workers.reduce(0, +)
  }
}

private func processorTime(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Sums up what a job's workers measure; does nothing where the run does not measure time.
final class JobMeter: Sendable {
  private let sum: Mutex<JobTimings>?

  init(_ plan: RenderPlan, isOn: Bool) { sum = isOn ? Mutex(JobTimings(plan)) : nil }

  /// Nil where the run does not measure time.
  var timings: JobTimings? { sum?.withLock { $0 } }

  /// Running where the run measures time.
  var stopwatch: Stopwatch { Stopwatch(isOn: sum != nil) }

  func measure(_ add: (inout JobTimings) -> Void) { sum?.withLock { add(&$0) } }
}
