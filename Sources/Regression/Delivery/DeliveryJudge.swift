import Formats
import Foundation
import MediaBase
import StageKit
import Video

/// Compares one delivered file with what was drawn, frame by frame, as users get it.
struct DeliveryJudge {
  /// At most `limit` of either kind, each with its frame where it is about one.
  private(set) var faults: [DeliveryFault] = []
  private(set) var quality = FileQuality()

  private let reader: (any FrameReader)?
  private let delivery: Delivery
  /// The last frames that were drawn, up to two: the one to judge next is judged when its successor is known.
  private var drawn: [(frame: Image, planes: DrawnPlanes?)] = []
  private var judged = 0
  /// The sum over all judged frames, by plane.
  private var biasSum = [0.0, 0.0, 0.0]

  /// True if frames are in another gamut than they are drawn in.
  private var isConverted = false
  private static let convertedPSNR = 42.0

  private static let limit = 12
  /// A mean error of a plane, in code values, that no encoder makes: below it a small picture of few colors may lose as much.
  private static let sureBias = 3.0
  /// An alpha this far from what was drawn, in decibels, is another picture's, however small it is.
  private static let sureAlpha = 20.0

  /// Checks the file's properties first: size, pixel format, colors, times, key frames, the order of its parts.
  init(_ delivery: Delivery) {
    self.delivery = delivery
    reader = try? delivery.format.reader(of: delivery.path, numbering: delivery.numbering)
    switch delivery.format.container.storage {
    case .movie: judgeMovie()
    case .animation:
      do throws(MediaError) {
        try verifyAnimation(at: delivery.path, delivery.format, frameCount: delivery.frameCount)
      } catch {
        faults.append(DeliveryFault(frame: nil, text: error.reason))
      }
    case .numberedFiles, .sheet: break
    }
  }

  private mutating func judgeMovie() {
    do throws(MediaError) {
      try verifyMovie(
        at: delivery.path,
        is: MovieExpectation(
          format: delivery.format, frameCount: delivery.frameCount, subtitles: delivery.subtitles))
    } catch {
      faults.append(DeliveryFault(frame: nil, text: error.reason))
    }
    do throws(MediaError) {
      let groups = try movieGroups(at: delivery.path, delivery.format)
      quality.keyFrames = groups.keyFrames
      judge(groups)
    } catch {
      faults.append(DeliveryFault(frame: nil, text: error.reason))
    }
    do throws(MediaError) {
      try judgeTags()
    } catch {
      faults.append(DeliveryFault(frame: nil, text: error.reason))
    }
  }

  private var format: OutputFormat { delivery.format }

  /// Files that are converted to another gamut from 16 bits are not compared exactly with frames that are drawn in 8.
  private var fidelity: Fidelity {
    let fidelity = format.codec.fidelity(format.options)
    return isConverted && fidelity == .exact ? .picture(minPSNR: Self.convertedPSNR) : fidelity
  }

  private mutating func judge(_ groups: MovieGroups) {
    let maxLength = format.encoder.groupLength ?? 1
    for (first, next) in zip(groups.keyFrames, groups.keyFrames.dropFirst() + [delivery.frameCount])
    where next - first > maxLength {
      faults.append(
        DeliveryFault(frame: first, text: "begins a group of \(next - first) frames, more than \(maxLength)"))
    }
    faults += groups.faults.map { DeliveryFault(frame: nil, text: $0) }
  }

  /// Decoders may use the color box of an MP4 or QuickTime file or the stream's tags, so both must be right.
  private mutating func judgeTags() throws(MediaError) {
    guard format.container.family == .baseMedia, format.pixelFormat.colorModel == .yuv709 else { return }
    let (tags, wanted) = (try movieColorTags(at: delivery.path), MovieColorTags(format.colors))
    if tags == wanted { return }
    faults.append(DeliveryFault(frame: nil, text: "its color box says \(tags), not \(wanted)"))
  }

  /// Takes the next frame as it was drawn.
  mutating func take(_ drawing: Image) {
    var frame = format.isStacked ? drawing.stackedAlpha : drawing
    if case .standard(let gamut) = format.colors, gamut != frame.gamut {
      let pixels = frame.converted(to: gamut).pixels
      isConverted = true
      frame = Image(width: frame.width, height: frame.height, premultiplied: pixels, gamut: gamut) ?? frame
    }
    let isYUV = format.pixelFormat.colorModel == .yuv709
    let next = (frame, isYUV ? DrawnPlanes(frame, as: format.pixelFormat, format.colors) : nil)
    if let last = drawn.last { judge(last, previous: drawn.count > 1 ? drawn[0].planes : nil, next: next.1) }
    drawn = drawn.suffix(1) + [next]
  }

  /// After the last frame.
  mutating func finish() {
    if let last = drawn.last { judge(last, previous: drawn.count > 1 ? drawn[0].planes : nil, next: nil) }
    drawn = []
    let mean = biasSum.map { $0 / Double(max(1, judged)) }
    if case .lossy(let floor) = format.codec.fidelity(format.options), faults.isEmpty,
      (mean.map(abs).max() ?? 0) > floor.meanBias
    {
      let text = mean.map { String(format: "%+.2f", $0) }.joined(separator: ", ")
      faults.append(
        DeliveryFault(
          frame: nil, text: "its planes are off by \(text) on average: another matrix or range than was drawn",
          isLowQuality: (mean.map(abs).max() ?? 0) < max(Self.sureBias, 1.5 * floor.bias)))
    }
    // Numbered files of a longer run may remain.
    if !format.container.isNumbered, (reader as? AnimationReader)?.isStill != true, let extra = try? reader?.next() {
      add(judged, "the file goes on with a frame at \(extra.time) ticks")
    }
  }

