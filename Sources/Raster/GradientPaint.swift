import Geometry
import Graphics

#if canImport(Glibc)
  import Glibc
#endif

/// A gradient on the canvas: each pixel's center goes back through the inverse transform to where the ramp is known.
struct GradientPaint: Sendable {
  private enum Shape {
    case linear
    case radial
    case conic(startTurn: Double)
  }

  private let ramp: GradientRamp
  private let shape: Shape
  private let spread: Spread
  /// From pixels to a space where the gradient runs along x from 0 to 1, or out from the origin to distance 1.
  private let toUnit: Transform

  /// `transform` takes the gradient's space to pixels of the canvas.
  static func source(_ paint: Paint, transform: Transform, opacity: Double) -> PaintSource {
    let stops: [GradientStop]
    let shape: Shape
    var spread = Spread.pad
    let toUnit: Transform
    switch paint {
    case .linear(let from, let to, let given, let outside):
      let d = to - from
      guard d.lengthSquared > 0, d.isFinite else { return end(given, opacity) }
      (stops, shape, spread) = (given, .linear, outside)
      let k = 1 / d.lengthSquared
      toUnit =
        Transform(d.x * k, d.y * k, 0, -d.y * k, d.x * k, 0) * Transform.translation(-from.x, -from.y)
    case .radial(let center, let radius, let given, let outside):
      guard radius > 0, radius.isFinite else { return end(given, opacity) }
      (stops, shape, spread) = (given, .radial, outside)
      toUnit = Transform.scale(1 / radius) * Transform.translation(-center.x, -center.y)
    case .conic(let center, let start, let given):
      (stops, shape) = (given, .conic(startTurn: start / 360))
      toUnit = Transform.translation(-center.x, -center.y)
    default: return .solid(.zero)
    }
    guard let ramp = GradientRamp(stops, opacity: opacity) else { return .solid(.zero) }
    if let color = ramp.single, spread != .clear { return .solid(color) }
    guard let inverse = transform.inverse, (toUnit * inverse).isFinite else { return .solid(.zero) }
    return .gradient(GradientPaint(ramp: ramp, shape: shape, spread: spread, toUnit: toUnit * inverse))
  }

  /// A gradient without extent shows its last color.
  private static func end(_ stops: [GradientStop], _ opacity: Double) -> PaintSource {
    .solid(stops.last?.color.pixel(opacity: opacity) ?? .zero)
  }

  /// Colors for `columns` of row `y`; the pointers are those of the first column.
  func shade(
    columns: Range<Int>, y: Int, into colors: UnsafeMutablePointer<Pixel>, _ varied: UnsafeMutablePointer<UInt8>
  ) {
    let t = toUnit
    let py = Double(y) + 0.5
    let rowX = t.m12 * py + t.m13
    let rowY = t.m22 * py + t.m23
    let rowW = t.m32 * py + t.m33
    if case .linear = shape, t.m31 == 0, t.m11 == 0 {
      let (color, isVaried) = ramp.color(at: rowX / rowW, spread)
      colors.update(repeating: color, count: columns.count)
      varied.update(repeating: isVaried, count: columns.count)
      return
    }
    for (i, x) in columns.enumerated() {
      let px = Double(x) + 0.5
      let w = t.m31 * px + rowW
      let ux = (t.m11 * px + rowX) / w
      let place: Double
      switch shape {
      case .linear: place = ux
      case .radial:
        let uy = (t.m21 * px + rowY) / w
        place = (ux * ux + uy * uy).squareRoot()
      case .conic(let start):
        let uy = (t.m21 * px + rowY) / w
        let turn = atan2(uy, ux) / (2 * .pi) - start
        place = turn - turn.rounded(.down)
      }
      (colors[i], varied[i]) = ramp.color(at: place, spread)
    }
  }
}
