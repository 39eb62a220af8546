import Geography
import Geometry
import Graphics
import Timing

extension ParameterKey where Value == [Double] {
  /// A list of numbers, each within a range.
  public static func numbers(
    _ name: String, _ summary: String, default value: [Double]? = nil, _ range: NumberSchema = .any()
  ) -> Self {
    Self(
      name, summary, .list(of: .number(range), minimumCount: 0),
      default: value.map { .list($0.map { .number($0) }) }, placeholder: []
    ) { if case .list(let items) = $0 { items.compactMap(\.number) } else { nil } }
  }
}

extension ParameterKey where Value == [ParameterValues] {
  /// A list of objects with these fields; without `minimumCount` an absent list is empty.
  public static func objects(
    _ name: String, _ summary: String, minimumCount: Int = 0, _ fields: [any AnyParameter]
  ) -> Self {
    Self(
      name, summary, .list(of: .object(fields.map(\.declaration)), minimumCount: minimumCount),
      default: minimumCount == 0 ? .list([]) : nil, placeholder: []
    ) {
      guard case .list(let items) = $0 else { return nil }
      return items.compactMap { if case .object(let v) = $0 { v } else { nil } }
    }
  }
}

extension ParameterKey where Value == ParameterValues {
  /// An object with these fields; an absent one has their defaults.
  public static func object(_ name: String, _ summary: String, _ fields: [any AnyParameter]) -> Self {
    let declarations = fields.map(\.declaration)
    let isOptional = declarations.allSatisfy { !$0.isRequired }
    return Self(
      name, summary, .object(declarations), default: isOptional ? .object(ParameterValues(path: name)) : nil,
      placeholder: ParameterValues()
    ) { if case .object(let v) = $0 { v } else { nil } }
  }
}

/// The alternative that a job chose, with its fields.
public struct ChosenVariant: Hashable, Sendable {
  /// The key that the job wrote.
  public let name: String
  /// The fields below that key.
  public let parameters: ParameterValues
}

extension ParameterKey where Value == ChosenVariant {
  /// An object with exactly one of the alternatives' names as its key.
  public static func variant(
    _ name: String, _ summary: String, default value: String? = nil, _ variants: [ParameterSchema.Variant]
  ) -> Self {
    Self(
      name, summary, .variant(variants), default: value.map { .variant($0, ParameterValues(path: "\(name).\($0)")) },
      placeholder: ChosenVariant(name: value ?? variants.first?.name ?? "", parameters: ParameterValues())
    ) { if case .variant(let name, let fields) = $0 { ChosenVariant(name: name, parameters: fields) } else { nil } }
  }
}

extension ParameterKey where Value == [ChosenVariant] {
  /// A list of objects, each with exactly one of the alternatives' names as its key; without `minimumCount` an absent
  /// list is empty.
  public static func variants(
    _ name: String, _ summary: String, minimumCount: Int = 0, _ variants: [ParameterSchema.Variant]
  ) -> Self {
    Self(
      name, summary, .list(of: .variant(variants), minimumCount: minimumCount),
      default: minimumCount == 0 ? .list([]) : nil, placeholder: []
    ) {
      guard case .list(let items) = $0 else { return nil }
      return items.compactMap {
        if case .variant(let name, let fields) = $0 { ChosenVariant(name: name, parameters: fields) } else { nil }
      }
    }
  }
}

extension ParameterKey where Value == [String] {
  /// A list of strings.
  public static func texts(_ name: String, _ summary: String, default value: [String]? = nil) -> Self {
    Self(
      name, summary, .list(of: .text, minimumCount: 0), default: value.map { .list($0.map { .text($0) }) },
      placeholder: []
    ) { if case .list(let items) = $0 { items.compactMap(\.text) } else { nil } }
  }
}

extension ParameterKey where Value == [FileReference] {
  /// A list of the names of files with one of these extensions, without their dots; any where there are none.
  public static func files(
    _ name: String, _ summary: String, extensions: [String], minimumCount: Int = 1
  ) -> Self {
    Self(
      name, summary, .list(of: .file(extensions: extensions), minimumCount: minimumCount),
      default: minimumCount == 0 ? .list([]) : nil, placeholder: []
    ) {
      guard case .list(let items) = $0 else { return nil }
      return items.compactMap { if case .file(let v) = $0 { v } else { nil } }
    }
  }
}
