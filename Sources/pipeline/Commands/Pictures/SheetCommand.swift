import JobFile
import Rendering
import Reporting
import Video

/// `pipeline sheet`.
enum SheetCommand {
  static let specification = CommandSpecification(
    name: "sheet", operands: "JOB", operandCount: 1...1,
    summary: "Write a contact sheet of a job as PNG: frames with their times.",
    options: [
      .init("output", "FILE.png", short: "o", "The file to write; default: the job's name."),
      .init("count", "N", "How many frames, from the first to the last; default: 12."),
      .init("columns", "N", "How many frames in a row."),
      .init("width", "PIXELS", "The width of each frame; default: 320."), PictureFile.force,
    ] + JobPolicyOptions.all,
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let sheet = ContactSheet(
      count: try arguments.integer("count", in: 1...400) ?? 12, columns: try arguments.integer("columns", in: 1...100),
      pictureWidth: try arguments.integer("width", in: 16...4096) ?? 320)
    let progress = StepProgress()
    guard let prepared = try SingleJob.prepare(arguments, progress) else { return .badInput }
    defer { progress.end() }
    let path = arguments.string("output") ?? "\(prepared.plan.job.name).png"
    try PictureFile.check(path, arguments)
    progress.begin(prepared.plan.job.file, "drawing frames")
    do {
      try writePNG(try sheet.image(of: prepared), to: path)
      Terminal.print(path.escapingControlCharacters)
      return .success
    } catch {
      Terminal.error("\(prepared.plan.job.file.escapingControlCharacters): \(error)")
      return .renderFailed
    }
  }
}
