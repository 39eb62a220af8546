import Documents

/// The features, fonts, pictures and sounds that the layers of a document use.
struct FeatureScan {
  /// In order of first use.
  private(set) var fonts: [String] = []
  private(set) var pictures: [String] = []
  private(set) var sounds: [String] = []
  private var found: Set<String> = []

  init(_ root: JSONNode) {
    for composition in [root] + (root["assets"]?.list ?? []) {
      for layer in composition["layers"]?.list ?? [] { add(layer: layer) }
    }
    if root["slots"]?.members?.isEmpty == false { found.insert("slots") }
    // In lists, too: keyframes have none, but shapes and effects do.
    if Self.hasExpression(root) { found.insert("expressions") }
  }

  /// Sorted by name.
  var features: [String] { found.sorted() }

  private mutating func add(layer: JSONNode) {
    let features: [Int: String] = [
      0: "compositions", 1: "solids", 2: "pictures", 4: "shapes", 5: "text", 6: "sounds", 13: "cameras",
    ]
    let type = layer["ty"]?.whole
    if let feature = type.flatMap({ features[$0] }) { found.insert(feature) }
    let marks: [(String, Bool)] = [
      ("parents", layer["parent"] != nil), ("time remapping", layer["tm"] != nil),
      ("masks", layer["masksProperties"]?.list?.isEmpty == false), ("mattes", layer["tt"]?.whole ?? 0 != 0),
      ("blend modes", layer["bm"]?.whole ?? 0 != 0), ("layers in depth", layer["ddd"]?.isTrue == true),
      ("effects", layer["ef"]?.list?.isEmpty == false), ("layer styles", layer["sy"]?.list?.isEmpty == false),
      ("orientation along paths", layer["ao"]?.isTrue == true),
      ("text animators", layer["t"]?["a"]?.list?.isEmpty == false),
      ("text on paths", layer["t"]?["p"]?["m"] != nil),
    ]
    for (feature, isUsed) in marks where isUsed { found.insert(feature) }
    if let id = layer["refId"]?.text {
      if type == 2, !pictures.contains(id) { pictures.append(id) }
      if type == 6, !sounds.contains(id) { sounds.append(id) }
    }
    add(shapes: layer["shapes"]?.list ?? [])
    let documents = layer["t"]?["d"]?["k"]
    for document in documents?.list?.map({ $0["s"] ?? $0 }) ?? documents.map({ [$0] }) ?? [] {
      if let font = document["f"]?.text, !fonts.contains(font) { fonts.append(font) }
    }
  }

  private mutating func add(shapes: [JSONNode]) {
    let features = [
      "gf": "gradients", "gs": "gradients", "st": "strokes", "tm": "trimmed paths", "mm": "merged paths",
      "rd": "rounded corners", "op": "offset paths", "zz": "zigzags", "pb": "puckers", "tw": "twists",
      "rp": "repeaters",
    ]
    for shape in shapes {
      if let feature = features[shape["ty"]?.text ?? ""] { found.insert(feature) }
      if shape["d"]?.list?.isEmpty == false { found.insert("dashes") }
      add(shapes: shape["it"]?.list ?? [])
    }
  }

  private static func hasExpression(_ value: JSONNode) -> Bool {
    switch value.kind {
    case .object(let members):
      (value["x"]?.text != nil && (value["k"] != nil || value["t"]?.whole == 1))
        || members.contains { hasExpression($0.value) }
    case .list(let values): values.contains(where: hasExpression)
    default: false
    }
  }
}
