import Files
import Formats
import Foundation
import Reporting
import StageKit

/// Reads the list of files to deliver.
struct OutputReader {
  let context: ReaderContext
  let jobName: String
  let canvas: CanvasReader.Result

  /// In bytes: what a file's name may have, less `.mp4`.
  static let maxJobNameLength = FileSystem.maxNameLength - 4

  /// Such as `.mp4, .mkv or .png`.
  private static let endings = listed(DeliveredFile.endings.map { ".\($0)" }, or: "or")

  /// Files with pictures, and files of sound alone.
  func outputs(_ job: DeclaredReader<RootObject>) -> ([OutputEntry], [SoundOutput]) {
    let variant = context.variant.choices.map { "-\($0.value.replacing("/", with: "_"))" }.joined()
    let standard = OutputEntry(
      file: "\(jobName)\(variant).mp4", codec: H264(), container: .mp4, position: job.fields.found.position, path: "")
    guard let (found, path) = job[\.$outputs] else {
      return ([OutputColorReader(context: context).colored(standard)], [])
    }
    guard let array = context.array(found, path, expected: "a list of outputs") else { return ([], []) }
    if array.items.isEmpty && !array.isDamaged {
      context.report(found, path, "there are no outputs", hint: "Leave 'outputs' out for '\(standard.file)'.")
    }
    if array.items.count > JobLimits.outputs {
      context.report(found, path, "\(array.items.count) outputs are more than \(JobLimits.outputs)", code: .limit)
      return ([], [])
    }
    var result: [OutputEntry] = []
    var sounds: [SoundOutput] = []
    var positions: [String: SourcePosition] = [:]
    for (index, item) in array.items.enumerated() {
      guard let found = context.resolve(item) else { continue }
      if let container = soundContainer(found) {
        if let output = soundOutput(found, path[index], in: container, positions: &positions) { sounds.append(output) }
        continue
      }
      let codec = likelyCodec(found)
      let options = (codec.map { [$0] } ?? Codecs.all).flatMap(\.options).map(\.name)
      let foreign = Codecs.all.flatMap(\.options).map(\.name).filter { !options.contains($0) }
      guard
        let fields = DeclaredReader<OutputObject>(found, path[index], more: options, ignored: foreign, in: context)
      else { continue }
      if let codec { reportForeign(foreign, fields.fields, codec) }
      if let entry = output(fields, &positions) { result.append(entry) }
    }
    return (result, sounds)
  }

  /// The container of an output that is a file of sound alone.
  private func soundContainer(_ found: ResolvedValue) -> SoundContainer? {
    guard case .object(let object) = found.kind else { return nil }
    return text("file", of: object).flatMap { SoundContainer.forFile($0) }
  }

  private func soundOutput(
    _ found: ResolvedValue, _ path: JobPath, in container: SoundContainer, positions: inout [String: SourcePosition]
  ) -> SoundOutput? {
    guard let fields = DeclaredReader<SoundOutputObject>(found, path, in: context),
      let (name, namePath) = fields.fileName(\.common.$file),
      let file = self.file(name, namePath, isSingle: true, &positions)
    else { return nil }
    let range = PictureReader(context: context, canvas: canvas).range(fields)
    let isLoop = fields.read(\.common.$loop) ?? false
    let reader = OutputSoundReader(context: context)
    guard let sound = reader.sound(fields, among: container.codecs, in: container.name) else { return nil }
    return SoundOutput(
      file: file, container: container, sound: sound, range: range, isLoop: isLoop, position: found.position,
      path: path.text)
  }

  /// The codec that an output names, or the default of its file's ending; nil where neither is known.
  private func likelyCodec(_ found: ResolvedValue) -> (any Codec)? {
    guard case .object(let object) = found.kind else { return nil }
    if object["codec"] != nil { return text("codec", of: object).flatMap { Codecs.named($0) } }
    return text("file", of: object).flatMap { Containers.forFile($0) }.flatMap { defaultCodec($0, object) }
  }

  /// The codec of an output that names none, by its file and the place that it goes to.
  private func defaultCodec(_ container: Container, _ object: SourceObject) -> (any Codec)? {
    let profile = text("for", of: object).flatMap { DeliveryProfile.named($0) }
    return profile?.codec(in: container) ?? container.defaultCodec(alpha: asksForAlpha(object))
  }

