import Documents
import StageKit

extension ExpressionHost {
  /// A layer of a composition.
  func layer(_ place: Int, of composition: String?) -> ScriptValue {
    let layers = document.layers(of: composition)
    guard layers.all.indices.contains(place) else { return .undefined }
    let json = layers.all[place]
    let rate = document.framesPerSecond
    let object = ScriptObject()
    let inner = Lookup(host: self, place: place, composition: composition)
    object.resolve = { [self] name in
      switch name {
      case "name", "_name": return .text(json["nm"]?.text ?? "")
      case "index": return .number(json["ind"]?.number ?? Double(place + 1))
      case "inPoint": return .number((json["ip"]?.number ?? 0) / rate)
      case "outPoint": return .number((json["op"]?.number ?? 0) / rate)
      case "startTime": return .number((json["st"]?.number ?? 0) / rate)
      case "width": return .number(json["w"]?.number ?? json["sw"]?.number ?? document.root["w"]?.number ?? 0)
      case "height": return .number(json["h"]?.number ?? json["sh"]?.number ?? document.root["h"]?.number ?? 0)
      case "hasParent": return .boolean(json["parent"] != nil)
      case "parent":
        guard let other = layers.parent(of: json) else { throw ScriptThrow("the layer has no parent") }
        return layer(other, of: composition)
      case "active":
        budget.noteTime()
        return .boolean(frame >= (json["ip"]?.number ?? 0) && frame < (json["op"]?.number ?? 0))
      case "transform": return inner.transform(json["ks"] ?? JSONNode(.object([])))
      case "position", "scale", "rotation", "opacity", "anchorPoint", "anchor_point":
        guard case .object(let transform) = inner.transform(json["ks"] ?? JSONNode(.object([]))) else { return nil }
        return try transform.resolve?(name)
      case "content": return inner.contents(json["shapes"])
      case "effect": return inner.effects(json["ef"])
      case "toComp", "toWorld": return .function { try inner.mapped($0, isInverse: false) }
      case "fromComp", "fromWorld": return .function { try inner.mapped($0, isInverse: true) }
      default: return nil
      }
    }
    object.function = { _, arguments in
      switch arguments.first?.text {
      case "2", "ADBE Root Vectors Group", "Contents": return inner.contents(json["shapes"])
      case "4", "5", "Effects", "ADBE Effect Parade": return inner.effects(json["ef"])
      case "6", "Transform", "ADBE Transform Group": return inner.transform(json["ks"] ?? JSONNode(.object([])))
      default: throw ScriptThrow("the layer has no '\(arguments.first?.text ?? "")'")
      }
    }
    return .object(object)
  }

  /// The parts of one layer.
  struct Lookup {
    let host: ExpressionHost
    let place: Int
    let composition: String?
    /// The shapes and lists of shapes that it is in, the innermost last.
    var ancestors: [JSONNode] = []

    /// The parts of a shape, or of a list of shapes, in it.
    private func within(_ json: JSONNode) -> Lookup {
      var result = self
      result.ancestors.append(json)
      return result
    }

    /// Reads values, with their expressions.
    private var reader: DocumentReader {
      let document = host.document
      let reader = DocumentReader(
        document.root, name: document.name, container: document.container, document.resources)
      reader.site = host.site.asking(for: place, of: composition)
      reader.shapeAncestors = ancestors
      return reader
    }

    /// The value of a property, with the members of one.
    func property(_ json: JSONNode?, _ name: String) throws -> ScriptValue {
      guard let json else { throw ScriptThrow("there is no '\(name)'") }
      try host.context.checkDepth()
      try host.budget.take(20)
      let asked = try host.document.property(at: json.offset) { try AskedProperty(json, name, reader) }
      let own = asked.scriptProperty(host.document.framesPerSecond)
      if own.hasKeys { host.budget.noteTime() }
      let key = ScriptMemory.Key(offset: json.offset, instant: host.seconds)
      let value = try host.context.memory.value(key, host.budget) { own.valueAtFrame(host.frame) }
      let object: ScriptObject
      if case .object(let found) = value {
        object = found
      } else {
        object = ScriptObject()
        object.primitive = value.number
      }
      object.resolve = { host.member($0, of: own, wiggling: UInt64(place)) }
      return .object(object)
    }

