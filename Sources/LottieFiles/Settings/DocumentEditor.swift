import StageKit

/// Changes values of a document by paths of names.
struct DocumentEditor {
  /// The parts of a document that have names.
  enum Role { case composition, layer, shape, effect }

  /// The greatest depth of compositions and groups that paths lead through.
  private static let maxDepth = 128
  /// The greatest number of steps, since stars lead everywhere.
  private static let maxSteps = 1_000_000
  /// The greatest number of paths that are listed for suggestions.
  private static let maxPaths = 2000

  private var root: JSONValue
  private var assets: [JSONValue]
  /// The places of assets by their ids.
  private var places: [String: Int] = [:]
  /// The assets that the path leads through.
  private var open: Set<Int> = []
  private var steps = 0
  /// The number of values that have been set.
  private(set) var count = 0

  init(_ root: JSONValue) {
    self.root = root
    assets = root["assets"]?.list ?? []
    for (place, asset) in assets.enumerated() {
      if let id = asset["id"]?.text, places[id] == nil { places[id] = place }
    }
  }

  /// The document with its changes.
  var document: JSONValue {
    guard let old = root["assets"] else { return root }
    return root.setting("assets", to: JSONValue(.list(assets), at: old.offset))
  }

  /// Sets a value wherever its path leads.
  mutating func set(_ setting: LottieSetting) throws {
    root = try changed(root, .composition, setting.names[...], depth: 0) { part, role, name in
      try Self.setting(name, of: part, role, to: setting.value, setting.path)
    }
  }

  /// The paths of all values that can be set, as far as there is room for them.
  static func paths(of root: JSONValue) -> [String] {
    var editor = DocumentEditor(root)
    var result: [String] = []
    editor.list(root, .composition, "", depth: 0, &result)
    return result
  }

  // MARK: Walking

  /// A part with what its path leads to changed; `set` returns nil for a part without the property.
  private mutating func changed(
    _ part: JSONValue, _ role: Role, _ names: ArraySlice<String>, depth: Int,
    _ set: (JSONValue, Role, String) throws -> JSONValue?
  ) throws -> JSONValue {
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
    func matches(_ child: JSONValue) -> Bool { isAny || first == "*" || first == child["nm"]?.text }
    for (key, childRole) in Self.children(of: role, result) {
      guard let list = result[key] else { continue }
      let children = try (list.list ?? []).map { child in
        matches(child) ? try changed(child, childRole, rest, depth: depth + 1, set) : child
      }
      result = result.setting(key, to: JSONValue(.list(children), at: list.offset))
    }
    if let place = place(of: result, role), open.insert(place).inserted {
      defer { open.remove(place) }
      guard let list = assets[place]["layers"] else { return result }
      let layers = try (list.list ?? []).map { child in
        matches(child) ? try changed(child, .layer, rest, depth: depth + 1, set) : child
      }
      assets[place] = assets[place].setting("layers", to: JSONValue(.list(layers), at: list.offset))
    }
    return result
  }

  private mutating func list(
    _ part: JSONValue, _ role: Role, _ prefix: String, depth: Int, _ result: inout [String]
  ) {
    guard depth < Self.maxDepth, result.count < Self.maxPaths else { return }
    result += Self.properties(of: part, role).map { prefix + Self.escaped($0.name) }
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

  private static func escaped(_ name: String) -> String {
    name.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
  }

  private static func children(of role: Role, _ part: JSONValue) -> [(String, Role)] {
    switch role {
    case .composition: [("layers", .layer)]
    case .layer: [("shapes", .shape), ("ef", .effect)]
    case .shape: part["ty"]?.text == "gr" ? [("it", .shape)] : []
    case .effect: []
    }
  }

  /// The place of the asset that a layer shows.
  private func place(of part: JSONValue, _ role: Role) -> Int? {
    guard case .layer = role, part["ty"]?.whole == 0 else { return nil }
    return part["refId"]?.text.flatMap { places[$0] }
  }

  // MARK: Properties

  private static func properties(of part: JSONValue, _ role: Role) -> [SettableProperty] {
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

  private static func transform(of group: JSONValue) -> JSONValue? {
    group["it"]?.list?.first { $0["ty"]?.text == "tr" }
  }

  /// The part with a value for a property; nil where it has none of that name.
  private static func setting(
    _ name: String, of part: JSONValue, _ role: Role, to value: JSONValue, _ path: String
  ) throws -> JSONValue? {
    guard let property = properties(of: part, role).first(where: { $0.name == name }) else { return nil }
    let key: String
    let isMeant: (JSONValue) -> Bool
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
    return part.setting(key, to: JSONValue(.list(entries), at: list.offset))
  }
}
