import Foundation
import StageKit

/// The result of comparing a job with its baseline.
public struct JobResult: Sendable {
  public enum Status: String, Codable, Hashable, Sendable, CaseIterable {
    /// Every frame is bit-identical.
    case passed
    /// Different, but within the tolerance.
    case tolerated
    case differs
    /// It has no baseline.
    case new
    /// It is in the baseline, but not in the run.
    case missing
    /// No share of the run has finished it, so there is nothing to compare.
    case unfinished
    /// It could not be rendered or judged.
    case failed
  }

  /// Its name in the baseline.
  public var name: String
  public var file: String
  public var status: Status
  /// The name of the variant of the baseline that it was compared with, if that is another.
  public var movedFrom: String?
  /// Why it differs, the first cause first.
  public var causes: [Blame] = []
  /// Remarks that are not causes.
  public var notes: [String] = []
  /// The number of frames with different pixels, and the first of them.
  public var changedFrames: [Int] = []
  /// Frames that were compared by their pixels.
  public var frames: [FrameDifference] = []
  public var before: JobRecord?
  public var observation: JobObservation?
  public var timings: [PhaseTime] = []

  /// True if the delivered files have faults other than a low quality.
  public var hasFaults: Bool { observation?.faults.contains { !$0.isLowQuality } == true }

  init(
    name: String, file: String, status: Status, notes: [String] = [], before: JobRecord? = nil,
    observation: JobObservation? = nil
  ) {
    self.name = name
    self.file = file
    self.status = status
    self.notes = notes
    self.before = before
    self.observation = observation
  }

  /// A job of the baseline that the run does not have.
  public static func missing(_ name: String, in baseline: BaselineFolder) -> JobResult {
    JobResult(name: name, file: baseline.folder(name), status: .missing)
  }

  /// A job file that has errors, as lines that begin with what comes after the file's name.
  public static func rejected(_ file: String, _ errors: [String]) -> JobResult {
    let name = ((file as NSString).lastPathComponent as NSString).deletingPathExtension
    return JobResult(name: name, file: file, status: .failed, notes: errors)
  }

  /// `jobs/passport.json: frame 74 (1.233 s): stage 'booklet' …`, one line for each cause.
  public var lines: [String] {
    switch status {
    case .passed: ["\(file): passed" + (movedFrom.map { ", as '\($0)' of the baseline" } ?? "")]
    case .tolerated:
      ["\(file): passed, \(Figures.count(changedFrames.count, "frame")) within the tolerance"]
        + causes.map { "\(file): tolerated: \($0)" }
    case .differs: causes.map { "\(file): \($0)" }
    case .new: ["\(file): has no baseline"]
    case .missing: ["\(file): is in the baseline, but there is no such job"]
    case .unfinished, .failed: notes.map { "\(file): \($0)" }
    }
  }
}

/// The difference of one frame from the baseline's.
public struct FrameDifference: Codable, Hashable, Sendable {
  /// The source of the earlier frame.
  public enum Source: String, Codable, Hashable, Sendable {
    /// Its picture in the baseline.
    case picture
    /// The delivered file, with the losses of encoding; the later frame then comes from its file, too.
    case video
  }

  public var frame: Int
  public var source: Source
  public var difference: PictureDifference
}

/// Processor time of a phase or a stage of a job.
public struct PhaseTime: Codable, Hashable, Sendable {
  /// `planning`, `drawing`, `encoding`, `writing`, or `stage ID`.
  public var name: String
  public var seconds: Double
}