    private static let transformKeys = [
      "position": "p", "scale": "s", "opacity": "o", "anchorPoint": "a", "anchor_point": "a", "skew": "sk",
      "skewAxis": "sa", "ADBE Position": "p", "ADBE Scale": "s", "ADBE Opacity": "o", "ADBE Anchor Point": "a",
      "Position": "p", "Scale": "s", "Opacity": "o", "Anchor Point": "a", "xRotation": "rx", "yRotation": "ry",
    ]

    /// A transform of a layer or a group.
    func transform(_ json: JSONNode) -> ScriptValue {
      let object = ScriptObject()
      object.resolve = { name in
        if ["rotation", "Rotation", "ADBE Rotate Z", "zRotation"].contains(name) {
          return try within(json).property(json["rz"] ?? json["r"], name)
        }
        guard let key = Self.transformKeys[name] else { return nil }
        return try within(json).property(json[key], key)
      }
      object.set("propertyIndex", to: .number((json["cix"] ?? json["ix"])?.number ?? 1))
      object.function = { [unowned object] _, arguments in
        if let found = numbered(arguments.first, in: json) {
          return try within(json).property(found.value, found.name)
        }
        return try object.resolve?(arguments.first?.text ?? "") ?? .undefined
      }
      return .object(object)
    }

    /// The shapes of a list, by name or number.
    func contents(_ list: JSONNode?) -> ScriptValue {
      .function { arguments in
        let entries = list?.list ?? []
        if let entry = find(arguments.first ?? .undefined, in: entries) {
          return (list.map(within) ?? self).shape(entry)
        }
        if let transform = entries.first(where: { $0["ty"]?.text == "tr" }),
          ["Transform", "ADBE Vector Transform Group"].contains(arguments.first?.text)
        {
          return self.transform(transform)
        }
        throw ScriptThrow("there is no '\(arguments.first?.text ?? "")' in the contents")
      }
    }

    /// The effects of a list, by name or number.
    func effects(_ list: JSONNode?) -> ScriptValue {
      .function { arguments in
        guard let effect = find(arguments.first ?? .undefined, in: list?.list ?? []) else {
          throw ScriptThrow("there is no effect '\(arguments.first?.text ?? "")'")
        }
        let object = ScriptObject()
        object.function = { _, arguments in
          guard let value = find(arguments.first ?? .undefined, in: effect["ef"]?.list ?? []) else {
            throw ScriptThrow("the effect has no '\(arguments.first?.text ?? "")'")
          }
          return try property(value["v"], "v")
        }
        object.resolve = { name in
          try find(.text(name), in: effect["ef"]?.list ?? []).map { try property($0["v"], "v") }
        }
        return .object(object)
      }
    }

    /// The property of a number in its group.
    private func numbered(_ argument: ScriptValue?, in json: JSONNode) -> JSONNode.Member? {
      guard let argument, let number = Self.number(argument) else { return nil }
      return json.members?.first { $0.value["ix"]?.number == number && $0.value["k"] != nil }
    }

    private static func number(_ argument: ScriptValue) -> Double? {
      switch argument {
      case .number(let number): number
      case .object(let object): object.primitive
      default: nil
      }
    }

    private func find(_ argument: ScriptValue, in list: [JSONNode]) -> JSONNode? {
      guard let number = Self.number(argument) else {
        return list.first { $0["nm"]?.text == argument.text || $0["mn"]?.text == argument.text }
      }
      if let found = list.first(where: { ($0["cix"] ?? $0["ix"])?.number == number }) { return found }
      return number >= 1 && number <= Double(list.count) ? list[Int(number) - 1] : nil
    }

