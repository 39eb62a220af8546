import Documents
import StageKit

/// The properties of an animation as short texts, by which two versions of a file are compared.
public struct LottieParts: Sendable {
  /// By paths of names such as `icon.Fill 1.color`, as settings have them: constants as they are, all else by digests. Of files
  /// with very many properties, the layers alone.
  public private(set) var entries: [String: String] = [:]

  /// The number of properties from which on layers are listed alone.
  static let maxEntries = 2000
  private static let maxDepth = 128

  private var assets: [String: JSONNode] = [:]
  /// The last number of each path that has come.
  private var counts: [String: Int] = [:]
  /// The compositions that have been listed.
  private var known: Set<String> = []
  private let isOfLayers: Bool

  /// Reads a file as `LottieAnimation` does.
  public init(_ bytes: [UInt8], name: String, animation: String? = nil) throws {
    let container = try LottieContainer(bytes, name: name, animation: animation)
    let root = try JSONNode.read(container.json, name: name)
    self.init(root, isOfLayers: false)
    if entries.count > Self.maxEntries { self.init(root, isOfLayers: true) }
  }

  private init(_ root: JSONNode, isOfLayers: Bool) {
    self.isOfLayers = isOfLayers
    for asset in root["assets"]?.list ?? [] {
      if let id = asset["id"]?.text, assets[id] == nil { assets[id] = asset }
    }
    for slot in root["slots"]?.members ?? [] {
      let content = slot.value["p"] ?? slot.value
      add(Self.text(of: content, PropertyKind(ofSlot: content)), at: "slots." + DocumentEditor.escaped(slot.name))
    }
    for member in root.members ?? [] where !["layers", "slots", "assets"].contains(member.name) {
      add(Self.text(of: member.value, nil), at: "animation.\(member.name)")
    }
    for asset in root["assets"]?.list ?? [] where asset["layers"] == nil {
      add(Self.text(of: asset, nil), at: "assets." + DocumentEditor.escaped(asset["id"]?.text ?? ""))
    }
    add(layers: root["layers"]?.list ?? [], "", depth: 0)
  }

  private mutating func add(layers: [JSONNode], _ prefix: String, depth: Int) {
    guard depth < Self.maxDepth else { return }
    for (place, layer) in layers.enumerated() {
      let path = prefix + DocumentEditor.escaped(layer["nm"]?.text ?? "\(place + 1)")
      if isOfLayers {
        add(Self.text(of: layer, nil), at: path)
      } else {
        add(part: layer, SettableProperty.ofLayer(layer), path, depth: depth)
      }
      guard let id = layer["refId"]?.text, known.insert(id).inserted, let asset = assets[id] else { continue }
      add(layers: asset["layers"]?.list ?? [], path + ".", depth: depth + 1)
    }
  }

  /// Adds the properties of a layer or a shape, and the shapes and effects in it.
  private mutating func add(part: JSONNode, _ properties: [SettableProperty], _ path: String, depth: Int) {
    guard depth < Self.maxDepth else { return }
    for member in part.members ?? [] {
      switch member.name {
      case "nm", "mn", "ty", "ix", "cix", "np", "ln", "cl": continue
      case "ks" where member.value.isObject && member.value["k"] == nil:
        add(part: member.value, SettableProperty.ofShape(Self.transform(member.value)), path, depth: depth + 1)
      case "shapes", "it", "ef":
        for (place, entry) in (member.value.list ?? []).enumerated() {
          let name = entry["nm"]?.text ?? "\(place + 1)"
          add(
            part: entry, SettableProperty.ofShape(entry), path + "." + DocumentEditor.escaped(name), depth: depth + 1)
        }
      case let key:
        let property = properties.first { $0.keys == [key] }
        add(Self.text(of: member.value, property?.kind), at: "\(path).\(property?.name ?? key)")
      }
    }
  }

  /// A layer's transform as that of a shape.
  private static func transform(_ value: JSONNode) -> JSONNode { value.setting("ty", to: JSONNode(.text("tr"))) }

  /// Names need not differ: later ones have a number.
  private mutating func add(_ text: String, at path: String) {
    counts[path, default: 0] += 1
    var number = counts[path] ?? 1
    var key = number == 1 ? path : "\(path) (\(number))"
    // A name may have such a number itself.
    while entries[key] != nil {
      number += 1
      key = "\(path) (\(number))"
    }
    counts[path] = number
    entries[key] = text
  }

  private static func text(of value: JSONNode, _ kind: PropertyKind?) -> String {
    if let kind, value["x"] == nil {
      let text = kind.text(of: value)
      if !text.hasSuffix(" keyframes"), text != "none", text != "by its axes" { return text }
    }
    switch value.kind {
    case .number(let number): return PropertyKind.text(number)
    case .boolean(let value): return "\(value)"
    case .text(let text) where text.utf8.count <= 60: return text
    default: return "\(Digest { value.digest(into: &$0) })"
    }
  }
}

extension JSONNode {
  /// Feeds the value, but not its place.
  fileprivate func digest(into hasher: inout DigestHasher) {
    switch kind {
    case .null: hasher.combine(0)
    case .boolean(let value): hasher.combine(value ? 1 : 2)
    case .number(let number):
      hasher.combine(3)
      hasher.combine(number)
    case .text(let text):
      hasher.combine(4)
      hasher.combine(text)
    case .list(let values):
      hasher.combine(5)
      hasher.combine(values.count)
      for value in values { value.digest(into: &hasher) }
    case .object(let members):
      hasher.combine(6)
      hasher.combine(members.count)
      for member in members {
        hasher.combine(member.name)
        member.value.digest(into: &hasher)
      }
    }
  }
}
