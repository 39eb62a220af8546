import Files
import Foundation
import Reporting
import StageKit

/// `pipeline new`.
enum NewCommand {
  static let specification = CommandSpecification(
    name: "new", operands: "[TEMPLATE [FOLDER]]", operandCount: 0...2,
    summary: "Create a folder with a job to start from; without a template, list them.",
    details: """
      The folder is named after the template unless given. It has the job with its values to change, what the job needs, and a page
      about it. A template is a folder with a job.json, whose first comment says what it shows; those in a folder "pieces" are to be
      shown in other films. Those of folders that --templates or PIPELINE_TEMPLATES (separated by colons) names, and of
      ~/.local/share/pipeline/templates, come before the program's own of the same name.
      """,
    options: [.init("templates", "DIR", "Also offer the templates of a folder; may be repeated.")], run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let folders = arguments.strings("templates")
    for folder in folders where !FileSystem.isFolder(folder) {
      throw UsageError.badValue(option: "templates", value: folder, expected: "an existing folder")
    }
    let (templates, faults) = JobTemplate.all(in: folders + JobTemplate.allowed + JobTemplate.own)
    for fault in faults { Terminal.error("warning: a template is left out: \(fault)") }
    guard let name = arguments.operands.first else {
      if templates.isEmpty {
        throw UsageError.message("there are no templates. Name a folder of some: --templates DIR")
      }
      let lists = [false, true].compactMap { isPiece in
        let rows = templates.filter { $0.isPiece == isPiece }.map { [$0.name, $0.summary] }
        let title = isPiece ? "Pieces to show in a film:" : "Films:"
        return rows.isEmpty ? nil : ([title] + TextTable.lines(rows, indent: 2)).joined(separator: "\n")
      }
      Terminal.print(lists.joined(separator: "\n\n"))
      return .success
    }
    guard let template = templates.first(where: { $0.name == name }) else {
      let hint = spellingSuggestion(for: name, among: templates.map(\.name)).map { "Did you mean '\($0)'?" }
      throw UsageError.message(
        "there is no template '\(name)'. " + (hint ?? "'pipeline new' lists them."))
    }
    let folder = arguments.operands.count > 1 ? arguments.operands[1] : name
    try template.write(to: folder)
    Terminal.print(
      """
      wrote \(folder)

      Next:
        pipeline preview \(folder)
        pipeline run \(folder)/job.json\(template.firstVariant.isEmpty ? "" : " --only \(template.firstVariant)")
      \(template.stage(in: folder).map { "Show it in a film next to the folder:\n  \($0)\n" } ?? "")\
      Values to change: \(template.values.map(\.name).joined(separator: ", "))
      """)
    return .success
  }
}
