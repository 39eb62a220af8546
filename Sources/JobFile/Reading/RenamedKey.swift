import StageKit

/// The current name of a key that was renamed.
struct RenamedKey {
  /// The key of the object that had the earlier one, under which the value is now, itself or in an object.
  let parent: String
  /// The key, with the one of its object before it where it has moved: `track.color`.
  let path: String
  let hint: String?

  private init(_ parent: String, path: String, hint: String?) {
    (self.parent, self.path, self.hint) = (parent, path, hint)
  }

  /// The declaration, among those of an object or in an object of it, that had this name earlier.
  init?(of key: String, among declarations: [ParameterDeclaration]) {
    if let declaration = declarations.first(where: { $0.formerNames.contains(key) }) {
      self.init(declaration.name, path: declaration.name, hint: "It is \(declaration.schema.noun).")
      return
    }
    for declaration in declarations {
      guard case .object(let fields) = declaration.schema,
        let field = fields.first(where: { $0.formerNames.contains(key) })
      else { continue }
      let path = "\(declaration.name).\(field.name)"
      self.init(declaration.name, path: path, hint: "It is \(field.schema.noun).")
      return
    }
    return nil
  }
}
