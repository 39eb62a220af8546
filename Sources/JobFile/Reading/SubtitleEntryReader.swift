import Formats
import Reporting
import StageKit

/// Reads the list of subtitles, and how outputs carry them.
struct SubtitleEntryReader {
  let context: ReaderContext

  func subtitles(_ job: DeclaredReader<RootObject>) -> [SubtitleEntry] {
    var result: [SubtitleEntry] = []
    var positions: [String: SourcePosition] = [:]
    for case (let found, let path)? in job.items(\.$subtitles) ?? [] {
      guard let fields = DeclaredReader<SubtitleObject>(found, path, in: context) else { continue }
      let file = fields.read(\.$file)
      let language = fields[\.$language].flatMap(context.language)
      guard let id = self.id(fields, language, &positions), let file else { continue }
      result.append(
        SubtitleEntry(id: id, file: file, language: language, position: found.position, path: path.text))
    }
    return result
  }

  /// The id that is given, or else the language.
  private func id(
    _ fields: DeclaredReader<SubtitleObject>, _ language: String?, _ positions: inout [String: SourcePosition]
  ) -> String? {
    if !fields.has(\.$id), let language, positions[language] == nil {
      positions[language] = fields.fields.found.position
      return language
    }
    // A language that is not one is reported already.
    if !fields.has(\.$id), fields.has(\.$language), language == nil { return nil }
    return fields.required(\.$id).flatMap { context.id($0.found, $0.path, &positions) }
  }

  /// The way in which an output carries them; nil if it does not.
  func output(_ fields: DeclaredReader<OutputObject>, in container: Container) -> OutputSubtitles? {
    guard case .first(let form)? = fields.read(\.$subtitles) ?? nil else { return nil }
    guard case .movie = container.storage else {
      if let (found, path) = fields[\.$subtitles] {
        context.report(
          found, path, "\(container.name) has no subtitles", hint: "Deliver .mp4, .mov, .webm or .mkv.")
      }
      return nil
    }
    return form
  }
}
