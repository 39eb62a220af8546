import Foundation
import StageKit

/// What several processes found of a stage.
struct CheckReport {
  /// A fault, with the first case that shows it.
  struct Fault {
    let message: String
    let parameters: String
    var count = 1
  }

  private(set) var faults: [Fault] = []
  private var refusals: [Fault] = []
  private let definition: StageDefinition
  private var drawn = 0
  private let count: Int
  private var usual = 0.0
  private var slowest = (microseconds: 0.0, parameters: "")

  init(definition: StageDefinition, cases: [CheckCase], runs: [CheckWorker.Run]) {
    self.definition = definition
    count = cases.count
    for problem in Self.problems(of: definition) { add(problem, "", to: &faults) }
    for (index, check) in cases.enumerated() {
      let lines = runs.compactMap { index < $0.outcomes.count ? $0.outcomes[index] : nil }
      if runs.contains(where: { $0.died == index }) { add("the process crashes", check.text, to: &faults) }
      guard let first = lines.first else { continue }
      let parts = first.split(separator: " ", maxSplits: 1).map(String.init)
      switch parts[0] {
      case "fault": add(parts[1], check.text, to: &faults)
      case "refused": add(parts[1], check.text, to: &refusals)
      default:
        drawn += 1
        take(first, check)
        if lines.contains(where: { Self.digest($0) != Self.digest(first) }) {
          add(
            "frames are others in another process: look for sets, dictionaries and the clock", check.text, to: &faults)
        }
      }
    }
  }

  private static func digest(_ line: String) -> Substring? { line.split(separator: " ").dropFirst().first }

  private mutating func take(_ line: String, _ check: CheckCase) {
    let cost = line.split(separator: " ").last.flatMap { Double($0) } ?? 0
    if drawn == 1 { usual = cost }
    if cost > slowest.microseconds { slowest = (cost, check.text) }
  }

  private func add(_ message: String, _ parameters: String, to list: inout [Fault]) {
    if let index = list.firstIndex(where: { $0.message == message }) {
      list[index].count += 1
    } else {
      list.append(Fault(message: message, parameters: parameters))
    }
  }

  /// What is wrong with a definition itself.
  private static func problems(of definition: StageDefinition) -> [String] {
    var problems: [String] = []
    func unique(_ names: [String], _ what: String) {
      for (index, name) in names.enumerated() where names[..<index].contains(name) {
        problems.append("its definition has two \(what) named '\(name)'")
      }
    }
    if (try? StageName(definition.name)) == nil {
      problems.append("its name is '\(definition.name)': expected lower-case words joined by hyphens")
    }
    if definition.summary.isEmpty { problems.append("its definition has no summary") }
    unique(definition.parameters.map(\.name), "parameters")
    unique(definition.inputs.map(\.name), "inputs")
    unique(definition.outputs.map(\.name), "outputs")
    unique(definition.moments.map(\.name), "moments")
    for parameter in definition.parameters where parameter.summary.isEmpty {
      problems.append("its parameter '\(parameter.name)' has no summary")
    }
    return problems
  }

  func text(isVerbose: Bool) -> String {
    var text = ""
    for fault in faults {
      text +=
        "\(definition.name): \(fault.message)\(fault.count > 1 ? " (\(Format.count(fault.count, "case")))" : "")\n"
      if !fault.parameters.isEmpty { text += "  with \(Self.short(fault.parameters))\n" }
    }
    let refused = refusals.reduce(0) { $0 + $1.count }
    let left =
      count - drawn - refused - (faults.isEmpty ? 0 : faults.reduce(0) { $0 + ($1.parameters.isEmpty ? 0 : $1.count) })
    text += "\(definition.name): \(faults.isEmpty ? "pure" : "not fit") in \(Format.count(count, "case"))"
    if refused > 0 { text += ", of which it refuses \(refused)" }
    if faults.isEmpty && left > 0 { text += ", of which there was no time for \(left)" }
    text += "; \(Self.cost(usual)) a frame, \(Self.cost(slowest.microseconds)) at most\n"
    if slowest.microseconds > 10 * max(usual, 20) { text += "  slowest with \(Self.short(slowest.parameters))\n" }
    guard isVerbose || drawn == 0 else { return text }
    for refusal in refusals {
      text += "  refuses \(Self.short(refusal.parameters)): \(refusal.message)\n"
    }
    return text
  }

  private static func cost(_ microseconds: Double) -> String {
    microseconds < 100 ? String(format: "%.1f µs", microseconds) : String(format: "%.2f ms", microseconds / 1000)
  }

  private static func short(_ text: String) -> String { text.count > 400 ? text.prefix(400) + "…" : text }
}
