import JobFile
import Rendering
import Reporting
import StageKit
import Video

/// `pipeline sheet`.
enum SheetCommand {
  static let specification = CommandSpecification(
    name: "sheet", operands: "JOB", operandCount: 1...1,
    summary: "Write a contact sheet as PNG: frames of a job with their times, or its variants.",
    details: """
      A job with several variants, or --variants, gives a sheet of them: each at its fullest frame, in which the most is
      seen at once.
      """,
    options: [
      .init("output", "FILE.png", short: "o", "The file to write; default: the job's name."),
      .init(flag: "variants", "Show variants, even if there is one."),
      .init("count", "N", "The number of frames, from the first to the last; default: 12."),
      .init("columns", "N", "The number of pictures in a row."),
      .init(
        "width", "PIXELS",
        "The width of each frame; default: 320. A variant's picture has the pixels of a square of 3/4 of that."),
      .init("scale", "X", "The width of each frame as a multiple of the job's, in place of --width."),
      PictureFile.force,
    ] + JobPolicyOptions.all,
    isSupervised: true, run: run)

  /// The widths that frames can have.
  private static let widths = 16...4096

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let ownWidth = try arguments.integer("width", in: widths)
    let scale = try arguments.number("scale", in: 0.01...16)
    if ownWidth != nil, scale != nil { throw UsageError.message("give either --width or --scale") }
    let columns = try arguments.integer("columns", in: 1...100)
    let count = try arguments.integer("count", in: 1...400) ?? 12
    let progress = StepProgress()
    guard let (jobs, registry) = try SingleJob.readAll(arguments, progress) else { return .badInput }
    defer { progress.end() }
    let scaled = scale.map { Int((Double(jobs[0].pixelWidth) * $0).rounded()) }
    let width = min(max(ownWidth ?? scaled ?? 320, widths.lowerBound), widths.upperBound)
    let sheet = ContactSheet(count: count, columns: columns, pictureWidth: width)
    let isOfVariants = arguments.has("variants") || jobs.count > 1
    if isOfVariants, jobs.count * (width + 40) * width > maxPictureArea {
      throw UsageError.message(
        "\(jobs.count) variants are too many for a sheet; choose some with --only, or a smaller --width")
    }
    let path = arguments.string("output") ?? "\(jobs[0].name).png"
    try PictureFile.check(path, arguments)
    let shared = SharedPlanning()
    var variants = VariantSheet(of: jobs.map(\.variant), pictureSide: width * 3 / 4, columns: columns)
    var reports = JobReports(jobs)
    func print(_ list: [JobReports.Report]) { for report in list { Terminal.error(report.diagnostic.description) } }
    defer { print(reports.end()) }
    do {
      for (index, job) in jobs.enumerated() {
        let planned = SingleJob.prepare(job, registry, progress, shared: shared) { print(reports.add($0, of: index)) }
        guard let prepared = planned else { return .badInput }
        progress.begin(job.id, "drawing frames")
        if isOfVariants {
          try variants.add(prepared)
        } else {
          try writePNG(try sheet.image(of: prepared), to: path)
        }
      }
      if isOfVariants { try writePNG(variants.image, to: path) }
      Terminal.print(path.escapingControlCharacters)
      return .success
    } catch {
      Terminal.error("\(jobs[0].file.escapingControlCharacters): \(error)")
      return .renderFailed
    }
  }
}
