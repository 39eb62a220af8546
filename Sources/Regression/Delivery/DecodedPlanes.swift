import Formats

/// A decoded frame of luma and chroma in the units of `DrawnPlanes`, premultiplied where it has alpha.
struct DecodedPlanes: Sendable {
  let y: [Int16]
  let u: [Int16]
  let v: [Int16]
  let alpha: [Int16]?

  init(_ frame: FramePlanes) {
    let format = frame.format
    func samples(_ plane: Int) -> [Int] { frame.samples(ofPlane: plane) }
    let unit = 64 >> (format.depth - 8)
    var (y, u, v) = (samples(0).map { $0 * unit }, samples(1).map { $0 * unit }, samples(2).map { $0 * unit })
    if format.alpha == .straight {
      let greatest = 1 << format.depth - 1
      let alpha = samples(3)
      for index in y.indices { y[index] = 1024 + (y[index] - 1024) * alpha[index] / greatest }
      let (xShift, yShift) = (format.planes[1].xShift, format.planes[1].yShift)
      let columns = frame.width >> xShift
      for index in u.indices {
        let (column, row) = ((index % columns) << xShift, (index / columns) << yShift)
        var sum = 0
        for dy in 0..<1 << yShift {
          for dx in 0..<1 << xShift { sum += alpha[(row + dy) * frame.width + column + dx] }
        }
        let whole = greatest << (xShift + yShift)
        u[index] = 8192 + (u[index] - 8192) * sum / whole
        v[index] = 8192 + (v[index] - 8192) * sum / whole
      }
      self.alpha = alpha.map { Int16($0 * 255 * 64 / greatest) }
    } else {
      alpha = nil
    }
    (self.y, self.u, self.v) = (y.map { Int16($0) }, u.map { Int16($0) }, v.map { Int16($0) })
  }
}
