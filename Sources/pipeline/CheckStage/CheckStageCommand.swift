import Files
import Foundation
import JobFile
import Reporting
import StageKit

/// `pipeline check-stage`.
enum CheckStageCommand {
  static let specification = CommandSpecification(
    name: "check-stage", operands: "NAME", operandCount: 1...1,
    summary: "Check that a stage is pure: that its frames depend on time, parameters and inputs alone.",
    details: """
      Tries the stage's example, the ends of every parameter's range, and mixtures of them, with a sound and small files
      that it makes. Frames are drawn forward, backward, by another instance, in parallel, and in other processes, and must
      be equal; then 0 is returned, else 1. The other processes have another date, time zone, locale, environment, folder,
      machine's name and number of cores. Files that the stage opens by itself are faults, too, as are moments and cues
      that come in no case. A stage that moves after its duration is noted.
      """,
    options: [
      .init(
        "parameters", "JSON", "Parameters of every case, such as '{\"file\": \"a.png\"}'; relative to this folder."),
      .init(
        "seconds", "N",
        "Begin no more cases after this many seconds a process; default: 60. 0 tries only the first one, quickly."),
      .init(flag: "verbose", "Also print which parameters the stage refused."),
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let registry = StageLoading.registry()
    let name = arguments.operands[0]
    guard let stage = registry[name] else {
      let hint = spellingSuggestion(for: name, among: registry.definitions.map(\.name)).map {
        ". Did you mean '\($0)'?"
      }
      throw UsageError.message("unknown stage '\(name)'\(hint ?? "; stages of your own need --plugins DIR")")
    }
    let definition = stage.definition
    let seconds = try arguments.integer("seconds", in: 0...3600) ?? 60
    let parameters = arguments.string("parameters")
    let library = try CheckWorker.SurroundingsLibrary()
    let files = try SampleFiles.make()
    defer { files.remove() }
    let cases = try cases(definition, parameters: parameters, files: files, folder: ".")
    let request = CheckRequest(
      stage: name, parameters: parameters, seconds: seconds, samples: files.folder,
      folder: FileManager.default.currentDirectoryPath, surroundings: 0)
    let report = CheckReport(
      definition: definition, problems: stage.problems(registry), cases: cases,
      runs: try CheckWorker.runs(request, library))
    Terminal.print(report.text(isVerbose: arguments.has("verbose")), terminator: "")
    return report.faults.isEmpty ? .success : .renderFailed
  }

  /// The cases of a stage. Relative paths in its example start from `folder`.
  static func cases(
    _ definition: StageDefinition, parameters: String?, files: SampleFiles, folder: String
  ) throws -> CheckCases {
    let given = try parameters.map(members) ?? []
    let example = StageExample(definition).parameters.map { member -> JSONValue.Member in
      if case .file(let endings)? = definition.parameters.first(where: { $0.name == member.key })?.schema,
        let text = member.value.string, !FileSystem.exists("\(folder)/\(text)"), let sample = files.path(endings)
      {
        return JSONValue.Member(member.key, .string(sample))
      }
      return JSONValue.Member(member.key, files.replacingMissing(member.value, in: folder))
    }
    return CheckCases(definition, given: given, example: example, samples: ParameterSamples(files: files))
  }

  private static func members(_ text: String) throws -> [JSONValue.Member] {
    guard let value = JSONValue(parsing: Array(text.utf8)), case .object(let members) = value else {
      throw UsageError.badValue(option: "parameters", value: text, expected: "a JSON object")
    }
    return members
  }
}
