import JobFile
import Reporting
import StageKit

/// Values to try a parameter with, as a job writes them.
struct ParameterSamples {
  /// Files to name; without them parameters that name files have no values.
  var files: SampleFiles?

  /// A value that the schema allows, for parameters that must be given; nil where none can be made up.
  func typical(_ schema: ParameterSchema) -> JSONValue? { all(schema).first }

  /// The ends of the range, and every kind of value; the lowest first.
  func all(_ schema: ParameterSchema) -> [JSONValue] {
    switch schema {
    case .number(let number): numbers(number)
    case .boolean: [false, true]
    case .text: ["Grüße 👋\nfrom afar", "", "W"]
    case .message(let values): [.string(values.map { "{\($0)}" }.joined(separator: " ")), "", "W"]
    case .choice(let words): words.map { .string($0) }
    case .color: ["black", "rgba(255, 128, 0, 0.5)", "transparent"]
    case .point: [[0, 0], [-500, 2000]]
    case .coordinate: [[13.4, 52.5], [-180, -85], [180, 85]]
    case .path: ["M0 0H90V60Q40 90 0 60Z", "M10 10L20 20"]
    case .paint:
      [
        "white", ["linear": ["angle": 90, "stops": ["red", "blue"]]], ["radial": ["stops": ["white", "transparent"]]],
      ]
    case .stops: [["red", "blue"], ["red"]]
    case .curve: ["linear", "ease-in-out", "steps(3, jump-none)", ["spring": ["duration": 0.5, "bounce": 0.4]]]
    case .repetition: [1, 0.5, "forever"]
    case .file(let extensions): (files?.path(extensions)).map { [.string($0)] } ?? []
    case .job: (files?.path(["json"])).map { [.string($0)] } ?? []
    case .track: files == nil ? [] : [.string(SampleFiles.sound)]
    case .variables: []
    case .route: [[[13.4, 52.5], [13.5, 52.55], [13.6, 52.5]], [[13.4, 52.5], [13.4, 52.5]]]
    case .list(let item, let count): lists(item, minimumCount: count)
    case .object(let fields): objects(fields)
    case .variant(let variants):
      variants.flatMap { variant in objects(variant.fields).map { .object([.init(variant.name, $0)]) } }
    // Only paints of one kind lead to each other.
    case .animated(.paint): all(.paint) + keyframes(["white", "rgba(0, 0, 0, 0.5)"])
    case .animated(let constant): all(constant) + keyframes(all(constant))
    case .pair(_, _, let number): numbers(number).map { [$0, $0] }
    case .frameRate: [60, "30000/1001"]
    case .name, .reference: []
    case .constant(let value): [value.json]
    case .alternatives(let schemas, _): schemas.flatMap(all)
    case .named(let named): all(named.schema)
    }
  }

  private func numbers(_ schema: NumberSchema) -> [JSONValue] {
    let least = schema.isInteger ? 1 : 0.001
    let low = schema.minimum.map { schema.isMinimumExclusive ? $0 + least : $0 } ?? min(-1000, schema.maximum ?? 0)
    let high = schema.maximum ?? max(1000, low + 1000)
    return [.number(low), .number(high)]
  }

  private func lists(_ item: ParameterSchema, minimumCount: Int) -> [JSONValue] {
    let items = all(item)
    guard let first = items.first else { return minimumCount == 0 ? [[]] : [] }
    let shortest = JSONValue.array(Array(repeating: first, count: minimumCount))
    return [shortest, .array(Array(repeating: first, count: max(2, minimumCount))), .array(items)]
  }

  /// Required fields alone, then all fields, at each of the first values that they take.
  private func objects(_ fields: [ParameterDeclaration]) -> [JSONValue] {
    let required = fields.filter(\.isRequired)
    guard let least = object(required, at: 0) else { return [] }
    let most = fields.map { all($0.schema).count }.max() ?? 0
    return [least] + (0..<min(most, 4)).compactMap { object(fields.filter { typical($0.schema) != nil }, at: $0) }
  }

  private func object(_ fields: [ParameterDeclaration], at index: Int) -> JSONValue? {
    var members: [JSONValue.Member] = []
    for field in fields {
      let values = all(field.schema)
      guard !values.isEmpty else { return nil }
      members.append(.init(field.name, values[min(index, values.count - 1)]))
    }
    return .object(members)
  }

  /// Keyframes from each value to the next, back and forth forever; and from the first to the last with an input's
  /// number.
  private func keyframes(_ values: [JSONValue]) -> [JSONValue] {
    guard values.count > 1 else { return [] }
    let frames = values.enumerated().map { index, value -> JSONValue in
      let at = JSONValue.number(Double(index) * 0.75)
      // The last one has no curve: none follows it.
      return index == values.count - 1
        ? ["at": at, "value": value] : ["at": at, "value": value, "curve": "ease-in-out"]
    }
    let followed: JSONValue = [
      "follow": .string("inputs.number"),
      "keyframes": [["at": 0, "value": values[0]], ["at": 1, "value": values[values.count - 1]]],
    ]
    return [["keyframes": .array(frames), "repeat": "forever", "autoreverse": true], followed]
  }
}
