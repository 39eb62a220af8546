import Files
import Foundation
import JobFile
import Reporting

/// `pipeline edit`.
enum EditCommand {
  static let specification = CommandSpecification(
    name: "edit", operands: "JOB [OPERATION ARGUMENT…]", operandCount: 1...5,
    summary: "Change a job's text as the preview does: comments and all that is not changed stay as they are.",
    details: """
      OPERATION is one of:
        set PATH VALUE      sets a value, such as stages[0].parameters.text; VALUE is JSON, or else a text
        remove PATH         removes a value
        insert PATH VALUE   adds an item before the one at a path, such as stages[2]
        delete PATH         removes an item, with the comment behind it on its line
        move PATH INDEX     moves an item to another index of its list
        duplicate PATH ID   adds a copy of a stage behind it; references within it follow
        group PATH COUNT ID  puts so many stages, from the one at a path on, into a group with this id
        ungroup PATH        puts the stages of a group into its place
        rename ID NEW       gives a stage another id; all references to it follow

      With --changes several are made at once, or none: a list of objects such as
      [{ "path": "stages[0].start", "value": 1 }, { "path": "stages[2]", "move": 0 }, { "rename": "title", "to": "headline" }],
      with "value", "remove": true, "insert", "delete": true, "key": "new", "move", "duplicate", "group": "id" with "count": 2, or "ungroup": true.

      The job is not judged: 'pipeline validate' does that.
      """,
    options: [
      .init("changes", "FILE", "Make the changes in a JSON file; - for standard input."),
      .init(flag: "dry-run", "Print the new text instead of writing it."),
    ], loadsStages: false, run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let file = arguments.operands[0]
    let changes = try changes(arguments)
    let name = file.escapingControlCharacters
    let text: [UInt8]
    do {
      text = try RegularFile(file).bytes(limit: JobLimits.fileSize)
    } catch {
      Terminal.error("\(name): \(error.message)")
      return .badInput
    }
    let edited: [UInt8]
    do {
      edited = try JobText.applying(changes, to: text)
    } catch {
      let place = error.path.isEmpty ? "" : "\(error.path): "
      Terminal.error("\(name): \(place)\(error.message)\(error.hint.map { ". \($0)" } ?? "")".displayText)
      return .badInput
    }
    if case .edit(let edit)? = changes.first, changes.count == 1, edit.value == nil, edited == text {
      Terminal.error("\(name): there is nothing at '\(edit.path)'".displayText)
      return .badInput
    }
    if arguments.has("dry-run") {
      Terminal.print(String(decoding: edited, as: UTF8.self), terminator: "")
    } else if edited != text {
      try replace(file, by: edited)
    }
    return .success
  }

  /// Writes another text; neither the file's permissions nor a link to it are replaced.
  static func replace(_ file: String, by text: [UInt8]) throws {
    let target = RealPath.of(file) ?? file
    var status = stat()
    try AtomicFile.write(text, to: target, permissions: stat(target, &status) == 0 ? status.st_mode & 0o7777 : nil)
  }

  private static func changes(_ arguments: ParsedArguments) throws -> [JobChange] {
    let words = Array(arguments.operands.dropFirst())
    guard let file = arguments.string("changes") else { return [try change(words)] }
    guard words.isEmpty else { throw UsageError.message("--changes takes the place of an operation") }
    let bytes: [UInt8]
    do {
      bytes =
        file == "-"
        ? Array(FileHandle.standardInput.readDataToEndOfFile()) : try RegularFile(file).bytes(limit: JobLimits.fileSize)
    } catch {
      throw UsageError.message("\(file): \(SystemError.describe(error))")
    }
    guard case .array(let items)? = JSONValue(parsing: bytes) else {
      throw UsageError.message("\(file): expected a list of changes in JSON")
    }
    return try items.enumerated().map { index, item in
      do throws(JobEditError) {
        return try JobChange(item)
      } catch {
        throw UsageError.message("\(file): [\(index)]: \(error.message)")
      }
    }
  }

  private static func change(_ words: [String]) throws -> JobChange {
    func number(_ text: String, _ noun: String = "index") throws -> Int {
      guard let number = Int(text) else { throw UsageError.message("'\(text)' is no \(noun)") }
      return number
    }
    switch (words.first, words.count) {
    case ("set", 3): return .edit(JobEdit(words[1], value(words[2])))
    case ("remove", 2): return .edit(JobEdit(words[1], nil))
    case ("insert", 3): return .insert(words[1], value(words[2]))
    case ("delete", 2): return .delete(words[1])
    case ("move", 3): return .move(words[1], to: try number(words[2]))
    case ("duplicate", 3): return .duplicate(words[1], id: words[2])
    case ("group", 4): return .group(words[1], count: try number(words[2], "number"), id: words[3])
    case ("ungroup", 2): return .ungroup(words[1])
    case ("rename", 3): return .rename(stage: words[1], to: words[2])
    case (nil, _): throw UsageError.message("expected an operation, or --changes FILE; see 'pipeline edit --help'")
    default:
      throw UsageError.message(
        "'\(words.joined(separator: " "))' is no operation with its arguments; see 'pipeline edit --help'")
    }
  }

  private static func value(_ text: String) -> JSONValue { JSONValue(parsing: Array(text.utf8)) ?? .string(text) }
}
