import Formats
import Foundation
import Raster
import StageKit
import Video

/// Judges one delivered file, frame by frame, against what was drawn: what users get, not only what was encoded.
struct DeliveryJudge {
  /// What is wrong, at most `limit` messages, each with its frame where it is about one.
  private(set) var faults: [DeliveryFault] = []
  private(set) var quality = FileQuality()

  private let reader: MovieReader?
  private let settings: VideoSettings
  private let floor: QualityFloor
  /// The last frames that were drawn, up to two: the one to judge next is judged when its successor is known.
  private var drawn: [DrawnPlanes] = []
  private var judged = 0
  /// Of all frames judged, by plane.
  private var biasSum = [0.0, 0.0, 0.0]

  private static let limit = 12

  /// Begins with all that the file says of itself: size, pixel format, colors, times, key frames, the order of its parts.
  init(path: String, settings: VideoSettings, frames: Int) {
    self.settings = settings
    floor = QualityFloor(preset: settings.preset, crf: settings.crf)
    var faults: [DeliveryFault] = []
    do throws(VideoError) {
      try verifyMovie(at: path, is: MovieExpectation(settings: settings, frameCount: frames), decoding: false)
    } catch {
      faults.append(DeliveryFault(frame: nil, text: error.reason))
    }
    do throws(VideoError) {
      let groups = try movieGroups(at: path, ticksPerFrame: settings.frameRate.ticksPerFrame)
      quality.keyFrames = groups.keyFrames
      for (first, next) in zip(groups.keyFrames, groups.keyFrames.dropFirst() + [frames])
      where next - first > settings.gop {
        faults.append(
          DeliveryFault(frame: first, text: "begins a group of \(next - first) frames, more than \(settings.gop)"))
      }
      faults += groups.faults.map { DeliveryFault(frame: nil, text: $0) }
    } catch {
      faults.append(DeliveryFault(frame: nil, text: error.reason))
    }
    do throws(VideoError) {
      let tags = try movieColorTags(at: path)
      if tags != .rec709 {
        faults.append(DeliveryFault(frame: nil, text: "its color box says \(tags), not \(MovieColorTags.rec709)"))
      }
    } catch {
      faults.append(DeliveryFault(frame: nil, text: error.reason))
    }
    reader = try? MovieReader(path: path)
    self.faults = faults
  }

  /// Takes the next frame as it was drawn.
  mutating func take(_ frame: Frame) {
    let planes = DrawnPlanes(frame)
    if drawn.count > 1 { judge(drawn[1], previous: drawn[0], next: planes) }
    if drawn.count == 1 { judge(drawn[0], previous: nil, next: planes) }
    drawn = drawn.suffix(1) + [planes]
  }

  /// After the last frame.
  mutating func finish() {
    if let last = drawn.last { judge(last, previous: drawn.count > 1 ? drawn[0] : nil, next: nil) }
    drawn = []
    let mean = biasSum.map { $0 / Double(max(1, judged)) }
    if faults.isEmpty, (mean.map(abs).max() ?? 0) > floor.meanBias {
      let text = mean.map { String(format: "%+.2f", $0) }.joined(separator: ", ")
      faults.append(
        DeliveryFault(
          frame: nil, text: "its planes are off by \(text) on average: another matrix or range than was drawn"))
    }
    if let extra = try? reader?.next() { add(judged, "the file goes on with a frame at \(extra.time) ticks") }
  }

  private mutating func judge(_ planes: DrawnPlanes, previous: DrawnPlanes?, next: DrawnPlanes?) {
    defer { judged += 1 }
    guard faults.count < Self.limit, let reader else { return }
    let decoded: MovieFrame
    do throws(VideoError) {
      guard let frame = try reader.next() else { return add(judged, "the file has no more frames") }
      decoded = frame
    } catch {
      return add(judged, error.reason)
    }
    if decoded.time != judged * settings.frameRate.ticksPerFrame {
      add(judged, "is shown at \(decoded.time) ticks, not \(judged * settings.frameRate.ticksPerFrame)")
    }
    guard decoded.picture.width == planes.width, decoded.picture.height == planes.height else {
      return add(judged, "has \(decoded.picture.width) × \(decoded.picture.height) pixels")
    }
    let frame = FrameQuality(decoded.picture, planes)
    let bias = frame.bias.map(abs).max() ?? 0
    quality.lumaPSNR = min(quality.lumaPSNR, frame.lumaPSNR)
    quality.chromaPSNR = min(quality.chromaPSNR, frame.chromaPSNR)
    quality.ssim = min(quality.ssim, frame.ssim)
    quality.bias = max(quality.bias, bias)
    biasSum = zip(biasSum, frame.bias).map(+)
    if let other = neighbor(decoded.picture, frame.lumaError, previous, next) {
      add(judged, "shows frame \(other): a frame was dropped or doubled")
    } else if bias > floor.bias {
      let text = frame.bias.map { String(format: "%+.1f", $0) }.joined(separator: ", ")
      add(judged, "its planes are off by \(text) on average: another matrix or range than was drawn")
    } else if frame.lumaPSNR < floor.lumaPSNR || frame.chromaPSNR < floor.chromaPSNR || frame.ssim < floor.ssim {
      add(
        judged,
        String(
          format: "differs from what was drawn: luma %.1f dB (floor %.1f), chroma %.1f dB (%.1f), SSIM %.3f (%.3f)",
          frame.lumaPSNR, floor.lumaPSNR, frame.chromaPSNR, floor.chromaPSNR, frame.ssim, floor.ssim))
    }
  }

  /// The neighbor that a decoded frame shows in place of its own; one that is nearer by far.
  private func neighbor(
    _ decoded: FramePlanes, _ own: Double, _ previous: DrawnPlanes?, _ next: DrawnPlanes?
  ) -> Int? {
    guard own > 1 else { return nil }
    for (planes, frame) in [(previous, judged - 1), (next, judged + 1)] {
      if let planes, PlaneError(decoded.plane(0), planes.y).square * 4 < own { return frame }
    }
    return nil
  }

  private mutating func add(_ frame: Int, _ text: String) {
    if faults.count < Self.limit { faults.append(DeliveryFault(frame: frame, text: text)) }
  }
}

/// Something wrong with a delivered file.
public struct DeliveryFault: Codable, Hashable, Sendable, CustomStringConvertible {
  /// Nil for the file as a whole.
  public var frame: Int?
  public var text: String

  public var description: String { (frame.map { "frame \($0) " } ?? "") + text }
}
