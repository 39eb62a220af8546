import Formats
import Foundation
import Video

/// The quality of a decoded frame, measured against what was drawn.
struct FrameQuality: Sendable {
  /// In decibels: 10 · log10(255² ÷ mean squared error); 100 at most.
  let lumaPSNR: Double
  /// The PSNR of the worse chroma plane.
  let chromaPSNR: Double
  let ssim: Double
  /// The mean of decoded minus drawn, in code values, of luma and both chroma planes.
  let bias: [Double]
  /// The mean squared error of luma, in code values².
  let lumaError: Double
  /// In decibels; nil where the format has none.
  let alphaPSNR: Double?

  init(_ decoded: DecodedPlanes, _ drawn: DrawnPlanes) {
    let planes = [
      PlaneError(decoded.y, drawn.y), PlaneError(decoded.u, drawn.u), PlaneError(decoded.v, drawn.v),
    ]
    alphaPSNR = drawn.alpha.map { Self.decibels(PlaneError(decoded.alpha ?? [], $0).square) }
    lumaPSNR = Self.decibels(planes[0].square)
    chromaPSNR = Self.decibels(max(planes[1].square, planes[2].square))
    bias = planes.map(\.mean)
    lumaError = planes[0].square
    ssim = structuralSimilarity(
      Self.bytes(decoded.y), Self.bytes(drawn.y), width: drawn.width, height: drawn.height)
  }

  private static func bytes(_ plane: [Int16]) -> [UInt8] { plane.map { UInt8(min(max(0, $0 + 32) >> 6, 255)) } }

  static func decibels(_ meanSquare: Double) -> Double {
    meanSquare <= 0 ? 100 : min(100, 10 * log10(255 * 255 / meanSquare))
  }
}

/// The errors of one plane, in code values.
struct PlaneError: Sendable {
  private(set) var mean = 0.0
  private(set) var square = 0.0

  /// Planes of one size; a plane of another size differs without bounds.
  init(_ decoded: [Int16], _ drawn: [Int16]) {
    guard decoded.count == drawn.count, !drawn.isEmpty else {
      square = .infinity
      return
    }
    var (sum, squares) = (0, 0)
    for index in drawn.indices {
      let error = Int(decoded[index]) - Int(drawn[index])
      sum += error
      squares += error * error
    }
    let count = Double(drawn.count)
    mean = Double(sum) / DrawnPlanes.unit / count
    square = Double(squares) / (DrawnPlanes.unit * DrawnPlanes.unit) / count
  }
}
