import StageKit

/// The job file itself.
struct RootObject: JobObject {
  @Parameter("The schema of job files, for editors.", name: "$schema") var schemaFile: String?
  @Parameter(
    "The video's name; the job file's base name unless given.", as: .name("a string", pattern: #"^[^/]+$"#))
  var name: String?
  @Parameter("The path of a job that this one is laid over: objects by their keys, stages and sounds by their ids.")
  var extends: String?
  @Parameter("The paths of parts of jobs, such as colors, fonts and stages, over which this job is laid.", as: paths)
  var include: ReadApart?
  @Parameter("The path of a theme: its variables, presets and fonts take the place of the job's.") var theme: String?
  @Parameter("The size, the duration and the background of the video.", as: CanvasObject.schema) var canvas: ReadApart
  @Parameter("The language and region of its texts, such as de-CH or zh-Hans.", as: Names.language) var locale: String?
  @Parameter("Values by name; the string \"$name\" is replaced by one.", as: .variables)
  var variables: ReadApart?
  @Parameter("The variables that people set.", as: FieldsObject.schema) var fields: ReadApart?
  @Parameter("Ways of coming in, leaving and the like by names of its own.", as: PresetsObject.schema)
  var presets: ReadApart?
  @Parameter("Several videos of one job.", as: VariantsObject.schema) var variants: ReadApart?
  @Parameter(
    "Font files, whose families texts may name; they are chosen before installed ones. One * in a name stands for any letters: "
      + "brand/*.otf.",
    as: .list(of: .file(extensions: FileReference.fontEndings), noun: "a list of font files"))
  var fonts: ReadApart?
  @Parameter("Whether the video's end leads into its start; a jump there is then an error.") var loop = false
  @Parameter(
    "The stage modules that the job needs, by name; they are loaded only from folders that the user allows.",
    as: .list(of: .name("a stage module's name", pattern: "^[A-Za-z_][A-Za-z0-9_]*$"), noun: "a list of stage modules"))
  var plugins: ReadApart?
  @Parameter("The stages that are drawn.", as: StageObject.list) var stages: ReadApart
  @Parameter("The sounds that are heard.", as: .list(of: SoundObject.schema, noun: "a list of sounds")) var sounds:
    ReadApart?
  @Parameter("The loudness of all sounds together, for outputs that set none; -14 unless given.")
  var loudness: LoudnessSetting?
  @Parameter(
    "Subtitles that outputs may carry.", as: .list(of: SubtitleObject.schema, noun: "a list of subtitles"))
  var subtitles: ReadApart?
  @Parameter(
    "The files to deliver; one named after the job unless given.",
    as: .list(of: OutputObject.schema, minimumCount: 1, noun: "a list of outputs"))
  var outputs: ReadApart?

  private static let paths = ParameterSchema.alternatives(
    [.text, .list(of: .text, minimumCount: 0)], noun: "a path or a list of paths")

  static let declaration = ObjectDeclaration<Self>(
    "job", noun: "a job as an object",
    "A video: what it is, its stages and how they depend on each other, and what to deliver.",
    example: """
      { "name": "booking",
        "canvas": { "size": [540, 960], "scale": 2, "fps": 60, "duration": 8 },
        "variables": { "accent": "#FFFFFF" },
        "stages": [{ "id": "camera", "stage": "camera-rotation", "parameters": { "map": { "city": { "seed": 7 } } } }],
        "outputs": [{ "file": "booking.mp4" }, { "file": "booking-reel.mp4", "for": "instagram-reel" }] }
      """)
}
