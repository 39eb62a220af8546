/// One component of a layer, row by row.
struct Plane {
  var width: Int
  var height: Int
  var values: [Float]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    values = [Float](repeating: 0, count: width * height)
  }
}

extension Plane {
  /// Rows become columns.
  func transposed() -> Plane {
    var result = Plane(width: height, height: width)
    values.withUnsafeBufferPointer { from in
      result.values.withUnsafeMutableBufferPointer { to in
        // In tiles, so that both sides stay in cache.
        guard let from = from.baseAddress, let to = to.baseAddress else { return }
        let side = 16
        for top in Swift.stride(from: 0, to: height, by: side) {
          let bottom = min(top + side, height)
          for left in Swift.stride(from: 0, to: width, by: side) {
            for x in left..<min(left + side, width) {
              for y in top..<bottom { to[x * height + y] = from[y * width + x] }
            }
          }
        }
      }
    }
    return result
  }

  /// Blurred along both axes; along x while rows are thinned out, since that takes less time and gives the same.
  func blurred(_ x: GaussianFilter, _ y: GaussianFilter) -> Plane {
    let columns = y.thinBlurColumns(self).transposed()
    let both = x.restoreColumns(x.thinBlurColumns(columns), height: width).transposed()
    return y.restoreColumns(both, height: height)
  }
}
