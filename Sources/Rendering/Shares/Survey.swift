import Foundation
import JobFile
import Planning
import Raster
import Reporting
import StageKit
import Store

/// What planning a job and asking for all of its frames gave: how it is cut, without its stages.
struct Survey: Sendable {
  /// The stages' warnings.
  var warnings: [Diagnostic]
  /// When each of the job's sounds begins, in seconds.
  var soundStarts: [[Double]]
  var frames: FrameSurvey

  init(warnings: [Diagnostic], soundStarts: [[Double]] = [], frames: FrameSurvey) {
    self.warnings = warnings
    self.soundStarts = soundStarts
    self.frames = frames
  }

  var bytes: [UInt8] {
    var writer = BinaryWriter()
    writer.write((try? JSONEncoder().encode(warnings)).map { [UInt8]($0) } ?? [])
    writer.write(soundStarts.count)
    for starts in soundStarts {
      writer.write(starts.count)
      for start in starts { writer.write(start) }
    }
    writer.write(frames.digests.count)
    for digest in frames.digests { writer.write(digest) }
    writer.write(frames.joins.count)
    for join in frames.joins { writer.write(join.rawValue) }
    return writer.bytes
  }

  /// Throws unless `bytes` are those of a survey of so many frames and places of joins.
  init(bytes: [UInt8], frameCount: Int, joinCount: Int) throws {
    var reader = BinaryReader(bytes)
    warnings = try JSONDecoder().decode([Diagnostic].self, from: Data(try reader.byteArray()))
    soundStarts = []
    for _ in 0..<(try reader.count(of: 8)) { soundStarts.append(try reader.doubles(try reader.count(of: 8))) }
    frames = FrameSurvey()
    for _ in 0..<(try reader.count(of: 16)) { frames.digests.append(try Digest(from: &reader)) }
    for _ in 0..<(try reader.count(of: 8)) { frames.joins.append(JoinVisibility(rawValue: try reader.integer())) }
    guard reader.isAtEnd, frames.digests.count == frameCount, frames.joins.count == joinCount else {
      throw BinaryError()
    }
  }
}

/// A drawn frame that is not what the survey of its job says.
struct SurveyMismatch: Error, CustomStringConvertible {
  let frame: Int

  var description: String {
    "frame \(frame) differs from what the cache knows of it, which was removed. Another machine's files or stages may "
      + "differ; compare 'pipeline identity'"
  }
}

/// Surveys in a run's store, so that of many machines one asks for a job's frames.
///
/// A survey follows from the job's text, the contents of the files that it names, and the machine's identity. Workers
/// compare each frame that they draw with it all the same.
final class SurveyStore: Sendable {
  private let store: SegmentStore
  private let machine = MachineIdentity.current().digest
  /// The frames of an entry that is kept before a survey is whole.
  private static let partLength = 512

  init(_ store: SegmentStore) { self.store = store }

  /// Reads the job's files as they are now; nil where one cannot be read. `frames` are those that the run wants.
  func key(of job: Job, frames: ClosedRange<Int>?) -> Digest? {
    let contents = job.inputFiles.map { content(of: $0.reference.path, job) }
    guard !contents.contains(nil) else { return nil }
    return Digest { hasher in
      hasher.combine("survey 4")
      hasher.combine(machine)
      hasher.combine(job.textDigest)
      hasher.combine(frames?.lowerBound ?? -1)
      hasher.combine(frames?.upperBound ?? -1)
      for content in contents { if let content { hasher.combine(content) } }
    }
  }

  func find(_ key: Digest, frameCount: Int, joinCount: Int) -> Survey? {
    store.bytes(.surveys, key).flatMap { try? Survey(bytes: $0, frameCount: frameCount, joinCount: joinCount) }
  }

  func keep(_ survey: Survey, under key: Digest) { store.keep(survey.bytes, as: .surveys, under: key) }

  /// What is known of some of a job's frames, and of so many places of joins among them.
  func find(_ frames: Range<Int>, joinCount: Int, under key: Digest) -> FrameSurvey? {
    store.bytes(.surveys, Self.part(frames, key)).flatMap {
      try? Survey(bytes: $0, frameCount: frames.count, joinCount: joinCount).frames
    }
  }

  func keep(_ survey: FrameSurvey, of frames: Range<Int>, under key: Digest) {
    store.keep(Survey(warnings: [], frames: survey).bytes, as: .surveys, under: Self.part(frames, key))
  }

  private static func part(_ frames: Range<Int>, _ key: Digest) -> Digest {
    Digest { hasher in
      hasher.combine(key)
      hasher.combine(frames.lowerBound)
      hasher.combine(frames.upperBound)
    }
  }

  /// Removes a survey that is wrong, with its parts, so that the next try makes it anew.
  func remove(_ key: Digest, frames: Range<Int>) {
    for key in [key] + Self.parts(of: frames).map({ Self.part($0, key) }) { store.store.remove(.surveys, key) }
  }

  /// The parts in which frames are surveyed.
  static func parts(of frames: Range<Int>) -> [Range<Int>] { frames.parts(of: partLength) }

  private func content(of path: String, _ job: Job) -> Digest? {
    let bytes = try? job.fileAccess.open(path).bytes(limit: job.policy.limits.fileBytes)
    return bytes.map { bytes in Digest { $0.combine(bytes: bytes.span) } }
  }
}

extension Range<Int> {
  /// Consecutive ranges of a length, the last of what is left.
  func parts(of length: Int) -> [Range<Int>] {
    stride(from: lowerBound, to: upperBound, by: length).map { $0..<Swift.min($0 + length, upperBound) }
  }
}
