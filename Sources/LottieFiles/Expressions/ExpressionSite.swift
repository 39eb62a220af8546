import Documents
import StageKit
import Synchronization

/// A document as expressions see it.
final class ScriptDocument: Sendable {
  /// The greatest number of bytes of scripts that are kept, including those that scripts evaluate.
  private static let maxScriptBytes = 2_000_000

  let root: JSONNode
  let assets: [String: JSONNode]
  let name: String
  let container: LottieContainer
  let resources: LottieResources
  private let layers: LayerTable
  /// Those of assets that are compositions.
  private let assetLayers: [String: LayerTable]
  let framesPerSecond: Double
  /// The frames of the animation.
  let first: Double
  let last: Double
  private struct Scripts {
    var known: [String: Result<ScriptFunction, ScriptFault>] = [:]
    var bytes = 0
  }
  private let scripts = Mutex(Scripts())
  /// The properties and transforms that expressions have asked for, by their places.
  private let properties = Mutex<[Int: AskedProperty]>([:])
  private let transforms = Mutex<[Int: TransformProperties]>([:])

  /// The document that a reader has, with its assets.
  init(_ reader: DocumentReader, _ header: LottieHeader) {
    root = reader.root
    assets = reader.assets
    name = reader.name
    container = reader.container
    resources = reader.resources
    layers = LayerTable(root["layers"]?.list ?? [])
    assetLayers = assets.compactMapValues { asset in asset["layers"].map { LayerTable($0.list ?? []) } }
    framesPerSecond = header.framesPerSecond
    first = header.firstFrame
    last = header.firstFrame + header.frameCount
  }

  /// The script of a text, which is read once.
  func script(_ text: String) -> Result<ScriptFunction, ScriptFault> {
    if let known = scripts.withLock({ $0.known[text] }) { return known }
    let script = ScriptParser.result(of: text)
    let bytes = text.utf8.count
    scripts.withLock { scripts in
      guard scripts.bytes + bytes <= Self.maxScriptBytes else { return }
      if scripts.known.updateValue(script, forKey: text) == nil { scripts.bytes += bytes }
    }
    return script
  }

  /// The property at a place of the text, which is read once; one at 0 is read each time.
  func property(at offset: Int, _ read: () throws -> AskedProperty) rethrows -> AskedProperty {
    if let known = properties.withLock({ $0[offset] }) { return known }
    let property = try read()
    if offset > 0 { properties.withLock { $0[offset] = property } }
    return property
  }

  /// The transform at a place of the text, which is read once; one at 0 is read each time.
  func transform(at offset: Int, _ read: () throws -> TransformProperties) rethrows -> TransformProperties {
    if let known = transforms.withLock({ $0[offset] }) { return known }
    let transform = try read()
    if offset > 0 { transforms.withLock { $0[offset] = transform } }
    return transform
  }

  /// The layers of a composition, by its id; nil for the animation's own.
  func layers(of composition: String?) -> LayerTable {
    guard let composition else { return layers }
    return assetLayers[composition] ?? LayerTable([])
  }
}

/// The place of an expression in a document.
struct ExpressionSite: Sendable {
  /// Nil where an expression asks for its value: the document keeps what is asked for, which must not keep the document.
  private let owned: ScriptDocument?
  private unowned let borrowed: ScriptDocument
  var document: ScriptDocument { owned ?? borrowed }
  /// The id of its composition; nil for the animation's own.
  let composition: String?
  /// The place of its layer in the composition's list.
  let layer: Int
  /// The shapes and lists of shapes that it is in, the innermost last.
  var ancestors: [JSONNode] = []
  /// True if an expression asks for its value.
  var isAsked: Bool { owned == nil }

  init(_ document: ScriptDocument, composition: String?, layer: Int) {
    self.init(document, composition: composition, layer: layer, isAsked: false)
  }

  private init(_ document: ScriptDocument, composition: String?, layer: Int, isAsked: Bool) {
    owned = isAsked ? nil : document
    borrowed = document
    self.composition = composition
    self.layer = layer
  }

  /// The same place of another layer, for a value that is asked for.
  func asking(for layer: Int, of composition: String?) -> ExpressionSite {
    ExpressionSite(document, composition: composition, layer: layer, isAsked: true)
  }
}

