import Coding
import StageKit

/// The colors in which an output is delivered.
public enum DeliveredColors: Hashable, Sendable, Digestible {
  /// Those of a gamut in standard range.
  case standard(ColorGamut)
  /// Those of ITU-R BT.2100: the primaries of BT.2020 and a transfer function of high dynamic range, with the luminance of white in
  /// cd/m².
  case hdr(HDRTransfer, white: Double)

  /// HDR's reference white in cd/m² (ITU-R BT.2408-7, 2.2).
  public static let usualWhite = 203.0

  /// True if they have a high dynamic range.
  public var isHDR: Bool { if case .hdr = self { true } else { false } }

  /// Such as `Display P3`, or `HDR (PQ)`.
  public var name: String {
    switch self {
    case .standard(.sRGB): "sRGB"
    case .standard(.displayP3): "Display P3"
    case .hdr(.pq, _): "HDR (PQ)"
    case .hdr(.hlg, _): "HDR (HLG)"
    }
  }

  public func digest(into hasher: inout DigestHasher) {
    switch self {
    case .standard(let gamut): hasher.combine(gamut.rawValue)
    case .hdr(let transfer, let white):
      hasher.combine(transfer.rawValue)
      hasher.combine(white)
    }
  }
}

/// A transfer function of ITU-R BT.2100 for pictures with more light than paper white.
public enum HDRTransfer: String, Hashable, Sendable, CaseIterable, ParameterChoice {
  /// Perceptual quantization: a value stands for an absolute light.
  case pq
  /// Hybrid log-gamma: a value stands for a part of what the display can show.
  case hlg
}

/// The metadata of HDR pictures besides their color tags (SMPTE ST 2086, CTA-861.3-A): the display on which they were
/// made, and how bright they are.
public struct HDRMetadata: Hashable, Sendable {
  /// Red, green, blue and white of the display as CIE x and y: those of Display P3.
  public static let chromaticities = [0.680, 0.320, 0.265, 0.690, 0.150, 0.060, 0.3127, 0.3290]
  /// The greatest and the least light of the display in cd/m².
  public static let luminance = (greatest: 1000.0, least: 0.0001)
  /// The greatest light of a pixel, and that of the mean of a frame, in cd/m²: nothing that is drawn is brighter than white.
  public let greatest: Int

  /// Nil for colors of standard range, and for HLG, which needs none.
  public init?(_ colors: DeliveredColors) {
    guard case .hdr(.pq, let white) = colors else { return nil }
    greatest = Int(white.rounded(.up))
  }

  /// The display as x265 takes it: x and y in 1/50,000, light in 1/10,000 cd/m².
  var display: String {
    func point(_ index: Int) -> String {
      let (x, y) = (Self.chromaticities[index] * 50_000, Self.chromaticities[index + 1] * 50_000)
      return "(\(Int(x.rounded())),\(Int(y.rounded())))"
    }
    let (greatest, least) = (Int(Self.luminance.greatest * 10_000), Int((Self.luminance.least * 10_000).rounded()))
    return "G\(point(2))B\(point(4))R\(point(0))WP\(point(6))L(\(greatest),\(least))"
  }

  /// The same as SVT-AV1 takes it: in units.
  var displayInUnits: String {
    func point(_ index: Int) -> String { "(\(Self.chromaticities[index]),\(Self.chromaticities[index + 1]))" }
    return "G\(point(2))B\(point(4))R\(point(0))WP\(point(6))L(\(Self.luminance.greatest),0.0001)"
  }
}
