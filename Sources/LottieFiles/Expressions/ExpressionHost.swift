import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The things of a document that expressions ask for, at one frame.
final class ExpressionHost {
  let site: ExpressionSite
  let frame: Double
  let context: ScriptContext
  private let property: ScriptProperty
  /// The number of the property in its group.
  private let number: Double?

  var document: ScriptDocument { site.document }
  var budget: ScriptBudget { context.budget }
  var seconds: Double { frame / document.framesPerSecond }

  /// - `property`: The one whose expression is evaluated.
  init(
    _ site: ExpressionSite, _ frame: Double, _ context: ScriptContext, _ property: ScriptProperty, number: Double?
  ) {
    self.number = number
    self.site = site
    self.frame = frame
    self.context = context
    self.property = property
  }

  /// Chance is that of the layer.
  private var seed: UInt64 { UInt64(site.layer) &* 0x9E37_79B9_7F4A_7C15 }

  /// The value of a name that a script has not declared; nil for none.
  func global(_ name: String) throws -> ScriptValue? {
    switch name {
    case "time":
      budget.noteTime()
      return .number(seconds)
    case "Math": return .object(ScriptLibrary.math())
    case "NaN": return .number(.nan)
    case "Infinity": return .number(.infinity)
    case "Array", "Object": return .function { name == "Array" ? .list($0) : .object(ScriptObject()) }
    case "thisComp": return composition(site.composition)
    case "thisLayer": return layer(site.layer, of: site.composition)
    case "thisProperty":
      let object = ScriptObject()
      object.resolve = { [self] name in
        switch name {
        case "propertyIndex": return .number(number ?? 1)
        case "propertyGroup": return .function { [self] in try ancestor($0.first?.number ?? 1) }
        default: return member(name, of: property, wiggling: seed)
        }
      }
      return .object(object)
    case "comp": return .function { [self] in try composition(named: $0.first?.text ?? "") }
    case "createPath":
      return .function { arguments in
        guard let path = BezierPath(arguments) else { throw ScriptThrow("a path has no points") }
        return path.scriptValue(count: 0)
      }
    case "random", "gaussRandom":
      budget.noteTime()
      return .function(chance)
    case "seedRandom", "posterizeTime": return .function { _ in .undefined }
    case "timeToFrames":
      budget.noteTime()
      return .function { [self] in .number(($0.first?.number ?? seconds) * document.framesPerSecond) }
    case "framesToTime":
      budget.noteTime()
      return .function { [self] in .number(($0.first?.number ?? frame) / document.framesPerSecond) }
    default:
      if let value = member(name, of: property, wiggling: seed) { return value }
      if let value = ExpressionFunctions.function(name) { return value }
      guard case .object(let layer) = layer(site.layer, of: site.composition) else { return nil }
      return try layer.resolve?(name)
    }
  }

  /// The member of a property; nil for one that it has not.
  func member(_ name: String, of property: ScriptProperty, wiggling seed: UInt64) -> ScriptValue? {
    let value = property.member(name, at: seconds, wiggling: seed)
    if value != nil, property.hasKeys || name == "wiggle" { budget.noteTime() }
    return value
  }

  /// Numbers by chance, which are the same for the same frame.
  private func chance(_ arguments: [ScriptValue]) -> ScriptValue {
    var numbers = SeededNumbers(seed: seed &+ UInt64(bitPattern: Int64(DocumentReader.bounded(frame) * 64)))
    let low = arguments.count > 1 ? arguments[0] : .number(0)
    let high = arguments.count > 1 ? arguments[1] : arguments.first ?? .number(1)
    return ScriptArithmetic.mix(low, high, numbers.unit())
  }

  /// The shape, or the list of shapes, in which the property is, by the number of steps outward.
  private func ancestor(_ steps: Double) throws -> ScriptValue {
    let count = site.ancestors.count
    guard steps >= 1, steps <= Double(count) else { throw ScriptThrow("the property has no such group") }
    let found = site.ancestors[count - Int(steps)]
    var lookup = Lookup(host: self, place: site.layer, composition: site.composition)
    lookup.ancestors = Array(site.ancestors.prefix(count - Int(steps)))
    if found.list != nil { return lookup.contents(found) }
    return found["ty"]?.text == "tr" ? lookup.transform(found) : lookup.shape(found)
  }

  // MARK: Compositions

  private func composition(named name: String) throws -> ScriptValue {
    if document.root["nm"]?.text == name { return composition(nil) }
    let named = document.assets.filter { $0.value["nm"]?.text == name || $0.key == name }
    if let id = named.keys.min() { return composition(id) }
    // Layers that show a composition have its name, too.
    let layers = document.layers(of: nil)
    guard let place = layers.place(of: name), let id = layers.all[place]["refId"]?.text, document.assets[id] != nil
    else {
      throw ScriptThrow("there is no composition '\(name)'")
    }
    return composition(id)
  }

  private func composition(_ id: String?) -> ScriptValue {
    let object = ScriptObject()
    let layers = document.layers(of: id)
    let rate = document.framesPerSecond
    object.resolve = { [self] name in
      switch name {
      case "layer": return .function { [self] in try layer($0.first ?? .undefined, $0.dropFirst().first, of: id) }
      case "numLayers": return .number(Double(layers.all.count))
      case "width": return .number(document.root["w"]?.number ?? 0)
      case "height": return .number(document.root["h"]?.number ?? 0)
      case "frameDuration": return .number(1 / rate)
      case "frameRate": return .number(rate)
      case "duration": return .number((document.last - document.first) / rate)
      case "displayStartTime": return .number(0)
      case "name": return .text((id.map { document.assets[$0]?["nm"]?.text ?? $0 } ?? document.root["nm"]?.text) ?? "")
      default: return nil
      }
    }
    return .object(object)
  }

  /// A layer by its name, its number, or its distance from another.
  private func layer(_ argument: ScriptValue, _ distance: ScriptValue?, of composition: String?) throws -> ScriptValue {
    let layers = document.layers(of: composition)
    var place: Int?
    switch argument {
    case .text(let name): place = layers.place(of: name)
    case .number(let number):
      place = layers.place(of: number) ?? (number >= 1 && number < 1e6 ? Int(number) - 1 : nil)
    case .object(let object):
      if let index = try object.resolve?("index")?.number, let distance = distance?.number {
        place = layers.place(of: index + distance)
      }
    default: break
    }
    guard let place, layers.all.indices.contains(place) else {
      throw ScriptThrow("there is no layer '\(argument.text)'")
    }
    return layer(place, of: composition)
  }
}
