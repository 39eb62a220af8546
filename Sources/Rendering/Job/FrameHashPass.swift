import Planning
import Raster
import StageKit
import Synchronization

/// A planned job whose frames are looked at before any is drawn, in chunks that workers take.
///
/// Display lists are cheap beside pixels. Their digests tell which frames are equal, and so how the video is cut.
final class FrameHashPass: Sendable {
  let setup: RenderTask
  let chunks: [Range<Int>]
  private let state: Mutex<State>

  private static let chunkLength = 64

  private struct State {
    var digests: [Digest]
    /// Chunks that are not over.
    var left: Int
    var failure: (frame: Int, error: any Error)?
    var drawing: DrawingNeed
  }

  init(_ setup: RenderTask) {
    self.setup = setup
    let frames = setup.frames
    chunks = stride(from: frames.lowerBound, to: frames.upperBound, by: Self.chunkLength).map {
      $0..<min($0 + Self.chunkLength, frames.upperBound)
    }
    let unknown = Digest(high: 0, low: 0)
    state = Mutex(
      State(
        digests: Array(repeating: unknown, count: frames.count), left: chunks.count, drawing: setup.drawingNeed))
  }

  /// Looks at one chunk. The last to be over gives the digests of all frames, or what went wrong at the earliest of those
  /// that failed; the others, and those that are cancelled or come too late, give nil.
  func look(at chunk: Int, _ slot: WorkSlot, isCancelled: () -> Bool) -> Result<[Digest], any Error>? {
    defer { _ = slot.end() }
    var watch = setup.meter.stopwatch
    var digests: [Digest] = []
    var drawing = setup.drawingNeed
    var failure: (frame: Int, error: any Error)?
    do throws(StageFailure) {
      for frame in chunks[chunk] where frame < firstFailure {
        if isCancelled() { return nil }
        digests.append(try digest(ofFrame: frame, in: chunk, &drawing, slot))
      }
    } catch {
      failure = (error.frame, error)
    }
    guard slot.end() else { return nil }
    setup.meter.measure { watch.lap(&$0.comparing) }
    state.withLock { $0.drawing.add(drawing) }
    return end(chunk, digests, failure)
  }

  /// A chunk is over because nobody waits any longer for the stages at one of its frames; see `look`.
  func giveUp(_ chunk: Int, frame: Int, _ error: any Error) -> Result<[Digest], any Error>? {
    end(chunk, [], (frame, error))
  }

  /// Frames from here on need not be looked at.
  private var firstFailure: Int { state.withLock { $0.failure?.frame ?? .max } }

  private func digest(
    ofFrame frame: Int, in chunk: Int, _ drawing: inout DrawingNeed, _ slot: WorkSlot
  ) throws(StageFailure) -> Digest {
    let work = RenderQueue.Work.survey(self, chunk: chunk)
    slot.begin(.frame(work, plan: setup.box, stage: 0, frame: frame))
    let picture = try setup.plan.evaluate(at: setup.plan.seconds(ofFrame: frame)) { [setup] stage in
      slot.begin(.frame(work, plan: setup.box, stage: stage + 1, frame: frame), isNew: false)
    }.picture
    drawing.add(picture)
    return picture.digest
  }

  /// What drawing takes in any of the frames that were looked at.
  var drawing: DrawingNeed { state.withLock { $0.drawing } }

  private func end(
    _ chunk: Int, _ digests: [Digest], _ failure: (frame: Int, error: any Error)?
  ) -> Result<[Digest], any Error>? {
    state.withLock { state in
      let first = chunks[chunk].lowerBound - setup.frames.lowerBound
      state.digests.replaceSubrange(first..<first + digests.count, with: digests)
      if let failure, failure.frame < state.failure?.frame ?? .max { state.failure = failure }
      state.left -= 1
      guard state.left == 0 else { return nil }
      return state.failure.map { .failure($0.error) } ?? .success(state.digests)
    }
  }
}
