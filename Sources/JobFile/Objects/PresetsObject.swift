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

  /// The kinds of presets in these stages and in all, by their keys; of several with one key the first.
  static func kinds(_ definitions: [StageDefinition]) -> [(key: String, named: NamedSchema)] {
    var kinds: [(key: String, named: NamedSchema)] = []
    let schemas = [StageObject.schema] + definitions.flatMap { $0.parameters.map(\.schema) }
    for named in ParameterSchema.names(in: schemas) {
      if let key = named.presets, !kinds.contains(where: { $0.key == key }) { kinds.append((key, named)) }
    }
    return kinds
  }
}
