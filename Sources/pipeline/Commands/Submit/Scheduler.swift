import Files
import Foundation

/// Slurm's commands.
enum Scheduler {
  /// Why a command could not be run, or what it said.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Submits a script, and returns the number of the job.
  static func submit(_ script: String, _ options: [String]) throws(Failure) -> String {
    let answer = try run("sbatch", options, input: script)
    // With several clusters the cluster's name follows.
    let number = answer.split(whereSeparator: { $0 == ";" || $0.isWhitespace }).first.map(String.init) ?? ""
    guard !number.isEmpty, number.allSatisfy(\.isNumber) else {
      throw Failure(
        description:
          "sbatch: expected the number of a job, not '\(answer.trimmingCharacters(in: .whitespacesAndNewlines))'")
    }
    return number
  }

  /// Takes a job back.
  static func cancel(_ job: String) { _ = try? run("scancel", [job], input: "") }

  private static func run(_ name: String, _ arguments: [String], input: String) throws(Failure) -> String {
    do {
      let channels = (input: try Pipe(waits: true), output: try Pipe())
      let child = try ChildProcess(
        "/usr/bin/env", [name] + arguments,
        descriptors: [channels.input.readEnd, channels.output.writeEnd, STDERR_FILENO])
      channels.input.closeReadEnd()
      channels.output.closeWriteEnd()
      // Where the command ends before it reads, its exit code says why.
      try? FileHandle(fileDescriptor: channels.input.writeEnd).write(contentsOf: Data(input.utf8))
      channels.input.closeWriteEnd()
      let end = child.wait()
      let output = String(decoding: channels.output.readAvailable(), as: UTF8.self)
      switch end {
      case .exited(0): return output
      case .exited(127): throw Failure(description: "\(name) cannot be found; is Slurm installed on this machine?")
      default: throw Failure(description: "\(name) \(end.description)")
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(description: "\(name) cannot be started: \(SystemError.message(of: error))")
    }
  }
}
