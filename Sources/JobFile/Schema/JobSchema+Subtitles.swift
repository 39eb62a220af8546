import Reporting
import StageKit

/// The schemas of subtitles.
extension JobSchema {
  static var subtitles: JSONValue {
    let item = object(
      "Subtitles in one language.", required: ["file"],
      [
        (
          "id",
          described(
            "A name such as en, after which files beside videos are named; the language unless given.",
            string("^[A-Za-z0-9_-]+$"))
        ),
        ("file", described("A file in SubRip or WebVTT.", file(SubtitleEntryReader.endings))),
        (
          "language",
          described("Their language, such as en, pt-BR or zh-Hant.", string(languagePattern))
        ),
      ])
    return described("Subtitles that outputs may carry.", list(of: item, minimumCount: 0))
  }

  static var outputSubtitles: JSONValue {
    described(
      "How the file carries the job's subtitles: as streams (track), or in files beside it, as SubRip (srt), as WebVTT "
        + "(vtt) or in the format that they came in (file).",
      ["anyOf": [choice(OutputSubtitles.allCases.map(\.rawValue)), ["const": false]]])
  }
}
