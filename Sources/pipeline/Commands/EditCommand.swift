import Files
import Foundation
import JobFile
import Messages
import Planning
import Preview
import Reporting
import StageKit
import Video

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
        split PATH SECONDS  ends a stage so long after its start; a copy goes on from there in a group, so that the picture stays
        add NAME [PATH]     adds a stage, such as caption, with what it needs of the stages that are there, or a file, which is copied
                            to the folder media beside the job unless it is in the job's folder: a picture, a clip, an SVG, a Lottie
                            animation, a recorded way, a sound, a table or subtitles; before the item at a path, or at the end

      With --changes several are made at once, or none: a list of objects such as
      [{ "path": "stages[0].start", "value": 1 }, { "path": "stages[2]", "move": 0 }, { "rename": "title", "to": "headline" }],
      with "value", "remove": true, "insert", "delete": true, "key": "new", "move", "duplicate", "group": "id" with "count": 2, "ungroup": true, "split": 1.5, or "add": "caption" with a "start" and a "position".

      The job is not judged: 'pipeline validate' does that.
      """,
    options: [
      .init("changes", "FILE", "Make the changes in a JSON file; - for standard input."),
      .init("start", "SECONDS", "With 'add': when it starts."),
      .init(flag: "dry-run", "Print the new text instead of writing it."),
    ], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let file = arguments.operands[0]
    var changes = try changes(arguments)
    if let start = try arguments.number("start", in: 0...Double(JobLimits.maxFrames)) {
      guard changes.count == 1, case .add(var addition)? = changes.first else {
        throw UsageError.message("--start goes with 'add'")
      }
      addition.start = start
      changes = [.add(addition)]
    }
    changes = changes.map(\.insisting)
    let name = file.escapingControlCharacters
    let text: [UInt8]
    do {
      text = try RegularFile(file).bytes(limit: JobLimits.fileSize)
    } catch {
      Terminal.error("\(name): \(error.message)")
      return .badInput
    }
    let isDry = arguments.has("dry-run")
    let surroundings = changes.contains { $0.isAddition } ? Self.surroundings(of: text, file) : nil
    let edited: [UInt8]
    do {
      let whole = changes.map { known($0, surroundings) }
      // Nothing is copied for a change that cannot be made.
      let tried = try JobText.applying(whole, to: text, in: surroundings)
      edited =
        !whole.contains { $0.isFile }
        ? tried
        : try JobText.applying(
          try whole.map { try copied($0, beside: file, isDry: isDry) }, to: text, in: surroundings)
    } catch let error as JobEditError {
      let place = error.path.isEmpty ? "" : "\(error.path): "
      Terminal.error("\(name): \(place)\(error.message)\(error.hint.map { ". \($0)" } ?? "")".displayText)
      return .badInput
    } catch {
      Terminal.error("\(name): \(SystemError.describe(error))".displayText)
      return .badInput
    }
    try? warnOfDependents(changes, in: text)
    if case .edit(let edit)? = changes.first, changes.count == 1, edit.value == nil, edited == text {
      Terminal.error("\(name): there is nothing at '\(edit.path)'".displayText)
      return .badInput
    }
    if isDry {
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
    case ("split", 3):
      guard let seconds = Double(words[2]), seconds.isFinite else {
        throw UsageError.message("'\(words[2])' is no number of seconds")
      }
      return .split(words[1], at: seconds, id: nil, group: nil)
    case ("add", 2...3): return .add(JobAddition(words[1], path: words.count > 2 ? words[2] : nil))
    case (nil, _): throw UsageError.message("expected an operation, or --changes FILE; see 'pipeline edit --help'")
    default:
      throw UsageError.message(
        "'\(words.joined(separator: " "))' is no operation with its arguments; see 'pipeline edit --help'")
    }
  }

  private static func value(_ text: String) -> JSONValue { JSONValue(parsing: Array(text.utf8)) ?? .string(text) }
}

// MARK: Additions

extension EditCommand {
  private static func surroundings(of text: [UInt8], _ file: String) -> JobSurroundings {
    let registry = StageLoading.registry()
    let checked = CheckedJobFile(
      bytes: text, file: file, registry: registry, policy: JobPolicy(), messages: Messages())
    return JobSurroundings(registry, job: checked.jobs.first)
  }

  /// A change that adds a file knows the stage that shows it, and the size of its pictures.
  private static func known(_ change: JobChange, _ surroundings: JobSurroundings?) -> JobChange {
    guard case .add(var addition) = change, let surroundings, !surroundings.hasStage(addition.name) else {
      return change
    }
    let file = addition.name
    func content() -> [UInt8]? { try? RegularFile(file).bytes(limit: JobLimits.fileSize) }
    addition.kind = addition.kind ?? JobAddition.kind(ofFile: file, content: content)
    if addition.kind == "lottie", let json = content().flatMap({ JSONValue(parsing: $0) }),
      case .number(let width)? = json["w"], case .number(let height)? = json["h"]
    {
      addition.size = Size(width, height)
    } else if addition.kind == "picture" || addition.kind == "clip",
      let facts = try? MediaProbe(file, decodes: false).facts,
      let width = facts.width, let height = facts.height
    {
      addition.size = Size(Double(width), Double(height))
    }
    return .add(addition)
  }

  /// The same change with its file beside the job, or with the path that it would have there.
  private static func copied(_ change: JobChange, beside job: String, isDry: Bool) throws -> JobChange {
    guard case .add(var addition) = change, change.isFile else { return change }
    addition.name =
      isDry ? AddedFiles.path(of: addition.name, beside: job) : try AddedFiles.copy(addition.name, beside: job)
    return .add(addition)
  }

  /// Names what still refers to stages that are removed, with all that they hold, each in the text before it is.
  private static func warnOfDependents(_ changes: [JobChange], in text: [UInt8]) throws {
    for (index, change) in changes.enumerated() {
      guard case .delete(let path) = change else { continue }
      let before = try JobText.applying(Array(changes[..<index]), to: text, in: nil)
      guard let places = JobOutline(before).map(StagePlaces.init) else { continue }
      for stage in places.stages where stage.path == path || stage.path.hasPrefix("\(path).") {
        let others = places.references(to: stage.id).filter { $0.kind != .id && !$0.path.hasPrefix("\(path).") }
        for other in others {
          Terminal.error("warning: '\(stage.id)' is named at '\(other.path)', which is left as it is".displayText)
        }
      }
    }
  }
}

extension JobChange {
  fileprivate var isAddition: Bool { if case .add = self { true } else { false } }

  /// An addition starts when its user says, or not at all.
  fileprivate var insisting: JobChange {
    guard case .add(var addition) = self, addition.start > 0 else { return self }
    addition.insistsOnStart = true
    return .add(addition)
  }

  fileprivate var isFile: Bool { if case .add(let addition) = self { addition.kind != nil } else { false } }
}