/// An expression of a property.
struct PropertyExpression<Value: AnimatableValue>: Sendable {
  let script: ScriptFunction
  let site: ExpressionSite
  /// The value without the expression.
  let raw: Property<Value>
  /// The number of numbers that the value has for scripts.
  let count: Int
  /// The number of the property in its group.
  let number: Double?
  /// The place of the property in the document.
  let offset: Int

  /// The value at a frame.
  func value(at frame: Double) throws -> Value {
    let context = try ScriptContext.next()
    return try context.memory.result(ScriptMemory.Key(offset: offset, instant: frame), context.budget) {
      try value(at: frame, context)
    }
  }

  /// The value at a frame, in a context of its own.
  func value(at frame: Double, _ context: ScriptContext) throws -> Value {
    try context.run {
      let host = ExpressionHost(
        site, frame, context, ScriptProperty(raw, count: count, site.document.framesPerSecond), number: number)
      let result = try ScriptMachine(context.budget, read: site.document.script, host: host.global).run(script)
      guard let value = raw.value(at: frame).replaced(by: result) else {
        throw ScriptThrow("it gives no value of the property's kind")
      }
      return value
    }
  }
}

extension DocumentReader {
  /// A property with an expression, whose own value stays where it fails.
  func expression<Value>(
    _ text: String, of json: JSONNode, _ name: String, _ raw: Property<Value>
  ) -> Property<Value> {
    guard var site else {
      omit("the expression of '\(name)' is not evaluated")
      return raw
    }
    site.ancestors = shapeAncestors
    switch site.document.script(text) {
    case .failure(let fault):
      omit("the expression of '\(name)' is not evaluated: \(fault.message)")
      return raw
    case .success(let script):
      let content = json["k"] ?? json
      let sample = content.list?.first?["s"] ?? content
      let expression = PropertyExpression(
        script: script, site: site, raw: raw, count: sample.list?.count ?? 1, number: json["ix"]?.number,
        offset: json.offset)
      if !site.isAsked {
        do {
          if let constant = try checked(expression) { return Property(constant) }
        } catch {
          omit(
            "the expression of '\(name)' is not evaluated: \((error as? ScriptThrow)?.value.text ?? "it takes too many steps")"
          )
          return raw
        }
      }
      return raw.following { frame in (try? expression.value(at: frame)) ?? raw.value(at: frame) }
    }
  }

  /// Evaluates an expression at times of its layer; its value where that never changes. Throws where it fails.
  private func checked<Value>(_ expression: PropertyExpression<Value>) throws -> Value? {
    let document = expression.site.document
    let layers = document.layers(of: expression.site.composition).all
    let layer = layers.indices.contains(expression.site.layer) ? layers[expression.site.layer] : document.root
    let first = max(layer["ip"]?.number ?? document.first, document.first)
    let last = min(layer["op"]?.number ?? document.last, document.last)
    let context = try ScriptContext.next()
    let value = try expression.value(at: first, context)
    // Until something that depends on time is asked for, all runs are the same.
    if !context.budget.dependsOnTime, expression.raw.isConstant { return value }
    for share in [0.5, 0.95] { _ = try expression.value(at: first + (last - first) * share) }
    return nil
  }
}

/// The layers of a composition, which scripts find by their names and numbers.
struct LayerTable: Sendable {
  let all: [JSONNode]
  private var places: [String: Int] = [:]
  private var numbers: [Double: Int] = [:]

  init(_ layers: [JSONNode]) {
    all = layers
    // The first of several counts.
    for (place, layer) in layers.enumerated().reversed() {
      if let name = layer["nm"]?.text { places[name] = place }
      if let number = layer["ind"]?.number { numbers[number] = place }
    }
  }

  /// The place of the layer of a name; nil for none.
  func place(of name: String) -> Int? { places[name] }

  /// The place of the layer of a number in the file; nil for none.
  func place(of number: Double) -> Int? { numbers[number] }

  /// The place of a layer's parent; nil where it has none, or one that is not there.
  func parent(of layer: JSONNode) -> Int? { layer["parent"]?.number.flatMap { place(of: $0) } }
}
