import Files
import Foundation

/// Runs other programs.
enum Subprocess {
  /// Runs a program with this process's streams, waits for it, and returns its exit status.
  static func run(_ program: String, _ arguments: [String], in folder: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    do { try process.run() } catch {
      throw UsageError.message("\(program): cannot be started: \(SystemError.message(of: error))")
    }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
