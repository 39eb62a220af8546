import Foundation

/// A kernel and its reference in Swift.
struct Trial {
  /// Both ways take turns this often.
  static let rounds = 25

  let name: String
  /// How many pixels or edges a turn processes.
  let count: Int
  /// Takes a turn with the kernel, or else with the reference; returns its seconds.
  let turn: (_ isKernel: Bool) -> Double

  init(_ name: String, count: Int, turn: @escaping (_ isKernel: Bool) -> Double) {
    (self.name, self.count, self.turn) = (name, count, turn)
  }

  /// Nanoseconds for a pixel or an edge with the reference and with the kernel.
  func measure() -> (slow: Double, fast: Double) {
    var (slow, fast) = (Double.infinity, Double.infinity)
    for _ in 0..<Self.rounds {
      slow = min(slow, turn(false))
      fast = min(fast, turn(true))
    }
    return (slow * 1e9 / Double(count), fast * 1e9 / Double(count))
  }
}

/// Seconds of processor time that `body` takes.
func seconds(_ body: () -> Void) -> Double {
  let began = threadSeconds()
  body()
  return threadSeconds() - began
}

private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
