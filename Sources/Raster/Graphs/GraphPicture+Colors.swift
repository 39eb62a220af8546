import Graphics

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

extension GraphPicture {
  /// Straight components and alpha times a matrix of four rows of five numbers.
  func transformed(by matrix: [Double]) -> GraphPicture {
    guard matrix.count == 20 else { return self }
    let columns = (0..<5).map { column in
      SIMD4<Float>(
        Float(matrix[column]), Float(matrix[5 + column]), Float(matrix[10 + column]), Float(matrix[15 + column]))
    }
    let result = GraphPicture(bounds, isLinear: isLinear)
    for index in 0..<count {
      let color = straight(pixels[index])
      let red = columns[0] * color.x + columns[1] * color.y
      result.pixels[index] = premultiplied(red + columns[2] * color.z + columns[3] * color.w + columns[4])
    }
    return result
  }

  /// Straight components and alpha, each changed by a function.
  func transferred(_ functions: [FilterGraph.Transfer]) -> GraphPicture {
    let result = GraphPicture(bounds, isLinear: isLinear)
    let changed = (0..<4).filter { functions[$0] != .identity }
    var (last, made) = (SIMD4<Float>(repeating: -1), SIMD4<Float>.zero)
    for index in 0..<count {
      // Neighbors are often equal.
      if pixels[index] != last {
        last = pixels[index]
        var color = straight(last)
        for channel in changed { color[channel] = Float(functions[channel].value(of: Double(color[channel]))) }
        made = premultiplied(color)
      }
      result.pixels[index] = made
    }
    return result
  }
}

extension FilterGraph.Transfer {
  /// The value of a component from 0 to 1, which may lie beyond these.
  fileprivate func value(of component: Double) -> Double {
    switch self {
    case .identity: return component
    case .table(let values):
      guard values.count > 1 else { return values.first ?? component }
      let place = component * Double(values.count - 1)
      let index = min(Int(place), values.count - 2)
      return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
    case .discrete(let values):
      return values.isEmpty ? component : values[min(Int(component * Double(values.count)), values.count - 1)]
    case .linear(let slope, let intercept): return slope * component + intercept
    case .gamma(let amplitude, let exponent, let offset): return amplitude * pow(component, exponent) + offset
    }
  }
}

extension FilterGraph.Compositing {
  /// The composite of two premultiplied pixels.
  @inline(__always)
  func composed(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    switch self {
    case .over: return a + b * (1 - a.w)
    case .inside: return a * b.w
    case .outside: return a * (1 - b.w)
    case .atop: return a * b.w + b * (1 - a.w)
    case .xor: return a * (1 - b.w) + b * (1 - a.w)
    case .lighter: return pointwiseMin(a + b, .one)
    case .arithmetic(let k1, let k2, let k3, let k4):
      let product = a * b * Float(k1) + a * Float(k2)
      let sum = (product + b * Float(k3) + Float(k4)).clamped(lowerBound: .zero, upperBound: .one)
      return pointwiseMin(sum, SIMD4(repeating: sum.w))
    }
  }
}

extension BlendMode {
  /// The blend of two premultiplied pixels (W3C Compositing and Blending Level 1).
  func blended(_ top: SIMD4<Float>, on below: SIMD4<Float>) -> SIMD4<Float> {
    switch self {
    case .normal: return top + below * (1 - top.w)
    case .plus: return pointwiseMin(top + below, .one)
    default: break
    }
    if top.w <= 0 { return below }
    if below.w <= 0 { return top }
    let (s, b) = (straight(top), straight(below))
    var mixed: SIMD4<Float>
    switch self {
    case .hue: mixed = Self.with(luminosity: b, Self.with(saturation: Self.saturation(b), s))
    case .saturation: mixed = Self.with(luminosity: b, Self.with(saturation: Self.saturation(s), b))
    case .color: mixed = Self.with(luminosity: b, s)
    case .luminosity: mixed = Self.with(luminosity: s, b)
    default: mixed = SIMD4(component(b.x, s.x), component(b.y, s.y), component(b.z, s.z), 1)
    }
    mixed.w = 1
    let alone = top * (1 - below.w) + below * (1 - top.w)
    return alone + mixed * (top.w * below.w)
  }

  /// A component of the color below and of the one on it.
  private func component(_ b: Float, _ s: Float) -> Float {
    func hardLight(_ b: Float, _ s: Float) -> Float { s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1) }
    switch self {
    case .multiply: return b * s
    case .screen: return b + s - b * s
    case .overlay: return hardLight(s, b)
    case .hardLight: return hardLight(b, s)
    case .darken: return min(b, s)
    case .lighten: return max(b, s)
    case .colorDodge: return b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: return b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .softLight:
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return b + (2 * s - 1) * (d - b)
    case .difference: return abs(b - s)
    case .exclusion: return b + s - 2 * b * s
    default: return s
    }
  }

  private static func luminosity(_ c: SIMD4<Float>) -> Float { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

  private static func saturation(_ c: SIMD4<Float>) -> Float { max(c.x, c.y, c.z) - min(c.x, c.y, c.z) }

  /// A color with the luminosity of another.
  private static func with(luminosity other: SIMD4<Float>, _ color: SIMD4<Float>) -> SIMD4<Float> {
    var result = color + (luminosity(other) - luminosity(color))
    let l = luminosity(result)
    let (low, high) = (min(result.x, result.y, result.z), max(result.x, result.y, result.z))
    if low < 0 { result = l + (result - l) * (l / (l - low)) }
    if high > 1 { result = l + (result - l) * ((1 - l) / (high - l)) }
    return result
  }

  /// A color with another saturation.
  private static func with(saturation: Float, _ color: SIMD4<Float>) -> SIMD4<Float> {
    let (low, high) = (min(color.x, color.y, color.z), max(color.x, color.y, color.z))
    return high > low ? (color - low) * (saturation / (high - low)) : .zero
  }
}
