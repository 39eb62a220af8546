import JobFile
import Reporting

/// Why a job was not delivered.
public enum JobFailure: Error, Codable, Sendable {
  /// Its file, or what it names, is wrong.
  case badJob([Diagnostic])
  /// It went wrong while rendering.
  case render(String)
  /// It went wrong for a reason that may be gone in another try: a full disk, too little memory, a process that was killed.
  case temporary(String)
  /// Segments that were to be joined are not in the store.
  case incomplete([MissingSegments])
  /// The run was ended before the job was done.
  case cancelled

  /// Its first line.
  var summary: String {
    switch self {
    case .badJob(let diagnostics): diagnostics.first?.description ?? "the job is wrong"
    case .render(let message), .temporary(let message): message
    case .incomplete: "segments are missing"
    case .cancelled: "the run was ended"
    }
  }
}

/// Segments of a job that are not in the store, all for one reason.
public struct MissingSegments: Codable, Hashable, Sendable {
  /// Consecutive segments.
  public struct Stretch: Codable, Hashable, Sendable {
    /// Among the job's segments, counted from 0.
    public var segments: ClosedRange<Int>
    /// The frames of the first through those of the last.
    public var frames: Range<Int>
    /// The first output that they are a part of; nil where the job draws one video for all.
    public var file: String?
  }

  /// In order.
  public var stretches: [Stretch]
  public var reason: String
}
