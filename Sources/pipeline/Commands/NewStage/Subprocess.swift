import Files
import Foundation

/// Other programs that a command runs.
enum Subprocess {
  /// Runs a program to its end, with this process's streams; its exit status.
  static func run(_ program: String, _ arguments: [String], in folder: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    do { try process.run() } catch {
      throw UsageError.message("\(program): cannot be run: \(SystemError.message(of: error))")
    }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
