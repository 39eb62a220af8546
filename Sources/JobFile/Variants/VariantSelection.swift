import StageKit

/// The variants of jobs that are wanted, and their data.
public struct VariantSelection: Codable, Hashable, Sendable {
  /// The values that are wanted of each axis that is named; all of the others.
  public var only: [String: [String]]
  /// The locales that are wanted, of the axis that reads strings: names of its values, or `pseudo`.
  public var locales: [String]
  /// Files for axes that read data, in the place of those that jobs name; the axis "" is the only one of a job.
  public var data: [String: String]
  /// Values of variables, in the place of all that jobs and their variants give these. Each becomes what a cell of data would.
  public var variables: [String: String]

  public init(
    only: [String: [String]] = [:], locales: [String] = [], data: [String: String] = [:],
    variables: [String: String] = [:]
  ) {
    self.only = only
    self.locales = locales
    self.data = data
    self.variables = variables
  }

  /// True if all variants are wanted.
  public var isEverything: Bool { only.isEmpty && locales.isEmpty }

  /// Reads `size=story,locale=de`; nil where a part is not `AXIS=VALUE`. A value may have a comma where no `AXIS=` follows.
  public static func choices(_ text: String) -> [Variant.Choice]? {
    var result: [Variant.Choice] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let equals = part.firstIndex(of: "="), Variable.isName(part[..<equals].utf8) {
        result.append(.init(axis: String(part[..<equals]), value: String(part[part.index(after: equals)...])))
      } else if result.isEmpty {
        return nil
      } else {
        result[result.count - 1].value += ",\(part)"
      }
    }
    return result
  }

  /// Reads `name=value`; nil where no variable can have the name.
  public static func assignment(_ text: String) -> (name: String, value: String)? {
    guard let equals = text.firstIndex(of: "="), Variable.isName(text[..<equals].utf8) else { return nil }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  /// True if a variant is wanted. One without a named axis is not.
  func contains(_ variant: Variant) -> Bool {
    only.allSatisfy { axis, values in variant[axis].map(values.contains) ?? false }
  }
}

extension VariantSelection: CustomStringConvertible {
  /// Such as `size=story,locale=de`.
  public var description: String {
    let choices = only.sorted { $0.key < $1.key }.flatMap { axis, values in values.map { "\(axis)=\($0)" } }
    return (choices + locales.map { "locale \($0)" }).joined(separator: ",")
  }
}
