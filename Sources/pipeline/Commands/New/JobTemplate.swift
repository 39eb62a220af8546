import Files
import Foundation
import JobFile
import Reporting

/// A folder with a job that others start from, and what it needs.
struct JobTemplate {
  let name: String
  /// True for a piece of a product, to be shown in other films, such as a button.
  let isPiece: Bool
  private let folder: String
  /// The path of its job file.
  let file: String
  /// The text of its job.
  private let text: String
  /// A value that people change.
  struct Value {
    let name: String
    /// As the job has it.
    let json: JSONValue
    /// Empty where the job has no field for it.
    let label: String
    let group: String
    /// The values that it takes and what it changes, as a phrase each; empty where the job says nothing.
    let notes: [String]
    /// The file of the template that has it; nil for the job.
    var file: String?
  }

  /// The values that its job says may be changed: those with fields, in the order of these, or else all that are constant.
  private(set) var values: [Value]
  /// True where its job says which values people change.
  private let hasFields: Bool
  /// The axes of its variants, each with the names of its values.
  private let axes: [(name: String, values: [String])]

  private static let job = "job.json"
  private static let readMe = "README.md"
  /// The folder, within one of templates, that holds the pieces.
  private static let pieces = "pieces"

  /// Nil for a folder without a job, and after a fault of it, which `faults` gets.
  private init?(folder: String, isPiece: Bool, _ faults: inout [String]) {
    self.isPiece = isPiece
    name = (folder as NSString).lastPathComponent
    self.folder = folder
    let file = "\(folder)/\(Self.job)"
    self.file = file
    guard FileSystem.exists(file) else { return nil }
    guard let data = FileManager.default.contents(atPath: file) else {
      faults.append("\(file): cannot be read")
      return nil
    }
    let merged = MergedJob(Array(data), file: file)
    guard let job = merged.values, !merged.list.hasErrors else {
      faults += merged.list.sorted.map(\.description)
      return nil
    }
    text = String(decoding: data, as: UTF8.self)
    let variables = Self.members(of: job["variables"])
    let fields = Self.members(of: job["fields"])
    hasFields = !fields.isEmpty
    values =
      fields.isEmpty
      ? variables.filter { Self.isForPeople($0.value) }.map { Value($0.name, $0.value, field: [:]) }
      : fields.compactMap { field in
        variables.first { $0.name == field.name }.map { Value(field.name, $0.value, field: field.value) }
      }
    for index in values.indices {
      values[index].file = merged.file(ofVariable: values[index].name).map {
        $0.hasPrefix("\(folder)/") ? String($0.dropFirst(folder.count + 1)) : $0
      }
    }
    values = values.filter { $0.file == nil } + values.filter { $0.file != nil }
    axes = Self.members(of: job["variants"]).map { axis in
      let values = Self.members(of: axis.value).filter { if case .object = $0.value { true } else { false } }
      return (axis.name, values.map(\.name))
    }.filter { !$0.values.isEmpty }
  }

  private static func members(of value: JSONValue?) -> [(name: String, value: JSONValue)] {
    if case .object(let members)? = value { members.map { ($0.key, $0.value) } } else { [] }
  }

  /// True if people change a value: expressions and keyframes are the template's own.
  private static func isForPeople(_ value: JSONValue) -> Bool {
    switch value {
    case .object: false
    case .string(let text): !text.hasPrefix("=")
    default: true
    }
  }

  /// The templates below some folders, and the pieces in their folders "pieces", by name; of several with one name the first folder's.
  /// The faults are those of templates that are left out.
  static func all(in folders: [String]) -> (templates: [JobTemplate], faults: [String]) {
    var found: [String: JobTemplate] = [:]
    var faults: [String] = []
    for (folder, isPiece) in folders.flatMap({ [($0, false), ("\($0)/\(pieces)", true)] }) {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where found[name] == nil {
        found[name] = JobTemplate(folder: "\(folder)/\(name)", isPiece: isPiece, &faults)
      }
    }
    return (found.values.sorted { $0.name < $1.name }, faults)
  }

  /// The folders of the environment, separated by colons, and the user's own.
  static var allowed: [String] {
    let named = ProcessInfo.processInfo.environment["PIPELINE_TEMPLATES"] ?? ""
    return named.split(separator: ":").map(String.init) + [PluginFolders.userData + "/templates"]
  }

