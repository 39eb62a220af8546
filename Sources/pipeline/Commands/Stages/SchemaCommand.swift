import Files
import Foundation
import JobFile

/// `pipeline schema`.
enum SchemaCommand {
  static let specification = CommandSpecification(
    name: "schema", operands: "", operandCount: 0...0,
    summary: "Write the JSON Schema of job files with all loaded stages, for editors, or their reference.",
    details: """
      Editors complete and check job files that point to it: "$schema": "path/to/job.schema.json" as their first entry, or,
      in Visual Studio Code for all of them: "json.schemas": [{ "fileMatch": ["jobs/*.json"], "url": "…/job.schema.json" }].
      An installation has one with its own stages as share/pipeline/job.schema.json.
      """,
    options: [
      .init("output", "FILE", short: "o", "The file to write; default: standard output."),
      .init(flag: "markdown", "Write a page with every key of job files, without stages' parameters, instead."),
      .init(
        flag: "language", "Write the whole language, with all loaded stages, as one page for language models instead."),
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if let path = arguments.string("output") { try PathOptions.checkWritable(file: path, option: "output") }
    if arguments.has("markdown"), arguments.has("language") {
      throw UsageError.message("--markdown and --language exclude each other")
    }
    let text =
      arguments.has("markdown")
      ? JobMarkdown.text
      : arguments.has("language")
        ? LanguageText(StageLoading.registry().definitions).text
        : JobSchema.document(for: StageLoading.registry().definitions)
    guard let path = arguments.string("output") else {
      Terminal.print(text, terminator: "")
      return .success
    }
    do {
      try AtomicFile.write(Data(text.utf8), to: path)
      return .success
    } catch {
      Terminal.error("\(error)")
      return .renderFailed
    }
  }
}
