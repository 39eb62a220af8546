import Reporting
import StageKit

extension JobOutline {
  /// A diagnostic's fix as a change of this text, in which its position lies; nil where it has none, or where its
  /// name stands within an expression.
  public func change(for diagnostic: Diagnostic) -> JobChange? {
    guard let fix = diagnostic.fix, let position = diagnostic.position else { return nil }
    if let key = keyPath(at: position) {
      guard case .name(_, is: let name) = fix.correction else { return nil }
      return .rekey(key, as: name)
    }
    guard let path = path(at: position), !path.isEmpty else { return nil }
    switch fix.correction {
    case .value(let text): return JSONValue(parsing: Array(text.utf8)).map { .edit(JobEdit(path, $0)) }
    case .name(let name, is: let new):
      guard case .string(let text)? = value(at: path) else { return nil }
      return Self.replacing(name, by: new, in: text).map { .edit(JobEdit(path, .string($0))) }
    }
  }

  /// The path of the member whose key begins at a position.
  private func keyPath(at position: SourcePosition) -> String? {
    func isAt(_ other: SourcePosition) -> Bool { (other.line, other.column) == (position.line, position.column) }
    func find(_ value: SourceValue, _ steps: [EditPath.Step]) -> [EditPath.Step]? {
      switch value.kind {
      case .object(let object):
        let before = object.members.last {
          ($0.keyPosition.line, $0.keyPosition.column) <= (position.line, position.column)
        }
        guard let before else { return nil }
        return isAt(before.keyPosition)
          ? steps + [.key(before.key)] : find(before.value, steps + [.key(before.key)])
      case .array(let array):
        let index = array.items.lastIndex {
          ($0.position.line, $0.position.column) <= (position.line, position.column)
        }
        return index.flatMap { find(array.items[$0], steps + [.index($0)]) }
      default: return nil
      }
    }
    return find(root, []).map { EditPath($0).text }
  }

  /// A text with another name in the place of the only one: the whole text, a variable's `$name`, or a part of a reference.
  private static func replacing(_ name: String, by new: String, in text: String) -> String? {
    if text == name { return new }
    if text == "$" + name { return "$" + new }
    var parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let places = parts.indices.filter { parts[$0] == name }
    guard places.count == 1 else { return nil }
    parts[places[0]] = new
    return parts.joined(separator: ".")
  }
}

/// Corrections of a text.
public struct TextFixes: Sendable {
  /// Each correction with the diagnostic that it is of, by position.
  public private(set) var changes: [(diagnostic: Diagnostic, change: JobChange)] = []

  /// The sure fixes among diagnostics about one text, each place once.
  public init(of diagnostics: [Diagnostic], in text: [UInt8]) {
    guard let outline = JobOutline(text) else { return }
    var seen: Set<SourcePosition> = []
    for diagnostic in diagnostics where diagnostic.fix?.isSure == true {
      guard let position = diagnostic.position, let change = outline.change(for: diagnostic),
        seen.insert(position).inserted
      else { continue }
      changes.append((diagnostic, change))
    }
    changes.sort { a, b in
      guard let first = a.diagnostic.position, let second = b.diagnostic.position else { return false }
      return first < second
    }
  }

  /// The text with all of them. Those behind come first, so that the paths before stay true.
  public func applied(to text: [UInt8]) throws(JobEditError) -> [UInt8] {
    try JobText.applying(changes.reversed().map(\.change), to: text)
  }
}
