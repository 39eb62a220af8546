import Graphics

/// W3C Compositing and Blending Level 1, word for word, on straight colors from 0 to 1.
enum BlendReference {
  /// Source-over with a blend function: premultiplied red, green and blue, and alpha.
  static func blended(_ mode: BlendMode, source: Color, below: Color) -> [Double] {
    let (s, d) = (source.alpha, below.alpha)
    let (cs, cb) = ([source.red, source.green, source.blue], [below.red, below.green, below.blue])
    if mode == .plus { return zip(cs + [1], cb + [1]).map { min($0 * s + $1 * d, 1) } }
    let b = mix(mode, cb, cs)
    return (0..<3).map { (1 - d) * s * cs[$0] + d * s * b[$0] + (1 - s) * d * cb[$0] } + [s + d - s * d]
  }

  private static func mix(_ mode: BlendMode, _ cb: [Double], _ cs: [Double]) -> [Double] {
    switch mode {
    case .hue: setLum(setSat(cs, sat(cb)), lum(cb))
    case .saturation: setLum(setSat(cb, sat(cs)), lum(cb))
    case .color: setLum(cs, lum(cb))
    case .luminosity: setLum(cb, lum(cs))
    default: zip(cb, cs).map { component(mode, $0, $1) }
    }
  }

  private static func component(_ mode: BlendMode, _ cb: Double, _ cs: Double) -> Double {
    switch mode {
    case .multiply: return cb * cs
    case .screen: return cb + cs - cb * cs
    case .overlay: return component(.hardLight, cs, cb)
    case .darken: return min(cb, cs)
    case .lighten: return max(cb, cs)
    case .colorDodge: return cb == 0 ? 0 : cs == 1 ? 1 : min(1, cb / (1 - cs))
    case .colorBurn: return cb == 1 ? 1 : cs == 0 ? 0 : 1 - min(1, (1 - cb) / cs)
    case .hardLight: return cs <= 0.5 ? component(.multiply, cb, 2 * cs) : component(.screen, cb, 2 * cs - 1)
    case .softLight:
      if cs <= 0.5 { return cb - (1 - 2 * cs) * cb * (1 - cb) }
      let d = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
      return cb + (2 * cs - 1) * (d - cb)
    case .difference: return abs(cb - cs)
    case .exclusion: return cb + cs - 2 * cb * cs
    default: return cs
    }
  }

  private static func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
  private static func sat(_ c: [Double]) -> Double { max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

  private static func clipColor(_ c: [Double]) -> [Double] {
    let (l, n, x) = (lum(c), min(c[0], c[1], c[2]), max(c[0], c[1], c[2]))
    var c = c
    if n < 0 { c = c.map { l + ($0 - l) * l / (l - n) } }
    if x > 1 { c = c.map { l + ($0 - l) * (1 - l) / (x - l) } }
    return c
  }

  private static func setLum(_ c: [Double], _ l: Double) -> [Double] {
    let d = l - lum(c)
    return clipColor(c.map { $0 + d })
  }

  private static func setSat(_ c: [Double], _ s: Double) -> [Double] {
    var result = [0.0, 0, 0]
    let order = [0, 1, 2].sorted { (c[$0], $0) < (c[$1], $1) }
    let (low, middle, high) = (order[0], order[1], order[2])
    if c[high] > c[low] {
      result[middle] = (c[middle] - c[low]) * s / (c[high] - c[low])
      result[high] = s
    }
    return result
  }
}
