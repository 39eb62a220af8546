import Files
import Foundation
import Rendering

/// Runs a command of this program in a child process, so that a stage that crashes or hangs ends only that process.
struct SupervisedCommand {
  private let work: ChildRequest.Work
  /// The subject of failures, such as a job's file.
  private let subject: String
  /// The time limit of a step of a stage, in seconds.
  private let deadline: Double
  /// Takes the lines that the child sends over its channel.
  private let take: (Data) -> Void
  /// True if the child's standard output is this process's.
  private let printsOutput: Bool
  private let printsErrors: Bool

  init(
    _ work: ChildRequest.Work, of subject: String, deadline: Double, printsOutput: Bool = true,
    printsErrors: Bool = true, take: @escaping (Data) -> Void = { _ in }
  ) {
    self.work = work
    self.subject = subject
    self.printsOutput = printsOutput
    self.printsErrors = printsErrors
    self.take = take
    self.deadline = deadline
  }

  /// The child's exit code; of one that crashed, was ended, or did not say that it was done, `renderFailed`, after the reason was
  /// printed.
  func run() throws -> ExitCode {
    switch try result() {
    case .success(let code): return code
    case .failure(let failure):
      Terminal.error("\(subject.escapingControlCharacters): \(failure.text.escapingControlCharacters)")
      return .renderFailed
    }
  }

  struct Failure: Error { let text: String }

  /// The child's exit code, or why it did not end by itself.
  func result() throws -> Result<ExitCode, Failure> {
    let channels = try ChildChannels()
    let errors = try Pipe()
    let child = try ChildProcess(
      work, output: printsOutput ? Terminal.output.fileDescriptor : -1, errors: errors.writeEnd, channels: channels
    )
    errors.closeWriteEnd()
    var watch = StepDeadline(deadline: deadline)
    var last = Data()
    while true {
      let end = child.poll()
      channels.readLines().forEach(take)
      let text = errors.readAvailable()
      last = (last + text).suffix(1 << 14)
      let lines = String(decoding: text, as: UTF8.self)
      if !text.isEmpty, printsErrors { Terminal.error(lines, terminator: "") }
      if let end {
        if channels.isOwn(end), case .exited(let code) = end, let code = ExitCode(rawValue: code) {
          return .success(code)
        }
        if case .signaled(SIGPIPE) = end, printsOutput { Terminal.endWithoutReader() }
        let step = channels.records.step ?? "the job"
        return .failure(Failure(text: "\(step): \(end.description)\(IsolatedRenderer.reason(in: last))"))
      }
      if let step = watch.lateStep(in: channels.records) {
        child.killGroup()
        return .failure(
          Failure(text: "\(step): took more than \(deadline) s. Give it longer with --frame-deadline."))
      }
      channels.messages.wait(milliseconds: 20)
    }
  }
}
