import CRasterKernels
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
    case conical(Cone)

    /// True if there may be nothing at some places.
    var hasHoles: Bool { if case .conical = self { true } else { false } }
  }

  private let ramp: GradientRamp
  private let shape: Shape
  private let spread: Spread
  /// Maps pixels to a space in which the gradient runs along x from 0 to 1, or out from the origin to distance 1.
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
    case .conical(let focus, let inner, let center, let radius, let given, let outside):
      guard let cone = Cone(focus, inner, center, radius) else { return .solid(.zero) }
      (stops, shape, spread) = (given, .conical(cone), outside)
      toUnit = Transform.translation(-focus.x, -focus.y)
    default: return .solid(.zero)
    }
    guard let ramp = GradientRamp(stops, opacity: opacity) else { return .solid(.zero) }
    if let color = ramp.single, spread != .clear, !shape.hasHoles { return .solid(color) }
    guard let inverse = transform.inverse, (toUnit * inverse).isFinite else { return .solid(.zero) }
    return .gradient(GradientPaint(ramp: ramp, shape: shape, spread: spread, toUnit: toUnit * inverse))
  }

  /// A gradient without extent shows its last color.
  private static func end(_ stops: [GradientStop], _ opacity: Double) -> PaintSource {
    .solid(stops.last?.color.pixel(opacity: opacity) ?? .zero)
  }

  /// True where it is opaque everywhere.
  var isOpaque: Bool { ramp.isOpaque && spread != .clear && !shape.hasHoles }

  /// True if colors depend on the column alone.
  var isSameInEveryRow: Bool {
    if case .linear = shape { toUnit.m12 == 0 && toUnit.m32 == 0 } else { false }
  }

  /// Colors for `columns` of row `y`; the pointers are those of the first column.
  func shade(
    columns: Range<Int>, y: Int, into colors: UnsafeMutablePointer<Pixel>, _ ditherMask: UnsafeMutablePointer<UInt8>,
    places: Scratch<Double>
  ) {
    places.reserve(columns.count)
    let t = toUnit
    if case .linear = shape, t.m31 == 0, t.m11 == 0 {
      let py = Double(y) + 0.5
      places.base[0] = (t.m12 * py + t.m13) / (t.m32 * py + t.m33)
      ramp.shade(places.base, count: 1, spread: spread, into: colors, ditherMask: ditherMask)
      colors.update(repeating: colors[0], count: columns.count)
      ditherMask.update(repeating: ditherMask[0], count: columns.count)
      return
    }
    findPlaces(columns, y, places.base)
    ramp.shade(places.base, count: columns.count, spread: spread, into: colors, ditherMask: ditherMask)
  }

  /// Finds the positions on the ramp of the pixels of row `y`.
  private func findPlaces(_ columns: Range<Int>, _ y: Int, _ places: UnsafeMutablePointer<Double>) {
    let t = toUnit
    let py = Double(y) + 0.5
    let (rowX, rowY, rowW) = (t.m12 * py + t.m13, t.m22 * py + t.m23, t.m32 * py + t.m33)
    if case .conic(let start) = shape {
      for (i, column) in columns.enumerated() {
        let px = Double(column) + 0.5
        let w = t.m31 * px + rowW
        let turn = atan2((t.m21 * px + rowY) / w, (t.m11 * px + rowX) / w) / (2 * .pi) - start
        places[i] = turn - turn.rounded(.down)
      }
      return
    }
    if case .conical(let cone) = shape {
      for (i, column) in columns.enumerated() {
        let px = Double(column) + 0.5
        let w = t.m31 * px + rowW
        places[i] = cone.place(of: Point((t.m11 * px + rowX) / w, (t.m21 * px + rowY) / w)) ?? .nan
      }
      return
    }
    var isRadial = false
    if case .radial = shape { isRadial = true }
    var row = raster_gradient_row(x_by_x: t.m11, x: rowX, y_by_x: t.m21, y: rowY, w_by_x: t.m31, w: rowW)
    raster_gradient_places(&row, isRadial, Int32(truncatingIfNeeded: columns.lowerBound), columns.count, places)
  }
}
