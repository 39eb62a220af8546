import Formats
import StageKit

/// The canvas of a job.
struct CanvasObject: JobObject {
  @Parameter("The canvas's size; times the scale it is an even number of pixels.", .positive(.points)) var size: Size
  @Parameter("Pixels for each point.", NumberSchema(minimum: 0, maximum: 64, isMinimumExclusive: true)) var scale = 1.0
  @Parameter("Frames per second.") var fps = FrameRate.sixty
  @Parameter("The duration of the video; a whole number of frames.", .positive(.seconds)) var duration: Double
  @Parameter(
    "The colors that it can show: display-p3 keeps colors of photos, clips and brands that srgb has not; outputs are delivered in "
      + "it. A job within another is drawn in that one's.")
  var color = ColorGamut.sRGB
  @Parameter("A CSS color, or clear.") var background = BackgroundColor(.black)
  @Parameter(
    "The area that platforms do not cover: the name of a platform, or distances from the sides; unless given, as "
      + "the outputs' places say.",
    as: .alternatives(
      [.choice(SafeArea.all.map(\.name)), SafeInsets.schema], noun: "the name of a place, or points from the sides"))
  var safe: Either<String, SafeInsets>?
  @Parameter(
    "Whether the layout is mirrored; auto: where the job's locale is written from right to left.",
    as: .alternatives([.boolean, .constant(.text("auto"))], noun: "true, false or \"auto\""))
  var mirror = Either<Bool, String>.first(false)
  @Parameter("The blur of moving things.") var shutter: Shutter?
  @Parameter("The grade of all that is drawn, its background too.", as: .named(Self.gradeSchema)) var grade: ReadApart?

  private static let gradeSchema = NamedSchema(
    "grade",
    "The grade of a film, in the order of its keys: exposure, colors, curves, a lookup table, vignette and grain.",
    example: #"{ "exposure": 0.2, "contrast": 1.1, "vignette": { "amount": 0.3 }, "grain": 0.04 }"#
  ) { .object(Grading.declarations) }

  static let declaration = ObjectDeclaration<Self>(
    "canvas", noun: "an object with the video's size and duration",
    "The size, the duration and the background of the video.",
    example: ##"{ "size": [540, 960], "scale": 2, "fps": 60, "duration": 8, "background": "#12151B" }"##)
}

/// The color under pictures.
struct BackgroundColor: ParameterType {
  var color: Color

  init(_ color: Color) { self.color = color }

  static let schema = ParameterSchema.alternatives([.constant(.text("clear")), .color], noun: "a color")
  static let placeholder = BackgroundColor(.clear)
  static func read(_ value: ParameterValue) -> Self? {
    if case .text(let name) = value {
      return (name == "clear" ? .clear : try? Color(parsingCSS: name)).map { Self($0) }
    }
    return Color.read(value).map { Self($0) }
  }

  /// By its name, where CSS has one.
  var parameterValue: ParameterValue? {
    let name = Color.cssNames.first { (try? Color(parsingCSS: $0)) == color }
    return .text(name ?? color.cssText)
  }
}

/// Distances from the sides of a canvas.
struct SafeInsets: ParameterGroup {
  @Parameter("The distance from the top.", .nonnegative(.points)) var top = 0.0
  @Parameter("The distance from the right.", .nonnegative(.points)) var right = 0.0
  @Parameter("The distance from the bottom.", .nonnegative(.points)) var bottom = 0.0
  @Parameter("The distance from the left.", .nonnegative(.points)) var left = 0.0
}

extension Shutter: ParameterType {
  /// A shutter with a limit of instants.
  private struct Fields: ParameterGroup {
    @Parameter("The angle for which it is open, 360 for a frame.", Shutter.angle) var angle: Double
    @Parameter("The maximum number of instants that are drawn for a frame.", .range(1...256)) var samples = Shutter
      .usualSamples
    @Parameter(
      "The share of the instants that exact blur needs; less is faster, with longer steps where something moves far.",
      NumberSchema(minimum: 0, maximum: 1, isMinimumExclusive: true)) var quality = 1.0
  }

  fileprivate static let angle = NumberSchema.range(0...720, .degrees)

  public static let schema = ParameterSchema.named(
    NamedSchema(
      "shutter", "Blurs moving things, as a camera whose shutter is open for an angle, of 360 degrees a frame.",
      example: #"{ "angle": 180, "samples": 64, "quality": 0.5 }"#
    ) {
      .alternatives(
        [.number(angle), .object(Fields.declarations)],
        noun: "degrees, or an object such as { \"angle\": 180, \"samples\": 64 }")
    })
  public static let placeholder = Shutter(degrees: 0)
  public static func read(_ value: ParameterValue) throws -> Shutter? {
    if let degrees = Double.read(value) { return Shutter(degrees: degrees) }
    return try Fields.read(value).map { Shutter(degrees: $0.angle, maxSamples: $0.samples, quality: $0.quality) }
  }
  public var parameterValue: ParameterValue? { .number(degrees) }
}
