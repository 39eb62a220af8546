import StageKit

/// A drawn frame in BT.709 with limited range, computed from the definition and not by the encoder's converter, so that
/// errors of that converter are found.
///
/// ITU-R BT.709-6, 3.2 to 3.4: luma 16 + 219 · E′Y, chroma 128 + 224 · E′C, chroma the mean of 2 × 2 pixels. In 1/64 of a
/// code value.
struct DrawnPlanes: Sendable {
  let width: Int
  let height: Int
  let y: [Int16]
  let u: [Int16]
  let v: [Int16]

  /// In parts of one code value.
  static let unit = 64.0

  /// Both sides of the frame must be even.
  init(_ frame: Image) {
    let (width, height, pixels) = (frame.width, frame.height, frame.pixels)
    // 219 ÷ 255 and 224 ÷ 255 of 64 units, in 1/65536.
    func weights(_ red: Double, _ green: Double, _ blue: Double, _ span: Double) -> (Int, Int, Int) {
      let unit = span / 255 * Self.unit * 65536
      return (Int((red * unit).rounded()), Int((green * unit).rounded()), Int((blue * unit).rounded()))
    }
    let (kr, kb) = (0.2126, 0.0722)
    let kg = 1 - kr - kb
    let luma = weights(kr, kg, kb, 219)
    let blueness = weights(-kr / (2 * (1 - kb)), -kg / (2 * (1 - kb)), 0.5, 224)
    let redness = weights(0.5, -kg / (2 * (1 - kr)), -kb / (2 * (1 - kr)), 224)
    var y = [Int16](repeating: 0, count: width * height)
    var u = [Int16](repeating: 0, count: width * height / 4)
    var v = u
    for row in stride(from: 0, to: height - 1, by: 2) {
      for column in stride(from: 0, to: width - 1, by: 2) {
        var (red, green, blue) = (0, 0, 0)
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          let pixel = (row + dy) * width + column + dx
          let (r, g, b) = (Int(pixels[pixel * 4]), Int(pixels[pixel * 4 + 1]), Int(pixels[pixel * 4 + 2]))
          y[pixel] = Int16((r * luma.0 + g * luma.1 + b * luma.2 + 32768) >> 16 + 16 * 64)
          red += r
          green += g
          blue += b
        }
        let chroma = row / 2 * (width / 2) + column / 2
        u[chroma] = Int16((red * blueness.0 + green * blueness.1 + blue * blueness.2 + 131_072) >> 18 + 128 * 64)
        v[chroma] = Int16((red * redness.0 + green * redness.1 + blue * redness.2 + 131_072) >> 18 + 128 * 64)
      }
    }
    (self.width, self.height, self.y, self.u, self.v) = (width, height, y, u, v)
  }
}
