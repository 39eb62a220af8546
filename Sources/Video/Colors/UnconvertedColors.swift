import CLibAV

/// The colors of a file that are not converted: they are drawn as if they were sRGB's.
public struct UnconvertedColors: Hashable, Sendable {
  /// After "has", such as `the color profile 'Display P3'`.
  let text: String

  private let isPlural: Bool

  private init(_ text: String, isPlural: Bool = false) { (self.text, self.isPlural) = (text, isPlural) }

  /// The remark after the file's name: `has the color profile 'Display P3', which is not converted; …`.
  public var remark: String {
    "has \(text), which \(isPlural ? "are" : "is") not converted; its colors are drawn as sRGB"
  }

  // MARK: What files say

  /// Nil for a profile of sRGB's colors.
  init?(profile bytes: [UInt8]) {
    guard let profile = ColorProfile(bytes) else {
      self.init("a damaged color profile")
      return
    }
    if profile.isSRGB { return nil }
    let space = ["RGB", "GRAY"].contains(profile.space) ? "" : " of \(profile.space)"
    self.init("\(profile.name.map { "the color profile '\($0)'" } ?? "a color profile without a name")\(space)")
  }

  /// By the code points of ITU-T H.273; nil where they are sRGB's, BT.709's or those of standard definition, which all
  /// players show alike.
  init?(primaries: Int, transfer: Int, isWideConverted: Bool = false) {
    let isConverted = isWideConverted && primaries == Int(AVCOL_PRI_BT2020.rawValue)
    let gamut = isConverted ? nil : Self.primaries(primaries).map { "the primaries of \($0)" }
    let curve = Self.transfer(transfer).map { "the transfer function \($0)" }
    let parts = [gamut, curve].compactMap { $0 }
    if parts.isEmpty { return nil }
    self.init(parts.joined(separator: " and "), isPlural: gamut != nil)
  }

  /// PNG's gamma, and its white, red, green and blue as CIE x and y; nil where both are about sRGB's.
  init?(gamma: Double?, chromaticities: [Double]?) {
    var parts: [String] = []
    let wanted = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
    if let found = chromaticities, zip(found, wanted).contains(where: { abs($0 - $1) > 0.005 }) {
      parts.append("other primaries than sRGB (cHRM)")
    }
    // As libpng does, which ignores differences of less than 5 %; 1/2.2 is taken as sRGB's curve.
    if let gamma, abs(gamma * 2.2 - 1) > 0.05 { parts.append("a gamma of \(Self.text(gamma)) (gAMA)") }
    if parts.isEmpty { return nil }
    self.init(parts.joined(separator: " and "), isPlural: !parts[0].hasPrefix("a "))
  }

  /// Colors of four inks, whose light no profile says.
  static let inks = UnconvertedColors("the color space CMYK without a profile")
  /// As cameras mark pictures of Adobe RGB that have no profile.
  static let uncalibrated = UnconvertedColors("another color space than sRGB (Exif: probably Adobe RGB)")

  private static func text(_ number: Double) -> String {
    let rounded = (number * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() ? "\(Int(clamping: Int64(rounded)))" : "\(rounded)"
  }

  private static func primaries(_ code: Int) -> String? {
    switch code {
    case 0...3, 5...7, 22: nil
    case 4: "NTSC of 1953"
    case 8: "film"
    case 9: "BT.2020"
    case 10: "CIE XYZ"
    case 11: "DCI-P3"
    case 12: "Display P3"
    default: "the code \(code)"
    }
  }

  private static func transfer(_ code: Int) -> String? {
    switch code {
    case 0...4, 6, 7, 11...15: nil
    case 5: "gamma 2.8"
    case 8: "linear"
    case 9, 10: "logarithmic"
    case 16: "PQ"
    case 17: "SMPTE ST 428-1"
    case 18: "HLG"
    default: "of the code \(code)"
    }
  }
}

extension UnconvertedColors {
  /// The colors of a decoded frame of a clip, in a stream whose file may have a profile of its own.
  init?(_ frame: UnsafeMutablePointer<AVFrame>, in stream: UnsafeMutablePointer<AVStream>) {
    if let side = av_frame_get_side_data(frame, AV_FRAME_DATA_ICC_PROFILE) {
      self.init(profile: [UInt8](UnsafeBufferPointer(start: side.pointee.data, count: Int(side.pointee.size))))
      return
    }
    var size = 0
    if let side = av_stream_get_side_data(stream, AV_PKT_DATA_ICC_PROFILE, &size) {
      self.init(profile: [UInt8](UnsafeBufferPointer(start: side, count: size)))
      return
    }
    let parameters = stream.pointee.codecpar.pointee
    let (primaries, transfer) = (frame.pointee.color_primaries, frame.pointee.color_trc)
    self.init(
      primaries: Int((primaries == AVCOL_PRI_UNSPECIFIED ? parameters.color_primaries : primaries).rawValue),
      transfer: Int((transfer == AVCOL_TRC_UNSPECIFIED ? parameters.color_trc : transfer).rawValue),
      isWideConverted: true)
  }
}
