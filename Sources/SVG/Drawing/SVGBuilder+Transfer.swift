import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

extension SVGBuilder {
  /// A drawing after `feComponentTransfer` (Filter Effects 1, 9.7); nil for changes of alpha other than by a factor of up to 1.
  func transferred(_ content: DisplayList, _ step: SVGElement, isLinear: Bool) -> DisplayList? {
    // The last of several functions for a component counts.
    func element(_ name: String) -> SVGElement? { step.elements.last { $0.name == name } }
    var opacity = 1.0
    if let alpha = element("feFuncA") {
      guard let factor = Self.factor(alpha) else { return nil }
      opacity = factor
    }
    let functions = ["feFuncR", "feFuncG", "feFuncB"].map { name in element(name).flatMap(Self.function) }
    var result = content
    if functions.contains(where: { $0 != nil }) {
      result = LinearLight.transferred(
        content, functions.map { function in function ?? { value in value } }, isLinear: isLinear)
    }
    if opacity == 1 { return result }
    return DisplayList { $0.group(Group(result, opacity: opacity)) }
  }

  private static func number(_ name: String, _ element: SVGElement, _ other: Double) -> Double {
    element[name].flatMap { SVGValues.numbers($0).first } ?? other
  }

  /// The factor by which a function multiplies, from 0 to 1; nil for others.
  private static func factor(_ element: SVGElement) -> Double? {
    switch element["type"] {
    case "linear":
      let slope = number("slope", element, 1)
      return number("intercept", element, 0) == 0 && (0...1).contains(slope) ? slope : nil
    case "table":
      let values = element["tableValues"].map { SVGValues.numbers($0) } ?? []
      if values.isEmpty { return 1 }
      return values.count == 2 && values[0] == 0 && (0...1).contains(values[1]) ? values[1] : nil
    case "discrete", "gamma": return nil
    default: return 1
    }
  }

  /// A function of components from 0 to 1; nil for those that change nothing.
  private static func function(_ element: SVGElement) -> ((Double) -> Double)? {
    let values = element["tableValues"].map { SVGValues.numbers($0) } ?? []
    switch element["type"] {
    case "table" where values.count == 1: return { _ in values[0] }
    case "table" where values.count > 1:
      return { value in
        let place = min(max(value, 0), 1) * Double(values.count - 1)
        let index = min(Int(place), values.count - 2)
        return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
      }
    case "discrete" where !values.isEmpty:
      return { values[min(Int(min(max($0, 0), 1) * Double(values.count)), values.count - 1)] }
    case "linear":
      let (slope, intercept) = (number("slope", element, 1), number("intercept", element, 0))
      return { slope * $0 + intercept }
    case "gamma":
      let (amplitude, exponent) = (number("amplitude", element, 1), number("exponent", element, 1))
      let offset = number("offset", element, 0)
      return { amplitude * pow($0, exponent) + offset }
    default: return nil
    }
  }
}
