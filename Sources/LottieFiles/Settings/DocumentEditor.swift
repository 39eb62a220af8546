import Documents
import StageKit

/// Changes values of a document by paths of names.
struct DocumentEditor {
  /// The parts of a document that have names.
  enum Role { case composition, layer, shape, effect }

  /// The greatest depth of compositions and groups that paths lead through.
  private static let maxDepth = 128
  /// The greatest number of steps, since stars lead everywhere.
  private static let maxSteps = 1_000_000
  /// The greatest number of values that are listed.
  private static let maxValues = 100_000

  /// A value that can be set, or is absent and can be given.
  struct Value {
    let path: String
    let kind: PropertyKind
    /// The property as the file has it.
    let json: JSONNode?
  }

  private var root: JSONNode
  private var assets: [JSONNode]
  /// The places of assets by their ids.
  private var places: [String: Int] = [:]
  /// The assets that the path leads through.
  private var open: Set<Int> = []
  private var steps = 0
  /// The number of values that have been set.
  private(set) var count = 0

  init(_ root: JSONNode) {
    self.root = root
    assets = root["assets"]?.list ?? []
    for (place, asset) in assets.enumerated() {
      if let id = asset["id"]?.text, places[id] == nil { places[id] = place }
    }
  }

  /// The document with its changes.
  var document: JSONNode {
    guard let old = root["assets"] else { return root }
    return root.setting("assets", to: JSONNode(.list(assets), at: old.offset))
  }

  /// Sets a value wherever its path leads.
  mutating func set(_ setting: LottieSetting) throws {
    root = try changed(root, .composition, setting.names[...], depth: 0) { part, role, name in
      try Self.setting(name, of: part, role, to: setting.value, setting.path)
    }
  }

  /// All values that can be set by paths of names.
  static func values(of root: JSONNode) -> [Value] {
    var editor = DocumentEditor(root)
    var result: [Value] = []
    editor.list(root, .composition, "", depth: 0, &result)
    return result
  }

  // MARK: Walking

  /// A part with what its path leads to changed; `set` returns nil for a part without the property.
  private mutating func changed(
    _ part: JSONNode, _ role: Role, _ names: ArraySlice<String>, depth: Int,
    _ set: (JSONNode, Role, String) throws -> JSONNode?
  ) throws -> JSONNode {
    guard let first = names.first, depth < Self.maxDepth, steps < Self.maxSteps else { return part }
    steps += 1
    if names.count == 1 {
      guard let result = try set(part, role, first) else { return part }
      count += 1
      return result
    }
    var result = part
    // Two stars stand for no name, or for this one and perhaps more.
    let isAny = first == "**"
    if isAny { result = try changed(result, role, names.dropFirst(), depth: depth, set) }
    let rest = isAny ? names : names.dropFirst()
    func matches(_ child: JSONNode) -> Bool { isAny || first == "*" || first == child["nm"]?.text }
    for (key, childRole) in Self.children(of: role, result) {
      guard let list = result[key] else { continue }
      let children = try (list.list ?? []).map { child in
        matches(child) ? try changed(child, childRole, rest, depth: depth + 1, set) : child
      }
      result = result.setting(key, to: JSONNode(.list(children), at: list.offset))
    }
    if let place = place(of: result, role), open.insert(place).inserted {
      defer { open.remove(place) }
      guard let list = assets[place]["layers"] else { return result }
      let layers = try (list.list ?? []).map { child in
        matches(child) ? try changed(child, .layer, rest, depth: depth + 1, set) : child
      }
      assets[place] = assets[place].setting("layers", to: JSONNode(.list(layers), at: list.offset))
    }
    return result
  }

  private mutating func list(
    _ part: JSONNode, _ role: Role, _ prefix: String, depth: Int, _ result: inout [Value]
  ) {
    guard depth < Self.maxDepth, result.count < Self.maxValues else { return }
    result += Self.properties(of: part, role).map { property in
      let holder =
        switch role {
        case .shape where part["ty"]?.text == "gr": Self.transform(of: part)
        case .effect: part["ef"]?.list?.first { $0["nm"]?.text == property.name }
        default: Optional(part)
        }
      return Value(
        path: prefix + Self.escaped(property.name), kind: property.kind,
        json: property.keys.reduce(holder) { $0?[$1] })
    }
    for (key, childRole) in Self.children(of: role, part) {
      for child in part[key]?.list ?? [] {
        guard let name = child["nm"]?.text else { continue }
        list(child, childRole, prefix + Self.escaped(name) + ".", depth: depth + 1, &result)
      }
    }
    guard let place = place(of: part, role), open.insert(place).inserted else { return }
    defer { open.remove(place) }
    for child in assets[place]["layers"]?.list ?? [] {
      guard let name = child["nm"]?.text else { continue }
      list(child, .layer, prefix + Self.escaped(name) + ".", depth: depth + 1, &result)
    }
  }

  /// A name as paths have it.
  static func escaped(_ name: String) -> String {
    name.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
  }

  private static func children(of role: Role, _ part: JSONNode) -> [(String, Role)] {
    switch role {
    case .composition: [("layers", .layer)]
    case .layer: [("shapes", .shape), ("ef", .effect)]
    case .shape: part["ty"]?.text == "gr" ? [("it", .shape)] : []
    case .effect: []
    }
  }

  /// The place of the asset that a layer shows.
  private func place(of part: JSONNode, _ role: Role) -> Int? {
    guard case .layer = role, part["ty"]?.whole == 0 else { return nil }
    return part["refId"]?.text.flatMap { places[$0] }
  }

  // MARK: Properties

  private static func properties(of part: JSONNode, _ role: Role) -> [SettableProperty] {
    switch role {
    case .composition: return []
    case .layer: return SettableProperty.ofLayer(part)
    case .shape:
      guard part["ty"]?.text == "gr" else { return SettableProperty.ofShape(part) }
      return transform(of: part).map { SettableProperty.ofShape($0) } ?? []
    case .effect:
      return (part["ef"]?.list ?? []).compactMap { value in
        value["nm"]?.text.map { SettableProperty.ofEffectValue(value, named: $0) }
      }
    }
  }

  private static func transform(of group: JSONNode) -> JSONNode? {
    group["it"]?.list?.first { $0["ty"]?.text == "tr" }
  }

  /// The part with a value for a property; nil where it has none of that name.
  private static func setting(
    _ name: String, of part: JSONNode, _ role: Role, to value: JSONNode, _ path: String
  ) throws -> JSONNode? {
    guard let property = properties(of: part, role).first(where: { $0.name == name }) else { return nil }
    let key: String
    let isMeant: (JSONNode) -> Bool
    switch role {
    case .shape where part["ty"]?.text == "gr": (key, isMeant) = ("it", { $0["ty"]?.text == "tr" })
    case .effect: (key, isMeant) = ("ef", { $0["nm"]?.text == name })
    default: return try property.setting(value, in: part, path)
    }
    // The property is that of an entry.
    guard let list = part[key], var entries = list.list, let place = entries.firstIndex(where: isMeant) else {
      return nil
    }
    entries[place] = try property.setting(value, in: entries[place], path)
    return part.setting(key, to: JSONNode(.list(entries), at: list.offset))
  }
}
