import StageKit

#if canImport(Glibc)
  import Glibc
#endif

extension ShapeGradient {
  /// The number of stops that stand for a stretch on which color and opacity change together.
  private static let steps = 8

  /// The stops at a frame, in order of their offsets.
  func stops(at frame: Double) -> [GradientStop] {
    if let constant { return constant }
    let values = values.value(at: frame)
    let count = min(colorCount, values.count / 4)
    var colors: [(offset: Double, color: Vector)] = []
    for index in 0..<count {
      let offset = max(min(max(values[4 * index], 0), 1), colors.last?.offset ?? 0)
      colors.append((offset, Vector(values[4 * index + 1], values[4 * index + 2], values[4 * index + 3], 1)))
    }
    var opacities: [(offset: Double, color: Vector)] = []
    for place in stride(from: 4 * count, to: values.count - 1, by: 2) {
      let offset = max(min(max(values[place], 0), 1), opacities.last?.offset ?? 0)
      opacities.append((offset, Vector(repeating: values[place + 1])))
    }
    guard !colors.isEmpty else { return [] }
    guard opacities.contains(where: { $0.color.w != 1 }) else {
      return colors.map { GradientStop($0.offset, Self.color($0.color, 1)) }
    }
    return Self.merged(colors, opacities)
  }

  /// Colors and opacities have stops of their own; in between both are mixed, each by itself.
  private static func merged(
    _ colors: [(offset: Double, color: Vector)], _ opacities: [(offset: Double, color: Vector)]
  ) -> [GradientStop] {
    let offsets = Set((colors + opacities).map(\.offset)).sorted()
    var result: [GradientStop] = []
    func add(_ offset: Double, _ isBefore: Bool) {
      let stop = GradientStop(
        offset, color(value(of: colors, at: offset, isBefore), value(of: opacities, at: offset, isBefore).w))
      if result.last != stop { result.append(stop) }
    }
    for (index, offset) in offsets.enumerated() {
      if index > 0 {
        let last = offsets[index - 1]
        for step in 1..<steps { add(last + (offset - last) * Double(step) / Double(steps), true) }
      }
      add(offset, true)
      add(offset, false)
    }
    return result
  }

  /// The mixed value at an offset; at a hard edge that before it or that behind it.
  private static func value(
    of stops: [(offset: Double, color: Vector)], at offset: Double, _ isBefore: Bool
  ) -> Vector {
    guard let next = stops.firstIndex(where: { isBefore ? $0.offset >= offset : $0.offset > offset }) else {
      return stops[stops.count - 1].color
    }
    guard next > 0 else { return stops[0].color }
    let (a, b) = (stops[next - 1], stops[next])
    return a.color + (b.color - a.color) * ((offset - a.offset) / (b.offset - a.offset))
  }

  private static func color(_ color: Vector, _ alpha: Double) -> Color {
    func part(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    return Color(part(color.x), part(color.y), part(color.z), part(alpha))
  }

  /// The paint at a frame; nil without any color.
  func paint(at frame: Double, opacity: Double) -> Paint? {
    var stops = stops(at: frame)
    guard let last = stops.last else { return nil }
    if opacity < 1 { stops = stops.map { GradientStop($0.offset, $0.color.opacity(opacity)) } }
    let (from, to) = (start.value(at: frame), end.value(at: frame))
    let (start, end) = (Point(from.x, from.y), Point(to.x, to.y))
    let length = start.distance(to: end)
    guard length > 0 else { return .color(last.color.opacity(opacity)) }
    guard isRadial else { return .linear(from: start, to: end, stops: stops) }
    let focus = focus(at: frame)
    if focus == .zero { return .radial(center: start, radius: length, stops: stops) }
    return .conical(
      focus: start + focus * length, innerRadius: 0, center: start, radius: length, stops: stops)
  }

  /// The displacement of a radial gradient's focus from its center, in radii.
  private func focus(at frame: Double) -> Point {
    let length = min(max(highlightLength.value(at: frame) / 100, -0.99), 0.99)
    guard length != 0 else { return .zero }
    let (from, to) = (start.value(at: frame), end.value(at: frame))
    let angle = atan2(to.y - from.y, to.x - from.x) * 180 / .pi + highlightAngle.value(at: frame)
    let (sine, cosine) = sineAndCosine(degrees: angle)
    return Point(cosine, sine) * length
  }
}
