import JobFile
import Reporting

/// Why a job was not delivered.
public enum JobFailure: Error, Codable, Sendable {
  /// Its file, or what it names, is wrong.
  case badJob([Diagnostic])
  /// It went wrong while rendering.
  case render(String)
  /// The run was ended before the job was done.
  case cancelled
}
