import Files
import Formats
import Reporting
import StageKit

/// Reads the list of sounds, and how loud they are together.
struct SoundReader {
  let context: ReaderContext

  func sounds(_ job: DeclaredReader<RootObject>) -> [SoundEntry] {
    var result: [SoundEntry] = []
    var positions: [String: SourcePosition] = [:]
    for (index, item) in (job.items(\.$sounds) ?? []).enumerated() {
      guard let (found, path) = item, let fields = DeclaredReader<SoundObject>(found, path, in: context),
        let entry = sound(fields, &positions, number: index + 1)
      else { continue }
      result.append(entry)
    }
    checkDucking(result, ids: positions)
    return result
  }

  private func sound(
    _ fields: DeclaredReader<SoundObject>, _ positions: inout [String: SourcePosition], number: Int
  ) -> SoundEntry? {
    let file = fields.read(\.$file)
    let start = fields.read(\.$start)
    let options = fields.given(SoundOptions.declarations).values
    let id = self.id(fields, file, &positions, number: number)
    guard let id, let file, let start else { return nil }
    let entry = SoundEntry(
      id: id, file: file, start: fields.start(start), parameters: options, position: fields.fields.found.position,
      path: fields.fields.path.text, positions: fields.reader.positions)
    checkTrim(entry, fields)
    return entry
  }

  /// The id that is given, or else one that the file's name gives.
  private func id(
    _ fields: DeclaredReader<SoundObject>, _ file: FileReference?, _ positions: inout [String: SourcePosition],
    number: Int
  ) -> String? {
    guard fields.has(\.$id) else {
      let name = file?.literal.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
      let stem = String(
        String.UnicodeScalarView(name.unicodeScalars.filter { StageReader.isIDCharacter(UInt8(clamping: $0.value)) }))
      let id = stem.isEmpty || positions[stem] != nil ? "\(stem.isEmpty ? "sound" : stem)-\(number)" : stem
      positions[id] = fields.fields.found.position
      return id
    }
    return fields[\.$id].flatMap { context.id($0.found, $0.path, &positions) }
  }

  private func checkTrim(_ entry: SoundEntry, _ fields: DeclaredReader<SoundObject>) {
    guard let values = SoundOptions(reading: entry.parameters).trim, let (found, path) = fields[\.options.$trim] else {
      return
    }
    if values.isEmpty || values.count > 2 {
      context.report(found, path, "expected [from, to] or [from] in seconds, found a list of \(values.count)")
    } else if values.count == 2, values[1] <= values[0] {
      context.report(
        found, path, "ends at \(JSONValue.numberText(values[1])) s, not after \(JSONValue.numberText(values[0])) s")
    }
  }

  private func checkDucking(_ sounds: [SoundEntry], ids: [String: SourcePosition]) {
    for sound in sounds {
      guard let duck = SoundOptions(reading: sound.parameters).duck else { continue }
      let other = duck.under
      let message =
        other == sound.id
        ? "'\(other)' cannot sink under itself" : ids[other] == nil ? "there is no sound '\(other)'" : nil
      guard let message else { continue }
      let others = other == sound.id ? [] : ids.keys.filter { $0 != sound.id }.sorted()
      context.log.add(
        at: sound.position(of: "duck.under"), path: "\(sound.path).duck.under", message,
        code: others.isEmpty ? .invalid : .unknownReference, hint: suggestion(for: other, among: others),
        fix: Fix(word: other, among: others))
    }
  }
}

extension DeclaredReader where Object == SoundObject {
  /// When the sound begins, with the place of what it waits for.
  fileprivate func start(_ setting: StartSetting) -> SoundStart {
    guard case .each(let reference, let delay) = setting, let (found, path) = place(of: "start.each") else {
      return .once(StartTime(setting, place(of: "start.after")))
    }
    let (stage, cue) = StartSetting.names(reference)
    return .each(stage: stage, cue: cue, delay: delay, position: found.position, path: path.text)
  }
}
