import JobFile
import Reporting
import StageKit

/// Values of parameters to try a stage with.
struct CheckCase {
  let parameters: [JSONValue.Member]
  /// The same without one of the parameters, or without all of the stage's example, tried in turn where they exclude each other.
  var alternatives: [[JSONValue.Member]] = []
  let connectsInputs: Bool
  /// The subject of the case, such as "'color'".
  var kind = ""

  /// As a job writes them.
  var text: String { JSONValue.object(parameters).text }
}

/// The cases that a definition calls for, always the same in the same order: its defaults, every parameter at every end
/// of its range, all of them at their ends together, and mixtures.
struct CheckCases {
  private(set) var all: [CheckCase] = []
  /// Parameters for which no value can be made up.
  private(set) var untried: [String] = []
  private let given: [JSONValue.Member]
  private let example: [JSONValue.Member]
  private let samples: ParameterSamples
  private let parameters: [ParameterDeclaration]

  /// - Parameters:
  ///   - given: The parameters of every case.
  ///   - example: The parameters of cases that say nothing else.
  ///   - samples: The values to try.
  init(
    _ definition: StageDefinition, given: [JSONValue.Member], example: [JSONValue.Member] = [],
    samples: ParameterSamples = ParameterSamples(), mixtures: Int = 48
  ) {
    self.given = given
    self.example = example
    self.samples = samples
    parameters = definition.parameters.filter { parameter in !given.contains { $0.key == parameter.name } }
    let needsInputs = definition.inputs.contains { !$0.isOptional }
    let hasInputs = !definition.inputs.isEmpty
    if !needsInputs { add("defaults", [], connected: false) }
    if hasInputs { add("all inputs", [], connected: true) }
    for parameter in parameters {
      let connects = needsInputs || parameter.requiredInput != nil
      let values = samples.all(parameter.schema)
      if values.isEmpty { untried.append("'\(parameter.name)'") }
      for value in values {
        add(
          "'\(parameter.name)'", [.init(parameter.name, value)],
          connected: connects || (hasInputs && all.count % 2 == 0))
      }
    }
    for end in 0..<3 {
      add(
        "all parameters at once", parameters.compactMap { member($0, at: end) },
        connected: needsInputs || parameters.contains { $0.requiredInput != nil })
    }
    var random = SeededNumbers(seed: 0x5EED)
    for _ in 0..<mixtures {
      let mixed = parameters.compactMap { parameter in
        random.next() % 3 == 0 ? member(parameter, at: Int(random.next() % 64)) : nil
      }
      let connects =
        needsInputs
        || mixed.contains { member in parameters.contains { $0.name == member.key && $0.requiredInput != nil } }
      add("mixtures", mixed, connected: connects || (hasInputs && random.next() % 2 == 0))
    }
  }

  /// One of a parameter's values, counted round.
  private func member(_ parameter: ParameterDeclaration, at index: Int) -> JSONValue.Member? {
    let values = samples.all(parameter.schema)
    return values.isEmpty ? nil : .init(parameter.name, values[index % values.count])
  }

  /// Adds a case with what is given and a value for all that is required, as far as one can be made up.
  private mutating func add(_ kind: String, _ members: [JSONValue.Member], connected: Bool) {
    let chosen = given + members
    func completed(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
      members
        + parameters.filter { parameter in parameter.isRequired && !members.contains { $0.key == parameter.name } }
        .compactMap { parameter in samples.typical(parameter.schema).map { .init(parameter.name, $0) } }
    }
    let exemplary = example.filter { member in !chosen.contains { $0.key == member.key } }
    func withoutEach(_ members: [JSONValue.Member]) -> [[JSONValue.Member]] {
      members.indices.map { index in members.enumerated().filter { $0.offset != index }.map(\.element) }
    }
    // A case of one parameter is about that one; of several, one may exclude another.
    let fewer = members.count > 1 ? withoutEach(members).map { given + $0 + exemplary } : []
    let alternatives = (withoutEach(exemplary) + [[]]).map { chosen + $0 } + fewer
    all.append(
      CheckCase(
        parameters: completed(chosen + exemplary), alternatives: alternatives.map(completed), connectsInputs: connected,
        kind: kind))
  }
}
