import Reporting
import StageKit

/// Reads the members of an object of the job by its declaration.
///
/// ```swift
/// let fields = DeclaredReader<CanvasObject>(found, path, in: context)
/// let scale = fields?.read(\.$scale)
/// ```
struct DeclaredReader<Object: JobObject> {
  let fields: ObjectReader
  let reader: ParameterReader

  /// Reports a value that is not an object, and keys that are neither declared, nor `more`, nor `ignored`.
  init?(
    _ found: ResolvedValue, _ path: JobPath, more: [String] = [], ignored: [String] = [], in context: ReaderContext,
    hint: (SourceObject, String) -> String? = { _, _ in nil }
  ) {
    let declaration = Object.declaration
    guard
      let fields = ObjectReader(
        found, path, known: declaration.parameters.map(\.name) + more, ignored: ignored, expected: declaration.noun,
        in: context, hint: hint, renamed: { RenamedKey(of: $0, among: declaration.parameters) })
    else { return nil }
    self.fields = fields
    reader = ParameterReader(context: context)
  }

  func has<Value>(_ key: KeyPath<Object, Parameter<Value>>) -> Bool { fields.has(name(key)) }

  func lacks<Value>(_ key: KeyPath<Object, Parameter<Value>>) -> Bool { fields.lacks(name(key)) }

  /// The value under a key as it is written; nil if there is none or it has an error.
  subscript<Value>(key: KeyPath<Object, Parameter<Value>>) -> Place? {
    fields[name(key)]
  }

  /// The same of one that must be given; a missing one is reported.
  func required<Value>(_ key: KeyPath<Object, Parameter<Value>>) -> Place? {
    Object.declaration[name(key)].flatMap { reader.required($0, of: fields) }
  }

  /// The name of a file to write; a missing one is reported.
  func fileName(_ key: KeyPath<Object, Parameter<String>>) -> Place? {
    Object.declaration[name(key)].flatMap { fields.requiredFileName($0.description) }
  }

  /// The items of a list, each as it is written, or nil where it has an error; nil for no list.
  func items<Value>(_ key: KeyPath<Object, Parameter<Value>>) -> [Place?]? {
    guard let (found, path) = self[key], let declaration = Object.declaration[name(key)],
      let array = fields.context.array(found, path, expected: declaration.schema.noun)
    else { return nil }
    return array.items.enumerated().map { index, item in fields.context.resolve(item).map { ($0, path[index]) } }
  }

  /// Those of several values that are given; `isWhole` is false where one has an error.
  func given(_ declarations: [ParameterDeclaration]) -> (values: ParameterValues, isWhole: Bool) {
    var entries: [(String, ParameterValue)] = []
    var isWhole = true
    for declaration in declarations where fields.has(declaration.name) {
      let value = fields[declaration.name].flatMap {
        reader.value($0.0, $0.1, declaration.schema, at: declaration.name)
      }
      guard let value else {
        isWhole = false
        continue
      }
      entries.append((declaration.name, value))
    }
    return (ParameterValues(entries), isWhole)
  }

  /// The value under a key, or its default; nil after an error, and where one that must be given is missing, which is
  /// reported.
  func read<Value>(_ key: KeyPath<Object, Parameter<Value>>) -> Value? {
    let parameter = Object.declaration.defaults[keyPath: key]
    guard let declaration = Object.declaration[parameter.location] else { return nil }
    switch reader.written(declaration, in: fields) {
    case .absent: return parameter.wrappedValue
    case .faulty: return nil
    case .value(let value, let found, let path):
      do {
        return try Value.read(value)
      } catch {
        reader.report(error, found, path)
        return nil
      }
    }
  }

  /// The place of a part of a value that was read, by its path below the object, such as `size[0]`; nil if it is not written.
  func place(of location: String) -> Place? { reader.place(of: location) }

  private func name<Value>(_ key: KeyPath<Object, Parameter<Value>>) -> String {
    Object.declaration.defaults[keyPath: key].location
  }
}

/// A member of an object as it is written.
private enum Written {
  case absent
  /// It has an error, which is reported.
  case faulty
  case value(ParameterValue, ResolvedValue, JobPath)
}

// Apart from the type of a value, so that it is compiled once for all types.
extension ParameterReader {
  fileprivate func written(_ declaration: ParameterDeclaration, in fields: ObjectReader) -> Written {
    let name = declaration.name
    let place: (ResolvedValue, JobPath)?
    if declaration.isRequired {
      place = required(declaration, of: fields)
    } else if fields.has(name) {
      place = fields[name]
    } else {
      return .absent
    }
    guard let (found, path) = place, let value = value(found, path, declaration.schema, at: name), isWhole(name) else {
      return .faulty
    }
    return .value(value, found, path)
  }

  func report(_ error: any Error, _ found: ResolvedValue, _ path: JobPath) {
    let fault = error as? StageError
    let (found, path) = fault?.parameter.flatMap { place(of: $0) } ?? (found, path)
    context.report(found, path, fault?.message ?? "\(error)", hint: fault?.hint)
  }
}
