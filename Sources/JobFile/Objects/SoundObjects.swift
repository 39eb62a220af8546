import Formats
import StageKit

/// A sound of the job.
struct SoundObject: JobObject {
  @Parameter("The name by which other sounds and stages refer to this one; the file's unless given.", as: Names.id)
  var id: String?
  @Parameter("A file with sound, such as WAV, FLAC, MP3, M4A, Ogg or a movie.") var file: FileReference
  @Parameter("The time at which it begins.", as: StartSetting.ofSounds) var start = StartSetting.at(0)
  @Include var options: SoundOptions

  static let declaration = ObjectDeclaration<Self>(
    "sound", noun: "a sound as an object", "A sound.",
    example: #"{ "id": "tick", "file": "tick.wav", "start": { "each": "pin.landed" }, "gain": -6 }"#)
}

/// The encoding of an output's sound.
struct OutputSoundObject: JobObject {
  @Parameter(
    "The codec; unless given, the usual one of the file's ending. "
      + SoundCodec.all.map { "\($0.name): \($0.summary)" }.joined(separator: " "),
    as: .choice(SoundCodec.all.map(\.name)))
  var codec: String?
  @Parameter("The size of a second; the codec's own unless given.", .range(32...512, .kilobits)) var bitRate: Int?
  @Parameter("In LUFS, or as it is; the job's unless given.") var loudness: LoudnessSetting?
  @Parameter("The highest peak, between samples too.", .range(-9...0, .truePeak)) var truePeak = -1.0

  static let declaration = ObjectDeclaration<Self>(
    "output sound", noun: "an object", "The encoding of an output's sound.",
    example: #"{ "codec": "opus", "bitRate": 128, "loudness": -16 }"#)
}

/// The loudness of all sounds together.
struct LoudnessSetting: WrittenValue {
  var loudness: Loudness

  static let schema = ParameterSchema.alternatives(
    [.constant(.text("as is")), .number(.range(-40...(-5), .loudness))], noun: "a number of LUFS or \"as is\"")
  static let placeholder = LoudnessSetting(loudness: .standard)
  static func read(_ value: ParameterValue) -> Self? {
    Self(loudness: Double.read(value).map { Loudness(target: $0) } ?? .asIs)
  }
}
