import Files
import Foundation
import Reporting
import StageKit

/// `pipeline stages`.
enum StagesCommand {
  static let specification = CommandSpecification(
    name: "stages", operands: "[NAME]", operandCount: 0...1,
    summary: "List the stages, or describe one.",
    options: [
      .init(flag: "markdown", "Write Markdown instead of text for the terminal."),
      .init("output", "DIR", short: "o", "With --markdown: write a page for each stage, and an index, to this folder."),
      .init(
        "pictures", "JOBS", "With --output: also draw the pages' pictures, of examples whose files are in this folder."),
      .init(flag: "job", "Write a whole job that shows the stage."),
    ], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if arguments.has("output") && !arguments.has("markdown") {
      throw UsageError.message("--output needs --markdown")
    }
    if arguments.has("pictures") && !arguments.has("output") { throw UsageError.message("--pictures needs --output") }
    if arguments.has("job") && (arguments.operands.isEmpty || arguments.has("markdown")) {
      throw UsageError.message("--job needs the name of a stage, and no --markdown")
    }
    let registry = StageLoading.registry()
    var definitions = registry.definitions
    if let name = arguments.operands.first {
      guard let definition = registry[name]?.definition else {
        let hint = spellingSuggestion(for: name, among: definitions.map(\.name)).map { ". Did you mean '\($0)'?" } ?? ""
        throw UsageError.message("unknown stage '\(name)'\(hint)")
      }
      definitions = [definition]
    }
    switch (arguments.has("markdown"), arguments.string("output")) {
    case (true, let folder?):
      try PathOptions.createFolder(folder, option: "output")
      if let jobs = arguments.string("pictures"),
        try !StagePictures(folder: "\(folder)/pictures", jobs: jobs).draw(definitions, registry)
      {
        return .renderFailed
      }
      return write(definitions, to: folder)
    case (true, nil): Terminal.print(definitions.map { StageMarkdown($0).text }.joined(separator: "\n"), terminator: "")
    case (false, _) where arguments.has("job"):
      let example = StageExample(definitions[0])
      for problem in example.problems(registry) {
        Terminal.error("warning: stage '\(definitions[0].name)': \(problem)".escapingControlCharacters)
      }
      Terminal.print(example.job, terminator: "")
    case (false, _) where arguments.operands.isEmpty:
      Terminal.print(TextTable.list(definitions.map { ($0.name, $0.summary) }, indent: 0), terminator: "")
    default: Terminal.print(definitions.map { StagePage($0).text }.joined(), terminator: "")
    }
    return .success
  }

  private static func write(_ definitions: [StageDefinition], to folder: String) -> ExitCode {
    // Pages show the pictures that lie there.
    let pages = definitions.map { definition in
      let picture = "pictures/\(definition.name).png"
      let isThere = FileManager.default.fileExists(atPath: "\(folder)/\(picture)")
      return ("\(definition.name).md", StageMarkdown(definition, picture: isThere ? picture : nil).text)
    }
    do {
      let shared = [
        ("README.md", StageMarkdown.index(definitions)),
        (StageMarkdown.effectsPage, StageMarkdown.effects(definitions)),
      ]
      for (name, text) in pages + shared {
        try AtomicFile.write(Data(text.utf8), to: "\(folder)/\(name)")
      }
      return .success
    } catch {
      Terminal.error("\(error)")
      return .renderFailed
    }
  }
}
