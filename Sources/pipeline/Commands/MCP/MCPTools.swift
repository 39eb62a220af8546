import Files
import Foundation
import JobFile
import Reporting

/// The tools of `pipeline mcp`: commands of the program, on files below one folder.
struct MCPTools: Sendable {
  /// A message from a call to its caller while it runs.
  struct Control: Sendable {
    let began: @Sendable (CommandRun) -> Void
    /// The frames that are done, and all.
    let progress: @Sendable (_ done: Double, _ total: Double) -> Void
  }

  private struct Refusal: Error { let message: String }

  private let folder: String
  private let options: ParsedArguments

  init(folder: String, options: ParsedArguments) throws {
    guard let path = RealPath.of(folder) else { throw UsageError.message("the working folder is gone") }
    (self.folder, self.options) = (path, options)
  }

  private static let path = MCPTool.Argument(
    name: "path", type: "string", summary: "The job file, relative to the working folder.", isRequired: true)

  static let all = [
    MCPTool(name: "list_stages", summary: "Lists the stages that jobs are made of, each with a line.", arguments: []),
    MCPTool(
      name: "describe_stage",
      summary:
        "Describes a stage: its parameters with types, ranges, units and defaults, inputs, outputs, moments, and an example.",
      arguments: [.init(name: "name", type: "string", summary: "Such as 'caption'.", isRequired: true)]),
    MCPTool(
      name: "job_reference", summary: "Every key of a job file but for the parameters of stages, as Markdown.",
      arguments: []),
    MCPTool(name: "list_templates", summary: "Lists the films to start from, each with a line.", arguments: []),
    MCPTool(
      name: "new_job",
      summary: "Writes a folder with a film to start from: its job, what it needs, and the values to change.",
      arguments: [
        .init(name: "template", type: "string", summary: "A name that list_templates gives.", isRequired: true),
        .init(
          name: "folder", type: "string", summary: "The folder to create, relative to the working folder.",
          isRequired: true),
      ], isReadOnly: false),
    MCPTool(name: "read_job", summary: "Reads a job file.", arguments: [path]),
    MCPTool(
      name: "write_job", summary: "Writes a job file, in the place of what it was.",
      arguments: [
        path, .init(name: "text", type: "string", summary: "The whole text, JSON with comments.", isRequired: true),
      ],
      isReadOnly: false),
    MCPTool(
      name: "validate",
      summary:
        "Checks a job: every fault and warning with its code, line, column, path, message, hint and fix, one JSON object a line.",
      arguments: [path]),
    MCPTool(
      name: "fix",
      summary:
        "Corrects in a job what can mean one thing alone, such as misspelled keys and stages, and says what it was.",
      arguments: [path], isReadOnly: false),
    MCPTool(
      name: "still", summary: "Draws one frame of a job as a picture.",
      arguments: [
        path, .init(name: "at", type: "number", summary: "The time in seconds; 0 unless given."),
        .init(name: "scale", type: "number", summary: "The factor of the job's size; 0.5 unless given."),
        .init(name: "only", type: "string", summary: "The variant to draw, such as 'size=square'."),
      ]),
    MCPTool(
      name: "sheet", summary: "Draws frames of a job, from the first to the last, as one picture.",
      arguments: [
        path, .init(name: "count", type: "integer", summary: "The number of frames; 12 unless given."),
        .init(name: "only", type: "string", summary: "The variant to draw, such as 'size=square'."),
      ]),
    MCPTool(
      name: "lottie",
      summary:
        "Describes a Lottie file: layers, markers, slots and values that 'set' takes, fonts, what is not drawn, and a stage to copy.",
      arguments: [
        .init(
          name: "path", type: "string", summary: "The Lottie file, relative to the working folder.", isRequired: true)
      ]),
    MCPTool(
      name: "run", summary: "Renders a job to its videos, with progress.",
      arguments: [
        path, .init(name: "output", type: "string", summary: "The folder for the videos; 'out' unless given."),
        .init(name: "scale", type: "number", summary: "The factor of the job's size, such as 0.25 for a preview."),
        .init(name: "only", type: "string", summary: "The variant to render, such as 'size=square'."),
      ], isReadOnly: false),
  ]

  /// The result of a call; what is wrong is in it, for the model to read.
  func call(_ tool: MCPTool, _ arguments: JSONValue, _ control: Control) -> JSONValue {
    do {
      try check(arguments, of: tool)
      return try result(tool.name, arguments, control)
    } catch let refusal as Refusal {
      return Self.text(refusal.message, isError: true)
    } catch {
      return Self.text(SystemError.describe(error), isError: true)
    }
  }

  private func check(_ arguments: JSONValue, of tool: MCPTool) throws {
    guard case .object(let members) = arguments else { throw Refusal(message: "the arguments are no object") }
    for member in members where !tool.arguments.contains(where: { $0.name == member.key }) {
      throw Refusal(message: "\(tool.name) has no argument '\(member.key)'")
    }
    for argument in tool.arguments {
      let isRight =
        switch (argument.type, arguments[argument.name]) {
        case (_, nil): !argument.isRequired
        case ("string", .string(let text)?): !text.isEmpty
        case ("number", .number?): true
        case ("integer", .number(let number)?): number == number.rounded()
        default: false
        }
      if !isRight { throw Refusal(message: "\(tool.name) needs '\(argument.name)' as a \(argument.type)") }
    }
  }

