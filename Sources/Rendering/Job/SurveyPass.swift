import Planning
import StageKit
import Synchronization

/// A pass over all instants that a planned job shows, before any is drawn, in chunks that workers take.
///
/// Display lists are cheap beside pixels. Equal frames, and how visible joins would be, decide how the video is cut.
final class SurveyPass: Sendable {
  let task: RenderTask
  /// In the order in which they are taken.
  let chunks: [Range<Int>]
  private let surveys: SurveyStore?
  private let state: Mutex<State>

  private static let chunkLength = 64

  private struct State {
    var survey: FrameSurvey
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
    let survey = FrameSurvey(
      digests: Array(repeating: unknown, count: frames.count),
      joins: Array(repeating: .most, count: task.joinPlaces.count))
    state = Mutex(State(survey: survey, left: chunks.count))
  }

  /// Surveys one chunk. The last chunk to finish returns what is known of all frames, or the error of the earliest frame
  /// that failed; the others, and cancelled ones, return nil.
  func survey(
    _ chunk: Int, _ breadcrumb: CrashBreadcrumb?, isCancelled: () -> Bool
  ) -> Result<FrameSurvey, any Error>? {
    let places = JoinPlace.range(of: task.joinPlaces, to: chunks[chunk])
    if let key = task.surveyKey, let known = surveys?.find(chunks[chunk], joinCount: places.count, under: key) {
      return end(chunk, known, nil)
    }
    var watch = task.meter.stopwatch
    var surveyor = FrameSurveyor(task, task.joinPlaces[places])
    var failure: (frame: Int, error: any Error)?
    do throws(StageFailure) {
      for frame in chunks[chunk] where frame < firstFailure {
        if isCancelled() { return nil }
        try surveyor.survey(frame, breadcrumb)
      }
    } catch {
      failure = (error.frame, error)
    }
    task.meter.measure { watch.lap(&$0.comparing) }
    if let key = task.surveyKey, failure == nil { surveys?.keep(surveyor.result, of: chunks[chunk], under: key) }
    return end(chunk, surveyor.result, failure)
  }

  /// Frames from here on need not be evaluated.
  private var firstFailure: Int { state.withLock { $0.failure?.frame ?? .max } }

  private func end(
    _ chunk: Int, _ survey: FrameSurvey, _ failure: (frame: Int, error: any Error)?
  ) -> Result<FrameSurvey, any Error>? {
    state.withLock { state in
      state.survey.replace(survey, from: chunks[chunk].lowerBound, places: task.joinPlaces)
      if let failure, failure.frame < state.failure?.frame ?? .max { state.failure = failure }
      state.left -= 1
      guard state.left == 0 else { return nil }
      return state.failure.map { .failure($0.error) } ?? .success(state.survey)
    }
  }
}