  private func text(_ key: String, of object: SourceObject) -> String? {
    guard let value = object[key].flatMap({ context.resolve($0) }), case .string(let text) = value.kind else {
      return nil
    }
    return text
  }

  /// True if an output has a translucent background, as far as that can be read.
  private func asksForAlpha(_ object: SourceObject) -> Bool {
    if let value = object["alpha"].flatMap({ context.resolve($0) }), case .boolean(let isAsked) = value.kind {
      return isAsked
    }
    if text("alpha", of: object) == "stacked" { return false }
    guard let text = text("background", of: object) else { return canvas.composition.background.alpha < 1 }
    return text == "clear" || ((try? Color(parsingCSS: text))?.alpha ?? 1) < 1
  }

  /// Reports options that only other codecs have.
  private func reportForeign(_ names: [String], _ fields: ObjectReader, _ codec: any Codec) {
    for name in Set(names).sorted() {
      guard let (found, path) = fields[name] else { continue }
      let owners = Codecs.all.filter { $0.options.contains { $0.name == name } }.map(\.name)
      context.report(
        found, path, "codec '\(codec.name)' has no option '\(name)'",
        hint: "It is an option of \(quoted(owners).replacing(" or ", with: " and ")).")
    }
  }

  private func output(
    _ fields: DeclaredReader<OutputObject>, _ positions: inout [String: SourcePosition]
  ) -> OutputEntry? {
    let file = fields.fileName(\.common.$file).flatMap {
      self.file($0.found, $0.path, isSingle: fields.has(\.$poster) || fields.has(\.$sprite), &positions)
    }
    let codec = self.codec(fields, file.flatMap { Containers.forFile($0) })
    // If the codec is unknown, read the options that mean the same to all codecs.
    let options = fields.given(codec?.options ?? Self.sharedOptions)
    guard let file, let container = Containers.forFile(file), let codec, options.isWhole else { return nil }
    var entry = OutputEntry(
      file: file, codec: codec, options: options.values, container: container, position: fields.fields.found.position,
      path: fields.fields.path.text)
    PictureReader(context: context, canvas: canvas).read(fields, into: &entry)
    OutputColorReader(context: context).read(
      fields, into: &entry, hasAlpha: (entry.background ?? canvas.composition.background).alpha < 1)
    ProfileReader(context: context, canvas: canvas).read(fields, into: &entry)
    entry.sound = OutputSoundReader(context: context).sound(
      fields, among: container.soundCodecs, in: container.name)
    entry.subtitles = SubtitleEntryReader(context: context).output(fields, in: entry.container)
    if let fault = codec.playbackFault(options.values), let (found, path) = fields.fields[fault.option] {
      context.log.add(.warning, at: found.position, path: path.text, fault.reason, hint: fault.hint)
    }
    return entry
  }

  /// The codec that is named, or the container's first; nil after an error was reported.
  private func codec(_ fields: DeclaredReader<OutputObject>, _ container: Container?) -> (any Codec)? {
    guard fields.has(\.$codec) else { return container.flatMap { defaultCodec($0, fields.fields.object) } }
    guard let name = fields.read(\.$codec) ?? nil, let codec = Codecs.named(name), let (found, path) = fields[\.$codec]
    else { return nil }
    if let container, !container.codecs.contains(name) {
      let endings = Containers.all.filter { $0.codecs.contains(name) }.map { ".\($0.ending)" }
      context.report(
        found, path, "codec '\(name)' does not go into \(container.name)",
        hint: "Let the file's name end in \(listed(endings, or: "or")), or use \(quoted(container.codecs)).")
      return nil
    }
    return codec
  }

  private static let sharedOptions = Codecs.allOptions.filter { $0.count == 1 }.map { $0[0] }

