import Documents
import StageKit
import Synchronization

/// A document as expressions see it.
final class ScriptDocument: Sendable {
  let root: JSONNode
  let assets: [String: JSONNode]
  let name: String
  let container: LottieContainer
  let resources: LottieResources
  let framesPerSecond: Double
  /// The frames of the animation.
  let first: Double
  let last: Double
  private let scripts = Mutex<[String: Result<ScriptFunction, ScriptFault>]>([:])

  init(
    root: JSONNode, assets: [String: JSONNode], name: String, container: LottieContainer,
    resources: LottieResources, framesPerSecond: Double, first: Double, last: Double
  ) {
    self.root = root
    self.assets = assets
    self.name = name
    self.container = container
    self.resources = resources
    self.framesPerSecond = framesPerSecond
    self.first = first
    self.last = last
  }

  /// The script of a text, which is read once.
  func script(_ text: String) -> Result<ScriptFunction, ScriptFault> {
    if let known = scripts.withLock({ $0[text] }) { return known }
    let script = Result { () throws(ScriptFault) in try ScriptParser.read(text) }
    scripts.withLock { $0[text] = script }
    return script
  }

  /// The layers of a composition, by its id; nil for the animation's own.
  func layers(of composition: String?) -> [JSONNode] {
    (composition.map { assets[$0]?["layers"] } ?? root["layers"])?.list ?? []
  }
}

/// The place of an expression in a document.
struct ExpressionSite: Sendable {
  /// The greatest number of expressions that ask for each other's values.
  static let maxDepth = 8

  let document: ScriptDocument
  /// The id of its composition; nil for the animation's own.
  let composition: String?
  /// The place of its layer in the composition's list.
  let layer: Int
  /// The shapes and lists of shapes that it is in, the innermost last.
  var ancestors: [JSONNode] = []
  /// The number of expressions that ask for its value.
  var depth = 0
  /// The steps that are left for those that ask for its value; nil if there are none.
  var budget: ScriptBudget?

  init(_ document: ScriptDocument, composition: String?, layer: Int) {
    self.document = document
    self.composition = composition
    self.layer = layer
  }

  /// The same place of another layer, for a value that is asked for.
  func asking(for layer: Int, of composition: String?, _ budget: ScriptBudget) -> ExpressionSite {
    var result = ExpressionSite(document, composition: composition, layer: layer)
    result.depth = depth + 1
    result.budget = budget
    return result
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

  /// The value at a frame.
  func value(at frame: Double) throws -> Value {
    let budget = site.budget ?? ScriptBudget()
    let own = raw.value(at: frame)
    let host = ExpressionHost(
      site, frame, budget, ScriptProperty(raw, count: count, site.document.framesPerSecond), number: number)
    let result = try ScriptMachine(budget, host: host.global).run(script)
    guard let value = own.replaced(by: result) else { throw ScriptThrow("it gives no value of the property's kind") }
    return value
  }
}

extension DocumentReader {
  /// A property with an expression, whose own value stays where it fails.
  func expression<Value>(
    _ text: String, of json: JSONNode, _ name: String, _ raw: Property<Value>
  ) -> Property<Value> {
    guard var site, site.depth < ExpressionSite.maxDepth else {
      if self.site == nil { omit("the expression of '\(name)' is not evaluated") }
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
        script: script, site: site, raw: raw, count: sample.list?.count ?? 1, number: json["ix"]?.number)
      if site.depth == 0, let reason = failure(of: expression) {
        omit("the expression of '\(name)' is not evaluated: \(reason)")
        return raw
      }
      return raw.following { frame in (try? expression.value(at: frame)) ?? raw.value(at: frame) }
    }
  }

  /// The reason for which an expression fails in the middle of its layer; nil if it does not.
  private func failure<Value>(of expression: PropertyExpression<Value>) -> String? {
    let document = expression.site.document
    let layers = document.layers(of: expression.site.composition)
    let layer = layers.indices.contains(expression.site.layer) ? layers[expression.site.layer] : document.root
    let first = max(layer["ip"]?.number ?? document.first, document.first)
    let last = min(layer["op"]?.number ?? document.last, document.last)
    do {
      for share in [0, 0.5, 0.95] { _ = try expression.value(at: first + (last - first) * share) }
      return nil
    } catch let fault as ScriptThrow {
      return fault.value.text
    } catch {
      return "it takes too many steps"
    }
  }
}
