import CLibAV
import Graphics
import MediaBase

/// Makes colors of a gamut in standard range of HDR frames, by tables. Within 1 of 255 of `ToneMapping`'s formulas.
///
/// To be used from one thread at a time.
final class ToneMapper {
  let mapping: ToneMapping

  /// The light for each value of 16 bits: of the display in cd/m², or of the scene.
  private let lights: [Float]
  /// For HLG, what the light of the scene is multiplied by, in cd/m², for each square root of its luminance.
  private let scales: [Float]
  /// The factors of light, so that white becomes 1, for each of the largest components from 0 to the peak.
  private let gains: [Float]
  /// The sRGB value for each light of 16 bits.
  private let values: [UInt8]
  private let rows: [SIMD4<Float>]
  /// The weights of the components in luminance, in the primaries of the file.
  private let luminance: SIMD4<Float>

  private static let steps = 16_384
  /// The weights of the gamut's components in luminance.
  private let grayWeights: SIMD4<Float>

  init(_ mapping: ToneMapping, to gamut: ColorGamut = .sRGB) {
    self.mapping = mapping
    let peak = mapping.peak
    let isHLG = mapping.curve == .hlg
    lights = (0...65_535).map { Float(mapping.curve.light(Double($0) / 65_535) * (isHLG ? 1 : 10_000)) }
    // F = α · Ys^(γ − 1) · E (BT.2100-2, table 5).
    scales = isHLG ? (0...Self.steps).map { Float(peak * pow(Double($0) / Double(Self.steps), 0.4)) } : []
    gains = (0...Self.steps).map { step in
      let light = max(Double(step), 0.001) / Double(Self.steps) * peak
      return Float(mapping.mapped(light) / light / ToneMapping.white)
    }
    values = (0...65_535).map { step in
      let light = Double(step) / 65_535
      return UInt8((Color.component(ofLight: light) * 255).rounded())
    }
    let chromaticities = CodePoints.chromaticities(mapping.primaries) ?? CodePoints.sRGBChromaticities
    func float(_ row: SIMD3<Double>) -> SIMD4<Float> { [Float(row.x), Float(row.y), Float(row.z), 0] }
    rows = PrimariesMatrix(chromaticities, to: gamut).rows.map(float)
    luminance = float(PrimariesMatrix(toXYZ: chromaticities).rows[1])
    grayWeights =
      gamut == .sRGB
      ? [0.2126, 0.7152, 0.0722, 0] : float(PrimariesMatrix(toXYZ: CodePoints.chromaticities(of: gamut)).rows[1])
  }

  /// Rows of red, green, blue and straight alpha of a frame.
  func pixels(of frame: UnsafeMutablePointer<AVFrame>, _ operation: String) throws(MediaError) -> [UInt8] {
    guard let signal = SignalRows(frame) else {
      throw MediaError(operation, reason: "its HDR pixels are of a kind that is not read")
    }
    let (width, height) = (signal.width, signal.height)
    let row = [Float](repeating: 0, count: width)
    var colors = (red: row, green: row, blue: row)
    var alpha = [Float](repeating: 1, count: width)
    return [UInt8](unsafeUninitializedCapacity: width * height * 4) { pixels, count in
      for y in 0..<height {
        signal.read(y, into: &colors, alpha: &alpha)
        let start = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(pixels)[(y * width * 4)...])
        map(colors, alpha, to: start, count: width)
      }
      count = width * height * 4
    }
  }

  private func map(
    _ colors: (red: [Float], green: [Float], blue: [Float]), _ alpha: [Float], to pixels: UnsafeMutableRawBufferPointer,
    count: Int
  ) {
    for column in 0..<count {
      let color = mapped(SIMD4(colors.red[column], colors.green[column], colors.blue[column], 0))
      let place = color.clamped(lowerBound: .zero, upperBound: .one) * 65_535 + 0.5
      // Converting lane by lane is many times as fast as converting the vector.
      pixels[column * 4] = values[Int(place[0])]
      pixels[column * 4 + 1] = values[Int(place[1])]
      pixels[column * 4 + 2] = values[Int(place[2])]
      pixels[column * 4 + 3] = UInt8(min(max(alpha[column], 0), 1) * 255 + 0.5)
    }
  }

  /// The light of the gamut's primaries, from 0 to 1, for the values of a pixel.
  @inline(__always) private func mapped(_ value: SIMD4<Float>) -> SIMD4<Float> {
    let codes = value.clamped(lowerBound: .zero, upperBound: .one) * 65_535 + 0.5
    var light = SIMD4(lights[Int(codes[0])], lights[Int(codes[1])], lights[Int(codes[2])], 0)
    if !scales.isEmpty {
      light *= Self.interpolated(scales, at: (light * luminance).sum().squareRoot() * Float(Self.steps))
    }
    let peak = Float(mapping.peak)
    light.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: peak))
    light *= Self.interpolated(gains, at: light.max() / peak * Float(Self.steps))
    let color = SIMD4((light * rows[0]).sum(), (light * rows[1]).sum(), (light * rows[2]).sum(), 0)
    let (least, greatest) = (color.min(), max(color[0], max(color[1], color[2])))
    if least >= 0, greatest <= 1 { return color }
    // Towards the gray of the same luminance, until all components are there.
    let gray = min(max((color * grayWeights).sum(), 0), 1)
    var part: Float = 1
    if least < 0 { part = gray / (gray - least) }
    if greatest > 1 { part = min(part, (1 - gray) / (greatest - gray)) }
    let middle = SIMD4(repeating: gray)
    return middle + (color - middle) * part
  }

  @inline(__always) private static func interpolated(_ table: [Float], at place: Float) -> Float {
    let index = min(Int(place), steps - 1)
    let first = table[index]
    return first + (table[index + 1] - first) * (place - Float(index))
  }
}
