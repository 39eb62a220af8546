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
        for y in 0..<height {
          for x in 0..<width { to[x * height + y] = from[y * width + x] }
        }
      }
    }
    return result
  }

  /// Blurred along both axes.
  func blurred(_ x: GaussianFilter, _ y: GaussianFilter) -> Plane {
    x.blurColumns(y.blurColumns(self).transposed()).transposed()
  }
}
