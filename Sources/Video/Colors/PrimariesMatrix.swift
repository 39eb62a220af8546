import Graphics

/// A matrix from the light of one set of primaries to that of another, by rows.
struct PrimariesMatrix {
  let rows: [SIMD3<Double>]

  /// From primaries, given with their white as CIE x and y in the order of white, red, green and blue, to CIE XYZ, with white at Y = 1
  /// (SMPTE RP 177).
  init(toXYZ chromaticities: [Double]) {
    func light(_ index: Int) -> SIMD3<Double> {
      let (x, y) = (chromaticities[index], chromaticities[index + 1])
      return [x / y, 1, (1 - x - y) / y]
    }
    let (white, red, green, blue) = (light(0), light(2), light(4), light(6))
    let amounts = Self.inverse([red, green, blue].transposed).map { ($0 * white).sum() }
    rows = [red * amounts[0], green * amounts[1], blue * amounts[2]].transposed
  }

  /// From primaries to those of a gamut, both relative to white.
  init(_ chromaticities: [Double], to gamut: ColorGamut) {
    let source = PrimariesMatrix(toXYZ: chromaticities)
    let inverse = Self.inverse(PrimariesMatrix(toXYZ: CodePoints.chromaticities(of: gamut)).rows)
    let columns = source.rows.transposed
    rows = inverse.map { row in [(row * columns[0]).sum(), (row * columns[1]).sum(), (row * columns[2]).sum()] }
  }

  private static func inverse(_ rows: [SIMD3<Double>]) -> [SIMD3<Double>] {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }
    let columns = rows.transposed
    let first = cross(columns[1], columns[2])
    let size = (columns[0] * first).sum()
    return [first / size, cross(columns[2], columns[0]) / size, cross(columns[0], columns[1]) / size]
  }
}

extension [SIMD3<Double>] {
  fileprivate var transposed: [SIMD3<Double>] {
    (0..<3).map { index in [self[0][index], self[1][index], self[2][index]] }
  }
}
