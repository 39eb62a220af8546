import CLCMS
import Graphics
import MediaBase

/// Converts pixels to a gamut by Little CMS: relative colorimetry with black point compensation. What the gamut has not is clipped.
///
/// To be used from one thread at a time.
final class ColorConversion {
  private let components: ColorSource.Components
  private let profile: cmsHPROFILE
  private let space: cmsColorSpaceSignature
  private let gamut: ColorGamut
  /// From components of 16 bits, without approximations: about 0.3 µs a pixel.
  private let exact: cmsHTRANSFORM
  /// From components of 8 bits: about 20 ns a pixel for profiles of primaries and curves. Takes some milliseconds to make. Profiles of
  /// tables are not approximated, since Little CMS's own grid is off by up to 30 levels at their corners.
  private var fast: cmsHTRANSFORM?
  /// The bytes for each gray.
  private lazy var grays = makeGrays()

  /// A number that differs where pixels may: of Little CMS's version, such as 2140 for 2.14, and of the use that is made of it.
  static var version: Int { Int(cmsGetEncodedCMMversion()) * 10 + 1 }

  /// Nil where colors cannot be converted: those of a damaged profile, of one for other components, of an unknown code, and
  /// those with more light than white. Takes about a millisecond.
  init?(_ source: ColorSource, _ components: ColorSource.Components, to gamut: ColorGamut = .sRGB) {
    guard let profile = Self.profile(source) else { return nil }
    let space = cmsGetColorSpace(profile)
    let layout: cmsUInt32Number? =
      switch (components, space) {
      case (.inks, cmsSigCmykData): CLCMS_CMYK_16
      case (.gray, cmsSigGrayData): CLCMS_GRAY_16
      case (.gray, cmsSigRgbData), (.color, cmsSigRgbData): CLCMS_RGBA_16
      default: nil
      }
    guard let layout,
      let exact = Self.transform(from: profile, layout, to: gamut, cmsUInt32Number(cmsFLAGS_NOOPTIMIZE))
    else {
      cmsCloseProfile(profile)
      return nil
    }
    (self.components, self.profile, self.space, self.exact) = (components, profile, space, exact)
    self.gamut = gamut
  }

  deinit {
    cmsDeleteTransform(exact)
    if let fast { cmsDeleteTransform(fast) }
    cmsCloseProfile(profile)
  }

  // MARK: Converting

  /// Converts pixels of 4 bytes in place: red, green, blue and a straight alpha, which stays; or cyan, magenta, yellow and
  /// black, 255 for full ink, whose alpha becomes 255. Throws only if memory runs out.
  func convert(_ pixels: inout [UInt8], _ operation: String) throws(MediaError) {
    if space == cmsSigGrayData {
      for start in stride(from: 0, to: pixels.count - 3, by: 4) {
        let gray = Int(pixels[start]) * 4
        for channel in 0..<3 { pixels[start + channel] = grays[gray + channel] }
      }
      return
    }
    if fast == nil {
      let isTable = [INTENT_RELATIVE_COLORIMETRIC, INTENT_PERCEPTUAL].contains {
        cmsIsCLUT(profile, cmsUInt32Number($0), cmsUInt32Number(LCMS_USED_AS_INPUT)) != 0
      }
      fast = Self.transform(
        from: profile, components == .inks ? CLCMS_CMYK_8 : CLCMS_RGBA_8, to: gamut,
        isTable ? cmsUInt32Number(cmsFLAGS_NOOPTIMIZE) : 0)
    }
    guard let fast else { throw MediaError(operation, reason: "there is not enough memory for its colors") }
    pixels.withUnsafeMutableBytes {
      cmsDoTransform(fast, $0.baseAddress, $0.baseAddress, UInt32(clamping: $0.count / 4))
    }
    if components == .inks { for place in stride(from: 3, to: pixels.count, by: 4) { pixels[place] = 255 } }
  }

  /// Converts pixels of 4 components of 16 bits to as many of 4 bytes, whose alpha stays.
  func convert(_ pixels: [UInt16], to result: UnsafeMutablePointer<UInt8>) {
    cmsDoTransform(exact, pixels, result, UInt32(clamping: pixels.count / 4))
  }

  private func makeGrays() -> [UInt8] {
    var result = [UInt8](repeating: 255, count: 1024)
    result.withUnsafeMutableBufferPointer { result in
      if let start = result.baseAddress { convert((0..<1024).map { UInt16($0 / 4) * 257 }, to: start) }
    }
    return result
  }

  // MARK: Profiles

  private static func transform(
    from profile: cmsHPROFILE, _ layout: cmsUInt32Number, to gamut: ColorGamut, _ flags: cmsUInt32Number
  ) -> cmsHTRANSFORM? {
    let target =
      switch gamut {
      case .sRGB: cmsCreate_sRGBProfile()
      case .displayP3: Self.profile(CodePoints.chromaticities(of: gamut), .sRGB)
      }
    guard let target else { return nil }
    defer { cmsCloseProfile(target) }
    return cmsCreateTransform(
      profile, layout, target, CLCMS_RGBA_8, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
      cmsUInt32Number(cmsFLAGS_BLACKPOINTCOMPENSATION) | flags)
  }

  /// To be closed.
  private static func profile(_ source: ColorSource) -> cmsHPROFILE? {
    switch source {
    case .profile(let bytes):
      return bytes.isEmpty ? nil : cmsOpenProfileFromMem(bytes, UInt32(clamping: bytes.count))
    case .codes(let primaries, let transfer):
      guard let chromaticities = CodePoints.chromaticities(primaries),
        let function = CodePoints.function(transfer: transfer)
      else { return nil }
      return profile(chromaticities, function)
    case .numbers(let gamma, let chromaticities):
      if let gamma, !(0.01...100).contains(gamma) { return nil }
      return profile(
        chromaticities ?? CodePoints.sRGBChromaticities, gamma.map { ToneFunction.gamma(1 / $0) } ?? .sRGB)
    }
  }

  private static func profile(_ chromaticities: [Double], _ function: ToneFunction) -> cmsHPROFILE? {
    func place(_ index: Int) -> cmsCIExyY { cmsCIExyY(x: chromaticities[index], y: chromaticities[index + 1], Y: 1) }
    guard chromaticities.count == 8, chromaticities[1] > 0.001 else { return nil }
    let (kind, numbers): (Int32, [Double]) =
      switch function {
      case .sRGB: (4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      case .gamma(let power): (1, [power])
      case .scaled(let factor, let power): (2, [power, factor, 0])
      }
    guard let curve = cmsBuildParametricToneCurve(nil, kind, numbers) else { return nil }
    defer { cmsFreeToneCurve(curve) }
    var (white, curves) = (place(0), [OpaquePointer?](repeating: curve, count: 3))
    var primaries = cmsCIExyYTRIPLE(Red: place(2), Green: place(4), Blue: place(6))
    return cmsCreateRGBProfile(&white, &primaries, &curves)
  }
}
