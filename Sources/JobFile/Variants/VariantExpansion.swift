import Reporting
import StageKit

/// Makes a job of each variant.
struct VariantExpansion {
  /// A variant with what it changes, in the order of the axes.
  struct Member {
    let variant: Variant
    let values: [VariantValue]

    /// The values of its names in texts: `size` for the value of an axis, `row.id` for a cell of a row.
    var names: [String: String] {
      var names: [String: String] = [:]
      for (choice, value) in zip(variant.choices, values) {
        names[choice.axis] = choice.value
        for (column, text) in value.cells { names["\(choice.axis).\(column)"] = text }
      }
      return names
    }
  }

  let axes: [VariantAxis]
  let skipped: [[String: String]]
  let selection: VariantSelection

  /// The keys of a job that a value may change.
  static let keys = [
    "variables", "canvas", "presets", "outputs", "stages", "sounds", "subtitles", "locale", "fonts", "loop",
  ]

  /// The names that rows of data give values: variables, the axis itself, and `axis.column`.
  var rowNames: Set<String> {
    var names: Set<String> = []
    for axis in axes where axis.source == .data {
      names.insert(axis.name)
      for value in axis.values {
        names.formUnion(value.variables.map(\.key))
        for column in value.cells.keys { names.insert("\(axis.name).\(column)") }
      }
    }
    return names
  }

  /// The variants that are wanted, the last axis changing fastest.
  var members: [Member] {
    var result = [Member(variant: Variant(), values: [])]
    let localeIndices = axes.localeIndices
    for (index, axis) in axes.enumerated() {
      let values = axis.values.filter { isWanted($0, of: axis, isOfLocales: localeIndices.contains(index)) }
      result = result.flatMap { member in
        values.map { value in
          Member(
            variant: Variant(member.variant.choices + [.init(axis: axis.name, value: value.name)]),
            values: member.values + [value])
        }
      }
    }
    return result.filter { member in
      selection.contains(member.variant)
        && !skipped.contains { $0.allSatisfy { axis, value in member.variant[axis] == value } }
    }
  }

  private func isWanted(_ value: VariantValue, of axis: VariantAxis, isOfLocales: Bool) -> Bool {
    if let names = selection.only[axis.name], !names.contains(value.name) { return false }
    guard isOfLocales, !selection.locales.isEmpty else { return true }
    return selection.locales.contains { name in
      name == value.name || name == value.ownLocale
        || (name == PseudoLocale.option && PseudoLocale(rawValue: value.name) != nil)
    }
  }

  /// The job of a variant; faults of its values are reported.
  func job(_ root: SourceObject, of member: Member, log: DiagnosticLog) -> SourceObject {
    var job = root
    for (choice, value) in zip(member.variant.choices, member.values) {
      for fault in value.faults { log.add(at: fault.position, path: fault.name, fault.message, hint: fault.hint) }
      fill(value.variables, of: &job)
      if let locale = value.locale { job.set(.init(key: "locale", keyPosition: locale.position, value: locale)) }
      let path = JobPath.key(value.name, in: .key(choice.axis, in: .key("variants", in: .root)))
      for overrides in value.overrides { lay(overrides, path, over: &job, log: log) }
    }
    return job
  }

  /// Gives variables that the job has their values, and leaves out others, which were reported.
  private func fill(_ variables: [SourceObject.Member], of job: inout SourceObject) {
    guard let all = job["variables"], case .object(var object) = all.kind else { return }
    for variable in variables {
      guard let index = object.members.firstIndex(where: { $0.key == variable.key }) else { continue }
      object.members[index] = .init(
        key: variable.key, keyPosition: object.members[index].keyPosition, value: variable.value)
    }
    job.set(
      .init(
        key: "variables", keyPosition: all.position,
        value: SourceValue(.object(object), at: all.position, offset: Int(all.offset))))
  }

  private func lay(_ overrides: SourceObject, _ path: JobPath, over job: inout SourceObject, log: DiagnosticLog) {
    for member in overrides.members {
      let place = path.key(member.key)
      switch member.key {
      case "variables":
        guard case .object(let object) = member.value.kind else {
          report(member.value, place, expected: "an object with variables", log)
          continue
        }
        let known = names(of: job["variables"])
        for variable in object.members where !known.contains(variable.key) {
          log.add(
            at: variable.keyPosition, path: place.key(variable.key).text, "the job has no variable '\(variable.key)'",
            hint: suggestion(for: variable.key, among: known))
        }
        fill(object.members, of: &job)
      case "canvas":
        guard member.value.isObject else {
          report(member.value, place, expected: "an object with keys of the canvas", log)
          continue
        }
        job.merge(member)
      case "presets": job.merge(member, levels: 2)
      case "stages":
        guard case .object(let object) = member.value.kind else {
          report(member.value, place, expected: "an object with stages by their ids", log)
          continue
        }
        for stage in object.members { lay(stage, place.key(stage.key), overStagesOf: &job, log) }
      case _ where Self.keys.contains(member.key): job.set(member)
      default:
        log.add(
          at: member.keyPosition, path: place.text, "a variant cannot change '\(member.key)'",
          hint: suggestion(for: member.key, among: Self.keys))
      }
    }
  }

  private func lay(
    _ stage: SourceObject.Member, _ path: JobPath, overStagesOf job: inout SourceObject, _ log: DiagnosticLog
  ) {
    guard stage.value.isObject else {
      report(stage.value, path, expected: "an object such as { \"parameters\": {} }", log)
      return
    }
    guard let all = job["stages"] else { return }
    guard let changed = replaced(stage, in: all) else {
      log.add(
        at: stage.keyPosition, path: path.text, "the job has no stage '\(stage.key)'",
        hint: suggestion(for: stage.key, among: ids(in: all)))
      return
    }
    job.set(.init(key: "stages", keyPosition: all.position, value: changed))
  }

  /// A list of stages in which the one with the member's key as its id is changed; nil if it has none.
  private func replaced(_ stage: SourceObject.Member, in list: SourceValue) -> SourceValue? {
    guard case .array(var array) = list.kind else { return nil }
    for (index, item) in array.items.enumerated() {
      guard case .object(var object) = item.kind else { continue }
      if case .string(stage.key)? = object["id"]?.kind {
        array.items[index] = SourceMerge.stage(stage.value, over: item)
      } else if let held = object["stages"], let changed = replaced(stage, in: held) {
        object.set(.init(key: "stages", keyPosition: held.position, value: changed))
        array.items[index] = SourceValue(.object(object), at: item.position, offset: Int(item.offset))
      } else {
        continue
      }
      return SourceValue(.array(array), at: list.position, offset: Int(list.offset))
    }
    return nil
  }

  private func ids(in list: SourceValue) -> [String] {
    guard case .array(let array) = list.kind else { return [] }
    return array.items.flatMap { item -> [String] in
      guard case .object(let object) = item.kind else { return [] }
      let own: [String] = if case .string(let id)? = object["id"]?.kind { [id] } else { [] }
      return own + (object["stages"].map(ids) ?? [])
    }
  }

  private func names(of value: SourceValue?) -> [String] {
    guard case .object(let object)? = value?.kind else { return [] }
    return object.members.map(\.key)
  }

  private func report(_ value: SourceValue, _ path: JobPath, expected: String, _ log: DiagnosticLog) {
    if case .invalid = value.kind { return }
    log.add(at: value.position, path: path.text, "expected \(expected), found \(value.kind.noun)")
  }
}
