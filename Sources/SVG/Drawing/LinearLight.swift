import StageKit

/// Colors as linear light, for filters and masks that ask for it, by tables of sRGB's transfer function.
enum LinearLight {
  private static let count = 4096
  private static let toLight = table(Color.linearLight)
  private static let toComponents = table(Color.component(ofLight:))

  /// The drawing with its colors' light in place of their components.
  static func light(_ list: DisplayList) -> DisplayList { graded(list, toLight) }

  /// The drawing of light, with the components of its colors.
  static func components(_ list: DisplayList) -> DisplayList { graded(list, toComponents) }

  /// A color's light in place of its components in the gamut of the canvas, to which colors are converted when they are drawn.
  static func light(_ color: Color, in gamut: ColorGamut) -> Color {
    let own = color.converted(to: gamut)
    let (red, green, blue) = (Color.linearLight(own.red), Color.linearLight(own.green), Color.linearLight(own.blue))
    if gamut == .sRGB { return Color(red, green, blue, color.alpha) }
    func percent(_ value: Double) -> String { "\((value * 1e6).rounded() / 1e4)%" }
    let text = "color(\(gamut.rawValue) \(percent(red)) \(percent(green)) \(percent(blue)))"
    return (Color(css: text, in: gamut) ?? color).opacity(color.alpha)
  }

  /// The drawing with each component of its straight colors changed, in light or as they are.
  static func transferred(
    _ list: DisplayList, _ functions: [(Double) -> Double], isLinear: Bool
  ) -> DisplayList {
    func value(_ function: (Double) -> Double, _ x: Double) -> Double {
      if !isLinear { return min(max(function(x), 0), 1) }
      return Color.component(ofLight: min(max(function(Color.linearLight(x)), 0), 1))
    }
    let entries = (0..<count).map { index in
      let x = Double(index) / Double(count - 1)
      return SIMD3<Float>(
        Float(value(functions[0], x)), Float(value(functions[1], x)), Float(value(functions[2], x)))
    }
    return graded(list, LookupTable(.curves, size: count, entries: entries))
  }

  private static func table(_ function: (Double) -> Double) -> LookupTable? {
    let entries = (0..<count).map { SIMD3<Float>(repeating: Float(function(Double($0) / Double(count - 1)))) }
    return LookupTable(.curves, size: count, entries: entries)
  }

  private static func graded(_ list: DisplayList, _ table: LookupTable?) -> DisplayList {
    guard let table, !list.isEmpty else { return list }
    var grade = Grade()
    grade.table = Grade.Look(table)
    return DisplayList { $0.group(Group(list, effects: [.grade(grade)])) }
  }
}
