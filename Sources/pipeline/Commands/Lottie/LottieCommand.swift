import Files
import JobFile
import LottieFiles
import Rendering
import Reporting
import StageKit
import Video

/// `pipeline lottie`.
enum LottieCommand {
  static let specification = CommandSpecification(
    name: "lottie", operands: "FILE", operandCount: 1...1,
    summary: "Show what a Lottie file has: its layers, markers, values to set, fonts, and what is not drawn of it.",
    details: """
      FILE is JSON, a sticker (.tgs) or an archive (.lottie). Ends with a stage to copy into a job.
      """,
    options: [
      .init("animation", "ID", "One of an archive's animations; default: its first one."),
      .init(flag: "all", "List all layers and all values that can be set, not colors and texts alone."),
      .init("format", "KIND", "text or json; default: text. JSON has everything."),
      .init("sheet", "FILE.png", "Also draw instants of it, from the first frame to the last, into this file."),
      .init("count", "N", "The number of instants on the sheet; default: 12."), PictureFile.force,
    ] + JobPolicyOptions.all.filter { $0.name == "allow-read" },
    run: run)

  private enum Format: String, CaseIterable { case text, json }

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let format = try arguments.choice("format", default: Format.text)
    let count = try arguments.integer("count", in: 1...400) ?? 12
    let sheet = arguments.string("sheet")
    if let sheet { try PictureFile.check(sheet, arguments, option: "sheet") }
    let policy = try JobPolicyOptions.policy(arguments)
    let file = arguments.operands[0]
    let description: LottieDescription
    do {
      let bytes = try RegularFile(file).bytes(limit: policy.limits.fileBytes)
      description = try LottieDescription(bytes, name: file, animation: arguments.string("animation"))
    } catch let error as FileError {
      return fail(error.message, hint: error.hint)
    } catch let error as StageError {
      return fail(error.message, hint: error.hint)
    }
    let stage = LottieSample(description, file: file, animation: arguments.string("animation"))
    let progress = StepProgress()
    defer { progress.end() }
    guard let planned = stage.planned(policy, progress, fail: { _ = fail($0, hint: $1) }) else { return .badInput }
    let report = LottieReport(
      description: description, file: file, stage: stage.stage(file: file), warnings: planned.warnings,
      isComplete: arguments.has("all"))
    Terminal.print(format == .json ? report.json.prettyText : report.text, terminator: "")
    guard let sheet else { return .success }
    do {
      progress.begin(file, "drawing frames")
      try writePNG(try ContactSheet(count: count).image(of: planned.job), to: sheet)
    } catch {
      Terminal.error("\(file.escapingControlCharacters): \(error)")
      return .renderFailed
    }
    return .success
  }

  private static func fail(_ message: String, hint: String?) -> ExitCode {
    Terminal.error((message + (hint.map { ". \($0)" } ?? "")).escapingControlCharacters)
    return .badInput
  }
}
