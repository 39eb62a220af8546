import Reporting
import StageKit

/// Reads the members of an object whose keys are known.
struct ObjectReader {
  let context: ReaderContext
  let object: SourceObject
  /// The object itself.
  let found: ResolvedValue
  let path: JobPath
  private let known: [String]
  /// Keys that are not known: the first ones, to bound the cost of suggestions.
  private let unknown: [String]
  /// Known keys that the object has under an earlier name, which was reported.
  private let renamedTo: Set<String>

  /// Reports a value that is not an object, and keys that are neither `known` nor `ignored`; `noun` is what a key is called,
  /// `hint` says where one belongs that is known elsewhere, `renamed` what an earlier key is called now, and `listing` where
  /// many are listed.
  init?(
    _ found: ResolvedValue, _ path: JobPath, known: [String], ignored: [String] = [], noun: String = "key",
    expected: @autoclosure () -> String = "an object", in context: ReaderContext,
    hint: (SourceObject, String) -> String? = { _, _ in nil },
    renamed: (String) -> RenamedKey? = { _ in nil }, listing: String? = nil
  ) {
    // Keyframes that an expression of time has made are no object to whoever wrote it.
    guard case .object(let object) = found.kind, !object.isTimed || known.contains("keyframes") else {
      let (noun, isShort) = (expected(), (1...12).contains(known.count))
      let keys = listed(known.map { "'\($0)'" }, or: "and")
      context.report(
        found, path, expected: noun, hint: noun == "an object" && isShort ? "Its keys are \(keys)." : nil)
      return nil
    }
    self.context = context
    self.object = object
    self.found = found
    self.path = path
    self.known = known
    var unknown: [String] = []
    var renamedTo: Set<String> = []
    for member in object.members where !known.contains(member.key) && !ignored.contains(member.key) {
      if let current = renamed(member.key) {
        renamedTo.insert(current.parent)
        context.log.add(
          at: member.keyPosition, path: path.key(member.key).text,
          "'\(member.key)' is called '\(current.path)' now", code: .renamedKey, hint: current.hint,
          fix: object[current.parent] == nil ? Fix(.name(member.key, is: current.path), isSure: true) : nil)
        continue
      }
      if unknown.count < DiagnosticList.limit { unknown.append(member.key) }
      let explanation = hint(object, member.key)
      context.log.add(
        at: member.keyPosition, path: path.key(member.key).text, "unknown \(noun) '\(member.key)'", code: .unknownKey,
        hint: explanation ?? keySuggestion(for: member.key, among: known) ?? listing,
        fix: explanation == nil ? Self.fix(member.key, of: object, known: known) : nil)
    }
    self.unknown = unknown
    self.renamedTo = renamedTo
  }

  /// The known key that an unknown one means, where the object does not have it too.
  private static func fix(_ key: String, of object: SourceObject, known: [String]) -> Fix? {
    guard let meant = meantKey(for: key, among: known), object[meant] == nil else { return nil }
    return Fix(.name(key, is: meant), isSure: certainSpelling(for: key, among: known) == meant)
  }

  func has(_ key: String) -> Bool { object[key] != nil }

  /// True if a key is missing and neither a syntax error nor a misspelled key explains it.
  func lacks(_ key: String) -> Bool {
    !has(key) && !object.isDamaged && !renamedTo.contains(key)
      && !unknown.contains { meantKey(for: $0, among: known) == key }
  }

  /// The value under a key; nil if there is none or it has an error.
  subscript(key: String) -> Place? {
    object[key].flatMap { context.resolve($0) }.map { ($0, path.key(key)) }
  }

  /// The name of a file to write under the key `file`; a missing one is reported.
  func requiredFileName(_ what: String) -> Place? {
    guard let value = object["file"] else { return required("file", what) }
    return context.fileName(value).map { ($0, path.key("file")) }
  }

  /// The value under a key; a missing one is reported.
  func required(_ key: String, _ what: String) -> Place? {
    if lacks(key) {
      context.report(found, path, "'\(key)' is missing", code: .missingKey, hint: "It is \(what).")
    }
    return self[key]
  }
}
