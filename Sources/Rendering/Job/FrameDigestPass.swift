import Planning
import StageKit
import Synchronization

/// A pass over all instants that a planned job shows, before any is drawn, in chunks that workers take.
///
/// Display lists are cheap beside pixels. Equal digests mean equal frames, which decide how the video is cut.
final class FrameDigestPass: Sendable {
  let task: RenderTask
  /// In the order in which they are taken.
  let chunks: [Range<Int>]
  private let surveys: SurveyStore?
  private let state: Mutex<State>

  private static let chunkLength = 64

  private struct State {
    var digests: [Digest]
    /// Chunks that are not finished.
    var left: Int
    var failure: (frame: Int, error: any Error)?
  }

  /// With `surveys`, chunks are kept for other shares and taken from them; each share begins with others.
  init(_ task: RenderTask, _ surveys: SurveyStore? = nil, _ share: Share? = nil) {
    self.task = task
    self.surveys = surveys
    let frames = task.instants.indices
    let chunks = surveys == nil ? frames.parts(of: Self.chunkLength) : SurveyStore.parts(of: frames)
    let first = share.map { chunks.count * $0.index / $0.count } ?? 0
    self.chunks = Array(chunks[first...] + chunks[..<first])
    let unknown = Digest(high: 0, low: 0)
    state = Mutex(State(digests: Array(repeating: unknown, count: frames.count), left: chunks.count))
  }

  /// Hashes the display lists of one chunk. The last chunk to finish returns the digests of all frames, or the error of
  /// the earliest frame that failed; the others, and cancelled ones, return nil.
  func digestFrames(
    in chunk: Int, _ breadcrumb: CrashBreadcrumb?, isCancelled: () -> Bool
  ) -> Result<[Digest], any Error>? {
    if let key = task.surveyKey, let known = surveys?.find(chunks[chunk], under: key) { return end(chunk, known, nil) }
    var watch = task.meter.stopwatch
    var digests: [Digest] = []
    var failure: (frame: Int, error: any Error)?
    do throws(StageFailure) {
      for frame in chunks[chunk] where frame < firstFailure {
        if isCancelled() { return nil }
        digests.append(try task.evaluate(at: task.instants[frame], breadcrumb).picture.digest)
      }
    } catch {
      failure = (error.frame, error)
    }
    task.meter.measure { watch.lap(&$0.comparing) }
    if let key = task.surveyKey, failure == nil { surveys?.keep(digests, of: chunks[chunk], under: key) }
    return end(chunk, digests, failure)
  }

  /// Frames from here on need not be evaluated.
  private var firstFailure: Int { state.withLock { $0.failure?.frame ?? .max } }

  private func end(
    _ chunk: Int, _ digests: [Digest], _ failure: (frame: Int, error: any Error)?
  ) -> Result<[Digest], any Error>? {
    state.withLock { state in
      let first = chunks[chunk].lowerBound
      state.digests.replaceSubrange(first..<first + digests.count, with: digests)
      if let failure, failure.frame < state.failure?.frame ?? .max { state.failure = failure }
      state.left -= 1
      guard state.left == 0 else { return nil }
      return state.failure.map { .failure($0.error) } ?? .success(state.digests)
    }
  }
}
