import Files
import Reporting
import StageKit

/// Reads the list of files to deliver.
struct OutputReader {
  let context: ReaderContext
  let jobName: String
  let frameRate: FrameRate

  static let keys = ["file", "codec", "preset", "crf", "gop"]
  static let codecs = ["h264"]
  /// In frames.
  static let gopRange = 1...100_000
  /// In bytes: a file name's, less `.mp4`.
  static let maxJobNameLength = FileSystem.maxNameLength - 4
  static let crfRange = 0.0...51.0

  func outputs(_ job: ObjectReader) -> [OutputEntry] {
    let standard = OutputEntry(
      file: "\(jobName).mp4", preset: OutputEntry.defaultPreset, crf: OutputEntry.defaultCRF,
      gop: OutputEntry.defaultGOP(at: frameRate), position: job.found.position, path: "")
    guard let (found, path) = job["outputs"] else { return [standard] }
    guard let array = context.array(found, path, expected: "a list of outputs") else { return [] }
    if array.items.isEmpty && !array.isDamaged {
      context.report(found, path, "there are no outputs", hint: "Leave 'outputs' out for '\(standard.file)'.")
    }
    if array.items.count > JobLimits.outputs {
      context.report(found, path, "\(array.items.count) outputs are more than \(JobLimits.outputs)")
      return []
    }
    var result: [OutputEntry] = []
    var places: [String: SourcePosition] = [:]
    for (index, item) in array.items.enumerated() {
      guard let found = context.resolve(item),
        let fields = ObjectReader(found, path[index], known: Self.keys, expected: "an output as an object", in: context)
      else { continue }
      if let entry = output(fields, standard, &places) { result.append(entry) }
    }
    return result
  }

  private func output(
    _ fields: ObjectReader, _ standard: OutputEntry, _ places: inout [String: SourcePosition]
  ) -> OutputEntry? {
    let file = fields.required("file", "the video's name, ending in .mp4").flatMap { self.file($0.0, $0.1, &places) }
    let codec = fields.read("codec", default: "h264") { context.choice($0, $1, among: Self.codecs) }
    let preset = fields.read("preset", default: standard.preset) {
      context.choice($0, $1, among: OutputEntry.presets)
    }
    let crf = fields.read("crf", default: standard.crf) { context.number($0, $1, .range(Self.crfRange)) }
    let gop = fields.read("gop", default: standard.gop) { context.integer($0, $1, in: Self.gopRange) }
    guard let file, codec != nil, let preset, let crf, let gop else { return nil }
    return OutputEntry(
      file: file, preset: preset, crf: crf, gop: gop, position: fields.found.position, path: fields.path.text)
  }

  /// A path that stays below the folder of outputs, and that no output before has.
  private func file(_ found: ResolvedValue, _ path: JobPath, _ places: inout [String: SourcePosition]) -> String? {
    guard let file = context.string(found, path, expected: "a file name") else { return nil }
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let hint = "Outputs stay below the folder that they are delivered to."
    if file.hasPrefix("/") {
      context.report(found, path, "'\(file)' is an absolute path", hint: hint)
    } else if parts.contains("..") {
      context.report(found, path, "'\(file)' leads out through '..'", hint: hint)
    } else if !file.hasSuffix(".mp4") || parts.last == ".mp4" {
      context.report(found, path, "'\(file)' is not a name that ends in .mp4")
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
    } else if let first = places[file.lowercased()] {
      context.report(found, path, "'\(file)' is delivered twice", hint: "It was named at \(first) before.")
    } else {
      // Capitals count as small letters: on many disks and shares both would be one file.
      places[file.lowercased()] = found.position
      return file
    }
    return nil
  }
}
