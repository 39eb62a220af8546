import StageKit

/// Pictures that are drawn larger than they are.
extension Image {
  /// The greatest side of a picture with more pixels.
  private static let maxSide = 2048

  /// The same with each pixel as many, so that pixels that are drawn large have edges; large pictures as they are.
  var withHardEdges: Image {
    let factor = min(Self.maxSide / max(width, height), 64)
    guard factor > 1 else { return self }
    let source = pixels
    var result: [UInt8] = []
    result.reserveCapacity(source.count * factor * factor)
    for y in 0..<height {
      var row: [UInt8] = []
      for x in 0..<width {
        let pixel = source[(y * width + x) * 4..<(y * width + x) * 4 + 4]
        for _ in 0..<factor { row += pixel }
      }
      for _ in 0..<factor { result += row }
    }
    return Image(width: width * factor, height: height * factor, premultiplied: result, gamut: gamut) ?? self
  }

  /// The same with up to 4 × 4 times the pixels, between which colors change as by the filter of Mitchell and Netravali (B = C = 1/3),
  /// by which browsers enlarge pictures; large pictures as they are.
  var smoothed: Image {
    let factor = min(Self.maxSide / max(width, height), 4)
    guard factor > 1 else { return self }
    let kernel = (0..<factor).map { Self.weights(at: (Double($0) + 0.5) / Double(factor) - 0.5) }
    let (columns, rows) = (width * factor, height * factor)
    let source = pixels
    var wide = [Float](repeating: 0, count: columns * height * 4)
    for y in 0..<height {
      for column in 0..<columns {
        let (x, part) = column.quotientAndRemainder(dividingBy: factor)
        for (tap, weight) in zip(kernel[part].first..., kernel[part].weights) {
          let texel = (y * width + min(max(x + tap, 0), width - 1)) * 4
          for channel in 0..<4 { wide[(y * columns + column) * 4 + channel] += weight * Float(source[texel + channel]) }
        }
      }
    }
    var result = [UInt8](repeating: 0, count: columns * rows * 4)
    var line = [Float](repeating: 0, count: columns * 4)
    for row in 0..<rows {
      let (y, part) = row.quotientAndRemainder(dividingBy: factor)
      for place in line.indices { line[place] = 0 }
      for (tap, weight) in zip(kernel[part].first..., kernel[part].weights) {
        let start = min(max(y + tap, 0), height - 1) * columns * 4
        for place in line.indices { line[place] += weight * wide[start + place] }
      }
      for pixel in 0..<columns {
        // No color is above its alpha.
        let alpha = min(max(line[pixel * 4 + 3], 0), 255).rounded()
        for channel in 0..<4 {
          result[(row * columns + pixel) * 4 + channel] = UInt8(min(max(line[pixel * 4 + channel].rounded(), 0), alpha))
        }
      }
    }
    return Image(width: columns, height: rows, premultiplied: result, gamut: gamut) ?? self
  }

  /// The weights of four neighbors of a place in pixels, of which 0 is the middle of one, and the first one's distance from it.
  private static func weights(at place: Double) -> (first: Int, weights: [Float]) {
    let first = Int(place.rounded(.down)) - 1
    return (first, (0..<4).map { Float(mitchell(Double(first + $0) - place)) })
  }

  /// Mitchell and Netravali, Reconstruction Filters in Computer Graphics (1988), with B = C = 1/3.
  static func mitchell(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (7 * x * x * x - 12 * x * x + 16.0 / 3) / 6 }
    return x < 2 ? (-7.0 / 3 * x * x * x + 12 * x * x - 20 * x + 32.0 / 3) / 6 : 0
  }
}
