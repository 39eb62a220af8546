import Foundation

/// A fixed piece of work, none of it the program's own, whose time measures the current speed of the machine.
///
/// It takes about 30 ms: integer arithmetic, dependent reads over 4 MiB, and floating point, as drawing and encoding mix them.
enum Calibration {
  /// Seconds of the calling thread's processor time for one piece.
  static func measure() -> Double {
    let began = now()
    let sum = work()
    let seconds = now() - began
    // Asking for the sum keeps the work from being left out.
    return sum.isNaN ? 0 : seconds
  }

  private static func work() -> Double {
    let count = 1 << 19
    var next = [Int](repeating: 0, count: count)
    var state: UInt64 = 88_172_645_463_325_252
    for index in 0..<count {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      next[index] = Int(truncatingIfNeeded: state & UInt64(count - 1))
    }
    var index = 0
    var sum = 0.0
    for step in 0..<count {
      index = (next[index] &+ step) & (count - 1)
      sum += Double(index).squareRoot()
    }
    for index in 0..<count { sum = sum * 0.999 + Double(next[index] & 255) }
    return sum
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
