import Formats
import StageKit

/// The keys that files of pictures and files of sound alone have in common.
struct DeliveredFile: ParameterGroup {
  @Parameter(
    "The file's name below the folder of outputs, ending in \(listed(endings.map { ".\($0)" }, or: "or")); names of "
      + "pictures have {frame} for the number.", as: .name("a file name", pattern: pattern))
  var file: String
  @Parameter("The sound of the file: true for the job's, false for none, or its settings.") var sound = Either<
    Bool, OutputSoundObject
  >.first(true)
  @Parameter("The time at which the output begins on the timeline.", .nonnegative(.seconds)) var from = 0.0
  @Parameter("The time at which the output ends on the timeline; the end unless given.", .nonnegative(.seconds)) var to:
    Double?
  @Parameter("Whether its end leads into its start; a jump there is then an error.") var loop = false

  private static let pattern =
    #"^(?!/)(?!(.*/)?\.\.?(/|$))(?!.*//)(.*[^/])\.("# + endings.joined(separator: "|") + ")$"
  static let endings = Containers.all.map(\.ending) + SoundContainer.all.map(\.ending)
}

/// A file to deliver.
protocol DeliveredObject: JobObject {
  var common: DeliveredFile { get }
}

/// A file of the job's sound alone.
struct SoundOutputObject: DeliveredObject {
  @Include var common: DeliveredFile

  static let declaration = ObjectDeclaration<Self>(
    "sound file", noun: "an output as an object", "A file of the job's sound alone.",
    example: #"{ "file": "ride.wav" }"#)
}

/// A file with pictures.
struct OutputObject: DeliveredObject {
  @Include var common: DeliveredFile
  @Parameter(
    "The codec of frames; unless given, the usual one of the file's ending. "
      + Codecs.all.map { "\($0.name): \($0.summary)" }.joined(separator: " "), as: .choice(Codecs.all.map(\.name)))
  var codec: String?
  @Parameter(
    "The form of the job's subtitles in this output: streams (track), or files next to it, as SubRip (srt), as WebVTT "
      + "(vtt), or in the format that they came in, where it is one of these, and else as WebVTT (file).",
    as: .alternatives(
      [OutputSubtitles.schema, .constant(.boolean(false))], noun: "\(OutputSubtitles.schema.noun), or false"))
  var subtitles: Either<OutputSubtitles, Bool>?
  @Parameter(
    "The file's platform: sets what that platform asks for, and judges the finished file. "
      + DeliveryProfile.all.map { "\($0.name): \($0.summary)" }.joined(separator: " "), name: "for",
    as: .choice(DeliveryProfile.all.map(\.name)))
  var profile: String?
  @Parameter(
    "A factor of the canvas's size in pixels, or [width, height] in pixels, into which the canvas is fitted.",
    as: .alternatives(
      [
        .number(NumberSchema(minimum: 0, maximum: 64, isMinimumExclusive: true)),
        .pair("width", "height", NumberSchema(minimum: 2, maximum: Double(JobLimits.side), unit: .pixels)),
      ], noun: "[width, height] in pixels, or a factor of the canvas's size"))
  var size: Either<Double, Size>?
  @Parameter("Into another shape: contain shows all of the canvas with the background around it, cover cuts it off.")
  var fit = OutputSize.Fit.contain
  @Parameter("Frames per second, each drawn at its own time; the canvas's unless given.") var fps: FrameRate?
  @Parameter("A CSS color, or clear; the canvas's unless given.") var background: BackgroundColor?
  @Parameter(
    "The colors that it is delivered in; the canvas's unless given, or srgb where its codec knows no others.")
  var color: ColorGamut?
  @Parameter(
    "Delivers HDR of 10 bits, in BT.2020: by perceptual quantization (pq) or hybrid log-gamma (hlg). Codecs: "
      + Codecs.all.filter(\.carriesHDR).map(\.name).joined(separator: ", ") + ".")
  var hdr: HDRTransfer?
  @Parameter("The luminance of white in HDR, in cd/m².", .range(50...1000)) var white = DeliveredColors.usualWhite
  @Parameter(
    "true: the background is clear, and the codec carries alpha. false: the background must be opaque. stacked: "
      + "colors above alpha, for codecs without it.",
    as: .alternatives([.boolean, .constant(.text("stacked"))], noun: "true, false or 'stacked'"))
  var alpha: Either<Bool, String>?
  @Parameter("One frame in place of the film: the file is a picture, such as a.png.") var poster: PosterObject?
  @Parameter("All frames side by side in one picture, such as a.png, with an index in a .json file next to it.")
  var sprite: SpriteObject?

  static let declaration = ObjectDeclaration<Self>(
    "output", noun: "an output as an object", "A file to deliver; the options of its codec are keys too.",
    example: #"{ "file": "ride-preview.mp4", "size": 0.5, "fps": 30, "from": 1, "to": 5.5 }"#)
}

/// One frame of the video.
struct PosterObject: JobObject {
  @Parameter("The instant that it shows.", .nonnegative(.seconds)) var at = 0.0

  static let declaration = ObjectDeclaration<Self>(
    "poster", noun: "the instant that it shows, such as { \"at\": 2.5 }",
    "One frame in place of the film, in a file that is a picture.",
    example: #"{ "at": 2.5 }"#)
}

/// All frames in one picture.
struct SpriteObject: JobObject {
  @Parameter("Frames in a row.", .range(1...1000)) var columns = 8

  static let declaration = ObjectDeclaration<Self>(
    "sprite", noun: "the frames of a row, such as { \"columns\": 8 }",
    "All frames side by side in one picture, with an index in a .json file next to it.", example: #"{ "columns": 8 }"#)
}

extension OutputSize.Fit: ParameterChoice {}

extension OutputSubtitles: ParameterChoice {}
