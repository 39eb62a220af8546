import Files
import JobFile
import Planning
import Reporting
import StageKit

/// A sound of a job: its file, its starts, and what the job says of it.
struct SoundDescription {
  private let sound: PlannedSound
  private let path: String
  private let written: JSONValue?

  init(_ sound: PlannedSound, in texts: JobTexts) {
    self.sound = sound
    let outline = texts.outline(of: sound.entry.position.file)
    path = outline?.path(at: sound.entry.position) ?? sound.entry.path
    written = outline?.value(at: path)
  }

  /// True for a sound of the job itself, and not for one of a clip or a job that a stage shows.
  private var isOwn: Bool { sound.nested == nil && sound.clip == nil }

  var json: JSONValue {
    let (entry, trim) = (sound.entry, sound.entry.trim)
    let options = SoundOptions(reading: entry.parameters)
    return [
      "id": .string(entry.id), "file": .string(entry.file.literal), "isOwn": .boolean(isOwn),
      "starts": .array(sound.starts.map { .number($0) }), "path": .string(path),
      "source": entry.position.file.map { .string($0) } ?? .null,
      "line": .number(Double(entry.position.line)), "json": isOwn ? written ?? .null : .null,
      "stamp": FileStamp(entry.file.path).map { .string("\($0.size) \($0.changed)") } ?? .null,
      "from": .number(trim.from), "to": trim.to.map { .number($0) } ?? .null, "speed": .number(options.speed),
      "loop": .boolean(options.loop),
    ]
  }
}
