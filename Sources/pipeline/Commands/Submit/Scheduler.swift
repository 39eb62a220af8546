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
      // A file can be written whole whether or not the command reads it.
      let file = URL(fileURLWithPath: TemporaryFile.path())
      try Data(input.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let script = try FileHandle(forReadingFrom: file)
      let answer = try Pipe()
      let child = try withExtendedLifetime(script) {
        try ChildProcess(
          "/usr/bin/env", [name] + arguments, descriptors: [script.fileDescriptor, answer.writeEnd, STDERR_FILENO])
      }
      answer.closeWriteEnd()
      let end = child.wait()
      let output = String(decoding: answer.readAvailable(), as: UTF8.self)
      switch end {
      case .exited(0): return output
      case .exited(127): throw Failure(description: "\(name) cannot be found; is Slurm installed on this machine?")
      case .exited(let code): throw Failure(description: "\(name) ended with exit code \(code)")
      case .signaled(let signal): throw Failure(description: "\(name) was ended by signal \(signal)")
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(description: "\(name) cannot be started: \(SystemError.message(of: error))")
    }
  }
}
