#if canImport(Glibc)
  import Glibc
#endif

/// Members of the values of scripts, and `Math`.
enum ScriptLibrary {
  private static let constants = [
    "PI": Double.pi, "E": M_E, "SQRT2": 2.0.squareRoot(), "SQRT1_2": 0.5.squareRoot(), "LN2": M_LN2, "LN10": M_LN10,
  ]

  private static let functions: [String: @Sendable (Double) -> Double] = [
    "abs": { abs($0) }, "acos": { acos($0) }, "asin": { asin($0) }, "atan": { atan($0) }, "ceil": { ceil($0) },
    "cos": { cos($0) }, "exp": { exp($0) }, "floor": { floor($0) }, "log": { log($0) },
    "round": { ($0 + 0.5).rounded(.down) }, "sin": { sin($0) }, "sqrt": { sqrt($0) }, "tan": { tan($0) },
    "cbrt": { cbrt($0) }, "trunc": { trunc($0) }, "log2": { log2($0) }, "log10": { log10($0) }, "sinh": { sinh($0) },
    "cosh": { cosh($0) }, "tanh": { tanh($0) }, "sign": { $0 > 0 ? 1 : $0 < 0 ? -1 : $0 },
  ]

  /// The object `Math`, without chance.
  static func math() -> ScriptObject {
    let object = ScriptObject()
    object.resolve = { name in
      if let body = functions[name] { return .function { .number(body($0.first?.number ?? .nan)) } }
      switch name {
      case "atan2": return .function { .number(atan2($0.first?.number ?? .nan, $0.count > 1 ? $0[1].number : .nan)) }
      case "pow": return .function { .number(pow($0.first?.number ?? .nan, $0.count > 1 ? $0[1].number : .nan)) }
      case "hypot": return .function { .number($0.reduce(0) { $0 + $1.number * $1.number }.squareRoot()) }
      case "max": return .function { .number($0.reduce(-.infinity) { Swift.max($0, $1.number) }) }
      case "min": return .function { .number($0.reduce(.infinity) { Swift.min($0, $1.number) }) }
      default: return constants[name].map { .number($0) }
      }
    }
    return object
  }

  /// A member of a number.
  static func member(_ name: String, of number: Double) -> ScriptValue {
    switch name {
    case "toFixed":
      return .function { arguments in
        let places = min(max(arguments.first?.number ?? 0, 0), 12)
        let factor = pow(10, places)
        let text = ScriptValue.text(of: (number * factor).rounded() / factor)
        guard places > 0, number.isFinite, !text.contains("e") else { return .text(text) }
        let (whole, point) = (text.split(separator: ".")[0], text.split(separator: ".").dropFirst().first ?? "")
        return .text("\(whole).\(point)" + String(repeating: "0", count: max(Int(places) - point.count, 0)))
      }
    case "toString": return .function { _ in .text(ScriptValue.text(of: number)) }
    case "valueOf": return .function { _ in .number(number) }
    default: return .undefined
    }
  }

  /// A member of a text.
  static func member(_ name: String, of text: String) -> ScriptValue {
    let units = Array(text)
    func place(_ value: ScriptValue?, _ standard: Int) -> Int {
      guard let number = value?.number, !number.isNaN else { return standard }
      return Int(min(max(number < 0 ? number + Double(units.count) : number, 0), Double(units.count)))
    }
    if let index = Int(name) { return units.indices.contains(index) ? .text(String(units[index])) : .undefined }
    switch name {
    case "length": return .number(Double(units.count))
    case "toUpperCase": return .function { _ in .text(text.uppercased()) }
    case "toLowerCase": return .function { _ in .text(text.lowercased()) }
    case "toString": return .function { _ in .text(text) }
    case "charAt":
      return .function { arguments in
        let index = place(arguments.first, 0)
        return .text(index < units.count ? String(units[index]) : "")
      }
    case "indexOf":
      return .function { arguments in
        let range = text.firstRange(of: arguments.first?.text ?? "undefined")
        return .number(range.map { Double(text.distance(from: text.startIndex, to: $0.lowerBound)) } ?? -1)
      }
    case "slice", "substring", "substr":
      return .function { arguments in
        let start = place(arguments.first, 0)
        let end =
          name == "substr"
          ? min(start + place(arguments.dropFirst().first, units.count - start), units.count)
          : place(arguments.dropFirst().first, units.count)
        return .text(start < end ? String(units[start..<end]) : "")
      }
    case "split":
      return .function { arguments in
        guard let separator = arguments.first?.text else { return .list([.text(text)]) }
        if separator.isEmpty { return .list(units.map { .text(String($0)) }) }
        return .list(text.split(separator: separator, omittingEmptySubsequences: false).map { .text(String($0)) })
      }
    case "replace":
      return .function { arguments in
        guard arguments.count > 1 else { return .text(text) }
        return .text(text.replacing(arguments[0].text, with: arguments[1].text, maxReplacements: 1))
      }
    default: return .undefined
    }
  }

