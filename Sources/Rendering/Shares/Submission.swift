import Foundation
import StageKit
import Store

/// A run that was handed to an engine: jobs, their segments, and the share that draws each segment.
///
/// Kept in the store, where shares, the join and `pipeline status` read it.
public struct Submission: Hashable, Sendable {
  /// A job as it was when it was submitted.
  public struct SubmittedJob: Hashable, Sendable {
    /// The absolute path.
    public var file: String
    /// The digest of the file's bytes.
    public var text: Digest
    /// The distinct segments, in order.
    public var segments: [Segment]

    public init(file: String, text: Digest, segments: [Segment]) {
      self.file = file
      self.text = text
      self.segments = segments
    }
  }

  /// A distinct segment.
  public struct Segment: Hashable, Sendable {
    /// The share that draws it.
    public var share: Int
    /// The expected processor time in seconds; 0 if the segment was in the store.
    public var seconds: Double
    /// Its keys in the store, one for each output.
    public var keys: [Digest]

    public init(share: Int, seconds: Double, keys: [Digest]) {
      self.share = share
      self.seconds = seconds
      self.keys = keys
    }
  }

  public var jobs: [SubmittedJob]
  /// The number of shares.
  public var shares: Int
  /// The options that decide over how jobs are drawn, as arguments.
  public var options: [String]
  /// The identity of the machine that submitted it.
  public var identity: MachineIdentity
  /// When it was submitted, in seconds since 1970.
  public var date: Double

  public init(jobs: [SubmittedJob], shares: Int, options: [String], identity: MachineIdentity, date: Double) {
    self.jobs = jobs
    self.shares = shares
    self.options = options
    self.identity = identity
    self.date = date
  }

  /// The name of the submission: the digest of all its contents.
  public var id: Digest { Digest { $0.combine(bytes: bytes) } }

  /// The job that was submitted from a file; where files have other paths now, the only one with the same text.
  public func job(file: String, text: Digest) -> SubmittedJob? {
    if let job = jobs.first(where: { $0.file == file }) { return job }
    let equal = jobs.filter { $0.text == text }
    return equal.count == 1 ? equal[0] : nil
  }
}

extension Submission: Storable {
  private static let signature = "submission 1"

  var bytes: [UInt8] {
    var writer = BinaryWriter()
    write(to: &writer)
    return writer.bytes
  }

  public func write(to writer: inout BinaryWriter) {
    writer.write(Self.signature)
    writer.write(shares)
    writer.write(date)
    writer.write(options.count)
    for option in options { writer.write(option) }
    writer.write(identity.parts.count)
    for (name, part) in identity.parts.sorted(by: { $0.key < $1.key }) {
      writer.write(name)
      writer.write(part)
    }
    writer.write(jobs.count)
    for job in jobs { writer.write(job) }
  }

  public init(from reader: inout BinaryReader) throws(BinaryError) {
    guard try reader.string() == Self.signature else { throw BinaryError() }
    shares = try reader.integer()
    date = try reader.double()
    guard shares >= 1, date.isFinite else { throw BinaryError() }
    options = []
    for _ in 0..<(try reader.count(of: 8)) { options.append(try reader.string()) }
    var parts: [String: String] = [:]
    for _ in 0..<(try reader.count(of: 16)) {
      let name = try reader.string()
      parts[name] = try reader.string()
    }
    identity = MachineIdentity(parts: parts)
    jobs = []
    for _ in 0..<(try reader.count(of: 24)) { jobs.append(try reader.value()) }
  }
}

extension Submission.SubmittedJob: Storable {
  public func write(to writer: inout BinaryWriter) {
    writer.write(file)
    writer.write(text)
    writer.write(segments.count)
    for segment in segments {
      writer.write(segment.share)
      writer.write(segment.seconds)
      writer.write(segment.keys.count)
      for key in segment.keys { writer.write(key) }
    }
  }

  public init(from reader: inout BinaryReader) throws(BinaryError) {
    file = try reader.string()
    text = try reader.value()
    segments = []
    for _ in 0..<(try reader.count(of: 24)) {
      let share = try reader.integer()
      let seconds = try reader.double()
      var keys: [Digest] = []
      for _ in 0..<(try reader.count(of: 16)) { keys.append(try reader.value()) }
      segments.append(Submission.Segment(share: share, seconds: seconds, keys: keys))
    }
  }
}
