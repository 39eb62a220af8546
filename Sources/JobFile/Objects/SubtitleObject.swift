import Formats
import StageKit

/// Subtitles of the job.
struct SubtitleObject: JobObject {
  @Parameter("A name such as en, after which files next to videos are named; the language unless given.", as: Names.id)
  var id: String?
  @Parameter("A file in \(SubtitleTrack.fileFormats).", as: .file(extensions: SubtitleTrack.fileEndings))
  var file: FileReference
  @Parameter("Their language, such as en, pt-BR or zh-Hant.", as: Names.language) var language: String?

  static let declaration = ObjectDeclaration<Self>(
    "subtitles", noun: "subtitles as an object", "Subtitles in one language.",
    example: #"{ "file": "words.srt", "language": "en" }"#)
}