  /// The folder with the program's own templates: of the installation, or of the checkout.
  static var own: [String] { SDKFolders.shared("Templates") }

  /// A line on what it shows: the comment at the start of its job.
  var summary: String {
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let comment = lines.drop { !$0.hasPrefix("//") }.prefix { $0.hasPrefix("//") }
    return comment.map { $0.dropFirst(2).trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }

  /// Writes its files to a new folder, with a job and an output named after it, and a page about what to change. Throws
  /// before anything is written if the folder is there.
  func write(to target: String) throws {
    if FileManager.default.fileExists(atPath: target) { throw UsageError.message("\(target): already exists") }
    try FileSystem.createFolder(target)
    try write(into: target)
  }

  /// Writes its files into a folder that is there. Throws before anything is written if one of them is there.
  func write(into target: String) throws {
    let title = URL(fileURLWithPath: target).standardizedFileURL.lastPathComponent
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    for file in files + [Self.readMe] where FileManager.default.fileExists(atPath: "\(target)/\(file)") {
      throw UsageError.message("\(target)/\(file): already exists")
    }
    for file in files {
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
    try AtomicFile.write(Data(page(title).utf8), to: "\(target)/\(Self.readMe)")
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
    let value = values.first.map { "\(JSONValue.string($0.name).text): \($0.json.text)" } ?? ""
    return #"{ "id": \#(id), "stage": "job", "parameters": { "file": \#(file), "variables": { \#(value) } } }"#
  }

  /// A table of its values, with what is known of them.
  private var table: String {
    let hasLabels = values.contains { !$0.label.isEmpty }
    let hasNotes = values.contains { !$0.notes.isEmpty }
    func row(_ cells: [String?]) -> String { "| \(cells.compactMap(\.self).joined(separator: " | ")) |" }
    func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
    let head = ["value", hasLabels ? "what it is" : nil, "now", hasNotes ? "may be" : nil]
    let rows = values.map { value in
      let label = value.group.isEmpty ? value.label : "\(value.group): \(value.label)"
      return row([
        "`\(value.name)`", hasLabels ? cell(label) : nil, "`\(cell(JobTemplate.Value.plain(value.json)))`",
        hasNotes ? cell(value.notes.joined(separator: ". ")) : nil,
      ])
    }
    return ([row(head), row(head.map { $0.map { _ in "---" } })] + rows).joined(separator: "\n")
  }

  /// The other files in which its values are written, as a phrase.
  private var places: String {
    let files = values.map(\.file).reduce(into: [String]()) { if let file = $1, !$0.contains(file) { $0.append(file) } }
    return files.map { " and `\($0)`" }.joined()
  }

  private func page(_ title: String) -> String {
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

      Change these values under `variables` in `job.json`\(places), or for one film with `--set NAME=VALUE`:

      \(table)

      \(use)\
      - Look at it while you change it: `pipeline preview .`
      - Render it: `pipeline run job.json`
      \(variants)\
      \(hasFields ? "- A film for each row of a table whose columns are named after values: `pipeline run job.json --data rows.csv`\n" : "")\
      - Keep it from changing by accident: `pipeline regress job.json --update "*" --message "first"`

      """
  }
}

extension JobTemplate.Value {
  /// A variable of a job by its field there, an empty object where it has none.
  fileprivate init(_ name: String, _ json: JSONValue, field: JSONValue) {
    func text(_ key: String) -> String { if case .string(let text)? = field[key] { text } else { "" } }
    func number(_ key: String) -> String? { field[key].map(\.text) }
    var notes: [String] = []
    switch (number("min"), number("max")) {
    case (let low?, let high?): notes.append("\(low) to \(high)")
    case (let low?, nil): notes.append("\(low) or more")
    case (nil, let high?): notes.append("at most \(high)")
    case (nil, nil): break
    }
    if case .array(let choices)? = field["choices"] {
      notes.append(choices.map { "`\(Self.plain($0))`" }.joined(separator: ", "))
    }
    if !text("help").isEmpty { notes.append(text("help")) }
    self.init(name: name, json: json, label: text("label"), group: text("group"), notes: notes)
  }

  /// A value on one line, a text without its quotes.
  fileprivate static func plain(_ value: JSONValue) -> String {
    if case .string(let text) = value { text.replacing("\n", with: "\\n") } else { value.text }
  }
}
