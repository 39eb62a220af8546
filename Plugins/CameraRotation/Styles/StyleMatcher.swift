import StageKit

/// The part of a feature that rules match.
enum FeatureShape: String { case point, line, area }

/// Finds the rule for a feature; features whose properties are alike in what the rules ask for are looked up once.
struct StyleMatcher {
  private let rules: [MapRule]
  private let keys: [String: Int]
  private let shapeIndex: Int?
  private var known: [[String?]: Int?] = [:]

  init(_ rules: [MapRule]) {
    self.rules = rules
    var keys: [String: Int] = [:]
    for rule in rules {
      for condition in rule.conditions where keys[condition.key] == nil { keys[condition.key] = keys.count }
    }
    self.keys = keys
    shapeIndex = keys[MapCondition.shape]
  }

  /// The index of the first rule that is for a feature of this shape.
  mutating func rule(for feature: GeoJSON.Feature, shape: FeatureShape) -> Int? {
    var values = [String?](repeating: nil, count: keys.count)
    for property in feature.properties {
      if let index = keys[property.name] { values[index] = property.value.text }
    }
    if let shapeIndex { values[shapeIndex] = shape.rawValue }
    if let found = known[values] { return found }
    let found = rules.firstIndex { rule in
      rule.conditions.allSatisfy { condition in
        condition.holds(for: keys[condition.key].flatMap { values[$0] })
      }
    }
    known[values] = found
    return found
  }
}

extension GeoJSON.Value {
  /// As conditions are written; nil for null.
  var text: String? {
    switch self {
    case .string(let text), .nested(let text): text
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let flag): flag ? "true" : "false"
    case .null: nil
    }
  }
}
