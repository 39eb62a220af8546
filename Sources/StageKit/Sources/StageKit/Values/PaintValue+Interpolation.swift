import Geometry
import Graphics
import Timing

/// Colors mix as colors; a color meets a gradient as that gradient with all stops in the color; gradients of one kind
/// mix their coordinates, angles and stops. Gradients of two kinds do not mix: the first stays until the second is
/// reached.
extension PaintValue: Interpolatable {
  public func interpolated(to other: PaintValue, at t: Double) -> PaintValue {
    switch (self, other) {
    case (.color(let a), .color(let b)): .color(a.interpolated(to: b, at: t))
    case (.gradient(let a), .gradient(let b)):
      a.interpolated(to: b, at: t).map { .gradient($0) } ?? (t < 1 ? self : other)
    case (.color(let a), .gradient(let b)): .gradient(b.stained(a, by: 1 - t))
    case (.gradient(let a), .color(let b)): .gradient(a.stained(b, by: t))
    }
  }

  /// True if a mix of both lies between them.
  public func mixes(with other: PaintValue) -> Bool {
    guard case .gradient(let a) = self, case .gradient(let b) = other else { return true }
    return a.interpolated(to: b, at: 0) != nil
  }
}

extension GradientValue {
  /// Nil for gradients of two kinds.
  func interpolated(to other: GradientValue, at t: Double) -> GradientValue? {
    guard units == other.units, let geometry = geometry.interpolated(to: other.geometry, at: t) else { return nil }
    return GradientValue(
      geometry, stops: Self.mix(stops, other.stops, at: t), spread: t < 1 ? spread : other.spread, units: units,
      interpolation: t < 1 ? interpolation : other.interpolation)
  }

  /// With all colors on the way to one.
  func stained(_ color: Color, by t: Double) -> GradientValue {
    var result = self
    for index in stops.indices { result.stops[index].color = stops[index].color.interpolated(to: color, at: t) }
    return result
  }

  /// Pairs of stops if both have the same number; else the colors at the offsets of both.
  private static func mix(_ a: [GradientStop], _ b: [GradientStop], at t: Double) -> [GradientStop] {
    if a.count == b.count {
      var minimum = -Double.infinity
      return zip(a, b).map { a, b in
        minimum = max(minimum, a.offset.interpolated(to: b.offset, at: t))
        return GradientStop(minimum, a.color.interpolated(to: b.color, at: t))
      }
    }
    var offsets: [Double] = []
    for offset in (a + b).map(\.offset).sorted() where offset != offsets.last { offsets.append(offset) }
    return offsets.flatMap { offset in
      func mixed(before: Bool) -> Color {
        color(of: a, at: offset, before: before).interpolated(to: color(of: b, at: offset, before: before), at: t)
      }
      let (before, after) = (mixed(before: true), mixed(before: false))
      return (before == after ? [after] : [before, after]).map { GradientStop(offset, $0) }
    }
  }

  /// At a hard edge, the color before or after it.
  private static func color(of stops: [GradientStop], at offset: Double, before isBefore: Bool) -> Color {
    if isBefore, let first = stops.first(where: { $0.offset == offset }) { return first.color }
    guard let next = stops.firstIndex(where: { $0.offset > offset }) else { return stops.last?.color ?? .clear }
    guard next > 0 else { return stops[next].color }
    let (a, b) = (stops[next - 1], stops[next])
    return a.color.interpolated(to: b.color, at: (offset - a.offset) / (b.offset - a.offset))
  }
}

extension GradientValue.Geometry {
  fileprivate func interpolated(to other: Self, at t: Double) -> Self? {
    switch (self, other) {
    case (.angle(let a), .angle(let b)): .angle(a.interpolated(to: b, at: t))
    case (.line(let a, let b), .line(let c, let d)):
      .line(from: a.interpolated(to: c, at: t), to: b.interpolated(to: d, at: t))
    case (.radial(let a, let r), .radial(let b, let s)):
      .radial(center: a.interpolated(to: b, at: t), radius: r.interpolated(to: s, at: t))
    case (.conic(let a, let r), .conic(let b, let s)):
      .conic(center: a.interpolated(to: b, at: t), angle: r.interpolated(to: s, at: t))
    case (.along, .along): .along
    default: nil
    }
  }
}
