import Documents

/// The layers of a document, with those of compositions within them.
struct LayerTree {
  /// The greatest depth of compositions.
  private static let maxDepth = 64

  private let assets: [String: JSONNode]
  private let framesPerSecond: Double
  /// The compositions that have been listed.
  private var known: Set<String> = []
  private var depth = 0

  init(_ root: JSONNode, framesPerSecond: Double) {
    var assets: [String: JSONNode] = [:]
    for asset in root["assets"]?.list ?? [] {
      if let id = asset["id"]?.text, assets[id] == nil { assets[id] = asset }
    }
    self.assets = assets
    self.framesPerSecond = framesPerSecond
  }

  /// The layers of a composition whose time begins at a frame.
  mutating func layers(of composition: JSONNode, from first: Double) -> [LottieDescription.Layer] {
    guard depth < Self.maxDepth else { return [] }
    depth += 1
    defer { depth -= 1 }
    return (composition["layers"]?.list ?? []).enumerated().map { place, layer in
      var inner: [LottieDescription.Layer] = []
      if layer["ty"]?.whole == 0, let id = layer["refId"]?.text, known.insert(id).inserted, let asset = assets[id] {
        inner = layers(of: asset, from: 0)
      }
      return LottieDescription.Layer(
        name: layer["nm"]?.text ?? "\(place + 1)", kind: Self.kind(of: layer), time: time(of: layer, from: first),
        isHidden: layer["hd"]?.isTrue == true, layers: inner)
    }
  }

  private func time(of layer: JSONNode, from first: Double) -> ClosedRange<Double>? {
    guard let start = layer["ip"]?.number, let end = layer["op"]?.number, start <= end else { return nil }
    return (DocumentReader.bounded(start) - first) / framesPerSecond...(DocumentReader.bounded(end) - first)
      / framesPerSecond
  }

  static func kind(of layer: JSONNode) -> String {
    let kinds = [
      0: "composition", 1: "solid", 2: "picture", 3: "null", 4: "shapes", 5: "text", 6: "sound", 13: "camera",
    ]
    return layer["ty"]?.whole.map { kinds[$0] ?? "type \($0)" } ?? "unknown"
  }
}
