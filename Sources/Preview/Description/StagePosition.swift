import JobFile
import Reporting

/// The position of a stage in the texts of its job.
struct StagePosition {
  /// Such as `stages[2]`, in the text of `position`'s file: items that are included from other files are not counted.
  let path: String
  let position: SourcePosition

  /// If the job's own text changes a stage from another file, this is the place of the change.
  init(_ entry: StageEntry, in texts: JobTexts) {
    if entry.position.file != nil, let outline = texts.outline(of: nil), let own = Self.own(entry, in: outline) {
      self = own
      return
    }
    path = texts.outline(of: entry.position.file)?.path(at: entry.position) ?? entry.path
    position = entry.position
  }

  private init(path: String, position: SourcePosition) { (self.path, self.position) = (path, position) }

  private static func own(_ entry: StageEntry, in outline: JobOutline) -> StagePosition? {
    var index = 0
    while let position = outline.position(of: "stages[\(index)]") {
      if outline.value(at: "stages[\(index)].id") == .string(entry.id) {
        return StagePosition(path: "stages[\(index)]", position: position)
      }
      index += 1
    }
    return nil
  }
}
