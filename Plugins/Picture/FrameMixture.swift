import StageKit

/// The frames of a clip that pass while one frame of the video is shown, with their shares.
///
/// A frame of the video shows the span of content that passes until the next one, and at least the duration of a frame of the
/// clip; each frame of the clip has the share of that span in which it is shown. So slow motion goes over from frame to frame
/// in even steps, and a clip at its own speed and rate shows its frames as they are.
struct FrameMixture: Sendable {
  /// The frames of a clip that a frame of the video shows.
  enum Choice: String, CaseIterable, ParameterChoice {
    case nearest, blend
  }

  /// A frame and its share of the light.
  struct Part {
    var image: Image
    var share: Double
  }

  /// More frames than these are taken at even distances.
  private static let maxParts = 16
  /// Shares below half a level of 255 are rounding.
  private static let minShare = 0.5 / 255

  private let clip: VideoClip
  private let remap: TimeRemap
  private let frameDuration: Double

  init(_ clip: VideoClip, _ remap: TimeRemap, framesPerSecond: Double) {
    self.clip = clip
    self.remap = remap
    frameDuration = 1 / framesPerSecond
  }

  /// The frames at a number of seconds of the stage's own time; one alone where the content rests.
  func parts(at seconds: Double) -> [Part] {
    let instant = remap.contentTime(at: seconds)
    let step = step(at: seconds, from: instant)
    let index = clip.index(at: instant)
    guard step != 0 else { return parts([(index, 1)]) }
    let length = max(abs(step), end(of: index) - clip.times[index])
    // Only the part that is played is shown.
    let first = remap.playback?.offset ?? 0
    let last = min(remap.playback?.length.map { first + $0 } ?? .infinity, clip.duration)
    let start = max(step > 0 ? instant : instant - length, first, clip.times[0])
    let end = min(step > 0 ? instant + length : instant, last)
    return parts(
      (clip.index(at: start)...max(clip.index(at: end), clip.index(at: start))).map { index in
        (index, max(min(self.end(of: index), end) - max(clip.times[index], start), 0))
      })
  }

  /// The content that passes during one frame of the video, in seconds, below 0 where it plays backward.
  private func step(at seconds: Double, from instant: Double) -> Double {
    // By the speed at the instant, since keyframes may jump before the next frame.
    let fraction = 1.0 / 16
    let step = (remap.contentTime(at: seconds + frameDuration * fraction) - instant) / fraction
    // Where a loop begins again, the difference is no speed.
    guard step != 0, let playback = remap.playback else { return step }
    return playback.speed * frameDuration * (playback.isReversed ? -1 : 1)
  }

  private func end(of index: Int) -> Double {
    index + 1 < clip.times.count ? clip.times[index + 1] : clip.duration
  }

  /// Frames by indices, with shares that make a whole.
  private func parts(_ shares: [(index: Int, share: Double)]) -> [Part] {
    let step = Double(shares.count) / Double(min(shares.count, Self.maxParts))
    var chosen = (0..<min(shares.count, Self.maxParts)).map { shares[Int(Double($0) * step)] }
    let all = chosen.reduce(0) { $0 + $1.share }
    // At its very end a clip has no span.
    if all == 0 { chosen = [(shares[0].index, 1)] }
    chosen.removeAll { $0.share <= Self.minShare * all }
    let whole = chosen.reduce(0) { $0 + $1.share }
    return chosen.compactMap { index, share in
      clip.frame(at: clip.times[index]).map { Part(image: $0, share: share / whole) }
    }
  }
}
