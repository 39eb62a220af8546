import Foundation
import StageKit

/// The results of several processes that checked a stage.
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
  /// The outputs, moments and cues that a case gave.
  private var given: Set<StageTrial.Given> = []
  private let count: Int
  private var usual = 0.0
  private var slowest = (microseconds: 0.0, parameters: "")
  private let untried: [String]
  /// The first case in which the stage moves after its duration.
  private var moving: Fault?
  /// The outputs that no case publishes.
  private var unpublished: [String] = []
  /// The kinds of cases, in order, and whether one of each was drawn or faulty.
  private var kinds: [(name: String, isTried: Bool)] = []

  /// `problems` are those of the stage's declarations.
  init(definition: StageDefinition, problems: [String], cases checks: CheckCases, runs: [CheckWorker.Run]) {
    self.definition = definition
    let cases = checks.all
    count = cases.count
    untried = checks.untried
    for problem in problems { add(problem, "", to: &faults) }
    for (index, check) in cases.enumerated() {
      let outcomes = runs.compactMap { index < $0.outcomes.count ? $0.outcomes[index] : nil }
      if let failure = runs.first(where: { $0.outcomes.count == index && $0.failure != nil })?.failure {
        add(failure, check.text, to: &faults)
      }
      if case .refused? = outcomes.first { note(check.kind, isTried: false) } else { note(check.kind, isTried: true) }
      switch outcomes.first {
      case nil: continue
      case .fault(let message): add(message, check.text, to: &faults)
      case .refused(let message): add(message, check.text, to: &refusals)
      case .drawn(let result):
        drawn += 1
        given.formUnion(result.given)
        take(result.microseconds, check)
        if let unrest = result.unrest, moving == nil { moving = Fault(message: unrest, parameters: check.text) }
        if outcomes.contains(where: { $0.digest != result.digest }) {
          add(
            "frames differ in another process: look for sets, dictionaries, the clock, and what it asks the machine for",
            check.text, to: &faults)
        }
      }
    }
    if let nothingDrawn { faults.append(nothingDrawn) }
    if drawn > 0, runs.first?.outcomes.count == count { addNeverGiven() }
  }

  /// Jobs that wait for a moment that never comes blame their parameters.
  private mutating func addNeverGiven() {
    for moment in definition.moments.map(\.name) where !given.contains(.moment(moment)) {
      add("declares the moment '\(moment)', which comes in no case: does 'moments' return it?", "", to: &faults)
    }
    for cue in definition.cues.map(\.name) where !given.contains(.cue(cue)) {
      add("declares the cue '\(cue)', which comes in no case: does 'cues(until:)' return it?", "", to: &faults)
    }
    // The host publishes what a stage draws.
    unpublished = definition.outputs.filter { $0.type != .drawing && !given.contains(.output($0.name)) }.map(\.name)
  }

  /// A stage that refuses every case was not checked.
  private var nothingDrawn: Fault? {
    guard drawn == 0, faults.isEmpty, !refusals.isEmpty else { return nil }
    return Fault(
      message: "nothing was drawn, so that nothing was checked; give it what it needs: --parameters '{\"…\": …}'",
      parameters: "")
  }

  private mutating func note(_ kind: String, isTried: Bool) {
    guard let index = kinds.firstIndex(where: { $0.name == kind }) else { return kinds.append((kind, isTried)) }
    if isTried { kinds[index].isTried = true }
  }

  private mutating func take(_ cost: Double, _ check: CheckCase) {
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
    text += "\(definition.name): \(faults.isEmpty ? "pure in" : "not fit, of") \(Format.count(count, "case"))"
    if refused > 0 { text += ", of which it refuses \(refused)" }
    if left > 0 { text += ", of which \(faults.isEmpty ? "there was no time for \(left)" : "\(left) were not tried")" }
    text += drawn == 0 ? "\n" : "; \(Self.cost(usual)) a frame, \(Self.cost(slowest.microseconds)) at most\n"
    if slowest.microseconds > 10 * max(usual, 20) { text += "  slowest with \(Self.short(slowest.parameters))\n" }
    let refusedKinds = kinds.filter { !$0.isTried }.map(\.name)
    if drawn > 0, !refusedKinds.isEmpty {
      text += "  refuses every case of \(refusedKinds.joined(separator: ", ")); --verbose says why\n"
    }
    if !untried.isEmpty {
      text += "  not tried: \(untried.joined(separator: ", ")), for lack of a value; --parameters gives one\n"
    }
    if let moving { text += "  \(moving.message), with \(Self.short(moving.parameters))\n" }
    if !unpublished.isEmpty {
      text += "  publishes in no case: \(unpublished.map { "'\($0)'" }.joined(separator: ", "))\n"
    }
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

extension StageTrial.Outcome {
  /// The digest of all frames; nil if there are none.
  fileprivate var digest: String? { if case .drawn(let result) = self { result.digest } else { nil } }
}
