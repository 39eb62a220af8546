import Files
import Foundation
import JobFile
import StageKit

/// The job and the frame on which a thread of a preview works.
public struct PreviewWork: Codable, Hashable, Sendable {
  public var thread: UInt64
  /// A job file; nil for nothing.
  public var file: String?
  public var revision: String?

  /// Tells `note` of a job before and after the current thread works for it.
  static func noting<Value>(
    _ file: String?, _ revision: String?, note: (PreviewWork) -> Void, _ body: () -> Value
  ) -> Value {
    let thread = UInt64(UInt(pthread_self()))
    note(PreviewWork(thread: thread, file: file, revision: revision))
    defer { note(PreviewWork(thread: thread, file: nil, revision: nil)) }
    return body()
  }
}

/// A running process of this program.
public protocol ProgramRun: AnyObject, Sendable {
  /// The next lines of its standard output and its standard error, waiting for some; nil once it has ended.
  func nextLines() -> (output: [String], errors: [String])?
  /// The exit code, once it has ended.
  var exitCode: Int32 { get }
  /// Asks it to end.
  func cancel()
}

/// A job that ended a process of the preview.
public struct PreviewCrash: Codable, Hashable, Sendable {
  public var file: String
  public var revision: String
  /// The reason, in words.
  public var reason: String

  public init(file: String, revision: String, reason: String) {
    (self.file, self.revision, self.reason) = (file, revision, reason)
  }
}
