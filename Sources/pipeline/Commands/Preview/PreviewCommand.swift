import Files
import Foundation
import JobFile
import Messages
import Preview
import Rendering

/// `pipeline preview`.
enum PreviewCommand {
  static let specification = CommandSpecification(
    name: "preview", operands: "[JOB|FOLDER]", operandCount: 0...1,
    summary: "Show jobs in the browser while they are edited: play, scrub, change, render, judge.",
    details: """
      Prints an address that this machine alone reaches, and shows the frames that a run would encode. Files are read again
      when they change, and stage modules are loaded again when they are rebuilt. Nothing is written unless the page's
      buttons ask for it, but drafts, which are kept in the user's folder for state until they are saved or discarded. The
      default is the folder 'jobs'.
      """,
    options: [
      .init(
        flag: "review", "Show jobs to be commented and approved, not to be changed; comments are in JOB.review.json."),
      .init(flag: "open", "Open the address in the browser."),
      .init(
        "listen", "ADDRESS",
        "Answer other machines, too, at an address of this one, such as 192.168.1.20 or 0.0.0.0. Needs a password, in a file or in PIPELINE_PREVIEW_PASSWORD."
      ),
      .init("password-file", "FILE", "With --listen: a file with the password in its first line."),
      .init(
        "certificate", "FILE",
        "With --listen: a certificate as PEM, for HTTPS; without it everything is readable on the network."),
      .init("key", "FILE", "With --certificate: its private key as PEM."),
      .init("port", "N", "The port; default: one that is free."),
      .init("output", "DIR", short: "o", "The folder for videos; default: out.", formerly: "out"),
      .init("baseline", "DIR", "The folder of the baseline; default: Baselines."),
      .init("report", "DIR", "The folder for reports of differences; default: regress."),
      .init("workers", "N", short: "w", "The number of frames to draw at once; default: the number of cores."),
    ] + JobPolicyOptions.all,
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let path = arguments.operands.first ?? "jobs"
    let port = try arguments.integer("port", in: 1...65535) ?? 0
    let request = try PreviewRequest(path, arguments)
    guard FileSystem.exists(path) else {
      throw UsageError.message("there is no file or folder '\(path)'")
    }
    let deadline = try JobPolicyOptions.frameDeadline(arguments)
    return try PreviewSupervisor(request, opens: arguments.has("open"), deadline: deadline).run(port: UInt16(port))
  }
}
