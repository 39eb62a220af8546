import Formats
import Foundation
import Video

/// How near a decoded frame comes to what was drawn.
struct FrameQuality: Sendable {
  /// In decibels: 10 · log10(255² ÷ mean squared error); 100 at most.
  let lumaPSNR: Double
  /// Of the worse chroma plane.
  let chromaPSNR: Double
  let ssim: Double
  /// The mean of decoded minus drawn, in code values, of luma and both chroma planes.
  let bias: [Double]
  /// The mean squared error of luma, in code values².
  let lumaError: Double

  init(_ decoded: FramePlanes, _ drawn: DrawnPlanes) {
    let planes = [
      PlaneError(decoded.plane(0), drawn.y), PlaneError(decoded.plane(1), drawn.u),
      PlaneError(decoded.plane(2), drawn.v),
    ]
    lumaPSNR = Self.decibels(planes[0].square)
    chromaPSNR = Self.decibels(max(planes[1].square, planes[2].square))
    bias = planes.map(\.mean)
    lumaError = planes[0].square
    ssim = BlockSimilarity.mean(Array(decoded.plane(0)), drawn.y, width: drawn.width, height: drawn.height)
  }

  static func decibels(_ meanSquare: Double) -> Double {
    meanSquare <= 0 ? 100 : min(100, 10 * log10(255 * 255 / meanSquare))
  }
}

/// The errors of one plane, in code values.
struct PlaneError: Sendable {
  private(set) var mean = 0.0
  private(set) var square = 0.0

  /// Planes of one size; a plane of another size differs without bounds.
  init(_ decoded: ArraySlice<UInt8>, _ drawn: [Int16]) {
    guard decoded.count == drawn.count, !drawn.isEmpty else {
      square = .infinity
      return
    }
    let first = decoded.startIndex
    var (sum, squares) = (0, 0)
    for index in drawn.indices {
      let error = Int(decoded[first + index]) << 6 - Int(drawn[index])
      sum += error
      squares += error * error
    }
    let count = Double(drawn.count)
    mean = Double(sum) / DrawnPlanes.unit / count
    square = Double(squares) / (DrawnPlanes.unit * DrawnPlanes.unit) / count
  }
}

/// The structural similarity that x264 and FFmpeg's `ssim` filter measure: windows of 8 × 8 pixels, four apart.
enum BlockSimilarity {
  private struct Sums {
    var a = 0
    var b = 0
    var squares = 0
    var products = 0

    static func + (x: Sums, y: Sums) -> Sums {
      Sums(a: x.a + y.a, b: x.b + y.b, squares: x.squares + y.squares, products: x.products + y.products)
    }
  }

  /// 1 for planes without a single window.
  static func mean(_ decoded: [UInt8], _ drawn: [Int16], width: Int, height: Int) -> Double {
    let (columns, rows) = (width / 4, height / 4)
    guard columns > 1, rows > 1, decoded.count == width * height, drawn.count == decoded.count else { return 1 }
    var above: [Sums] = []
    var total = 0.0
    for row in 0..<rows {
      let line = (0..<columns).map { column in
        var sums = Sums()
        for y in row * 4..<row * 4 + 4 {
          for index in y * width + column * 4..<y * width + column * 4 + 4 {
            let (a, b) = (Int(decoded[index]), (Int(drawn[index]) + 32) >> 6)
            sums.a += a
            sums.b += b
            sums.squares += a * a + b * b
            sums.products += a * b
          }
        }
        return sums
      }
      if row > 0 {
        for column in 0..<columns - 1 {
          total += similarity(line[column] + line[column + 1] + above[column] + above[column + 1])
        }
      }
      above = line
    }
    return total / Double((columns - 1) * (rows - 1))
  }

  /// Of 64 pixels.
  private static func similarity(_ s: Sums) -> Double {
    let c1 = (0.01 * 0.01 * 255 * 255 * 64 + 0.5).rounded(.down)
    let c2 = (0.03 * 0.03 * 255 * 255 * 64 * 63 + 0.5).rounded(.down)
    let variances = Double(s.squares * 64 - s.a * s.a - s.b * s.b)
    let covariance = Double(s.products * 64 - s.a * s.b)
    let (product, squares) = (Double(s.a * s.b), Double(s.a * s.a + s.b * s.b))
    return (2 * product + c1) * (2 * covariance + c2) / ((squares + c1) * (variances + c2))
  }
}
