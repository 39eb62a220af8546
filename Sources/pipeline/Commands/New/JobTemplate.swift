import Files
import Foundation
import JobFile
import Reporting

/// A folder with a job that others start from, and what it needs.
struct JobTemplate {
  let name: String
  /// Whether it is a piece of a product, to be shown in other films, such as a button.
  let isPiece: Bool
  private let folder: String
  /// The text of its job.
  private let text: String
  /// The values that its job says may be changed, in their order, as JSON.
  let variables: [(name: String, value: JSONValue)]
  /// The axes of its variants, each with the names of its values.
  private let axes: [(name: String, values: [String])]

  private static let job = "job.json"
  /// The folder, within one of templates, that holds the pieces.
  private static let pieces = "pieces"

  /// Nil for a folder without a job, or with one that cannot be read.
  private init?(folder: String, isPiece: Bool) {
    self.isPiece = isPiece
    name = (folder as NSString).lastPathComponent
    self.folder = folder
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.job)"),
      let job = JSONValue(parsing: Array(data))
    else { return nil }
    text = String(decoding: data, as: UTF8.self)
    variables = Self.members(of: job["variables"]).filter { Self.isForPeople($0.value) }
    axes = Self.members(of: job["variants"]).map { axis in
      let values = Self.members(of: axis.value).filter { if case .object = $0.value { true } else { false } }
      return (axis.name, values.map(\.name))
    }.filter { !$0.values.isEmpty }
  }

  private static func members(of value: JSONValue?) -> [(name: String, value: JSONValue)] {
    if case .object(let members)? = value { members.map { ($0.key, $0.value) } } else { [] }
  }

  /// Whether people change a value: expressions and keyframes are the template's own.
  private static func isForPeople(_ value: JSONValue) -> Bool {
    switch value {
    case .object: false
    case .string(let text): !text.hasPrefix("=")
    default: true
    }
  }

  /// The templates below some folders, and the pieces in their folders "pieces", by name; of several with one name the first folder's.
  static func all(in folders: [String]) -> [JobTemplate] {
    var found: [String: JobTemplate] = [:]
    for (folder, isPiece) in folders.flatMap({ [($0, false), ("\($0)/\(pieces)", true)] }) {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where found[name] == nil {
        found[name] = JobTemplate(folder: "\(folder)/\(name)", isPiece: isPiece)
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  /// The folder with the program's own templates: of the installation, or of the checkout.
  static var own: [String] {
    let program = PluginFolders.own[0]
    let installed = URL(fileURLWithPath: program).appendingPathComponent("../share/pipeline/Templates")
      .standardizedFileURL
    return [installed.path] + (SDKFolders.checkout(around: program).map { ["\($0)/Templates"] } ?? [])
  }

  /// A line on what it shows: the comment at the start of its job.
  var summary: String {
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let comment = lines.drop { !$0.hasPrefix("//") }.prefix { $0.hasPrefix("//") }
    return comment.map { $0.dropFirst(2).trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }

  /// Writes its files, with a job and an output named after the new folder, and a page about what to change. Throws before
  /// anything is written if the folder is there.
  func write(to target: String) throws {
    let title = URL(fileURLWithPath: target).lastPathComponent
    if FileManager.default.fileExists(atPath: target) { throw UsageError.message("\(target): already exists") }
    try FileSystem.createFolder(target)
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
      let (source, copy) = ("\(folder)/\(file)", "\(target)/\(file)")
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        try FileSystem.createFolder(copy)
      } else if file == Self.job {
        try AtomicFile.write(Data(renamed(title).utf8), to: copy)
      } else {
        try AtomicFile.write(try Data(contentsOf: URL(fileURLWithPath: source)), to: copy)
      }
    }
    try AtomicFile.write(Data(page(title).utf8), to: "\(target)/README.md")
  }

  /// The job with another name, after which its outputs are named, too. Files that it takes keep their names.
  private func renamed(_ title: String) -> String {
    let quoted = JSONValue.string(title).text
    let outputs = text.range(of: "\"outputs\"", options: .backwards)?.lowerBound ?? text.endIndex
    let inputs = text[..<outputs].replacing("\"name\": \"\(name)\"", with: "\"name\": \(quoted)", maxReplacements: 1)
    return String(inputs) + text[outputs...].replacing("\"file\": \"\(name).", with: "\"file\": \(quoted.dropLast()).")
  }

  /// The first value of each axis, as `--only` takes them; empty without variants.
  var firstVariant: String { axes.map { "\($0.name)=\($0.values.first ?? "")" }.joined(separator: ",") }

  /// The stage that shows a piece of a folder in a film; nil for a film.
  func stage(in folder: String) -> String? {
    guard isPiece else { return nil }
    let id = JSONValue.string(name).text
    let file = JSONValue.string("\(folder)/\(Self.job)").text
    let value = variables.first.map { "\(JSONValue.string($0.name).text): \($0.value.text)" } ?? ""
    return #"{ "id": \#(id), "stage": "job", "parameters": { "file": \#(file), "variables": { \#(value) } } }"#
  }

  private func page(_ title: String) -> String {
    let rows = variables.map { "| `\($0.name)` | `\($0.value.text.replacing("|", with: "\\|"))` |" }
    let count = axes.reduce(1) { $0 * $1.values.count }
    let lists = axes.map { "`\($0.name)` (\($0.values.joined(separator: ", ")))" }
    let variants =
      axes.isEmpty
      ? ""
      : "- It has \(count) variants, by \(lists.joined(separator: " and ")). "
        + "One of them alone: `pipeline run job.json --only \(firstVariant)`\n"
    let use = stage(in: title).map { "- Show it in a film next to this folder, with other values:\n  `\($0)`\n" } ?? ""
    return """
      # \(title)

      \(summary)

      Change these values under `variables` in `job.json`, or for one film with `--set NAME=VALUE`:

      | value | now |
      | --- | --- |
      \(rows.joined(separator: "\n"))

      \(use)\
      - Look at it while you change it: `pipeline preview .`
      - Render it: `pipeline run job.json`
      \(variants)\
      - Keep it from changing by accident: `pipeline regress job.json --update "*" --message "first"`

      """
  }
}
