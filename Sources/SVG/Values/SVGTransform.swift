@_spi(Host) import Coding
import StageKit

/// The functions of a `transform`, the last one first.
struct SVGTransform {
  private enum Step {
    case map(Transform)
    case move(SVGLength, SVGLength?)
  }

  private var steps: [Step] = []

  /// Reads an attribute: SVG's own grammar, of numbers without units. Nil if any of it is not understood.
  init?(attribute text: String) {
    for (name, arguments) in Self.functions(in: text) ?? [("", "")] {
      let (n, isWhole) = SVGValues.list(arguments)
      guard isWhole, let step = Self.step(name.trimmed, n) else { return nil }
      steps.append(.map(step))
    }
  }

  /// Reads a style: CSS's grammar, with units. Nil if any of it is not understood.
  init?(css text: String) {
    for (name, arguments) in Self.functions(in: text) ?? [("", "")] {
      guard name.last?.isWhitespace == false, let step = Self.step(name.lowercased(), Self.parts(arguments)) else {
        return nil
      }
      steps.append(step)
    }
  }

  /// Nil where the text is not made of names with arguments in parentheses.
  private static func functions(in text: String) -> [(name: String, arguments: String)]? {
    var functions: [(String, String)] = []
    var rest = text.trimmed
    while !rest.isEmpty {
      guard let open = rest.firstIndex(of: "("), let close = rest.firstIndex(of: ")"), open < close else { return nil }
      functions.append((String(rest[..<open]), String(rest[open..<close].dropFirst())))
      rest = rest[close...].dropFirst().trimmed
      if rest.first == ",", !rest.dropFirst().trimmed.isEmpty { rest = rest.dropFirst().trimmed }
    }
    return functions
  }

  private static func step(_ name: some StringProtocol, _ n: [Double]) -> Transform? {
    switch (name, n.count) {
    case ("matrix", 6): Transform(n[0], n[2], n[4], n[1], n[3], n[5])
    case ("translate", 1...2): .translation(n[0], n.count > 1 ? n[1] : 0)
    case ("scale", 1...2): .scale(n[0], n.count > 1 ? n[1] : n[0])
    case ("rotate", 1): .rotation(degrees: n[0])
    case ("rotate", 3): .rotation(degrees: n[0], about: Point(n[1], n[2]))
    case ("skewX", 1): skew(n[0], 0)
    case ("skewY", 1): skew(0, n[0])
    default: nil
    }
  }

  private static func step(_ name: String, _ parts: [String]) -> Step? {
    func numbers(sharesCount: Bool = false) -> [Double]? {
      let found = parts.compactMap { part -> Double? in
        guard let length = SVGLength(part) else { return nil }
        return length.plainNumber ?? (sharesCount && length.isPercentage ? length.value(of: 1, SVGFontSize()) : nil)
      }
      return found.count == parts.count ? found : nil
    }
    let angles = parts.compactMap { SVGValues.angle($0, needsUnit: true) }
    let lengths = parts.compactMap { SVGLength($0) }.filter {
      $0.hasUnit || $0.plainNumber == 0
    }
    let allAngles = angles.count == parts.count
    let allLengths = lengths.count == parts.count
    switch (name, parts.count) {
    case ("matrix", 6): return numbers().flatMap { step("matrix", $0) }.map { .map($0) }
    case ("translate", 1...2), ("translate3d", 3):
      return allLengths ? .move(lengths[0], lengths.count > 1 ? lengths[1] : nil) : nil
    case ("translatex", 1): return allLengths ? .move(lengths[0], nil) : nil
    case ("translatey", 1): return allLengths ? SVGLength("0").map { .move($0, lengths[0]) } : nil
    case ("translatez", 1): return allLengths ? .map(.identity) : nil
    case ("scale", 1...2), ("scale3d", 3):
      return numbers(sharesCount: true).map { .map(.scale($0[0], $0.count > 1 ? $0[1] : $0[0])) }
    case ("scalex", 1): return numbers(sharesCount: true).map { .map(.scale($0[0], 1)) }
    case ("scaley", 1): return numbers(sharesCount: true).map { .map(.scale(1, $0[0])) }
    case ("rotate", 1), ("rotatez", 1): return allAngles ? .map(.rotation(degrees: angles[0])) : nil
    case ("skew", 1...2): return allAngles ? .map(skew(angles[0], angles.count > 1 ? angles[1] : 0)) : nil
    case ("skewx", 1): return allAngles ? .map(skew(angles[0], 0)) : nil
    case ("skewy", 1): return allAngles ? .map(skew(0, angles[0])) : nil
    default: return nil
    }
  }

  private static func parts(_ arguments: String) -> [String] {
    arguments.split(separator: ",", omittingEmptySubsequences: false).map { String($0.trimmed) }
  }

  private static func skew(_ x: Double, _ y: Double) -> Transform {
    func tangent(_ degrees: Double) -> Double {
      let (sine, cosine) = sineAndCosine(degrees: degrees)
      return sine / cosine
    }
    return Transform(1, tangent(x), 0, tangent(y), 1, 0)
  }

  /// The map; percentages are of a size.
  func map(of whole: Size, _ font: SVGFontSize) -> Transform {
    steps.reduce(.identity) { map, step in
      switch step {
      case .map(let own): map * own
      case .move(let x, let y):
        map * .translation(x.value(of: whole.width, font), y?.value(of: whole.height, font) ?? 0)
      }
    }
  }
}
