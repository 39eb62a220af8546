import Foundation

/// The published formulas of a color space with the white of sRGB, D65.
struct PublishedColors: Sendable {
  private let matrix: [[Double]]
  let function: @Sendable (Double) -> Double

  static let p3 = PublishedColors([0.68, 0.32, 0.265, 0.69, 0.15, 0.06], light)
  /// Adobe RGB (1998), 4.3.
  static let adobe = PublishedColors([0.64, 0.33, 0.21, 0.71, 0.15, 0.06]) { pow($0, 563 / 256) }
  /// ITU-R BT.2020-2, table 3.
  static let wide = PublishedColors([0.708, 0.292, 0.17, 0.797, 0.131, 0.046], light)

  init(_ primaries: [Double], _ function: @escaping @Sendable (Double) -> Double) {
    let target = Self.inverse(Self.matrix([0.64, 0.33, 0.3, 0.6, 0.15, 0.06]))
    let source = Self.matrix(primaries)
    matrix = target.map { row in
      (0..<3).map { column in row[0] * source[0][column] + row[1] * source[1][column] + row[2] * source[2][column] }
    }
    self.function = function
  }

  /// From red, green and blue to CIE XYZ, so that the sum of all is white (SMPTE RP 177).
  private static func matrix(_ primaries: [Double]) -> [[Double]] {
    let columns = stride(from: 0, to: 6, by: 2).map { place -> [Double] in
      let (x, y) = (primaries[place], primaries[place + 1])
      return [x, y, 1 - x - y]
    }
    let rows = (0..<3).map { row in columns.map { $0[row] } }
    let white = [0.3127 / 0.329, 1, (1 - 0.3127 - 0.329) / 0.329]
    let scale = inverse(rows).map { row in zip(row, white).reduce(0) { $0 + $1.0 * $1.1 } }
    return rows.map { zip($0, scale).map { $0 * $1 } }
  }

  private static func inverse(_ m: [[Double]]) -> [[Double]] {
    func minor(_ row: Int, _ column: Int) -> Double {
      let (a, b, c, d) = ((row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3)
      return m[a][c] * m[b][d] - m[a][d] * m[b][c]
    }
    let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
    return (0..<3).map { row in (0..<3).map { minor($0, row) / determinant } }
  }

  /// IEC 61966-2-1's light of a value, and the value of light.
  static func light(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
  static func value(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Values of sRGB from 0 to 1.
  func converted(_ color: [Double]) -> [Double] {
    let light = color.map(function)
    return matrix.map { row in Self.value(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }) }
  }

  /// The greatest difference from opaque pixels, in levels, of pixels that they are converted from.
  func difference(_ pixels: [UInt8], from colors: [Double], count: Int = 3) -> Double {
    stride(from: 0, to: pixels.count, by: 4).reduce(0) { greatest, pixel in
      let start = pixel / 4 * count
      let wanted = converted(Array(colors[start..<start + 3]))
      return (0..<3).reduce(greatest) { max($0, abs(Double(pixels[pixel + $1]) - wanted[$1] * 255)) }
    }
  }
}
