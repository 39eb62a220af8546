import Formats
import StageKit

/// A drawn frame in BT.709 or, of HDR, in BT.2100, with limited range, computed from the definition and not by the encoder's converter, so that
/// errors of that converter are found.
///
/// ITU-R BT.709-6, 3.2 to 3.4: luma 16 + 219 · E′Y, chroma 128 + 224 · E′C, chroma the mean of the pixels that it covers. In
/// 1/64 of a code value of 8 bits. Colors are premultiplied: what is clear is black.
struct DrawnPlanes: Sendable {
  let width: Int
  let height: Int
  let y: [Int16]
  let u: [Int16]
  let v: [Int16]
  /// Nil where the format has none.
  let alpha: [Int16]?

  /// In parts of one code value.
  static let unit = 64.0

  /// Both sides of the frame must divide into the samples of the format.
  init(_ frame: Image, as format: PixelFormat, _ colors: DeliveredColors = .standard(.sRGB)) {
    let (width, height, pixels) = (frame.width, frame.height, frame.pixels)
    // 219 ÷ 255 and 224 ÷ 255 of 64 units, in 1/65536.
    func weights(_ red: Double, _ green: Double, _ blue: Double, span: Double) -> (Int, Int, Int) {
      let unit = span / 255 * Self.unit * 65536
      return (Int((red * unit).rounded()), Int((green * unit).rounded()), Int((blue * unit).rounded()))
    }
    func sample(_ red: Int, _ green: Int, _ blue: Int, by weights: (Int, Int, Int), shift: Int, zero: Int) -> Int16 {
      let sum: Int = red * weights.0 + green * weights.1 + blue * weights.2
      let half: Int = 1 << (shift - 1)
      let rounded: Int = (sum + half) >> shift
      return Int16(rounded + zero * 64)
    }
    let (kr, kb) = colors.isHDR ? (0.2627, 0.0593) : (0.2126, 0.0722)
    let kg = 1 - kr - kb
    let luma = weights(kr, kg, kb, span: 219)
    let blueness = weights(-kr / (2 * (1 - kb)), -kg / (2 * (1 - kb)), 0.5, span: 224)
    let redness = weights(0.5, -kg / (2 * (1 - kr)), -kb / (2 * (1 - kr)), span: 224)
    let (xShift, yShift) = (format.planes[1].xShift, format.planes[1].yShift)
    let (columns, rows) = (1 << xShift, 1 << yShift)
    var hdr = HDRSignals(frame.gamut, colors)
    // HDR's components are in 1/256.
    let unitShift = hdr == nil ? 0 : 8
    let shift = 16 + unitShift + xShift + yShift
    var y = [Int16](repeating: 0, count: width * height)
    var u = [Int16](repeating: 0, count: (width >> xShift) * (height >> yShift))
    var v = u
    for row in stride(from: 0, to: height, by: rows) {
      for column in stride(from: 0, to: width, by: columns) {
        var (red, green, blue) = (0, 0, 0)
        for dy in 0..<rows {
          for dx in 0..<columns {
            let pixel = (row + dy) * width + column + dx
            var (r, g, b) = (Int(pixels[pixel * 4]), Int(pixels[pixel * 4 + 1]), Int(pixels[pixel * 4 + 2]))
            if let signal = hdr?.signal(r, g, b) { (r, g, b) = signal }
            y[pixel] = sample(r, g, b, by: luma, shift: 16 + unitShift, zero: 16)
            red += r
            green += g
            blue += b
          }
        }
        let chroma = (row >> yShift) * (width >> xShift) + column >> xShift
        u[chroma] = sample(red, green, blue, by: blueness, shift: shift, zero: 128)
        v[chroma] = sample(red, green, blue, by: redness, shift: shift, zero: 128)
      }
    }
    (self.width, self.height, self.y, self.u, self.v) = (width, height, y, u, v)
    alpha = format.alpha == .none ? nil : (0..<width * height).map { Int16(pixels[$0 * 4 + 3]) * 64 }
  }
}