  private mutating func judge(
    _ drawn: (frame: Image, planes: DrawnPlanes?), previous: DrawnPlanes?, next: DrawnPlanes?
  ) {
    defer { judged += 1 }
    // Beyond the limit further faults add nothing, and decoding the rest takes long.
    guard faults.count(where: { !$0.isLowQuality }) < Self.limit, let reader else { return }
    let decoded: MovieFrame
    do throws(MediaError) {
      guard let frame = try reader.next() else { return add(judged, "the file has no more frames") }
      decoded = frame
    } catch {
      return add(judged, error.reason)
    }
    if decoded.time != format.time(ofFrame: judged) {
      add(judged, "is shown at \(decoded.time) ticks, not \(format.time(ofFrame: judged))")
    }
    guard decoded.picture.width == drawn.frame.width, decoded.picture.height == drawn.frame.height else {
      return add(judged, "has \(decoded.picture.width) × \(decoded.picture.height) pixels")
    }
    switch fidelity {
    case .exact:
      if let fault = decoded.picture.difference(from: drawn.frame) { add(judged, fault) }
    case .lossy(let floor):
      guard let planes = drawn.planes else { return }
      judge(DecodedPlanes(decoded.picture), planes, floor: floor, previous: previous, next: next)
    case .picture(let minPSNR):
      let found = decoded.picture.opaquePSNR(from: drawn.frame)
      quality.lumaPSNR = min(quality.lumaPSNR, found)
      quality.scores.append(
        FrameScore(
          luma: found, chroma: found, ssim: 1, bias: 0, alpha: decoded.picture.alphaPSNR(from: drawn.frame)))
      if found < minPSNR {
        add(
          judged, String(format: "differs from what was drawn: %.1f dB (floor %.1f)", found, minPSNR),
          isLowQuality: true)
      }
    }
  }

  private mutating func judge(
    _ decoded: DecodedPlanes, _ planes: DrawnPlanes, floor: QualityFloor, previous: DrawnPlanes?,
    next: DrawnPlanes?
  ) {
    let frame = FrameQuality(decoded, planes)
    let bias = frame.bias.map(abs).max() ?? 0
    quality.lumaPSNR = min(quality.lumaPSNR, frame.lumaPSNR)
    quality.chromaPSNR = min(quality.chromaPSNR, frame.chromaPSNR)
    quality.ssim = min(quality.ssim, frame.ssim)
    quality.bias = max(quality.bias, bias)
    quality.scores.append(
      FrameScore(
        luma: frame.lumaPSNR, chroma: frame.chromaPSNR, ssim: frame.ssim, bias: bias, alpha: frame.alphaPSNR))
    biasSum = zip(biasSum, frame.bias).map(+)
    let isAboveFloor =
      frame.lumaPSNR >= floor.lumaPSNR && frame.chromaPSNR >= floor.chromaPSNR && frame.ssim >= floor.ssim
    if let other = neighbor(decoded, frame.lumaError, previous: previous, next: next) {
      // At high rate factors encoders leave small moves out.
      add(judged, "shows frame \(other): a frame was dropped or doubled", isLowQuality: isAboveFloor)
    } else if bias > floor.bias {
      let text = frame.bias.map { String(format: "%+.1f", $0) }.joined(separator: ", ")
      add(
        judged, "its planes are off by \(text) on average: another matrix or range than was drawn",
        isLowQuality: bias < max(Self.sureBias, 1.5 * floor.bias))
    } else if !isAboveFloor {
      add(
        judged,
        String(
          format: "differs from what was drawn: luma %.1f dB (floor %.1f), chroma %.1f dB (%.1f), SSIM %.3f (%.3f)",
          frame.lumaPSNR, floor.lumaPSNR, frame.chromaPSNR, floor.chromaPSNR, frame.ssim, floor.ssim),
        isLowQuality: true)
    } else if let alpha = frame.alphaPSNR, alpha < floor.lumaPSNR {
      add(
        judged,
        String(format: "its alpha differs from what was drawn: %.1f dB (floor %.1f)", alpha, floor.lumaPSNR),
        isLowQuality: alpha > Self.sureAlpha)
    }
  }

  /// The neighboring frame that a decoded frame is much closer to than its own.
  private func neighbor(
    _ decoded: DecodedPlanes, _ own: Double, previous: DrawnPlanes?, next: DrawnPlanes?
  ) -> Int? {
    guard own > 1 else { return nil }
    for (planes, frame) in [(previous, judged - 1), (next, judged + 1)] {
      if let planes, PlaneError(decoded.y, planes.y).square * 4 < own { return frame }
    }
    return nil
  }

  private mutating func add(_ frame: Int, _ text: String, isLowQuality: Bool = false) {
    guard faults.count(where: { $0.isLowQuality == isLowQuality }) < Self.limit else { return }
    faults.append(DeliveryFault(frame: frame, text: text, isLowQuality: isLowQuality))
  }
}

/// Something wrong with a delivered file.
public struct DeliveryFault: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The output's file, where the job has several.
  public var file: String?
  /// Nil for the file as a whole.
  public var frame: Int?
  public var text: String
  /// True if the frame is only farther from what was drawn than its codec's frames usually are: what a baseline has of this
  /// is accepted.
  public var isLowQuality = false

  public var description: String {
    (frame.map { "frame \($0) " } ?? "") + (file.map { "of \($0) " } ?? "") + text
  }
}
