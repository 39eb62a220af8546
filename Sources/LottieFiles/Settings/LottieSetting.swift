import Documents
import StageKit

/// A value that takes the place of one of the file's.
///
/// It is named by the id of a slot, or by a path of names from the layer on, which ends with the property's name:
/// `icon.Group 1.Fill 1.color`. A star stands for any one name, two for any number of names; a backslash before a point
/// makes it part of a name.
public struct LottieSetting: Sendable {
  /// The path as it is written.
  public let path: String
  let value: JSONNode
  let names: [String]

  /// The greatest number of settings.
  private static let maxCount = 1000
  /// The greatest number of paths that suggestions are looked for among.
  private static let maxSuggested = 2000

  /// The settings of a JSON object, whose values are by their paths.
  public static func settings(_ text: String) throws -> [LottieSetting] {
    let root = try JSONNode.read(Array(text.utf8), name: "set")
    guard let members = root.members else { throw StageError("expected an object of values by their paths") }
    guard members.count <= maxCount else { throw StageError("has more than \(maxCount) values") }
    return try members.map { member in
      let names = names(of: member.name)
      guard !names.contains("") else { throw StageError("'\(member.name)' has an empty name") }
      return LottieSetting(path: member.name, value: member.value, names: names)
    }
  }

  private static func names(of path: String) -> [String] {
    var result = [""]
    var isEscaped = false
    for character in path {
      if isEscaped || (character != "." && character != "\\") {
        result[result.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append("")
      }
    }
    return result
  }

  /// The document with the value.
  func applied(to root: JSONNode, name: String) throws -> JSONNode {
    if let slots = root["slots"], let slot = slots[path] {
      let old = slot["p"] ?? slot
      let new = try PropertyKind(ofSlot: old).property(value, replacing: old, path)
      return root.setting("slots", to: slots.setting(path, to: slot.setting("p", to: new)))
    }
    var editor = DocumentEditor(root)
    try editor.set(self)
    guard editor.count > 0 else { throw unknown(in: root, name) }
    return editor.document
  }

  private func unknown(in root: JSONNode, _ name: String) -> StageError {
    let slots = (root["slots"]?.members ?? []).map(\.name)
    // A long list has nothing that a person would find in it.
    let known = slots + DocumentEditor.values(of: root).prefix(Self.maxSuggested).map(\.path)
    let hint =
      spellingSuggestion(for: path, among: known).map { "Did you mean '\($0)'?" }
      ?? near(known).map { "There are \($0)." }
      ?? "There are \(known.prefix(8).map { "'\($0)'" }.joined(separator: ", "))."
    return StageError("\(name) has no slot '\(path)', and nothing at this path", hint: known.isEmpty ? nil : hint)
  }

  /// Paths that end or begin as it does.
  private func near(_ known: [String]) -> String? {
    guard let first = names.first, let last = names.last else { return nil }
    let alike = known.filter { $0.hasPrefix(first + ".") } + known.filter { $0.hasSuffix("." + last) }
    return alike.isEmpty ? nil : alike.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
  }
}
