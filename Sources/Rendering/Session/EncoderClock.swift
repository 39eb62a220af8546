import Foundation
import Synchronization

/// The processor time of threads that encoders start: what the process takes beyond its workers.
final class EncoderClock: Sendable {
  private struct State {
    /// The processor time of each worker when it was last asked for.
    var workers: [Double]
    /// The number of workers that are encoding.
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