    /// A shape with its properties, or a group.
    func shape(_ json: JSONNode) -> ScriptValue {
      let object = ScriptObject()
      object.resolve = { name in
        switch name {
        case "name", "_name": return .text(json["nm"]?.text ?? "")
        case "propertyIndex": return .number((json["cix"] ?? json["ix"])?.number ?? 1)
        case "content" where Self.isGroup(json): return within(json).contents(json["it"])
        case "transform": return (Self.transform(ofGroup: json) ?? json["tr"]).map { within(json).transform($0) }
        default:
          let key = Self.key(of: name.lowercased().filter { $0 != " " }, ofShape: json["ty"]?.text ?? "")
          return try key.map { try within(json).property(json[$0], $0) }
        }
      }
      object.function = { [unowned object] _, arguments in
        let name = arguments.first?.text ?? ""
        if Self.isGroup(json) {
          let inner = within(json)
          if name == "2" || name == "Contents" { return inner.contents(json["it"]) }
          if ["3", "Transform", "ADBE Vector Transform Group"].contains(name) {
            return Self.transform(ofGroup: json).map { inner.transform($0) } ?? .undefined
          }
          if let entry = find(arguments.first ?? .undefined, in: json["it"]?.list ?? []) {
            return inner.within(json["it"] ?? json).shape(entry)
          }
        } else if let found = numbered(arguments.first, in: json) {
          return try within(json).property(found.value, found.name)
        }
        guard let value = try object.resolve?(name) else { throw ScriptThrow("there is no '\(name)' in the contents") }
        return value
      }
      return .object(object)
    }

    private static func isGroup(_ json: JSONNode) -> Bool { json["ty"]?.text == "gr" }

    /// The transform of a group of shapes.
    private static func transform(ofGroup json: JSONNode) -> JSONNode? {
      json["it"]?.list?.first { $0["ty"]?.text == "tr" }
    }

    /// The key of a shape's property by the name that scripts have for it; nil for none.
    private static func key(of name: String, ofShape type: String) -> String? { shapeKeys[type]?[name] }

    private static let shapeKeys: [String: [String: String]] = [
      "sh": ["path": "ks"],
      "rc": ["size": "s", "position": "p", "roundness": "r"],
      "el": ["size": "s", "position": "p"],
      "sr": [
        "position": "p", "points": "pt", "rotation": "r", "innerradius": "ir", "outerradius": "or",
        "innerroundness": "is", "outerroundness": "os",
      ],
      "fl": ["color": "c", "opacity": "o"],
      "st": ["color": "c", "opacity": "o", "strokewidth": "w"],
      "gf": ["startpoint": "s", "endpoint": "e", "opacity": "o", "strokewidth": "w"],
      "gs": ["startpoint": "s", "endpoint": "e", "opacity": "o", "strokewidth": "w"],
      "tm": ["start": "s", "end": "e", "offset": "o"],
      "rp": ["copies": "c", "offset": "o"],
      "rd": ["radius": "r"],
    ]

    /// The map of a layer of its composition.
    private func transform(ofLayer layer: JSONNode) throws -> Transform {
      let values = layer["ks"]
      let offset = values?.offset ?? 0
      let properties = try host.document.transform(at: offset) { try reader.transform(values) }
      if properties.constant == nil { host.budget.noteTime() }
      return try host.context.memory.transform(ScriptMemory.Key(offset: offset, instant: host.seconds), host.budget) {
        properties.transform(at: host.frame)
      }
    }

    /// A point of the layer in its composition, or the other way around.
    func mapped(_ arguments: [ScriptValue], isInverse: Bool) throws -> ScriptValue {
      let layers = host.document.layers(of: composition)
      var matrix = Transform.identity
      var next: Int? = place
      var seen = Set<Int>()
      while let current = next, seen.insert(current).inserted {
        try host.budget.take(100)
        let layer = layers.all[current]
        matrix = try transform(ofLayer: layer) * matrix
        next = layers.parent(of: layer)
      }
      if isInverse {
        guard let inverse = matrix.inverse else { throw ScriptThrow("the layer has no size") }
        matrix = inverse
      }
      let numbers = (arguments.first?.elements ?? []).map(\.number)
      let point = matrix.apply(Point(numbers.first ?? 0, numbers.dropFirst().first ?? 0))
      return .list([point.x, point.y, 0])
    }
  }
}
