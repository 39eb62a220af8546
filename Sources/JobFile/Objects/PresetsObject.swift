import StageKit

/// Values that a job has under names of its own, for use where stages take the program's presets.
struct PresetsObject: JobObject {
  @Parameter("Ways of coming in and leaving, for 'enter' and 'exit'.", as: .variables) var motions: ReadApart?
  @Parameter("Motions that draw the eye, for 'emphasis'.", as: .variables) var emphasis: ReadApart?
  @Parameter("Curves, wherever one is written: also between keyframes, and in 'ease'.", as: .variables) var curves:
    ReadApart?
  @Parameter("Ways from scene to scene, for 'sequence'.", as: .variables) var transitions: ReadApart?

  static let declaration = ObjectDeclaration<Self>(
    "presets", noun: "an object of presets by their kind",
    "Presets of the job's own by name, each as the long form of what it is for, with a built-in 'style' or none. One with the "
      + "name of a built-in one takes its place.",
    example: """
      { "motions": { "drop": { "offset": [0, -120], "curve": "bounce-out" } } }
      """)

  /// A key, and what presets below it are; nil for curves.
  struct Key {
    let name: String
    let summary: String
    let kind: NamedSchema?
  }

  /// All keys: those above, and those of presets that only these stages take; of several kinds with one key the first.
  static func keys(_ definitions: [StageDefinition]) -> [Key] {
    let schemas = [StageObject.schema] + definitions.flatMap { $0.parameters.map(\.schema) }
    let kinds = ParameterSchema.names(in: schemas).filter { $0.presets != nil }
    var keys = declaration.parameters.map { key in
      Key(name: key.name, summary: key.summary, kind: kinds.first { $0.presets == key.name })
    }
    for kind in kinds {
      guard let name = kind.presets, !keys.contains(where: { $0.name == name }) else { continue }
      keys.append(Key(name: name, summary: kind.summary, kind: kind))
    }
    return keys
  }
}
