import Files
import JobFile
import Rendering
import Store

/// Why a job could not be judged.
public struct RegressionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    /// It went wrong.
    case failed
    /// It went wrong for a reason that may be gone in another try, such as a full disk.
    case temporary
    /// The store does not have what a join asks for.
    case unfinished
  }

  public var description: String
  public var kind: Kind

  public init(_ text: String, _ kind: Kind = .failed) {
    description = text
    self.kind = kind
  }

  /// The store has no results of the job as it is now.
  static let unfinished = RegressionFailure("no share has finished it", .unfinished)

  init(_ error: any Error) {
    switch error {
    case let failure as RegressionFailure: self = failure
    case let error as StoreError: self.init("\(error)", error.isTemporary ? .temporary : .failed)
    case JobFailure.badJob(let diagnostics): self.init(diagnostics.map(\.description).joined(separator: "\n"))
    case JobFailure.render(let text): self.init(text)
    case JobFailure.temporary(let text): self.init(text, .temporary)
    case JobFailure.incomplete(let missing):
      let frames = missing.flatMap(\.stretches).map { "\($0.frames.lowerBound)..\($0.frames.upperBound - 1)" }
        .joined(separator: ", ")
      self.init("no share has finished it: frames \(frames) are not in the cache", .unfinished)
    case JobFailure.cancelled: self.init("cancelled")
    default: self.init(SystemError.describe(error))
    }
  }

  /// The result of a job that could not be judged.
  func result(_ name: String, _ file: String) -> JobResult {
    JobResult(name: name, file: file, status: kind == .unfinished ? .unfinished : .failed, notes: [description])
  }
}
