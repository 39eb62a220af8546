import Foundation
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

  /// The calling thread's processor time, in seconds.
  static var now: Double { processorTime(CLOCK_THREAD_CPUTIME_ID) }
}

/// Reads a clock of processor time, in seconds.
func processorTime(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Sums up what a job's workers measure; does nothing where the run does not measure time.
final class JobMeter: Sendable {
  private let sum: Mutex<JobTimings>?

  init(isOn: Bool) { sum = isOn ? Mutex(JobTimings()) : nil }

  /// Nil where the run does not measure time.
  var timings: JobTimings? { sum?.withLock { $0 } }

  /// Running where the run measures time.
  var stopwatch: Stopwatch { Stopwatch(isOn: sum != nil) }

  func measure(_ add: (inout JobTimings) -> Void) { sum?.withLock { add(&$0) } }
}