  private func result(_ name: String, _ arguments: JSONValue, _ control: Control) throws -> JSONValue {
    func string(_ name: String) -> String? { if case .string(let text)? = arguments[name] { text } else { nil } }
    func number(_ name: String) -> Double? { if case .number(let value)? = arguments[name] { value } else { nil } }
    func option(_ name: String, _ value: String?) -> [String] { value.map { ["--\(name)=\($0)"] } ?? [] }
    let only = option("only", string("only"))
    switch name {
    case "list_stages": return try run(["stages"], control)
    case "describe_stage": return try run(["stages", "--", string("name") ?? ""], control)
    case "job_reference": return try run(["schema", "--markdown"], control)
    case "list_templates": return try run(["new"], control)
    case "new_job":
      return try run(["new", "--", string("template") ?? "", try inside(string("folder") ?? "")], control)
    default: break
    }
    let path = try inside(string("path") ?? "")
    switch name {
    case "read_job":
      guard let data = FileManager.default.contents(atPath: path) else {
        throw Refusal(message: "there is no such file")
      }
      return Self.text(String(decoding: data, as: UTF8.self))
    case "write_job":
      guard path.hasSuffix(".json") else { throw Refusal(message: "a job's name ends in .json") }
      let parent = (path as NSString).deletingLastPathComponent
      if !parent.isEmpty { try FileSystem.createFolder(parent) }
      try AtomicFile.write(Data((string("text") ?? "").utf8), to: path)
      return Self.text("written")
    case "validate": return try run(["validate", "--format=json", "--", path], control)
    case "fix": return try run(["fix", "--", path], control)
    case "lottie": return try run(["lottie", "--", path], control)
    case "still":
      let scale = JSONValue.numberText(number("scale") ?? 0.5)
      let at = JSONValue.numberText(number("at") ?? 0)
      return try picture(["still", "--at=\(at)", "--scale=\(scale)"] + only, path, control)
    case "sheet":
      return try picture(
        ["sheet"] + option("count", number("count").map(JSONValue.numberText)) + only, path, control)
    default:
      let output = try inside(string("output") ?? "out")
      let scale = option("scale", number("scale").map(JSONValue.numberText))
      return try run(["run", "--progress=json", "--output=\(output)"] + scale + only + ["--", path], control)
    }
  }

  // MARK: Files

  /// The path from the working folder to a file or folder that is, or may come to be, below it. Throws for others.
  private func inside(_ path: String) throws -> String {
    let refusal = Refusal(message: "'\(path)' does not lie below the working folder")
    let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    guard !whole.split(separator: "/").contains("..") else { throw refusal }
    // The real path of as much as there is.
    var (known, rest) = (whole, "")
    while RealPath.of(known) == nil, known != "/", !known.isEmpty {
      rest = "/" + (known as NSString).lastPathComponent + rest
      known = (known as NSString).deletingLastPathComponent
    }
    guard let real = RealPath.of(known), RealPath.isInside(real, folder) else { throw refusal }
    let path = (real + rest).dropFirst(folder == "/" ? 1 : folder.count + 1)
    return path.isEmpty ? "." : String(path)
  }

  // MARK: Commands

  private static func text(_ text: String, isError: Bool = false) -> JSONValue {
    ["content": [["type": "text", "text": .string(text)]], "isError": .boolean(isError)]
  }

  /// The output of a command and its errors.
  private func run(_ command: [String], _ control: Control) throws -> JSONValue {
    let (text, code) = try lines(of: command, control)
    return Self.text(text, isError: code != ExitCode.success.rawValue)
  }

  private func lines(of command: [String], _ control: Control) throws -> (text: String, code: Int32) {
    let run = try CommandRun(command, options: options)
    control.began(run)
    var said: [String] = []
    // A short job has no event of progress before it is done.
    var shown = -1.0
    func show(_ done: JSONValue?, of all: JSONValue?) {
      guard case .number(let done)? = done, case .number(let all)? = all, done > shown else { return }
      shown = done
      control.progress(done, all)
    }
    while let lines = run.nextLines() {
      for line in lines.output {
        let event = JSONValue(parsing: Array(line.utf8))
        if event?["event"] == "progress" {
          show(event?["done"], of: event?["total"])
          continue
        }
        if event?["event"] == "done" { show(event?["frames"], of: event?["frames"]) }
        said.append(line)
      }
      said += lines.errors
    }
    return (said.joined(separator: "\n"), run.exitCode)
  }

  /// The picture that a command writes.
  private func picture(_ command: [String], _ path: String, _ control: Control) throws -> JSONValue {
    let scratch = URL(fileURLWithPath: TemporaryFile.path(ending: ".png"))
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (text, code) = try lines(of: command + ["--output=\(scratch.path)", "--", path], control)
    guard code == ExitCode.success.rawValue, let data = FileManager.default.contents(atPath: scratch.path) else {
      return Self.text(text, isError: true)
    }
    let notes = text.split(separator: "\n").filter { $0 != scratch.path }.joined(separator: "\n")
    let image: JSONValue = ["type": "image", "data": .string(data.base64EncodedString()), "mimeType": "image/png"]
    return [
      "content": .array([image] + (notes.isEmpty ? [] : [["type": "text", "text": .string(notes)]])), "isError": false,
    ]
  }
}
