import Formats
import Reporting
import StageKit

/// The schemas of sounds.
extension JobSchema {
  static var sounds: JSONValue {
    let id = string("^[A-Za-z0-9_-]+$")
    let item = object(
      "A sound.", required: ["file"],
      [
        ("id", described("The name by which other sounds and stages refer to this one; the file's unless given.", id)),
        ("file", described("A file with sound: WAV, FLAC, MP3, M4A, Ogg, a movie.", file([]))),
        ("start", soundStart),
      ] + SoundOptions.declarations.map { ($0.name, property($0)) })
    return described("What is heard.", list(of: item, minimumCount: 0))
  }

  static func loudness(_ summary: String) -> JSONValue {
    described(summary, ["anyOf": [["const": "as is"], number(SoundReader.loudnessRange)]])
  }

  static var outputSound: JSONValue {
    let own = object(
      nil, required: [],
      [
        (
          "codec",
          described(
            "How it is compressed; as the file's ending says unless given. "
              + SoundCodec.all.map { "\($0.name): \($0.summary)" }.joined(separator: " "),
            choice(SoundCodec.all.map(\.name)))
        ),
        ("bitRate", described("In kb/s.", number(OutputSoundReader.bitRates))),
        ("loudness", loudness("In LUFS, or as it is; the job's unless given.")),
        (
          "truePeak",
          described("The highest peak in dBTP, between samples too.", number(OutputSoundReader.truePeaks), default: -1)
        ),
      ])
    return described("Whether the file has the job's sound, or how.", ["anyOf": [flag, own]], default: true)
  }

  private static var soundStart: JSONValue {
    let delay = described("Seconds after that.", number(.any(.seconds)), default: 0)
    let each = object(
      nil, required: ["each"],
      [("each", described("A stage's cue, which may come again and again.", ref("reference"))), ("delay", delay)])
    return described("When it begins.", ["anyOf": [ref("start"), each]], default: 0)
  }
}
