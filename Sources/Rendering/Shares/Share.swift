import JobFile
import Planning

/// A share of a run's segments, drawn by one of several machines.
///
/// Segments are numbered over all jobs of the run, so that neighboring ones, which tend to cost alike, go to different
/// shares. Every machine numbers them alike, without knowing the others.
public struct Share: Codable, Hashable, Sendable {
  /// The index of the share, from 0.
  public let index: Int
  /// The number of shares.
  public let count: Int
  /// By a job's file and the ordinal of a distinct segment: the share that draws it. Others go by number modulo `count`.
  public var table: [String: [Int]] = [:]

  /// The number of the run's first segment: not 0 where the run is a part of one that is shared.
  public var firstNumber = 0

  /// The whole run.
  public static let whole = Share(index: 0, count: 1)

  private static let maxCount = 100_000

  private init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// Parses `2/8`, the third of eight shares, or `2/8@37`, if the first segment's number is 37; nil unless 0 ≤ 2 < 8.
  public init?(_ text: String) {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, halves.count <= 2, let index = parts[0], let count = parts[1], count <= Self.maxCount,
      index >= 0, index < count
    else { return nil }
    self.init(index: index, count: count)
    guard halves.count == 2 else { return }
    guard let first = Int(halves[1]), first >= 0 else { return nil }
    firstNumber = first
  }
}

extension Share: CustomStringConvertible {
  public var description: String { "\(index)/\(count)" + (firstNumber == 0 ? "" : "@\(firstNumber)") }
}

/// The numbers of a run's segments, known before any job is planned.
struct SegmentNumbers: Sendable {
  /// For each job its first number, and how many it has.
  let ranges: [Range<Int>]

  /// `counts` are the segments of each job, as it is cut where nothing repeats; jobs are numbered in `order`.
  init(counts: [Int], order: [Int], from first: Int) {
    var next = first
    var ranges = counts.map { _ in 0..<0 }
    for job in order {
      ranges[job] = next..<next + counts[job]
      next += counts[job]
    }
    self.ranges = ranges
  }

  /// Those of a run's jobs, by their files, so that the order in which these are given does not matter.
  init(of jobs: [Job], _ settings: RenderSettings, from first: Int) {
    let counts = jobs.map { job in
      Rendition.all(of: job, settings).reduce(0) { $0 + SegmentCutter.estimatedCount($1.frames, $1.keyFrames) }
    }
    let paths = jobs.map { ShareReceipts.path($0) }
    self.init(counts: counts, order: jobs.indices.sorted { (paths[$0], $0) < (paths[$1], $1) }, from: first)
  }

  /// The share that draws a distinct segment, given by its ordinal. Loops may add segments: these are numbered from the
  /// job's first number again.
  func share(ofSegment ordinal: Int, job: Int, file: String, _ share: Share) -> Int {
    if let row = share.table[file], row.indices.contains(ordinal) { return row[ordinal] }
    let range = ranges[job]
    return (range.lowerBound + ordinal % max(1, range.count)) % share.count
  }

  /// True if a share may draw any of a job's segments.
  func mayConcern(_ share: Share, job: Int, file: String) -> Bool {
    if let row = share.table[file] { return row.contains(share.index) }
    let range = ranges[job]
    guard range.count < share.count else { return true }
    let distance = ((share.index - range.lowerBound) % share.count + share.count) % share.count
    return distance < range.count
  }
}
