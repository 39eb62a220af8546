import Formats
import Reporting
import StageKit

/// Reads the list of subtitles, and how outputs carry them.
struct SubtitleEntryReader {
  let context: ReaderContext

  static let keys = ["id", "file", "language"]
  static let endings = SubtitleFormat.allCases.map(\.rawValue)

  func subtitles(_ job: ObjectReader) -> [SubtitleEntry] {
    guard let (found, path) = job["subtitles"],
      let array = context.array(found, path, expected: "a list of subtitles")
    else { return [] }
    var result: [SubtitleEntry] = []
    var positions: [String: SourcePosition] = [:]
    for (index, item) in array.items.enumerated() {
      guard let found = context.resolve(item),
        let fields = ObjectReader(
          found, path[index], known: Self.keys, expected: "subtitles as an object", in: context)
      else { continue }
      let file = fields.required("file", "the name of a file in SubRip or WebVTT").flatMap {
        context.file($0.0, $0.1, extensions: Self.endings)
      }
      let language = fields["language"].flatMap { context.language($0.0, $0.1) }
      guard let id = self.id(fields, language, &positions), let file else { continue }
      result.append(
        SubtitleEntry(
          id: id, file: file, language: language, position: fields.found.position, path: fields.path.text))
    }
    return result
  }

  /// The id that is given, or else the language.
  private func id(
    _ fields: ObjectReader, _ language: String?, _ positions: inout [String: SourcePosition]
  ) -> String? {
    if !fields.has("id"), let language, positions[language] == nil {
      positions[language] = fields.found.position
      return language
    }
    // A language that is not one is reported already.
    if !fields.has("id"), fields.has("language"), language == nil { return nil }
    let name = fields.required("id", "a name such as \"en\", after which files beside videos are named")
    return name.flatMap { context.id($0.0, $0.1, &positions) }
  }

  /// How an output carries them; nil where it does not.
  func output(_ fields: ObjectReader, in container: Container) -> OutputSubtitles? {
    guard let (found, path) = fields["subtitles"] else { return nil }
    if case .boolean(false) = found.kind { return nil }
    guard let name = context.choice(found, path, among: OutputSubtitles.allCases.map(\.rawValue)),
      let subtitles = OutputSubtitles(rawValue: name)
    else { return nil }
    guard case .movie = container.storage else {
      context.report(
        found, path, "\(container.name) has no subtitles", hint: "Deliver .mp4, .mov, .webm or .mkv.")
      return nil
    }
    return subtitles
  }
}
