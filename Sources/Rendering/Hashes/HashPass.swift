import Planning
import StageKit
import Synchronization

/// Hashes the frames at all instants that a planned job shows, before any is drawn, in chunks that workers take.
///
/// Display lists are cheap next to pixels. Equal frames, and how visible cuts would be, decide how the video is cut.
final class HashPass: Sendable {
  let drawing: JobDrawing
  /// In the order in which they are taken.
  let chunks: [Range<Int>]
  private let cache: HashCache?
  private let state: Mutex<State>

  private static let chunkLength = 64

  private struct State {
    var hashes: FrameHashes
    /// Chunks that are not finished.
    var left: Int
    var failure: (frame: Int, error: any Error)?
  }

  /// With `cache`, chunks are kept for other shares and taken from them; each share begins with others.
  init(_ drawing: JobDrawing, _ cache: HashCache? = nil, _ share: Share? = nil) {
    self.drawing = drawing
    self.cache = cache
    let frames = drawing.spec.instants.indices
    let chunks = cache == nil ? frames.parts(of: Self.chunkLength) : HashCache.parts(of: frames)
    let first = share.map { chunks.count * $0.index / $0.count } ?? 0
    self.chunks = Array(chunks[first...] + chunks[..<first])
    let unknown = Digest(high: 0, low: 0)
    let hashes = FrameHashes(
      digests: Array(repeating: unknown, count: frames.count),
      cuts: Array(repeating: .most, count: drawing.spec.cutPoints.count))
    state = Mutex(State(hashes: hashes, left: chunks.count))
  }

  var index: Int { drawing.spec.index }

  /// Hashes the frames of one chunk. The last chunk to finish returns what is known of all frames, or the error of the
  /// earliest frame that failed; the others, and cancelled ones, return nil.
  func hash(
    _ chunk: Int, _ breadcrumb: CrashBreadcrumb?, isCancelled: () -> Bool
  ) -> Result<FrameHashes, any Error>? {
    let spec = drawing.spec
    let points = CutPoint.range(of: spec.cutPoints, to: chunks[chunk])
    if let key = spec.hashKey, let known = cache?.find(chunks[chunk], cutCount: points.count, under: key) {
      return end(chunk, known, nil)
    }
    var watch = spec.meter.stopwatch
    var hasher = FrameHasher(drawing, spec.cutPoints[points])
    var failure: (frame: Int, error: any Error)?
    do throws(StageFailure) {
      for frame in chunks[chunk] where frame < firstFailure {
        if isCancelled() { return nil }
        try hasher.hash(frame, breadcrumb)
      }
    } catch {
      failure = (error.frame, error)
    }
    spec.meter.measure { watch.lap(&$0.comparing) }
    if let key = spec.hashKey, failure == nil { cache?.keep(hasher.result, of: chunks[chunk], under: key) }
    return end(chunk, hasher.result, failure)
  }

  /// Frames from here on need not be evaluated.
  private var firstFailure: Int { state.withLock { $0.failure?.frame ?? .max } }

  private func end(
    _ chunk: Int, _ hashes: FrameHashes, _ failure: (frame: Int, error: any Error)?
  ) -> Result<FrameHashes, any Error>? {
    state.withLock { state in
      state.hashes.replace(hashes, from: chunks[chunk].lowerBound, points: drawing.spec.cutPoints)
      if let failure, failure.frame < state.failure?.frame ?? .max { state.failure = failure }
      state.left -= 1
      guard state.left == 0 else { return nil }
      return state.failure.map { .failure($0.error) } ?? .success(state.hashes)
    }
  }
}
