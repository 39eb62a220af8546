import Formats
import Graphics

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Opaque drawn pixels to Y′CbCr of ITU-R BT.2100 in limited range, of 10 bits.
///
/// White becomes a luminance in cd/m², all else as much less as its light is; primaries become those of BT.2020. PQ is that light's
/// inverse EOTF. HLG is the OETF of the scene that a display with a peak of 1000 cd/m² shows so: its inverse OOTF with the gamma
/// 1.2. Samples are within 1 of the formulas.
struct HDRConverter: StripConverter {
  private let rows: [SIMD3<Float>]
  private let transfer: HDRTransfer
  /// The signal for the fourth root of a light, from 0 to white for PQ and to the peak for HLG.
  private let signals: [Float]
  /// For HLG, the scene's part of the display's light for the fourth root of its luminance.
  private let scenes: [Float]
  private let white: Float

  private static let steps = 4096
  private static let peak = 1000.0
  /// The luminance of the primaries (BT.2020-2, table 4).
  private static let weights: SIMD3<Float> = [0.2627, 0.6780, 0.0593]

  /// `white` in cd/m²; that of HLG at most its peak of 1000.
  init(_ gamut: ColorGamut, _ transfer: HDRTransfer, white: Double) {
    self.transfer = transfer
    rows = Self.matrix(gamut).map { SIMD3<Float>($0) }
    func light(_ step: Int) -> Double { pow(Double(step) / Double(Self.steps), 4) }
    switch transfer {
    case .pq:
      signals = (0...Self.steps).map { Float(Self.pq(light($0) * white / 10_000)) }
      scenes = []
      self.white = 1
    case .hlg:
      signals = (0...Self.steps).map { Float(Self.hlg(light($0))) }
      // (Y / peak)^((1 − gamma) / gamma), which is without bounds at 0, times Y / peak.
      scenes = (0...Self.steps).map { Float(pow(light($0), 1 / 1.2)) }
      self.white = Float(white / Self.peak)
    }
  }

  func convert(_ strip: DrawnStrip, into planes: inout FramePlanes) {
    let columns = strip.columns
    guard !columns.isEmpty else { return }
    let format = planes.format
    let (xShift, yShift) = (format.planes[1].xShift, format.planes[1].yShift)
    let starts = format.planes.indices.map { planes.range(ofPlane: $0).lowerBound }
    let rowBytes = format.planes.indices.map { planes.rowBytes(ofPlane: $0) }
    planes.withUnsafeMutableBytes { base in
      func put(_ value: Float, _ plane: Int, x: Int, y: Int, _ threshold: Float) {
        let sample = UInt16(min(max(value + threshold, 0), 1023)).littleEndian
        UnsafeMutableRawPointer(base + starts[plane] + y * rowBytes[plane] + x * 2).storeBytes(
          of: sample, as: UInt16.self)
      }
      for top in stride(from: strip.rows.lowerBound, to: strip.rows.upperBound, by: 1 << yShift) {
        for left in stride(from: columns.lowerBound, to: columns.upperBound, by: 1 << xShift) {
          var sum = SIMD3<Float>.zero
          var threshold: Float = 0.5
          for y in top..<top + 1 << yShift {
            let row = strip.layer.row(y)
            for x in left..<left + 1 << xShift {
              let signal = signal(row.pixels[x])
              sum += signal
              threshold = 0.5
              if row.needsDither.pointee != 0, row.ditherMask[x] != 0 {
                threshold = 1 - (Float(StraightConverter.ditherThreshold(x: x, y: y)) + 0.5) / 256
              }
              put(64 + 876 * (signal * Self.weights).sum(), 0, x: x, y: y, threshold)
            }
          }
          let mean = sum / Float(1 << (xShift + yShift))
          let luma = (mean * Self.weights).sum()
          put(512 + 896 * (mean.z - luma) / 1.8814, 1, x: left >> xShift, y: top >> yShift, threshold)
          put(512 + 896 * (mean.x - luma) / 1.4746, 2, x: left >> xShift, y: top >> yShift, threshold)
        }
      }
    }
  }

  /// Red, green and blue as they are encoded, from 0 to 1.
  private func signal(_ drawn: Pixel) -> SIMD3<Float> {
    let light = DisplayLight.light(pointwiseMin(drawn, Pixel(repeating: UInt16(Pixel.full))))
    var wide = SIMD3((rows[0] * light).sum(), (rows[1] * light).sum(), (rows[2] * light).sum()) * white
    wide.clamp(lowerBound: .zero, upperBound: .one)
    if transfer == .hlg {
      let luminance = (wide * Self.weights).sum()
      if luminance > 0 { wide *= Self.value(scenes, luminance) / luminance }
      wide.clamp(lowerBound: .zero, upperBound: .one)
    }
    return SIMD3(Self.value(signals, wide.x), Self.value(signals, wide.y), Self.value(signals, wide.z))
  }

  /// A table's value for a light from 0 to 1.
  @inline(__always) private static func value(_ table: [Float], _ light: Float) -> Float {
    let place = light.squareRoot().squareRoot() * Float(steps)
    let index = min(Int(place), steps - 1)
    return table[index] + (table[index + 1] - table[index]) * (place - Float(index))
  }

  // MARK: Formulas

  /// The inverse EOTF of BT.2100-2, table 4; 1 for 10,000 cd/m².
  private static func pq(_ light: Double) -> Double {
    let power = pow(light, 2610.0 / 16384)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    return pow((c1 + c2 * power) / (1 + c3 * power), 2523.0 / 4096 * 128)
  }

  /// The OETF of BT.2100-2, table 5, of the scene's light from 0 to 1.
  private static func hlg(_ light: Double) -> Double {
    let a = 0.17883277
    let (b, c) = (1 - 4 * a, 0.5 - a * log(4 * a))
    return light <= 1.0 / 12 ? (3 * light).squareRoot() : a * log(12 * light - b) + c
  }

  /// The rows of the matrix from a gamut's light to that of BT.2020's primaries; both have the white D65.
  private static func matrix(_ gamut: ColorGamut) -> [SIMD3<Double>] {
    switch gamut {
    case .sRGB:
      [
        SIMD3(0.627_403_895_934_699, 0.329_283_038_377_883_7, 0.043_313_065_687_417_225),
        SIMD3(0.069_097_289_358_232_08, 0.919_540_395_075_458_7, 0.011_362_315_566_309_178),
        SIMD3(0.016_391_438_875_150_28, 0.088_013_307_877_225_75, 0.895_595_253_247_624),
      ]
    case .displayP3:
      [
        SIMD3(0.753_833_034_361_721_8, 0.198_597_369_052_616_3, 0.047_569_596_585_661_88),
        SIMD3(0.045_743_848_965_358_33, 0.941_777_219_811_693_6, 0.012_478_931_222_948_122),
        SIMD3(-0.001_210_340_354_518_324_5, 0.017_601_717_301_089_895, 0.983_608_623_053_428_4),
      ]
    }
  }
}
