import Documents
import StageKit

extension DocumentReader {
  /// Reads a list of layers and returns the number of the composition that they make.
  ///
  /// - `size`: That of the composition, for cameras.
  func addComposition(_ list: [JSONNode], size: Size) throws -> Int {
    let (outer, outerSite) = (layerName, site)
    defer { (layerName, site) = (outer, outerSite) }
    var places: [Int: Int] = [:]
    for (place, entry) in list.enumerated() {
      if let index = entry["ind"]?.whole, places[index] == nil { places[index] = place }
    }
    let mattes = try list.enumerated().map { place, entry in
      layerName = Self.layerName(entry, place)
      return try matte(entry, at: place, places, list)
    }
    let sources = Set(mattes.compactMap { $0?.layer })
    var layers: [Layer] = []
    var count = 0
    for (place, entry) in list.enumerated() {
      layerName = Self.layerName(entry, place)
      site = script.map { ExpressionSite($0, composition: openCompositions.last, layer: place) }
      var layer = try layer(entry, isMatte: sources.contains(place))
      if let parent = entry["parent"]?.whole {
        layer.parent = places[parent]
        if layer.parent == nil { omit("its parent \(parent) does not exist") }
      }
      layer.matte = mattes[place]
      count += 1
      if case .composition(let nested) = layer.content { count += layerCounts[nested.composition] }
      layers.append(layer)
    }
    guard count <= Self.maxLayers else {
      throw StageError("\(name): draws more than \(Self.maxLayers) layers, those of nested compositions counted")
    }
    try checkParents(layers, list)
    let hasCamera = list.contains { $0["ty"]?.whole == 13 }
    for layer in layers where layer.transform.depth != nil && !hasCamera {
      layerName = layer.name
      omit("its turn in depth is drawn without perspective, for lack of a camera")
    }
    // The layer above is a matte even where the file does not say so.
    for (place, matte) in mattes.enumerated() {
      if let matte, list[place]["tp"] == nil { layers[matte.layer].isMatte = true }
    }
    compositions.append(LayerComposition(layers: layers, cameras: try cameras(list, size)))
    layerCounts.append(count)
    return compositions.count - 1
  }

  /// The number of the composition of an asset; nil if it is none.
  func composition(_ id: String, at place: JSONNode) throws -> Int? {
    if let number = compositionNumbers[id] { return number }
    guard let asset = assets[id], asset["layers"] != nil else { return nil }
    guard !openCompositions.contains(id) else { throw fault("the composition '\(id)' shows itself", at: place) }
    guard openCompositions.count < Self.maxCompositionDepth else {
      throw fault("compositions are nested more than \(Self.maxCompositionDepth) times", at: place)
    }
    openCompositions.append(id)
    defer { openCompositions.removeLast() }
    let size = Size(
      Self.bounded(place["w"]?.number ?? asset["w"]?.number ?? 0),
      Self.bounded(place["h"]?.number ?? asset["h"]?.number ?? 0))
    let number = try addComposition(try objects("layers", of: asset), size: size)
    compositionNumbers[id] = number
    return number
  }

  private func checkParents(_ layers: [Layer], _ list: [JSONNode]) throws {
    // The layers whose parents are known to end.
    var known = Set<Int>()
    for start in layers.indices {
      var chain: [Int] = []
      var place = start
      var seen = Set<Int>()
      while !known.contains(place) {
        guard seen.insert(place).inserted else {
          throw fault("the layer '\(layers[place].name)' is its own ancestor", at: list[place])
        }
        chain.append(place)
        guard let parent = layers[place].parent else { break }
        place = parent
      }
      known.formUnion(chain)
    }
  }

  private func matte(_ entry: JSONNode, at place: Int, _ places: [Int: Int], _ list: [JSONNode]) throws -> Matte? {
    guard let mode = entry["tt"]?.whole, (1...4).contains(mode) else { return nil }
    let source = entry["tp"]?.whole.map { places[$0] } ?? (place > 0 ? place - 1 : nil)
    guard let source, source != place else {
      omit("its matte does not exist")
      return nil
    }
    // A chain of mattes that comes back to its start would never end.
    guard source < place || list[source]["tt"]?.whole ?? 0 == 0 else {
      omit("its matte has a matte of its own below it, which is not drawn")
      return nil
    }
    return Matte(layer: source, channel: mode > 2 ? .luminance : .alpha, isInverted: mode == 2 || mode == 4)
  }

  private static func layerName(_ entry: JSONNode, _ place: Int) -> String { entry["nm"]?.text ?? "\(place + 1)" }

