import CLibAV
import Foundation

/// The way in which HDR colors become those of sRGB, the same for all frames of a clip.
///
/// The light of a pixel is that of a display: for PQ by its EOTF, for HLG by its inverse OETF and the OOTF for a peak of 1000 cd/m²
/// (ITU-R BT.2100-2). The largest of its three components goes through the EETF of ITU-R BT.2390-10, 5.4.1, from the peak to 203
/// cd/m², and the other two are scaled with it, so that hues stay. Then primaries become those of sRGB; what these cannot show moves
/// towards the gray of the same luminance just as far as needed. 203 cd/m², HDR's reference white (BT.2408-7), is sRGB's
/// white: up to the knee colors are those that the clip has in standard range, and a white sheet stays a little below white,
/// at 229 of 255 for a peak of 1000 cd/m², so that highlights differ from it.
public struct ToneMapping: Hashable, Sendable {
  let curve: HDRCurve
  /// The light, in cd/m², that becomes white; brighter light is cut there.
  let peak: Double
  /// By their code point of ITU-T H.273.
  let primaries: Int
  /// True where no file says the peak.
  let isPeakAssumed: Bool

  /// HDR's reference white in cd/m², which is drawn as sRGB's white at most (ITU-R BT.2408-7, 2.2).
  static let white = 203.0
  /// The nominal peak of HLG, and that of most PQ material, in cd/m².
  static let usualPeak = 1000.0

  init(_ curve: HDRCurve, peak: Double? = nil, primaries: Int = 9) {
    self.curve = curve
    let said = curve == .hlg ? Self.usualPeak : peak
    self.peak = min(max(said ?? Self.usualPeak, Self.white), 10_000)
    isPeakAssumed = said == nil
    self.primaries = CodePoints.chromaticities(primaries) == nil || primaries == 2 ? 9 : primaries
  }

  /// The remark after a file's name: `is HDR (HLG), which is tone-mapped …`.
  public var remark: String {
    "is HDR (\(curve.name)), tone-mapped by BT.2390 from a peak of \(Int(peak.rounded())) cd/m²"
      + (isPeakAssumed ? ", since it does not say its own," : "") + " to a white of \(Int(Self.white)) cd/m²"
  }

  /// The tone curve's value for a light in cd/m²: ITU-R BT.2390-10, 5.4.1, with both blacks at 0.
  func mapped(_ light: Double) -> Double {
    let greatest = HDRCurve.PQ.value(peak / 10_000)
    let target = HDRCurve.PQ.value(Self.white / 10_000) / greatest
    let value = min(HDRCurve.PQ.value(light / 10_000) / greatest, 1)
    let knee = 1.5 * target - 0.5
    if value <= knee || target >= 1 { return min(light, Self.white) }
    let t = (value - knee) / (1 - knee)
    let (square, cube) = (t * t, t * t * t)
    let result =
      (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + t) * (1 - knee) + (3 * square - 2 * cube) * target
    return HDRCurve.PQ.light(result * greatest) * 10_000
  }

  // MARK: What files say

  /// The peak that a frame or its stream says, in cd/m²: the greatest light of its content (MaxCLL), or else that of the display on
  /// which it was mastered (CTA-861.3-A; SMPTE ST 2086). Nil without either.
  static func peak(of frame: UnsafeMutablePointer<AVFrame>, in stream: UnsafeMutablePointer<AVStream>) -> Double? {
    func level(_ bytes: UnsafePointer<UInt8>?) -> Double? {
      let level = UnsafeRawPointer(bytes)?.loadUnaligned(as: AVContentLightMetadata.self).MaxCLL ?? 0
      return level > 0 ? Double(level) : nil
    }
    func mastered(_ bytes: UnsafePointer<UInt8>?) -> Double? {
      guard let found = UnsafeRawPointer(bytes)?.loadUnaligned(as: AVMasteringDisplayMetadata.self),
        found.has_luminance != 0, found.max_luminance.num > 0, found.max_luminance.den > 0
      else { return nil }
      return Double(found.max_luminance.num) / Double(found.max_luminance.den)
    }
    func side(_ kind: AVFrameSideDataType) -> UnsafePointer<UInt8>? {
      av_frame_get_side_data(frame, kind).flatMap { UnsafePointer($0.pointee.data) }
    }
    func side(_ kind: AVPacketSideDataType) -> UnsafePointer<UInt8>? {
      clibav_stream_side_data(stream, kind, nil).map { UnsafePointer($0) }
    }
    return level(side(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL)) ?? level(side(AV_PKT_DATA_CONTENT_LIGHT_LEVEL))
      ?? mastered(side(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA))
      ?? mastered(side(AV_PKT_DATA_MASTERING_DISPLAY_METADATA))
  }
}
