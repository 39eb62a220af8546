import JobFile
import Reporting
import StageKit

/// Parameters to try a stage with.
struct CheckCase {
  let parameters: [JSONValue.Member]
  let connectsInputs: Bool

  /// As a job writes them.
  var text: String { JSONValue.object(parameters).text }
}

/// The cases that a definition calls for, always the same in the same order: its defaults, every parameter at every end
/// of its range, all of them at their ends together, and mixtures.
struct CheckCases {
  private(set) var all: [CheckCase] = []
  private let given: [JSONValue.Member]
  private let parameters: [ParameterDeclaration]

  /// - Parameter given: The parameters of every case.
  init(_ definition: StageDefinition, given: [JSONValue.Member], mixtures: Int = 48) {
    self.given = given
    parameters = definition.parameters.filter { parameter in !given.contains { $0.key == parameter.name } }
    let needsInputs = definition.inputs.contains { !$0.isOptional }
    let hasInputs = !definition.inputs.isEmpty
    if !needsInputs { add([], connected: false) }
    if hasInputs { add([], connected: true) }
    for parameter in parameters {
      let connects = needsInputs || parameter.requiredInput != nil
      for value in ParameterSamples.all(parameter.schema) {
        add([.init(parameter.name, value)], connected: connects || (hasInputs && all.count % 2 == 0))
      }
    }
    for end in 0..<3 { add(parameters.compactMap { member($0, at: end) }, connected: needsInputs) }
    var random = SeededNumbers(seed: 0x5EED)
    for _ in 0..<mixtures {
      let mixed = parameters.compactMap { parameter in
        random.next() % 3 == 0 ? member(parameter, at: Int(random.next() % 64)) : nil
      }
      let connects =
        needsInputs
        || mixed.contains { member in parameters.contains { $0.name == member.key && $0.requiredInput != nil } }
      add(mixed, connected: connects || (hasInputs && random.next() % 2 == 0))
    }
  }

  /// One of a parameter's values, counted round.
  private func member(_ parameter: ParameterDeclaration, at index: Int) -> JSONValue.Member? {
    let values = ParameterSamples.all(parameter.schema)
    return values.isEmpty ? nil : .init(parameter.name, values[index % values.count])
  }

  /// Adds a case with what is given and a value for all that is required, as far as one can be made up.
  private mutating func add(_ members: [JSONValue.Member], connected: Bool) {
    var whole = given + members
    for parameter in parameters where parameter.isRequired && !whole.contains(where: { $0.key == parameter.name }) {
      guard let value = ParameterSamples.typical(parameter.schema) else { continue }
      whole.append(.init(parameter.name, value))
    }
    all.append(CheckCase(parameters: whole, connectsInputs: connected))
  }
}
