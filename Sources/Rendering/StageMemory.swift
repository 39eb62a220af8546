import StageKit
import Synchronization

/// About how many bytes a job's stages hold of what they were given: files and pictures.
final class StageMemory: Sendable {
  private let most: Int
  private let bytes = Mutex(0)

  /// For stages that may hold `most` bytes together.
  init(most: Int) { self.most = most }

  /// What was taken so far.
  var taken: Int { bytes.withLock { $0 } }

  /// What is left.
  var left: Int { max(0, most - taken) }

  /// Takes bytes, for a file that errors call `name`. Throws where that is more than is left.
  func take(_ count: Int, for name: String) throws(StageError) {
    let missing = bytes.withLock { bytes in
      if bytes + count > most { return true }
      bytes += count
      return false
    }
    if missing { throw excess(name, needing: count) }
  }

  /// Why something that needs `count` bytes cannot be held.
  func excess(_ name: String, needing count: Int) -> StageError {
    let others = taken > 0 ? ", and what else the stages hold \(taken >> 20) MiB" : ""
    return StageError(
      "\(name): takes about \(count >> 20) MiB of memory\(others), more than the \(most >> 20) MiB that there may be",
      hint: "Make it smaller, or allow more with --max-memory.")
  }
}
