import StageKit

extension StageDefinition {
  /// The mistakes in it that no job can mend, each a phrase about the stage.
  var problems: [String] {
    var problems: [String] = []
    func unique(_ names: [String], _ what: String, hint: String = "") {
      for (index, name) in names.enumerated() where names[..<index].contains(name) {
        problems.append("its definition has two \(what) named '\(name)'\(hint)")
      }
    }
    if (try? StageName(name)) == nil {
      problems.append("its name is '\(name)': expected lower-case words joined by hyphens")
    }
    if summary.isEmpty { problems.append("its definition has no summary") }
    unique(
      parameters.map(\.name), "parameters",
      hint: ": the members of a group that it includes are parameters of its own, too")
    unique(inputs.map(\.name), "inputs")
    unique(outputs.map(\.name), "outputs")
    unique(moments.map(\.name), "moments")
    unique(cues.map(\.name), "cues")
    for parameter in parameters {
      if parameter.summary.isEmpty { problems.append("its parameter '\(parameter.name)' has no summary") }
      if let value = parameter.defaultValue, let refusal = parameter.schema.refusal(of: value) {
        problems.append("the default of its parameter '\(parameter.name)' is one that jobs may not give: \(refusal)")
      }
    }
    return problems
  }
}

extension ParameterSchema {
  /// The reason for which a number or a word in a value is none that jobs may give; nil if there is none.
  fileprivate func refusal(of value: ParameterValue) -> String? {
    switch (self, value) {
    case (.number(let numbers), .number(let number)): numbers.refusal(of: number)
    case (.choice(let words), .text(let word)): words.contains(word) ? nil : "'\(word)'"
    case (.animated(let schema), _): schema.refusal(of: value)
    case (.list(let schema, let minimum), .list(let items)):
      items.count < minimum
        ? "\(items.count) of at least \(minimum)" : items.lazy.compactMap { schema.refusal(of: $0) }.first
    case (.pair(_, _, let numbers), .point(let point)):
      [point.x, point.y].lazy.compactMap { numbers.refusal(of: $0) }.first
    default: nil
    }
  }
}

extension NumberSchema {
  fileprivate func refusal(of number: Double) -> String? {
    if let minimum, number < minimum { return "\(number) is below \(minimum)" }
    if let minimum, isMinimumExclusive, number == minimum { return "\(number) is not above \(minimum)" }
    if let maximum, number > maximum { return "\(number) is above \(maximum)" }
    return isInteger && number != number.rounded() ? "\(number) is no whole number" : nil
  }
}
