@_spi(Host) import Coding
import StageKit

/// One of the filters that the property `filter` lists.
enum SVGFilterFunction {
  case reference(id: String)
  case function(name: String, arguments: [String])

  /// Those of a value; nil where it is not understood, or refers to other files.
  static func all(in value: String) -> [SVGFilterFunction]? {
    var functions: [SVGFilterFunction] = []
    var rest = value.trimmed
    while !rest.isEmpty {
      guard let open = rest.firstIndex(of: "(") else { return nil }
      var depth = 0
      let end = rest[open...].firstIndex { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return depth == 0
      }
      // An open bracket ends with the value.
      let inner = rest[open..<(end ?? rest.endIndex)].dropFirst()
      let name = rest[..<open].lowercased()
      if name == "url" {
        guard let (id, _) = SVGStyle.reference("url(\(inner))") else { return nil }
        functions.append(.reference(id: id))
      } else {
        let arguments = StyleDeclaration.parts(of: inner.trimmed.replacingSpaces, at: " ").map { String($0) }
        functions.append(.function(name: name, arguments: arguments.filter { !$0.isEmpty }))
      }
      rest = end.map { rest[$0...].dropFirst().trimmed } ?? ""
    }
    return functions.isEmpty ? nil : functions
  }

  /// A drawing in a group that filters it as a function says; nil where that is not understood.
  static func group(_ content: DisplayList, _ name: String, _ arguments: [String], _ style: SVGStyle) -> Group? {
    func length(_ text: String) -> Double? {
      guard let length = SVGLength(text), !length.isPercentage, length.hasUnit || length.plainNumber == 0 else {
        return nil
      }
      return length.value(of: 0, style.fontSize)
    }
    /// A share, by default 1, that is not negative.
    func amount() -> Double? {
      guard let text = arguments.first else { return 1 }
      guard arguments.count == 1, let length = SVGLength(text), !length.isNegative,
        length.isPercentage || length.plainNumber != nil
      else { return nil }
      return length.value(of: 1, style.fontSize)
    }
    func colored(_ matrix: ColorMatrix) -> Group { Group(content, effects: [.color(matrix)]) }
    switch name {
    case "blur":
      guard arguments.count < 2, let sigma = arguments.first.map(length) ?? 0, sigma >= 0 else { return nil }
      return Group(content, effects: sigma > 0 ? [.blur(sigma: sigma)] : [])
    case "drop-shadow":
      let lengths = arguments.filter { SVGLength($0) != nil }
      let others = arguments.filter { SVGLength($0) == nil }
      let values = lengths.compactMap(length)
      guard (2...3).contains(values.count), values.count == lengths.count, others.count < 2,
        values.count < 3 || values[2] >= 0
      else { return nil }
      var color: Color? = style.color
      if let text = others.first, text.lowercased() != "currentcolor" { color = style.parsed(text) }
      guard let color else { return nil }
      return Group(
        content,
        effects: [
          .dropShadow(
            color: color, offset: Point(values[0], values[1]), sigma: values.count > 2 ? values[2] : 0)
        ])
    case "hue-rotate":
      guard arguments.count < 2, let degrees = arguments.first.map({ SVGValues.angle($0, needsUnit: true) }) ?? 0
      else { return nil }
      return colored(.hue(degrees: degrees))
    case "opacity": return amount().map { Group(content, opacity: min($0, 1)) }
    case "brightness": return amount().map { colored(.brightness($0)) }
    case "contrast": return amount().map { colored(.contrast($0)) }
    case "saturate": return amount().map { colored(.saturation($0)) }
    case "grayscale": return amount().map { colored(.saturation(1 - min($0, 1))) }
    case "sepia": return amount().map { colored(sepia(min($0, 1))) }
    // A contrast below 0.
    case "invert": return amount().map { colored(.contrast(1 - 2 * min($0, 1))) }
    default: return nil
    }
  }

  /// That of the standard (Filter Effects 1, 6.1).
  private static func sepia(_ amount: Double) -> ColorMatrix {
    let rest = 1 - amount
    return ColorMatrix(
      red: [0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest, 0],
      green: [0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest, 0],
      blue: [0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest, 0])
  }
}

extension Substring {
  /// With each white space as a space.
  fileprivate var replacingSpaces: Substring { Substring(String(map { $0.isWhitespace ? " " : $0 })) }
}
