import Reporting
import StageKit

extension ParameterReader {
  /// A value of one of several schemas: the first that takes its kind of JSON.
  func alternative(
    _ found: ResolvedValue, _ path: JobPath, _ schema: ParameterSchema, at location: String
  ) -> ParameterValue? {
    let possible = schema.alternatives.filter { $0.admits(found.kind) }
    let forms = possible.compactMap { if case .object(let fields) = $0 { fields } else { nil } }
    if forms.count > 1 { return form(found, path, forms, at: location).map { .object($0) } }
    switch possible.first {
    case .constant(let value)?: return value
    case let schema?: return value(found, path, schema, at: location)
    case nil:
      let pair = context.pair(found)
      context.report(
        found, path, expected: schema.noun, hint: pair.map { "Did you mean \($0)?" },
        fix: pair.map { Fix(.value($0), isSure: true) })
      return nil
    }
  }

  /// The fields of an object that has one of several forms, which its keys tell.
  private func form(
    _ found: ResolvedValue, _ path: JobPath, _ forms: [[ParameterDeclaration]], at location: String
  ) -> ParameterValues? {
    let names = forms.map { $0.map(\.name) }
    var known: [String] = []
    for name in names.joined() where !known.contains(name) { known.append(name) }
    guard let fields = ObjectReader(found, path, known: known, noun: noun, in: context) else { return nil }
    // The key that tells each form, where it is given: one that it must have, or else one that no other has.
    var telling = forms.map { form in form.first { $0.isRequired && fields.has($0.name) }?.name }
    if telling.allSatisfy({ $0 == nil }) {
      telling = names.map { own in
        own.first { name in fields.has(name) && names.filter { $0.contains(name) }.count == 1 }
      }
    }
    let given = telling.compactMap { $0 }
    if given.count > 1 {
      context.report(
        found, path, "\(listed(given.map { "'\($0)'" }, or: "and")) exclude each other",
        hint: "Give \(names.map { $0.joined(separator: ", ") }.joined(separator: "; or ")).")
      return nil
    }
    guard
      let index = telling.firstIndex(where: { $0 != nil })
        ?? forms.firstIndex(where: { !$0.contains(where: \.isRequired) })
    else {
      let needed = forms.compactMap { $0.first(where: \.isRequired)?.name }
      if needed.allSatisfy(fields.lacks) { context.report(found, path, "\(quoted(needed)) is missing") }
      return nil
    }
    for name in known where !names[index].contains(name) {
      guard let (found, path) = fields[name] else { continue }
      context.report(found, path, "'\(name)' does not go with '\(given.first ?? names[index][0])'")
    }
    return parameters(fields, forms[index], at: location)
  }
}
