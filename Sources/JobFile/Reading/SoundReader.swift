import Files
import Formats
import Reporting
import StageKit

/// Reads the list of sounds, and how loud they are together.
struct SoundReader {
  let context: ReaderContext

  static let ownKeys = ["id", "file", "start"]
  static let startKeys = ["at", "after", "each", "delay"]
  static let loudnessRange = NumberSchema.range(-40...(-5))

  func sounds(_ job: ObjectReader) -> [SoundEntry] {
    guard let (found, path) = job["sounds"], let array = context.array(found, path, expected: "a list of sounds") else {
      return []
    }
    var result: [SoundEntry] = []
    var positions: [String: SourcePosition] = [:]
    let keys = Self.ownKeys + SoundOptions.declarations.map(\.name)
    for (index, item) in array.items.enumerated() {
      guard let found = context.resolve(item),
        let fields = ObjectReader(found, path[index], known: keys, expected: "a sound as an object", in: context),
        let entry = sound(fields, &positions, number: index + 1)
      else { continue }
      result.append(entry)
    }
    checkDucking(result, ids: positions)
    return result
  }

  /// `-14`, in LUFS, or `"as is"`; nil unless it is given.
  func loudness(_ fields: ObjectReader) -> Loudness? {
    guard let (found, path) = fields["loudness"] else { return nil }
    switch found.kind {
    case .string("as is"): return .asIs
    case .number: return context.number(found, path, Self.loudnessRange).map { Loudness(target: $0) }
    default:
      context.report(found, path, expected: "a number of LUFS or \"as is\"")
      return nil
    }
  }

  private func sound(
    _ fields: ObjectReader, _ positions: inout [String: SourcePosition], number: Int
  ) -> SoundEntry? {
    let file = fields.required("file", "the name of a file with sound").flatMap {
      context.file($0.0, $0.1, extensions: [])
    }
    let start = fields.read("start", default: .once(.at(0)), self.start)
    let reader = ParameterReader(context: context)
    var entries: [(String, ParameterValue)] = []
    for declaration in SoundOptions.declarations {
      guard let (found, path) = fields[declaration.name],
        let value = reader.value(found, path, declaration.schema, at: declaration.name)
      else { continue }
      entries.append((declaration.name, value))
    }
    let id = self.id(fields, file, &positions, number: number)
    guard let id, let file, let start else { return nil }
    let entry = SoundEntry(
      id: id, file: file, start: start, parameters: ParameterValues(entries), position: fields.found.position,
      path: fields.path.text, positions: reader.positions)
    checkTrim(entry, fields)
    return entry
  }

  /// The id that is given, or else one that the file's name gives.
  private func id(
    _ fields: ObjectReader, _ file: FileReference?, _ positions: inout [String: SourcePosition], number: Int
  ) -> String? {
    guard fields.has("id") else {
      let name = file?.literal.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
      let stem = String(
        String.UnicodeScalarView(name.unicodeScalars.filter { StageReader.isIDCharacter(UInt8(clamping: $0.value)) }))
      let id = stem.isEmpty || positions[stem] != nil ? "\(stem.isEmpty ? "sound" : stem)-\(number)" : stem
      positions[id] = fields.found.position
      return id
    }
    return fields["id"].flatMap { context.id($0.0, $0.1, &positions) }
  }

  private func start(_ found: ResolvedValue, _ path: JobPath) -> SoundStart? {
    guard case .object(let object) = found.kind, object["each"] != nil else {
      return StageReader(context: context, definitions: []).start(found, path, keys: Self.startKeys).map { .once($0) }
    }
    guard let fields = ObjectReader(found, path, known: Self.startKeys, in: context) else { return nil }
    for key in ["at", "after"] where fields.has(key) {
      context.report(found, path, "'\(key)' and 'each' exclude each other")
      return nil
    }
    let delay = fields.read("delay", default: 0) { context.number($0, $1, .any(.seconds)) }
    guard let (each, eachPath) = fields["each"],
      let (stage, cue) = context.reference(each, eachPath, expected: "\"stage.cue\"", part: "a cue"),
      let delay
    else { return nil }
    return .each(stage: stage, cue: cue, delay: delay, position: each.position, path: eachPath.text)
  }

  private func checkTrim(_ entry: SoundEntry, _ fields: ObjectReader) {
    guard let values = SoundOptions(reading: entry.parameters).trim, let (found, path) = fields["trim"] else { return }
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
      let hint = other == sound.id ? nil : suggestion(for: other, among: ids.keys.filter { $0 != sound.id }.sorted())
      context.log.add(
        at: sound.position(of: "duck.under"), path: "\(sound.path).duck.under", message, hint: hint)
    }
  }
}

/// Reads what an output says of its sound.
struct OutputSoundReader {
  let context: ReaderContext

  static let keys = ["codec", "bitRate", "loudness", "truePeak"]
  static let bitRates = NumberSchema(minimum: 32, maximum: 512, isInteger: true)
  static let truePeaks = NumberSchema.range(-9...0)

  /// True, false, or an object; nil for an output without sound.
  func sound(_ fields: ObjectReader, among codecs: [SoundCodec], in container: String) -> OutputSound? {
    guard let (found, path) = fields["sound"] else { return fields.has("sound") ? nil : OutputSound() }
    switch found.kind {
    case .boolean(let isHeard):
      if isHeard, codecs.isEmpty { reportSilent(found, path, container) }
      var sound = OutputSound()
      sound.isAsked = isHeard && !codecs.isEmpty
      return isHeard ? sound : nil
    case .object:
      if codecs.isEmpty {
        reportSilent(found, path, container)
        return nil
      }
      guard let own = ObjectReader(found, path, known: Self.keys, in: context) else { return nil }
      return sound(own, codecs, container)
    default:
      context.report(found, path, expected: "true, false or an object")
      return nil
    }
  }

  private func reportSilent(_ found: ResolvedValue, _ path: JobPath, _ container: String) {
    context.report(
      found, path, "\(container) holds no sound", hint: "Deliver .mp4, .mov, .webm, .mkv, .wav or .m4a.")
  }

  private func sound(_ fields: ObjectReader, _ codecs: [SoundCodec], _ container: String) -> OutputSound {
    var sound = OutputSound()
    if let (found, path) = fields["codec"],
      let name = context.choice(found, path, among: SoundCodec.all.map(\.name)), let codec = SoundCodec.named(name)
    {
      sound.codec = codec
      if !codecs.contains(codec) {
        context.report(
          found, path, "sound as '\(name)' does not go into \(container)", hint: "Use \(quoted(codecs.map(\.name))).")
      }
    }
    if let (found, path) = fields["bitRate"], let rate = context.number(found, path, Self.bitRates) {
      sound.bitRate = Int(rate)
      let codec = sound.codec ?? codecs[0]
      if codec.defaultBitRate == nil {
        context.report(found, path, "'\(codec.name)' loses nothing and has no bit rate")
      }
    }
    sound.loudness = SoundReader(context: context).loudness(fields)
    if let (found, path) = fields["truePeak"], let peak = context.number(found, path, Self.truePeaks) {
      if sound.loudness?.target == nil, fields.has("loudness") {
        context.report(found, path, "has no effect: a sound that is left as it is has no limit of peaks")
      }
      sound.loudness = Loudness(target: sound.loudness?.target ?? Loudness.standard.target, maxTruePeak: peak)
    }
    return sound
  }
}
