import Documents

/// A property of a part of a document, by the name that settings have for it.
struct SettableProperty {
  let name: String
  let kind: PropertyKind
  /// The keys that lead to it in the part.
  let keys: [String]

  private init(_ name: String, _ kind: PropertyKind, _ keys: String...) {
    self.name = name
    self.kind = kind
    self.keys = keys
  }

  /// The properties of a layer.
  static func ofLayer(_ layer: JSONNode) -> [SettableProperty] {
    var result = ofTransform(layer["ks"], under: "ks")
    switch layer["ty"]?.whole {
    case 1: result.append(Self("color", .solidColor, "sc"))
    case 5:
      result += [
        Self("text", .text, "t", "d"), Self("color", .textColor("fc"), "t", "d"),
        Self("strokeColor", .textColor("sc"), "t", "d"), Self("size", .textSize, "t", "d"),
      ]
    default: break
    }
    return result
  }

  /// The properties of a shape.
  static func ofShape(_ shape: JSONNode) -> [SettableProperty] {
    switch shape["ty"]?.text {
    case "fl": [Self("color", .color, "c"), Self("opacity", .number, "o")]
    case "st": [Self("color", .color, "c"), Self("opacity", .number, "o"), Self("width", .number, "w")]
    case "gf", "gs":
      [
        Self("opacity", .number, "o"), Self("start", .point, "s"), Self("end", .point, "e"),
        Self("width", .number, "w"),
      ]
    case "rc": [Self("position", .point, "p"), Self("size", .point, "s"), Self("radius", .number, "r")]
    case "el": [Self("position", .point, "p"), Self("size", .point, "s")]
    case "sr":
      [
        Self("position", .point, "p"), Self("points", .number, "pt"), Self("rotation", .number, "r"),
        Self("innerRadius", .number, "ir"), Self("outerRadius", .number, "or"),
        Self("innerRoundness", .number, "is"), Self("outerRoundness", .number, "os"),
      ]
    case "tm": [Self("start", .number, "s"), Self("end", .number, "e"), Self("offset", .number, "o")]
    case "rp": [Self("copies", .number, "c"), Self("offset", .number, "o")]
    case "rd": [Self("radius", .number, "r")]
    case "tr": ofTransform(shape, under: nil)
    default: []
    }
  }

  private static func ofTransform(_ transform: JSONNode?, under key: String?) -> [SettableProperty] {
    let rotation = transform?["rz"] != nil ? "rz" : "r"
    let entries: [(String, PropertyKind, String)] = [
      ("anchor", .point, "a"), ("position", .point, "p"), ("scale", .scale, "s"), ("rotation", .number, rotation),
      ("opacity", .number, "o"),
    ]
    return entries.map { name, kind, own in key.map { Self(name, kind, $0, own) } ?? Self(name, kind, own) }
  }

  /// The value of an effect.
  static func ofEffectValue(_ value: JSONNode, named name: String) -> SettableProperty {
    switch value["ty"]?.whole {
    case 2: Self(name, .color, "v")
    case 3: Self(name, .point, "v")
    default: Self(name, .number, "v")
    }
  }

  /// The part with another value; nil where it has none to replace.
  func setting(_ value: JSONNode, in part: JSONNode, _ path: String) throws -> JSONNode {
    try setting(value, in: part, keys[...], path)
  }

  private func setting(_ value: JSONNode, in part: JSONNode, _ keys: ArraySlice<String>, _ path: String) throws
    -> JSONNode
  {
    guard let key = keys.first else { return try kind.property(value, replacing: part, path) }
    let inner = part[key] ?? JSONNode(.object([]), at: part.offset)
    return part.setting(key, to: try setting(value, in: inner, keys.dropFirst(), path))
  }
}
