import Planning
import StageKit
import Synchronization

/// A planned job whose frames are looked at before any is drawn, in chunks that workers take.
///
/// Display lists are cheap beside pixels. Their digests tell which frames are equal, and so how the video is cut.
final class JobSurvey: Sendable {
  let setup: JobSetup
  let chunks: [Range<Int>]
  private let state: Mutex<State>

  private static let chunkLength = 64

  private struct State {
    var digests: [Digest]
    var left: Int
    var failures: [StageFailure] = []
  }

  init(_ setup: JobSetup) {
    self.setup = setup
    let frames = setup.frames
    chunks = stride(from: frames.lowerBound, to: frames.upperBound, by: Self.chunkLength).map {
      $0..<min($0 + Self.chunkLength, frames.upperBound)
    }
    let unknown = Digest(high: 0, low: 0)
    state = Mutex(State(digests: Array(repeating: unknown, count: frames.count), left: chunks.count))
  }

  /// Looks at one chunk. The last to be done gives the digests of all frames, or the failure of the first stage to fail
  /// in time; the others, and those that are cancelled, give nil.
  func look(at chunk: Int, isCancelled: () -> Bool) -> Result<[Digest], StageFailure>? {
    var watch = setup.meter.stopwatch
    var digests: [Digest] = []
    var failure: StageFailure?
    do throws(StageFailure) {
      for frame in chunks[chunk] {
        if isCancelled() { return nil }
        digests.append(try setup.plan.evaluate(at: setup.plan.seconds(ofFrame: frame)).picture.digest)
      }
    } catch {
      failure = error
    }
    setup.meter.measure { watch.lap(&$0.comparing) }
    return state.withLock { state in
      let first = chunks[chunk].lowerBound - setup.frames.lowerBound
      state.digests.replaceSubrange(first..<first + digests.count, with: digests)
      if let failure { state.failures.append(failure) }
      state.left -= 1
      guard state.left == 0 else { return nil }
      let earliest = state.failures.min { $0.seconds < $1.seconds }
      return earliest.map { .failure($0) } ?? .success(state.digests)
    }
  }
}