  /// A member of a list; nil for one that it has not.
  static func member(_ name: String, of object: ScriptObject, _ machine: ScriptMachine) -> ScriptValue? {
    let elements = object.elements ?? []
    switch name {
    case "length": return .number(Double(elements.count))
    case "push":
      return .function { arguments in
        guard elements.count < 100_000 else { throw ScriptExhaustion() }
        object.elements?.append(contentsOf: arguments)
        return .number(Double(object.elements?.count ?? 0))
      }
    case "pop": return .function { _ in object.elements?.popLast() ?? .undefined }
    case "slice", "concat", "reverse", "join", "indexOf": return copying(name, elements)
    case "map", "forEach", "filter", "some", "every", "reduce": return walking(name, elements, machine)
    default: return nil
    }
  }

  private static func copying(_ name: String, _ elements: [ScriptValue]) -> ScriptValue {
    .function { arguments in
      switch name {
      case "concat": return .list(arguments.reduce(elements) { $0 + ($1.elements ?? [$1]) })
      case "reverse": return .list(Array(elements.reversed()))
      case "join": return .text(elements.map(\.text).joined(separator: arguments.first?.text ?? ","))
      case "indexOf":
        let place = arguments.first.flatMap { wanted in elements.firstIndex { $0.isSame(as: wanted) } }
        return .number(place.map(Double.init) ?? -1)
      default:
        func place(_ value: ScriptValue?, _ standard: Int) -> Int {
          guard let number = value?.number, !number.isNaN else { return standard }
          return Int(min(max(number < 0 ? number + Double(elements.count) : number, 0), Double(elements.count)))
        }
        let (start, end) = (place(arguments.first, 0), place(arguments.dropFirst().first, elements.count))
        return .list(start < end ? Array(elements[start..<end]) : [])
      }
    }
  }

  private static func walking(_ name: String, _ elements: [ScriptValue], _ machine: ScriptMachine) -> ScriptValue {
    .function { arguments in
      guard let body = arguments.first else { throw ScriptThrow("'\(name)' needs a function") }
      func call(_ index: Int) throws -> ScriptValue {
        try machine.call(body, this: .undefined, [elements[index], .number(Double(index)), .list(elements)])
      }
      switch name {
      case "map": return .list(try elements.indices.map(call))
      case "filter": return .list(try elements.indices.filter { try call($0).isTrue }.map { elements[$0] })
      case "some": return .boolean(try elements.indices.contains { try call($0).isTrue })
      case "every": return .boolean(try elements.indices.allSatisfy { try call($0).isTrue })
      case "reduce":
        guard var result = arguments.dropFirst().first ?? elements.first else { return .undefined }
        for (index, element) in elements.enumerated() where arguments.count > 1 || index > 0 {
          result = try machine.call(body, this: .undefined, [result, element, .number(Double(index))])
        }
        return result
      default:
        for index in elements.indices { _ = try call(index) }
        return .undefined
      }
    }
  }

  /// A member of a function, or nothing.
  static func member(_ name: String, ofFunction object: ScriptObject, _ machine: ScriptMachine) -> ScriptValue {
    guard let function = object.function else { return .undefined }
    switch name {
    case "call": return .function { try function($0.first ?? .undefined, Array($0.dropFirst())) }
    case "apply": return .function { try function($0.first ?? .undefined, $0.dropFirst().first?.elements ?? []) }
    default: return .undefined
    }
  }
}