  private func layer(_ entry: JSONNode, isMatte: Bool) throws -> Layer {
    let isDeep = entry["ddd"]?.isTrue == true
    var layer = Layer(
      name: layerName ?? "", inPoint: entry["ip"] == nil ? -1e9 : try number("ip", of: entry),
      outPoint: entry["op"] == nil ? 1e9 : try number("op", of: entry),
      transform: try transform(entry["ks"], followsPath: entry["ao"]?.isTrue == true, isDeep: isDeep),
      content: .empty)
    layer.index = entry["ind"]?.whole
    layer.startTime = Self.bounded(entry["st"]?.number ?? 0)
    let stretch = Self.bounded(entry["sr"]?.number ?? 1)
    layer.stretch = stretch == 0 ? 1 : stretch
    layer.isHidden = entry["hd"]?.isTrue == true
    layer.isMatte = entry["td"]?.isTrue == true
    layer.blend = blend(of: entry)
    if layer.isHidden, !isMatte { return layer }
    layer.isDeep = isDeep
    layer.content = try content(entry)
    if case .empty = layer.content { return layer }
    layer.masks = try masks(entry)
    layer.effects = try filters(entry)
    return layer
  }

  private func content(_ entry: JSONNode) throws -> Layer.Content {
    switch entry["ty"]?.whole {
    case 0:
      guard let id = entry["refId"]?.text, let number = try composition(id, at: entry) else {
        omit("its composition '\(entry["refId"]?.text ?? "")' does not exist")
        return .empty
      }
      return .composition(
        NestedComposition(
          composition: number,
          size: Size(Self.bounded(entry["w"]?.number ?? 0), Self.bounded(entry["h"]?.number ?? 0)),
          remap: entry["tm"] == nil ? nil : try scalar("tm", of: entry, default: 0)))
    case 1:
      guard let text = entry["sc"]?.text, let color = Color(hexText: text) else {
        throw fault("the color 'sc' of a solid layer is missing or not understood", at: entry)
      }
      return .solid(color, Size(max(try number("sw", of: entry), 0), max(try number("sh", of: entry), 0)))
    case 2: return try image(entry)
    case 3, 6, 13: return .empty
    case 4: return try shapes(try objects("shapes", of: entry)).content
    case 5: return try text(entry)
    case let type:
      omit("a layer of the type \(type.map(String.init) ?? "'\(entry["ty"]?.text ?? "none")'") is not drawn")
    }
    return .empty
  }

  /// The cameras of a list; without any, layers in depth are seen without perspective.
  private func cameras(_ list: [JSONNode], _ size: Size) throws -> [LayerCamera] {
    let outer = layerName
    defer { layerName = outer }
    var result: [LayerCamera] = []
    for (place, entry) in list.enumerated() where entry["ty"]?.whole == 13 && entry["hd"]?.isTrue != true {
      layerName = Self.layerName(entry, place)
      let values = entry["ks"] ?? JSONNode(.object([]))
      if entry["parent"] != nil { omit("the camera does not move with its parent") }
      result.append(
        LayerCamera(
          layer: place, inPoint: Self.bounded(entry["ip"]?.number ?? -1e9),
          outPoint: Self.bounded(entry["op"]?.number ?? 1e9), distance: try scalar("pe", of: entry, default: 0),
          position: try position("p", of: values),
          interest: values["a"] == nil ? nil : try vector("a", of: values, default: .zero),
          x: try scalar("rx", of: values, default: 0), y: try scalar("ry", of: values, default: 0),
          z: try scalar(values["rz"] == nil ? "r" : "rz", of: values, default: 0),
          orientation: try vector("or", of: values, default: .zero), center: Point(size.width / 2, size.height / 2)))
    }
    return result
  }

  private func masks(_ entry: JSONNode) throws -> [LayerMask] {
    let modes: [String: LayerMask.Mode] = [
      "n": .none, "a": .add, "s": .subtract, "i": .intersect, "l": .lighten, "d": .darken, "f": .difference,
    ]
    return try objects("masksProperties", of: entry).compactMap { mask in
      let name = mask["mode"]?.text ?? "a"
      guard mask["hd"]?.isTrue != true else { return nil }
      guard let mode = modes[name] else {
        omit("the mask mode '\(name)' is not known")
        return nil
      }
      return LayerMask(
        mode: mode, isInverted: mask["inv"]?.isTrue == true,
        path: try maskPath(mask),
        opacity: try scalar("o", of: mask, default: 100), feather: try vector("f", of: mask, default: .zero),
        expansion: try scalar("x", of: mask, default: 0))
    }
  }
}

extension DocumentReader {
  /// The path of a mask.
  func maskPath(_ mask: JSONNode) throws -> PathSource {
    let content =
      mask["closed"] == nil && mask["cl"] != nil ? mask.setting("closed", to: JSONNode(.boolean(true))) : mask
    return PathSource.bezier(try path("pt", of: content), isReversed: false).prepared
  }
}

extension Color {
  /// A color as `#rgb`, `#rrggbb` or `#rrggbbaa`; nil for any other text.
  init?(hexText text: String) {
    var digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
    if digits.utf8.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
    guard [6, 8].contains(digits.utf8.count), let number = UInt32(digits, radix: 16) else { return nil }
    self =
      digits.utf8.count == 6
      ? Color(hex: number) : Color(hex: number >> 8, alpha: Double(number & 255) / 255)
  }
}
