import Reporting
import StageKit

/// A value that a job has under a name of its own.
struct Preset {
  let object: SourceObject
  /// False if it has errors, which are reported.
  let isWhole: Bool
}

/// Reads the presets of a job.
struct PresetReader {
  let context: ReaderContext
  let definitions: [StageDefinition]

  /// The presets by their kind and their name.
  func presets(_ job: DeclaredReader<RootObject>) -> [String: [String: Preset]] {
    guard let (found, path) = job[\.$presets] else { return [:] }
    let keys = PresetsObject.keys(definitions)
    guard
      let fields = ObjectReader(
        found, path, known: keys.map(\.name), expected: PresetsObject.declaration.noun, in: context,
        hint: { _, key in ["enter", "exit"].contains(key) ? "Ways of coming in and leaving are 'motions'." : nil })
    else { return [:] }
    // Other presets may have them.
    readCurves(fields)
    var result: [String: [String: Preset]] = [:]
    for key in keys {
      guard let named = key.kind, let (found, path) = fields[key.name] else { continue }
      guard case .object(let object) = found.kind else {
        context.report(found, path, expected: "an object with presets by name")
        continue
      }
      for member in object.members {
        if let preset = preset(member, path.key(member.key), named) {
          result[key.name, default: [:]][member.key] = preset
        }
      }
    }
    return result
  }

  private func readCurves(_ fields: ObjectReader) {
    guard let (found, path) = fields["curves"] else { return }
    guard case .object(let object) = found.kind else {
      return context.report(found, path, expected: "an object with curves by name")
    }
    var curves: [String: Easing] = [:]
    for member in object.members {
      let place = path.key(member.key)
      checkName(member, place)
      if let value = context.resolve(member.value) {
        curves[member.key] = ParameterReader(context: context).curve(value, place)
      }
    }
    context.curves = curves
  }

  private func checkName(_ member: SourceObject.Member, _ path: JobPath) {
    if Variable.isName(member.key.utf8) { return }
    context.log.add(
      at: member.keyPosition, path: path.text, "'\(member.key)' is not a valid name of a preset",
      hint: "Names consist of letters, digits, '-' and '_', and begin with a letter.")
  }

  private func preset(_ member: SourceObject.Member, _ path: JobPath, _ named: NamedSchema) -> Preset? {
    let errors = context.log.errorCount
    checkName(member, path)
    guard let found = context.resolve(member.value) else { return Preset(object: SourceObject(), isWhole: false) }
    guard case .object(let object) = found.kind, !object.isTimed else {
      context.report(found, path, expected: "an object", hint: "Such as \(named.example).")
      return Preset(object: SourceObject(), isWhole: false)
    }
    _ = ParameterReader(context: context).value(found, path, .named(named), at: "")
    return Preset(object: object, isWhole: context.log.errorCount == errors)
  }
}

extension ParameterReader {
  /// A value with the job's preset that it names in its place, or below what it gives; nil after an error.
  func withPreset(_ found: ResolvedValue, _ path: JobPath, _ named: NamedSchema) -> ResolvedValue? {
    guard let presets = named.presets.flatMap({ context.presets[$0] }) else { return found }
    var (written, place, object) = (found, path, SourceObject())
    if case .object(let own) = found.kind {
      guard let style = own["style"] else { return found }
      guard let resolved = context.resolve(style) else { return nil }
      (written, place, object) = (resolved, path.key("style"), own)
    }
    guard case .string(let name) = written.kind else { return found }
    guard let preset = presets[name] else {
      let words = named.words
      if words.contains(name) { return found }
      let known = words + presets.keys.sorted()
      context.report(
        written, place, "unknown value '\(name)'", code: .unknownValue, hint: wordSuggestion(for: name, among: known),
        fix: wordFix(for: name, among: known))
      return nil
    }
    guard preset.isWhole else { return nil }
    var merged = preset.object
    for member in object.members where member.key != "style" { merged.set(member) }
    return ResolvedValue(
      kind: .object(merged), position: found.position, offset: found.offset, variable: found.variable)
  }
}

extension NamedSchema {
  /// The words that it takes itself.
  fileprivate var words: [String] {
    schema.alternatives.flatMap { schema -> [String] in if case .choice(let words) = schema { words } else { [] } }
  }
}
