import Formats
import JobFile
import Planning
import Raster
import StageKit

/// Estimates how visible a cut between two frames would be, on small pictures of them.
///
/// Two encodings of a texture differ by noise that grows with its gradient. Where much changes, in the same block, it is
/// lost: in each, the change and the noise add as independent ones do, by their squares.
final class CutMeter {
  private let renderer: FrameRenderer
  private var sinks: [PlaneSink]
  private let width: Int
  private let height: Int
  private let memo: CutMemo
  /// A digest of all that decides over pictures but the lists.
  private let settings: Digest

  /// The longer side of its pictures, in pixels.
  private static let side = 240.0
  private static let blockSide = 4
  /// The noise of two encodings as a part of the gradient, fitted to cuts of H.264 at its usual rate factor.
  private static let noise = 0.1
  /// The mean change of luma, of 10 bits, that nobody sees: 0.05 of 255.
  private static let unseenChange = 0.2

  init(_ job: Job, _ cache: ResourceCache, _ memo: CutMemo) {
    let picture = job.picture(scale: min(1, Self.side / Double(max(job.pixelWidth, job.pixelHeight, 1))))
    (width, height) = (picture.drawnWidth, picture.drawnHeight)
    let background = job.composition.background
    self.memo = memo
    settings = Digest { hasher in
      hasher.combine(picture.drawnWidth)
      hasher.combine(picture.drawnHeight)
      hasher.combine(picture.scale)
      background.digest(into: &hasher)
      hasher.combine(job.composition.gamut.rawValue)
    }
    renderer = FrameRenderer(
      width: width, height: height, scale: picture.scale,
      background: background.alpha < 1 ? Color(0.5, 0.5, 0.5) : background, gamut: job.composition.gamut, cache: cache)
    sinks = [PlaneSink(.yuv420p10, width: width, height: height, gamut: job.composition.gamut)]
  }

  func visibility(from before: DisplayList, to after: DisplayList) -> CutVisibility {
    let key = Digest { hasher in
      for digest in [settings, before.digest, after.digest] { hasher.combine(digest) }
    }
    return memo.visibility(key) { measure(before, after) }
  }

  private func measure(_ before: DisplayList, _ after: DisplayList) -> CutVisibility {
    renderer.render(before, into: &sinks)
    let old = sinks[0].planes.bytes
    if before.digest != after.digest { renderer.render(after, into: &sinks) }
    let (drawn, decoded) = changes(from: old, to: sinks[0].planes.bytes)
    if decoded <= Self.unseenChange * Double(width * height) { return .none }
    return CutVisibility(rawValue: Int(min(1000, decoded / max(drawn, 0.001)) * 1000))
  }

  /// The sums of the change of luma of 10 bits from one frame to another: drawn, and as expected of decoded ones.
  private func changes(from old: [UInt8], to new: [UInt8]) -> (drawn: Double, decoded: Double) {
    let (old, new) = (old.span, new.span)
    func sample(_ bytes: Span<UInt8>, _ index: Int) -> Int { Int(bytes[2 * index]) | Int(bytes[2 * index + 1]) << 8 }
    var (drawn, decoded) = (0.0, 0.0)
    for top in stride(from: 0, to: height, by: Self.blockSide) {
      for left in stride(from: 0, to: width, by: Self.blockSide) {
        var (change, gradient) = (0, 0)
        for y in top..<min(height, top + Self.blockSide) {
          for x in left..<min(width, left + Self.blockSide) {
            let index = y * width + x
            let value = sample(new, index)
            change += abs(value - sample(old, index))
            if x + 1 < width { gradient += abs(sample(new, index + 1) - value) }
            if y + 1 < height { gradient += abs(sample(new, index + width) - value) }
          }
        }
        let noise = Self.noise * Double(gradient)
        drawn += Double(change)
        decoded += (Double(change * change) + noise * noise).squareRoot()
      }
    }
    return (drawn, decoded)
  }
}
