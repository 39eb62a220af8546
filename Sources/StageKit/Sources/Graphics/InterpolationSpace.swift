#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// The space in which a gradient mixes its colors, premultiplied by alpha as in CSS Color 4.
public enum InterpolationSpace: String, Hashable, Sendable, CaseIterable {
  /// sRGB as it is encoded.
  case srgb
  /// sRGB in linear light.
  case linear
  /// Björn Ottosson's perceptual space.
  case oklab
}

extension Color {
  /// Lightness from 0 to 1, a and b in OKLab, of the color without its alpha; components beyond 0…1 are clamped.
  ///
  /// After Björn Ottosson, "A perceptual color space for image processing" (2020).
  public var oklab: SIMD3<Double> { Self.oklab(linearLight) }

  private static func oklab(_ c: SIMD3<Double>) -> SIMD3<Double> {
    let l = cbrt(0.412_221_470_8 * c.x + 0.536_332_536_3 * c.y + 0.051_445_992_9 * c.z)
    let m = cbrt(0.211_903_498_2 * c.x + 0.680_699_545_1 * c.y + 0.107_396_956_6 * c.z)
    let s = cbrt(0.088_302_461_9 * c.x + 0.281_718_837_6 * c.y + 0.629_978_700_5 * c.z)
    return SIMD3(
      0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
      1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
      0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s)
  }

  /// A component of sRGB, from 0 to 1, in linear light: the transfer function of IEC 61966-2-1. What is beyond is clamped.
  public static func linearLight(_ component: Double) -> Double {
    let v = component > 0 ? min(component, 1) : 0
    return v <= 0.040_45 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  /// The component of sRGB of a linear light from 0 on: the inverse of `linearLight(_:)`, and its continuation above 1.
  public static func component(ofLight light: Double) -> Double {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  private var linearLight: SIMD3<Double> {
    SIMD3(Self.linearLight(red), Self.linearLight(green), Self.linearLight(blue))
  }

  /// A color in linear light; beyond sRGB's gamut it is clamped.
  init(linearLight c: SIMD3<Double>, alpha: Double) {
    func encoded(_ v: Double) -> Double {
      // Last digits of powers differ between machines.
      (Self.component(ofLight: min(max(v, 0), 1)) * 0x1p24).rounded() / 0x1p24
    }
    self.init(encoded(c.x), encoded(c.y), encoded(c.z), alpha)
  }

  /// The linear light of a color in OKLab.
  private static func light(oklab c: SIMD3<Double>) -> SIMD3<Double> {
    func cube(_ v: Double) -> Double { v * v * v }
    let l = cube(c.x + 0.396_337_777_4 * c.y + 0.215_803_757_3 * c.z)
    let m = cube(c.x - 0.105_561_345_8 * c.y - 0.063_854_172_8 * c.z)
    let s = cube(c.x - 0.089_484_177_5 * c.y - 1.291_485_548_0 * c.z)
    return SIMD3(
      4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
      -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
      -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s)
  }

  /// Mixed in a space, premultiplied; `t` from 0 to 1.
  public func interpolated(to other: Color, at t: Double, in space: InterpolationSpace) -> Color {
    if space == .srgb { return interpolated(to: other, at: t) }
    let isWide = isBeyondSRGB || other.isBeyondSRGB
    func components(_ color: Color) -> SIMD3<Double> {
      let light = isWide ? color.wideLight : color.linearLight
      return space == .oklab ? Self.oklab(light) : light
    }
    let alpha = self.alpha + (other.alpha - self.alpha) * t
    guard alpha > 0 else { return Color(other.red, other.green, other.blue, 0) }
    let mixed = (components(self) * (self.alpha * (1 - t)) + components(other) * (other.alpha * t)) / alpha
    let light = space == .oklab ? Self.light(oklab: mixed) : mixed
    return isWide ? Color(wideLight: light, alpha: alpha) : Color(linearLight: light, alpha: alpha)
  }
}

extension [GradientStop] {
  /// Stops that give, mixed in premultiplied sRGB as paints are, the colors that these give mixed in `space`, within half a
  /// step of 16 bits.
  public func expanded(from space: InterpolationSpace) -> [GradientStop] {
    guard space != .srgb, var last = first else { return self }
    var result = [last]
    for stop in dropFirst() {
      if stop.offset > last.offset { result.expand(last, stop, in: space) }
      result.append(stop)
      last = stop
    }
    return result
  }

  /// Appends as few stops between two stops as accuracy allows.
  private mutating func expand(_ a: GradientStop, _ b: GradientStop, in space: InterpolationSpace) {
    func color(_ t: Double) -> Color { a.color.interpolated(to: b.color, at: t, in: space) }
    func add(from: Double, _ start: Color, to: Double, _ end: Color, depth: Int) {
      let isClose = [0.25, 0.5, 0.75].allSatisfy { part in
        let exact = color(from + (to - from) * part).premultiplied
        let mixed = start.premultiplied * (1 - part) + end.premultiplied * part
        return abs(exact - mixed).max() < 0.5 / 65_280
      }
      if isClose || depth == 12 { return }
      let middle = (from + to) / 2
      let mixed = color(middle)
      add(from: from, start, to: middle, mixed, depth: depth + 1)
      append(GradientStop(a.offset + (b.offset - a.offset) * middle, mixed))
      add(from: middle, mixed, to: to, end, depth: depth + 1)
    }
    add(from: 0, color(0), to: 1, color(1), depth: 0)
  }
}

extension Color {
  fileprivate var premultiplied: SIMD3<Double> { SIMD3(red, green, blue) * alpha }
}

private func abs(_ v: SIMD3<Double>) -> SIMD3<Double> { v.replacing(with: -v, where: v .< 0) }
