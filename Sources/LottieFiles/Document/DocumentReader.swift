import Documents
import StageKit

/// The state of reading an animation's document: its text for the places of faults, and what is not drawn.
final class DocumentReader {
  /// The greatest depth of compositions within each other.
  static let maxCompositionDepth = 64
  /// The greatest number of layers of an animation, those of nested compositions counted each time.
  static let maxLayers = 100_000

  let name: String
  let container: LottieContainer
  let resources: LottieResources
  let root: JSONNode
  /// The version of the exporter, as a number of five digits such as 50702 for 5.7.2.
  let version: Int
  /// The values of slots by their ids.
  let slots: [String: JSONNode]
  /// The document as expressions see it; nil for a reader of values for them.
  var script: ScriptDocument?
  /// The place of expressions that are read; nil where none are evaluated.
  var site: ExpressionSite?
  /// The shapes and lists of shapes that are read, the innermost last.
  var shapeAncestors: [JSONNode] = []
  /// The layer that is read, for remarks.
  var layerName: String?
  private(set) var omissions: [String] = []
  private var knownOmissions: Set<String> = []

  // The compositions that have been read, and those that are being read.
  var compositions: [LayerComposition] = []
  var compositionNumbers: [String: Int] = [:]
  var openCompositions: [String] = []
  /// For each composition the number of its layers, with those of nested ones.
  var layerCounts: [Int] = []
  var assets: [String: JSONNode] = [:]
  var fonts: [String: LottieFont] = [:]
  var glyphs = GlyphTable()

  init(_ root: JSONNode, name: String, container: LottieContainer, _ resources: LottieResources) {
    self.root = root
    self.name = name
    self.container = container
    self.resources = resources
    let parts = (root["v"]?.text ?? "").split(separator: ".").prefix(3).map { Int($0.prefix(2)) ?? 0 }
    version = (0..<3).reduce(0) { $0 * 100 + ($1 < parts.count ? parts[$1] : 0) }
    var slots: [String: JSONNode] = [:]
    for slot in root["slots"]?.members ?? [] { slots[slot.name] = slot.value["p"] ?? slot.value }
    self.slots = slots
  }

  /// Reads the document of a file; errors name `name`, those of settings the parameter `set`.
  convenience init(
    _ bytes: [UInt8], name: String, animation: String?, settings: [LottieSetting] = [],
    _ resources: LottieResources = .none
  ) throws {
    let container = try LottieContainer(bytes, name: name, animation: animation)
    var root = try JSONNode.read(container.json, name: name)
    do {
      for setting in settings { root = try setting.applied(to: root, name: name) }
    } catch let error as StageError {
      throw StageError(error.message, parameter: "set", hint: error.hint)
    }
    self.init(root, name: name, container: container, resources)
  }

  /// Reads the compositions, pictures and sounds that layers show; the first of an id counts.
  func readAssets() throws {
    for asset in try objects("assets", of: root) {
      if let id = asset["id"]?.text, assets[id] == nil { assets[id] = asset }
    }
  }

  /// An error at the place of a value.
  func fault(_ message: String, at value: JSONNode) -> StageError {
    StageError("\(name):\(TextPlace(of: value.offset, in: container.json)): \(message)")
  }

  /// Notes once what is not drawn, with the layer.
  func omit(_ what: String) {
    let phrase = (layerName.map { "layer '\($0)': " } ?? "") + what
    if knownOmissions.insert(phrase).inserted { omissions.append(phrase) }
  }

  /// The objects of a list; an absent one is empty.
  func objects(_ name: String, of value: JSONNode) throws -> [JSONNode] {
    guard let found = value[name] else { return [] }
    guard let list = found.list else { throw fault("expected a list of '\(name)'", at: found) }
    for entry in list where !entry.isObject { throw fault("expected an object in '\(name)'", at: entry) }
    return list
  }

  /// A number that must be there, bounded.
  func number(_ name: String, of value: JSONNode) throws -> Double {
    guard let found = value[name] else { throw fault("'\(name)' is missing", at: value) }
    guard let number = found.number else { throw fault("expected a number for '\(name)'", at: found) }
    return Self.bounded(number)
  }

  /// Numbers within ±10⁹, so that sums and products stay finite.
  static func bounded(_ number: Double) -> Double { min(max(number, -1e9), 1e9) }

  /// The blend mode of a layer or a shape.
  func blend(of value: JSONNode) -> BlendMode {
    let modes: [BlendMode] = [
      .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight, .softLight,
      .difference, .exclusion, .hue, .saturation, .color, .luminosity, .plus,
    ]
    guard let number = value["bm"]?.whole, number != 0 else { return .normal }
    guard modes.indices.contains(number) else {
      omit(number == 17 ? "the blend mode 'hard mix' is not drawn" : "the blend mode \(number) is not known")
      return .normal
    }
    return modes[number]
  }
}
