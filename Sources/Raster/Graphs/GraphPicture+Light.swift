import Geometry
import Graphics

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

extension GraphPicture {
  /// Its alpha as a surface in light (Filter Effects Module Level 1, 9.12 and 9.19); `part` is where the surface ends.
  func lit(
    by lighting: FilterGraph.Lighting, _ work: Transform, in part: PixelRect, isLinear: Bool
  ) -> GraphPicture {
    let end = bounds.intersection(part)
    guard end.width >= 1, end.height >= 1 else { return GraphPicture(bounds, isLinear: isLinear) }
    let lamp = Lamp(lighting.source, work)
    let color = lighting.color.components(isLinear: isLinear)
    let light = SIMD3(Double(color.x), Double(color.y), Double(color.z))
    // Heights are in pixels, as lengths are.
    let height = lighting.height * (work.m11 * work.m22).squareRoot()
    func alpha(_ x: Int, _ y: Int) -> Double {
      Double(pixels[(y - bounds.y0) * bounds.width + x - bounds.x0].w)
    }
    return placed { x, y in
      guard x >= end.x0, x < end.x1, y >= end.y0, y < end.y1 else { return .zero }
      let normal = Self.normal(x, y, end, height, alpha)
      let place = SIMD3(Double(x), Double(y), alpha(x, y) * height)
      let (way, share) = lamp.light(at: place)
      var factor: Double
      if let exponent = lighting.exponent {
        let half = way + SIMD3(0, 0, 1)
        let length = (half * half).sum().squareRoot()
        let along = length > 0 ? (normal * half).sum() / length : 0
        factor = along > 0 ? lighting.constant * pow(along, exponent) : 0
      } else {
        factor = max(lighting.constant * (normal * way).sum(), 0)
      }
      factor *= share
      let lit = (light * factor).clamped(lowerBound: .zero, upperBound: .one)
      let most = lighting.exponent == nil ? 1 : lit.max()
      return SIMD4(Float(lit.x), Float(lit.y), Float(lit.z), Float(most))
    }
  }

  /// The normal of a surface: by Sobel's kernels, of which those at edges leave out what is beyond.
  private static func normal(
    _ x: Int, _ y: Int, _ end: PixelRect, _ height: Double, _ alpha: (Int, Int) -> Double
  ) -> SIMD3<Double> {
    func slope(
      along: (start: Int, end: Int, place: Int), across: (start: Int, end: Int, place: Int),
      _ value: (_ along: Int, _ across: Int) -> Double
    ) -> Double {
      let (low, high) = (max(along.place - 1, along.start), min(along.place + 1, along.end - 1))
      guard high > low else { return 0 }
      var (sum, weights) = (0.0, 0.0)
      for place in max(across.place - 1, across.start)...min(across.place + 1, across.end - 1) {
        let weight = place == across.place ? 2.0 : 1.0
        sum += weight * (value(high, place) - value(low, place))
        weights += weight
      }
      return 2 * sum / (weights * Double(high - low))
    }
    let (columns, rows) = ((end.x0, end.x1, x), (end.y0, end.y1, y))
    let normal = SIMD3(
      -height * slope(along: columns, across: rows) { alpha($0, $1) },
      -height * slope(along: rows, across: columns) { alpha($1, $0) }, 1)
    return normal / (normal * normal).sum().squareRoot()
  }
}

/// A source of light over a grid of pixels.
private struct Lamp {
  private enum Kind {
    case distant(SIMD3<Double>)
    case point(SIMD3<Double>)
    case spot(SIMD3<Double>, axis: SIMD3<Double>, exponent: Double, cosine: Double)
  }

  private let kind: Kind

  init(_ source: FilterGraph.Lighting.Source, _ work: Transform) {
    func place(_ place: SIMD3<Double>) -> SIMD3<Double> {
      let flat = work.apply(Point(place.x, place.y))
      return SIMD3(flat.x, flat.y, place.z * (work.m11 * work.m22).squareRoot())
    }
    switch source {
    case .distant(let azimuth, let elevation):
      let (sine, cosine) = sineAndCosine(degrees: azimuth)
      let (up, flat) = sineAndCosine(degrees: elevation)
      kind = .distant(SIMD3(cosine * flat, sine * flat, up))
    case .point(let given): kind = .point(place(given))
    case .spot(let given, let target, let exponent, let cone):
      let cosine = cone.map { sineAndCosine(degrees: abs($0)).cosine } ?? -2
      kind = .spot(
        place(given), axis: Self.direction(place(target) - place(given)), exponent: exponent, cosine: cosine)
    }
  }

  private static func direction(_ way: SIMD3<Double>) -> SIMD3<Double> {
    let length = (way * way).sum().squareRoot()
    return length > 0 ? way / length : SIMD3(0, 0, 1)
  }

  /// The direction to it from a place, and the part of the light that is there.
  func light(at place: SIMD3<Double>) -> (way: SIMD3<Double>, share: Double) {
    switch kind {
    case .distant(let way): return (way, 1)
    case .point(let own): return (Self.direction(own - place), 1)
    case .spot(let own, let axis, let exponent, let cosine):
      let way = Self.direction(own - place)
      let along = -(way * axis).sum()
      return (way, along <= 0 || along < cosine ? 0 : pow(along, exponent))
    }
  }
}
