import JobFile
import Planning
import Rendering
import Reporting
import Video

/// `pipeline still`.
enum StillCommand {
  static let specification = CommandSpecification(
    name: "still", operands: "JOB", operandCount: 1...1, summary: "Write one frame of a job as PNG.",
    details: "A transparent background stays transparent.",
    options: [
      .init("at", "SECONDS", "The frame shown at this time."),
      .init("frame", "N", "The frame with this number, from 0."),
      .init("output", "FILE.png", short: "o", "The file to write; default: the job's name and frame."),
      .init("scale", "X", "Multiply the job's scale."), PictureFile.force,
    ] + JobPolicyOptions.all,
    isSupervised: true, run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if arguments.has("at") && arguments.has("frame") { throw UsageError.message("give either --at or --frame") }
    let scale = try arguments.number("scale", in: 0.01...16) ?? 1
    let seconds = try arguments.number("at", in: 0...1e6)
    let number = try arguments.integer("frame", in: 0...Int(Int32.max))
    if let path = arguments.string("output"), !path.lowercased().hasSuffix(".png") {
      throw UsageError.badValue(option: "output", value: path, expected: "a file named *.png")
    }
    let progress = StepProgress()
    guard let prepared = try SingleJob.prepare(arguments, progress) else { return .badInput }
    defer { progress.end() }
    let size = prepared.plan.job.picture(scale: scale)
    guard size.width * size.height <= maxPictureArea else {
      throw UsageError.message(
        "\(size.width) × \(size.height) pixels are too many for a picture; use a smaller --scale")
    }
    let job = prepared.plan.job
    let frame = number ?? seconds.map { Int(($0 * job.frameRate.framesPerSecond + 1e-6).rounded(.down)) } ?? 0
    guard frame < job.frameCount else {
      throw UsageError.message(
        "\(job.id.escapingControlCharacters): there is no frame \(frame); the last one is \(job.frameCount - 1)")
    }
    let path = arguments.string("output") ?? "\(job.name)-\(frame).png"
    try PictureFile.check(path, arguments)
    progress.begin(job.id, "drawing frame \(frame)")
    do {
      let image = try prepared.image(at: prepared.plan.seconds(ofFrame: frame), scale: scale)
      try writePNG(image, to: path)
      Terminal.print(path.escapingControlCharacters)
      return .success
    } catch {
      Terminal.error("\(job.id.escapingControlCharacters): frame \(frame): \(error)")
      return .renderFailed
    }
  }
}
