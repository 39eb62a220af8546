import Foundation

/// Compares how close two delivered files are to what was drawn, frame by frame.
///
/// A file that was encoded by another version of an encoder differs in its bytes, and a little in each frame. One whose
/// conversion, matrix, order of frames or rows is wrong is farther from what was drawn than its baseline was.
struct QualityComparison {
  /// A frame may lose this much luma, chroma or alpha, in decibels, and all of them on average that much.
  static let maxLoss = 2.0
  static let maxMeanLoss = 0.75
  /// Differences above this are far below a code value, in decibels.
  static let ceiling = 50.0
  /// A frame's dissimilarity, 1 − SSIM, may grow to twice the baseline's and this.
  static let maxDissimilarity = 0.01
  /// The mean error of a plane may grow by this, in code values.
  static let maxBias = 0.5

  private static let planes: [(name: String, decibels: @Sendable (FrameScore) -> Double?)] = [
    ("luma", \.luma), ("chroma", \.chroma), ("alpha", \.alpha),
  ]

  private let before: [FrameScore]
  private let after: [FrameScore]

  /// Nil where one of them has no scores, or they have different numbers of frames.
  init?(_ before: OutputRecord, _ after: OutputRecord) {
    guard let old = before.scores, let new = after.scores, old.count == new.count else { return nil }
    (self.before, self.after) = (old, new)
  }

  /// True if all frames are.
  var holds: Bool { loss() == nil }

  /// True if a frame is about as close to what was drawn as the baseline's is.
  func holds(_ frame: Int) -> Bool { after.indices.contains(frame) && loss(frame) == nil }

  /// The loss, with the first frame that has it; nil for none.
  ///
  /// The drawing may have changed: each run is compared with its own drawing.
  func loss() -> (frame: Int?, text: String)? {
    let frames = after.indices
    let worse = frames.filter { loss($0) != nil }
    if let first = worse.first, let text = loss(first) {
      let more = worse.count > 1 ? "; so are \(Figures.count(worse.count - 1, "other frame"))" : ""
      return (first, text + more)
    }
    guard !frames.isEmpty else { return nil }
    for (name, plane) in Self.planes {
      func mean(_ scores: [FrameScore]) -> Double? {
        let values = scores.compactMap { plane($0) }.map { min($0, Self.ceiling) }
        return values.count == frames.count ? values.reduce(0, +) / Double(frames.count) : nil
      }
      if let old = mean(before), let new = mean(after), old - new > Self.maxMeanLoss {
        return (nil, String(format: "\(name) %.1f → %.1f dB on average", old, new))
      }
    }
    return nil
  }

  /// The loss in a frame, as `luma 42.6 → 38.9 dB, SSIM 0.976 → 0.948`.
  private func loss(_ frame: Int) -> String? {
    let (old, new) = (before[frame], after[frame])
    var parts: [String] = []
    for (name, plane) in Self.planes {
      guard let a = plane(old), let b = plane(new) else { continue }
      if min(a, Self.ceiling) - b > Self.maxLoss { parts.append(String(format: "\(name) %.1f → %.1f dB", a, b)) }
    }
    if 1 - new.ssim > 2 * (1 - old.ssim) + Self.maxDissimilarity {
      parts.append(String(format: "SSIM %.3f → %.3f", old.ssim, new.ssim))
    }
    if new.bias - old.bias > Self.maxBias {
      parts.append(String(format: "its planes are off by %.1f on average, were by %.1f", new.bias, old.bias))
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension OutputRecord {
  /// The scores of all frames; nil for lossless codecs, and if they cannot be read.
  var scores: [FrameScore]? {
    quality.flatMap { FrameSeries.words($0) }.flatMap { words in
      let scores = words.compactMap { FrameScore($0) }
      return scores.count == words.count ? scores : nil
    }
  }
}
