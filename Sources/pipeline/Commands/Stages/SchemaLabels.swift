import JobFile
import StageKit

extension ParameterSchema {
  /// A short description of a parameter's values.
  var label: String {
    switch self {
    case .number(let number): number.label
    case .boolean: "true or false"
    case .text: "text"
    case .message(let values): "text with \(values.map { "{\($0)}" }.joined(separator: ", "))"
    case .choice(let words): words.joined(separator: "|")
    case .color: "color"
    case .point: "[x, y]"
    case .coordinate: "[longitude, latitude]"
    case .path: "SVG path"
    case .paint: "color or gradient"
    case .stops: "list of [offset, color] or of colors"
    case .curve: "curve"
    case .repetition: "number above 0, or forever"
    case .file(let extensions): extensions.isEmpty ? "file" : "file (\(extensions.joined(separator: ", ")))"
    case .track: "id of a sound"
    case .job: "job file (json)"
    case .variables: "object of values by name"
    case .route: "route"
    case .list(let item, _): "list of \(item.label)"
    case .object: "object"
    case .variant(let variants): "{ \(variants.map(\.name).joined(separator: " | ")) }"
    case .animated(let inner): "\(inner.label), or keyframes"
    case .pair(let first, let second, let number):
      "[\(first), \(second)]" + (number.unit == .none ? "" : " in \(number.unit.rawValue)")
        + (number.range.isEmpty ? "" : ", each\(number.range)")
    case .frameRate: "number, or fraction such as \"30000/1001\""
    case .name(let noun, _): noun
    case .reference(let member): "\"stage.\(member)\""
    case .constant(let value): value.label ?? ""
    case .alternatives(let schemas, let noun): schemas.isEmpty ? noun : schemas.map(\.label).joined(separator: ", or ")
    case .named(let named): "[\(named.name)](#\(named.name.replacing(" ", with: "-")))"
    }
  }
}

extension ParameterSchema {
  /// The label without the links of a page.
  var plainLabel: String { label.replacing(/\[([^\]\[]*)\]\(#[^)]*\)/) { String($0.1) } }

  /// The schemas with names that are part of it, but for those within these.
  fileprivate var namedSchemas: [NamedSchema] {
    switch self {
    case .named(let named): [named]
    case .list(let item, _), .animated(let item): item.namedSchemas
    case .object(let fields): fields.flatMap(\.schema.namedSchemas)
    case .variant(let variants): variants.flatMap(\.fields).flatMap(\.schema.namedSchemas)
    case .alternatives(let schemas, _): schemas.flatMap(\.namedSchemas)
    default: []
    }
  }
}

extension StageDefinition {
  /// The schemas with names that its parameters take and the reference of job files does not describe, each once.
  var ownSchemas: [NamedSchema] {
    var known = JobReference.names
    return parameters.flatMap(\.schema.namedSchemas).filter { known.insert($0.name).inserted }
  }
}

extension JobReference {
  /// The names of all schemas that it describes.
  static var names: Set<String> { Set((objects + values).map(\.name)) }
}

extension NumberSchema {
  fileprivate var label: String {
    var text = isInteger ? "whole number" : "number"
    if unit != .none { text += " of \(unit.rawValue)" }
    return text + range
  }

  /// Such as " from 0 to 1"; empty for all numbers.
  fileprivate var range: String {
    switch (minimum, maximum) {
    case (let low?, let high?):
      isMinimumExclusive ? " above \(low.short), up to \(high.short)" : " from \(low.short) to \(high.short)"
    case (let low?, nil): isMinimumExclusive ? " above \(low.short)" : " from \(low.short)"
    case (nil, let high?): " up to \(high.short)"
    case (nil, nil): ""
    }
  }
}

extension ParameterDeclaration {
  /// A short description of the default; nil if there is none.
  var defaultLabel: String? {
    guard let defaultValue else { return isOptional ? nil : "required" }
    return defaultValue.label
  }
}

extension ParameterValue {
  fileprivate var label: String? {
    switch self {
    case .number(.infinity): "forever"
    case .number(let value): value.short
    case .boolean(let value): "\(value)"
    case .text(let value): value.isEmpty ? nil : value
    case .color(let color): color.cssText
    case .paint(let paint): if case .color(let color) = paint { color.cssText } else { nil }
    case .point(let p): "[\(p.x.short), \(p.y.short)]"
    case .coordinate(let c): "[\(c.longitude.short), \(c.latitude.short)]"
    case .curve(.spring(let spring)): "\(Easing.spring(spring)), \(spring.settlingLabel)"
    case .curve(let curve): "\(curve)"
    case .variant(let name, _): name
    case .list(let items): items.isEmpty ? nil : "[\(items.compactMap(\.label).joined(separator: ", "))]"
    case .path, .stops, .file, .route, .object, .animation: nil
    }
  }
}

extension Double {
  /// Without a fraction for whole numbers.
  fileprivate var short: String { self == rounded() && abs(self) < 0x1p53 ? "\(Int(self))" : "\(self)" }
}
