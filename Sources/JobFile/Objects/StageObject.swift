import StageKit

/// A stage of the job.
struct StageObject: JobObject {
  @Parameter("The name by which other stages refer to this one.", as: Names.id) var id: String
  @Parameter("The kind of stage.", as: .name("the kind of stage as a string", pattern: ".")) var stage: String
  @Parameter("The stage's own settings, as its kind has them.", as: .anything("an object of parameters"))
  var parameters: ReadApart?
  @Parameter(
    "Values that the stage takes from others, by its kind's names for them, written \"stage.output\".",
    as: .anything("an object of inputs"))
  var inputs: ReadApart?
  @Parameter("The time at which its own time begins.") var start = StartSetting.at(0)
  @Parameter(
    "The time for which it can be seen from its start on; until the video ends unless given.", .positive(.seconds))
  var duration: Double?
  @Parameter("Larger ones are drawn over smaller ones.", .any()) var z = 0.0
  @Parameter(
    "Whether it only publishes its values; unless given, it is drawn where no other stage takes its drawing.")
  var hidden: Bool?
  @Parameter(
    "The stage that it shows through.",
    as: .alternatives([Names.stage, MatteObject.schema], noun: MatteObject.declaration.noun))
  var matte: Either<String, MatteObject>?
  @Parameter("A place that it is moved to.") var place: PlaceObject?
  @Parameter(
    "The stage with which it moves, turns and scales, as if that stage held it, without being drawn in it.",
    as: .alternatives([Names.stage, ParentObject.schema], noun: ParentObject.declaration.noun))
  var parent: Either<String, ParentObject>?
  @Parameter(
    "A name that it shares with a stage in the next scene of a 'sequence': while the one scene goes over into the other, it "
      + "moves to the place, the size and the corners of that stage and becomes it.")
  var shared: String?
  @Include var motion: LayerMotion
  @Parameter("The blur of moving things in it; the canvas's unless given.") var shutter: Shutter?
  @Parameter(
    "Whether it goes to the other side, and its rows run the other way, where the canvas is mirrored.")
  var mirror = true
  @Parameter(
    "Whether it, with all that it holds, may leave the canvas and the safe area, overlap other text, or have little "
      + "contrast.", formerly: ["bleeds"])
  var ignoreLayoutChecks = false
  @Parameter("The stages that it holds, where its kind holds any.", as: list) var stages: ReadApart?

  static let declaration = ObjectDeclaration<Self>(
    "stage", noun: "a stage as an object", "A stage; of one that the extended job has, what differs.",
    example: """
      { "id": "hint", "stage": "caption", "start": 1, "duration": 2, "parameters": { "text": "Swipe up", "opacity": 0.8 } }
      """)

  /// Stages in drawing order.
  static let list = ParameterSchema.named(
    NamedSchema("stages", "Stages in drawing order.", example: #"[{ "include": "titles.json" }]"#) {
      .list(of: .alternatives([schema, PartObject.schema], noun: "a stage as an object"), noun: "a list of stages")
    })
}

extension StageEntry {
  /// The keys that every stage has next to its parameters and inputs: its times, its place, how it comes in and leaves.
  public static var keys: [ParameterDeclaration] {
    let own = ["id", "stage", "parameters", "inputs", "stages"]
    return StageObject.declaration.parameters.filter { !own.contains($0.name) }
  }
}

/// Takes the place of a stage.
struct PartObject: JobObject {
  @Parameter("The path of a part, whose stages are inserted here.") var include: String

  static let declaration = ObjectDeclaration<Self>(
    "part", noun: "an object", "Stages of another file, in place of a stage.", example: #"{ "include": "titles.json" }"#
  )
}

/// A stage with which another moves.
struct ParentObject: JobObject {
  enum Part: String, CaseIterable, ParameterChoice { case position, rotation, scale }

  @Parameter("The id of the stage.", as: Names.stage) var of: String
  @Parameter("The parts of its motion that are taken.") var takes = Part.allCases
  @Parameter(
    "The spring that pulls it after its parent, such as \"apple-bouncy\"; without one it goes with it at once.")
  var spring: Easing?

  static let declaration = ObjectDeclaration<Self>(
    "parent", noun: "the id of a stage, or an object", "A stage whose motion this one takes over.",
    example: #"{ "of": "card", "takes": ["position", "rotation"] }"#)
}

/// A stage's drawing as the mask of another.
struct MatteObject: JobObject {
  @Parameter("The id of the stage whose drawing masks this one; it is then not drawn by itself.", as: Names.stage)
  var from: String
  @Parameter("The part of that drawing that lets this one through.") var channel = MaskChannel.alpha
  @Parameter("Whether it hides what it covers.") var inverted = false

  static let declaration = ObjectDeclaration<Self>(
    "matte", noun: "the id of a stage, or an object", "The stage that this one shows through.",
    example: #"{ "from": "title", "inverted": true }"#)
}
