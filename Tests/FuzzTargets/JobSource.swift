import JobFile
import Reporting
import StageKit

/// Jobs of a few stages with parameters of the right kinds, as text.
extension ByteSource {
  mutating func job(_ registry: StageRegistry) -> String {
    let definitions = registry.definitions
    guard !definitions.isEmpty else { return "{}" }
    var stages: [String] = []
    var earlier: [StageDefinition] = []
    repeat {
      let definition = definitions[choice(definitions.count)]
      stages.append(stage("s\(stages.count)", definition, earlier))
      earlier.append(definition)
    } while flag() && stages.count < 4
    let (width, height) = (2 + 2 * choice(24), 2 + 2 * choice(24))
    let duration = [0.1, 0.3, 1, 2.5][choice(4)]
    return """
      {"name":"f","canvas":{"size":[\(width),\(height)],"scale":\([1, 0.5, 2, 3][choice(4)]),"fps":10,\
      "duration":\(duration),"background":"\(flag() ? "clear" : "black")","mirror":\(choice(4) == 0),\
      "shutter":\([0, 0, 180, 720][choice(4)])},\
      "stages":[\(stages.joined(separator: ","))],\
      "outputs":[{"file":"f.mp4"}]}
      """
  }

  /// A stage that takes what it can from those below it.
  private mutating func stage(_ id: String, _ definition: StageDefinition, _ earlier: [StageDefinition]) -> String {
    let given = definition.parameters.filter { $0.isRequired || choice(4) == 0 }
    var parts = [
      "\"id\":\"\(id)\"", "\"stage\":\"\(definition.name)\"",
      "\"parameters\":{\(given.map { "\"\($0.name)\":\(value($0.schema, depth: 0))" }.joined(separator: ","))}",
    ]
    var inputs: [String] = []
    for input in definition.inputs {
      let outputs = earlier.enumerated().flatMap { index, stage in
        stage.outputs.filter { $0.type == input.type }.map { "s\(index).\($0.name)" }
      }
      let isWanted = !input.isOptional || flag() || given.contains { $0.requiredInput == input.name }
      if isWanted && !outputs.isEmpty { inputs.append("\"\(input.name)\":\"\(outputs[choice(outputs.count)])\"") }
    }
    if definition.content == .stages { parts.append("\"stages\":[]") }
    if !inputs.isEmpty { parts.append("\"inputs\":{\(inputs.joined(separator: ","))}") }
    let moments = earlier.enumerated().flatMap { index, stage in stage.moments.map { "s\(index).\($0.name)" } }
    switch choice(4) {
    case 0: parts.append("\"start\":\(numberText(.any(.seconds)))")
    case 1 where !moments.isEmpty:
      parts.append("\"start\":{\"after\":\"\(moments[choice(moments.count)])\",\"delay\":\(fraction())}")
    default: break
    }
    switch choice(8) {
    case 0: parts.append("\"place\":{\"at\":\"bottom-start\",\"of\":\"safe\",\"offset\":[\(fraction()),-1]}")
    case 1 where !earlier.isEmpty:
      let side = ["below", "above", "before", "after"][choice(4)]
      parts.append("\"place\":{\"\(side)\":\"s\(choice(earlier.count))\",\"gap\":\(fraction())}")
    default: break
    }
    return "{\(parts.joined(separator: ","))}"
  }

  private static let texts =
    ["", "a", "Über 10 km", "\\u202Eab\\n\\nc", "שלום 1", "x\\u0301\\u0000", "{canvas.width, number}", "= 'a'"]

  private mutating func value(_ schema: ParameterSchema, depth: Int) -> String {
    switch schema {
    case .number(let numbers):
      return choice(8) == 0 ? "\"= \(numberText(numbers))\"" : numberText(numbers)
    case .boolean: return "\(flag())"
    case .text, .message: return "\"\(Self.texts[choice(Self.texts.count)])\""
    case .choice(let words): return "\"\(words[choice(words.count)])\""
    case .color: return colorText()
    case .point: return "[\(numberText(.any(.points))),\(numberText(.any(.points)))]"
    case .coordinate: return coordinateText()
    case .path: return "\"\(path().svgData)\""
    case .paint: return paintText(depth)
    case .stops: return stopsText()
    case .curve: return "\"\(curveText())\""
    case .repetition: return flag() ? "\"forever\"" : numberText(.positive())
    case .file(let extensions): return extensions.contains("geojson") ? "\"small.geojson\"" : "\"small.png\""
    case .track: return "\"music\""
    case .job: return "\"small.json\""
    case .variables: return "{}"
    case .route:
      if choice(4) == 0 { return "{\"polyline\":\"_p~iF~ps|U_ulLnnqC_mqNvxq`@\"}" }
      return "[\((0..<2 + choice(4)).map { _ in coordinateText() }.joined(separator: ","))]"
    case .list(let item, let least):
      let count = depth > 3 ? least : least + choice(3)
      return "[\((0..<count).map { _ in value(item, depth: depth + 1) }.joined(separator: ","))]"
    case .object(let fields): return object(fields, depth)
    case .variant(let variants):
      let variant = variants[choice(variants.count)]
      return "{\"\(variant.name)\":\(object(variant.fields, depth))}"
    case .animated(let constant):
      if depth > 3 || choice(3) > 0 { return value(constant, depth: depth + 1) }
      var at = 0.0
      let frames = (0..<1 + choice(3)).map { _ in
        defer { at += 0.1 + fraction() }
        return "{\"at\":\(at),\"value\":\(value(constant, depth: depth + 1)),\"curve\":\"\(curveText())\"}"
      }
      return "{\"keyframes\":[\(frames.joined(separator: ","))],\"repeat\":\(flag() ? "\"forever\"" : "1.5")}"
    case .pair(_, _, let numbers): return "[\(numberText(numbers)),\(numberText(numbers))]"
    case .frameRate: return "\"30000/1001\""
    case .name: return "\"a\""
    case .reference: return "\"s0.end\""
    case .constant(let constant): return constant.json.text
    case .alternatives(let schemas, _):
      return schemas.isEmpty ? "{}" : value(schemas[choice(schemas.count)], depth: depth + 1)
    case .named(let named): return value(named.schema, depth: depth + 1)
    }
  }

  private mutating func object(_ fields: [ParameterDeclaration], _ depth: Int) -> String {
    let given = fields.filter { $0.isRequired || (depth < 4 && choice(3) == 0) }
    return "{\(given.map { "\"\($0.name)\":\(value($0.schema, depth: depth + 1))" }.joined(separator: ","))}"
  }

  /// Within bounds: one of these, or one of common size.
  private mutating func numberText(_ numbers: NumberSchema) -> String {
    let low = numbers.minimum ?? -1e6
    let high = numbers.maximum ?? 1e6
    var number: Double
    switch choice(16) {
    case 0: number = numbers.isMinimumExclusive ? low + 1e-9 : low
    case 1: number = high
    case 2: number = 0
    case 3: number = low + (high - low) * fraction()
    case 4...7: number = fraction()
    default: number = Double(choice(100)) - 10 + fraction()
    }
    number = min(max(number, numbers.isMinimumExclusive ? low + 0.01 : low), high)
    return numbers.isInteger ? "\(Int(number.rounded()))" : "\(number)"
  }

  private mutating func coordinateText() -> String {
    // Mostly where the map of the seeds is.
    if choice(8) == 0 { return "[\(fraction() * 720 - 360),\(fraction() * 180 - 90)]" }
    return "[\(fraction() / 100),\(fraction() / 100)]"
  }

  private mutating func colorText() -> String {
    "\"#\((0..<4).map { _ in String(byte() | 16, radix: 16) }.joined())\""
  }

  private mutating func stopsText() -> String {
    "[\((0..<1 + choice(4)).map { _ in flag() ? colorText() : "[\(fraction()),\(colorText())]" }.joined(separator: ","))]"
  }

  private mutating func paintText(_ depth: Int) -> String {
    let variants = PaintValue.variants
    guard depth < 6, choice(3) == 0 else { return colorText() }
    let variant = variants[choice(variants.count)]
    return "{\"\(variant.name)\":\(object(variant.fields, 4))}"
  }

  private mutating func curveText() -> String {
    let functions = ["steps(3)", "cubic-bezier(0.2, -1, 0.8, 2)", "linear(0, 0.5 20%, 1)"]
    let all = Easing.names + functions
    return all[choice(all.count)]
  }
}
