import StageKit

/// The members of an object whose keys are known.
struct Fields {
  let scope: JobScope
  let object: SourceObject
  /// The object itself.
  let found: Found
  let path: JobPath
  /// Known keys that unknown ones were probably meant to be; they are not missed.
  private var meant: Set<String> = []

  /// Complains about a value that is no object, and about unknown keys; `noun` is what a key is called.
  init?(
    _ found: Found, _ path: JobPath, known: [String], noun: String = "key",
    expected: @autoclosure () -> String = "an object", in scope: JobScope
  ) {
    guard case .object(let object) = found.kind else {
      scope.complain(found, path, expected: expected())
      return nil
    }
    self.scope = scope
    self.object = object
    self.found = found
    self.path = path
    for member in object.members where !known.contains(member.key) {
      if !scope.log.isFull, let key = spellingSuggestion(for: member.key, among: known) { meant.insert(key) }
      scope.log.add(
        at: member.keyPosition, path: path.key(member.key).text, "unknown \(noun) '\(member.key)'",
        hint: suggestion(for: member.key, among: known))
    }
  }

  func has(_ key: String) -> Bool { object[key] != nil }

  /// Whether a key is missing without an explanation among earlier complaints.
  func lacks(_ key: String) -> Bool { !has(key) && !object.isDamaged && !meant.contains(key) }

  /// The value under a key; nil where there is none, and where it was complained about.
  subscript(key: String) -> (Found, JobPath)? {
    object[key].flatMap { scope.resolve($0) }.map { ($0, path.key(key)) }
  }

  /// The value under a key that must be there.
  func required(_ key: String, _ what: String) -> (Found, JobPath)? {
    if lacks(key) {
      scope.complain(found, path, "'\(key)' is missing", hint: "It is \(what).")
    }
    return self[key]
  }

  /// What `read` makes of the value under a key, or a default where there is none; nil after a complaint.
  func read<Value>(_ key: String, default value: Value, _ read: (Found, JobPath) -> Value?) -> Value? {
    guard let member = object[key] else { return value }
    return scope.resolve(member).flatMap { read($0, path.key(key)) }
  }
}
