import StageKit

/// The members of an object of the job as they are written, by its declaration: for what is read before variables have values.
struct WrittenFields<Object: JobObject> {
  let object: SourceObject

  /// The value under a key; nil if there is none.
  subscript<Value>(key: KeyPath<Object, Parameter<Value>>) -> SourceValue? { object[Self.name(key)] }

  /// The key itself.
  static func name<Value>(_ key: KeyPath<Object, Parameter<Value>>) -> String {
    Object.declaration.defaults[keyPath: key].location
  }

  /// A phrase for what the key takes, such as "a list of columns".
  static func noun<Value>(_ key: KeyPath<Object, Parameter<Value>>) -> String {
    Object.declaration[name(key)]?.schema.noun ?? "a value"
  }
}
