import Foundation

enum Clock {
  /// Seconds of processor time that this thread has used.
  static var thread: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  /// Seconds of processor time that all threads have used.
  static var process: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// Seconds since some instant.
  static var wall: Double { seconds(CLOCK_MONOTONIC) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
