/// The colors of a file that are not converted: they are drawn as if they were sRGB's.
public struct UnconvertedColors: Hashable, Sendable {
  /// After "has", such as `the color profile 'FOGRA39' of CMYK`.
  let text: String

  private let isPlural: Bool

  private init(_ text: String, isPlural: Bool = false) { (self.text, self.isPlural) = (text, isPlural) }

  /// The remark after the file's name: `has the color profile 'FOGRA39' of CMYK, which is not converted; …`.
  public var remark: String {
    "has \(text), which \(isPlural ? "are" : "is") not converted; its colors are drawn as sRGB"
  }

  /// Colors of four inks, whose light no profile says.
  static let inks = UnconvertedColors("the color space CMYK without a profile")
  /// As cameras mark pictures of Adobe RGB that have no profile.
  static let uncalibrated = UnconvertedColors("another color space than sRGB (Exif: probably Adobe RGB)")

  // MARK: What files say

  /// The colors of a source, should they not be converted; nil where they are drawn right as sRGB.
  init?(_ source: ColorSource) {
    switch source {
    case .profile(let bytes): self.init(profile: bytes)
    case .codes(let primaries, let transfer): self.init(primaries: primaries, transfer: transfer)
    case .numbers(let gamma, let chromaticities): self.init(gamma: gamma, chromaticities: chromaticities)
    }
  }

  /// Nil for a profile of sRGB's colors.
  private init?(profile bytes: [UInt8]) {
    guard let profile = ParsedProfile(bytes) else {
      self.init("a damaged color profile")
      return
    }
    if profile.isSRGB { return nil }
    let space = ["RGB", "GRAY"].contains(profile.space) ? "" : " of \(profile.space)"
    self.init("\(profile.name.map { "the color profile '\($0)'" } ?? "a color profile without a name")\(space)")
  }

  private init?(primaries: Int, transfer: Int) {
    let gamut = CodePoints.name(primaries: primaries).map { "the primaries of \($0)" }
    let curve = CodePoints.name(transfer: transfer).map { "the transfer function \($0)" }
    let parts = [gamut, curve].compactMap { $0 }
    if parts.isEmpty { return nil }
    self.init(parts.joined(separator: " and "), isPlural: gamut != nil)
  }

  /// Nil where both are about sRGB's.
  private init?(gamma: Double?, chromaticities: [Double]?) {
    var parts: [String] = []
    if let found = chromaticities, zip(found, CodePoints.sRGBChromaticities).contains(where: { abs($0 - $1) > 0.005 }) {
      parts.append("other primaries than sRGB (cHRM)")
    }
    // As libpng does, which ignores differences of less than 5 %; 1/2.2 is taken as sRGB's curve.
    if let gamma, abs(gamma * 2.2 - 1) > 0.05 { parts.append("a gamma of \(Self.text(gamma)) (gAMA)") }
    if parts.isEmpty { return nil }
    self.init(parts.joined(separator: " and "), isPlural: !parts[0].hasPrefix("a "))
  }

  private static func text(_ number: Double) -> String {
    let rounded = (number * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() ? "\(Int(clamping: Int64(rounded)))" : "\(rounded)"
  }
}
