import JobFile
import Planning
import StageKit
@_spi(Reflection) import Swift

extension Stage {
  /// The mistakes in its declarations that jobs would suffer from, each a phrase about it. Makes its parameters.
  static var mistakes: [String] { definition.mistakes + strayMembers }

  /// All mistakes in its declarations, also those that only its reference suffers from; `registry` has all stages of its
  /// example.
  static func problems(_ registry: StageRegistry) -> [String] {
    definition.problems + strayMembers + StageExample(definition).problems(registry)
  }

  /// The outputs, inputs and moments that are declared beside its parameters, where nobody finds them.
  private static var strayMembers: [String] {
    if Parameters.self == Self.self { return [] }
    let definition = definition
    var found: [String] = []
    _ = _forEachField(of: Self.self) { name, _, type, _ in
      guard let member = type as? any DeclaredMember.Type else { return true }
      let name = String(cString: name)
      // One of its parameters' may be kept under its name.
      if !member.names(in: definition).contains(name) {
        found.append("its \(member.noun) '\(name)' is declared outside of 'Parameters'; move it there")
      }
      return true
    }
    return found
  }
}

/// A member that a stage or its parameters declare as a property.
private protocol DeclaredMember {
  static var noun: String { get }
  static func names(in definition: StageDefinition) -> [String]
}

extension Output: DeclaredMember {
  fileprivate static var noun: String { "output" }
  fileprivate static func names(in definition: StageDefinition) -> [String] { definition.outputs.map(\.name) }
}

extension Input: DeclaredMember {
  fileprivate static var noun: String { "input" }
  fileprivate static func names(in definition: StageDefinition) -> [String] { definition.inputs.map(\.name) }
}

extension Moment: DeclaredMember {
  fileprivate static var noun: String { "moment" }
  fileprivate static func names(in definition: StageDefinition) -> [String] {
    definition.moments.map(\.name) + definition.cueNames
  }
}

extension StageDefinition {
  /// The mistakes in it that jobs would suffer from, each a phrase about the stage.
  fileprivate var mistakes: [String] {
    let misnamed =
      (try? StageName(name)) == nil ? ["its name is '\(name)': expected lower-case words joined by hyphens"] : []
    func repeated(_ names: [String], _ what: String, hint: String = "") -> [String] {
      names.enumerated().filter { index, name in names[..<index].contains(name) }
        .map { "its definition has two \(what) named '\($0.element)'\(hint)" }
    }
    let defaults = parameters.compactMap { parameter in
      parameter.defaultValue.flatMap { parameter.schema.refusal(of: $0) }.map {
        "the default of its parameter '\(parameter.name)' is one that jobs may not give: \($0)"
      }
    }
    let inputNames = inputs.map(\.name)
    let asked =
      parameters.flatMap { [$0] + $0.schema.declarations }.map {
        ("parameter '\($0.name)'", [$0.requiredInput].compactMap { $0 } + $0.replacingInputs)
      }
      + inputs.map { ("input '\($0.name)'", [$0.requiredInput].compactMap { $0 }) }
    let unknown = asked.flatMap { member, names in
      names.filter { !inputNames.contains($0) }.map { "its \(member) names '\($0)', which is none of its inputs" }
    }
    let taken = Set(moments.map(\.name) + cueNames).intersection(Planner.commonMoments).sorted().map {
      "its moment '\($0)' has the name of one that every stage has"
    }
    return misnamed
      + repeated(
        parameters.map(\.name), "parameters",
        hint: ": the members of a group that it includes are parameters of its own, too")
      + repeated(inputs.map(\.name), "inputs") + repeated(outputs.map(\.name), "outputs")
      + repeated(moments.map(\.name), "moments") + repeated(cues.map(\.name), "cues") + taken
      + defaults + unknown
      + handles.compactMap { $0.fault(in: parameters) }
  }

  /// All mistakes in it, also those that only its reference suffers from.
  fileprivate var problems: [String] {
    (summary.isEmpty ? ["its definition has no summary"] : []) + mistakes
      + parameters.filter(\.summary.isEmpty).map { "its parameter '\($0.name)' has no summary" }
  }
}

extension ParameterSchema {
  /// The declarations below it, at any depth.
  fileprivate var declarations: [ParameterDeclaration] {
    switch self {
    case .alternatives(let schemas, _): schemas.flatMap(\.declarations)
    case .list(let item, _), .animated(let item): item.declarations
    case .object(let fields): fields.flatMap { [$0] + $0.schema.declarations }
    case .variant(let variants): variants.flatMap(\.fields).flatMap { [$0] + $0.schema.declarations }
    default: []
    }
  }

  /// The reason for which a number or a word in a value is none that jobs may give; nil if there is none.
  fileprivate func refusal(of value: ParameterValue) -> String? {
    switch (self, value) {
    case (.number(let numbers), .number(let number)): numbers.fault(of: number)
    case (.choice(let words), .text(let word)): words.contains(word) ? nil : "'\(word)'"
    case (.animated(let schema), _): schema.refusal(of: value)
    case (.list(let schema, let minimum), .list(let items)):
      items.count < minimum
        ? "\(items.count) of at least \(minimum)" : items.lazy.compactMap { schema.refusal(of: $0) }.first
    case (.pair(_, _, let numbers), .point(let point)):
      [point.x, point.y].lazy.compactMap { numbers.fault(of: $0) }.first
    default: nil
    }
  }
}