  /// A path that stays below the folder of outputs, and that no output before has.
  private func file(
    _ found: ResolvedValue, _ path: JobPath, isSingle: Bool, _ positions: inout [String: SourcePosition]
  ) -> String? {
    guard let file = context.string(found, path, expected: "a file name") else { return nil }
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let hint = "Outputs stay below the folder that they are delivered to."
    if file.hasPrefix("/") {
      context.report(found, path, "'\(file)' is an absolute path", hint: hint)
    } else if parts.contains("..") {
      context.report(found, path, "'\(file)' leads out through '..'", hint: hint)
    } else if !Self.hasKnownEnding(file) {
      let ending = parts.last?.split(separator: ".").last.map(String.init) ?? ""
      let meant = spellingSuggestion(for: ending, among: DeliveredFile.endings)
      context.report(
        found, path, "'\(file)' is not a name that ends in \(Self.endings)",
        hint: meant.map { "Did you mean '.\($0)'?" })
    } else if let fault = numberingFault(file, isSingle: isSingle) {
      context.report(found, path, fault.message, hint: fault.hint)
    } else if parts.contains(where: { $0.isEmpty || $0 == "." }) {
      context.report(found, path, "'\(file)' has an empty part or '.' in it")
    } else if parts.contains(where: { $0.hasPrefix(".") }) {
      context.report(found, path, "'\(file)' would be hidden: a part of it begins with '.'")
    } else if let long = parts.first(where: { $0.utf8.count > FileSystem.maxNameLength }) {
      context.report(
        found, path,
        "'\(file)' has a name of \(long.utf8.count) bytes, more than \(FileSystem.maxNameLength)")
    } else if file.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      context.report(found, path, "the file name contains a control character")
    } else if let first = positions[file.lowercased()] ?? Self.overlap(file.lowercased(), positions) {
      context.report(found, path, "'\(file)' is delivered twice", hint: "It was named at \(first) before.")
    } else {
      // Capitals count as small letters: on many disks and shares both would be one file.
      positions[file.lowercased()] = found.position
      return file
    }
    return nil
  }

  /// The position of an output that has a file of this name among its numbered ones, or a name that is one of these.
  private static func overlap(_ file: String, _ positions: [String: SourcePosition]) -> SourcePosition? {
    func isOne(_ name: String, of pattern: String) -> Bool {
      let parts = pattern.components(separatedBy: Container.framePlaceholder)
      guard parts.count == 2, name.hasPrefix(parts[0]), name.hasSuffix(parts[1]) else { return false }
      let number = name.dropFirst(parts[0].count).dropLast(parts[1].count)
      return number.count >= 4 && number.allSatisfy { $0.isASCII && $0.isNumber }
    }
    return positions.filter { isOne(file, of: $0.key) || isOne($0.key, of: file) }.map(\.value)
      .min { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// True if a name ends as a container's files do, with something before the dot. Capital letters are other endings.
  private static func hasKnownEnding(_ file: String) -> Bool {
    DeliveredFile.endings.contains { file.hasSuffix(".\($0)") && !file.hasSuffix("/.\($0)") && file != ".\($0)" }
  }

  /// The fault of `{frame}` in a name, or of its absence.
  private func numberingFault(_ file: String, isSingle: Bool) -> (message: String, hint: String)? {
    let placeholder = Container.framePlaceholder
    let count = file.components(separatedBy: placeholder).count - 1
    guard let container = Containers.forFile(file) else { return nil }
    if isSingle {
      return count == 0 ? nil : ("'\(file)' is one file, which has no number", "Leave \(placeholder) out.")
    }
    if container.isNumbered && count == 0 {
      let stem = file.dropLast(container.ending.count + 1)
      return (
        "'\(file)' would be one file for all frames",
        "Name them by number: '\(stem)-\(placeholder).\(container.ending)'."
      )
    }
    if !container.isNumbered && count > 0 {
      return ("'\(file)' is one file, which has no number", "Only \(numberedEndings) files take \(placeholder).")
    }
    let folders = file.split(separator: "/").dropLast()
    if count > 1 || folders.contains(where: { $0.contains(placeholder) }) {
      return ("'\(file)' has \(placeholder) in a folder's name, or twice", "Number the file's name, once.")
    }
    return nil
  }

  private var numberedEndings: String {
    listed(Containers.all.filter(\.isNumbered).map { ".\($0.ending)" }, or: "and")
  }
}
