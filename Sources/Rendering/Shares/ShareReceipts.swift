import Foundation
import JobFile
import StageKit
import Synchronization

/// The result of a share of a run.
struct ShareReceipt: Codable, Sendable {
  /// `SegmentStore.program` of the process that drew it.
  var program: String
  var machine: MachineIdentity
  /// The digest of each job's text, by its file.
  var jobs: [String: String]
  /// True if the share ended by itself.
  var isOver = false
  /// Why jobs failed, by their files.
  var failures: [String: String] = [:]
}

/// The receipts of a run's shares, in its store: why segments are missing that shares should have drawn.
///
/// Each is read once, so that many missing segments cost no more than few.
final class ShareReceipts: Sendable {
  /// A receipt as it was found.
  private struct Found {
    let receipt: ShareReceipt
    /// The digests of its jobs' texts.
    let texts: Set<String>
    /// The parts of the machine's identity that differed; nil if the same program drew it.
    let otherParts: [String]?
  }

  private let store: SegmentStore
  private let found = Mutex<[String: Found?]>([:])
  private let foundCount = Mutex<Int??>(nil)
  /// The digest of the jobs and of the requested outputs.
  private let run: Digest

  /// Nil where nothing is stored.
  convenience init?(_ core: RunCore) {
    guard let store = core.store else { return nil }
    self.init(store, core.jobs, core.settings)
  }

  init(_ store: SegmentStore, _ jobs: [Job], _ settings: RenderSettings) {
    self.store = store
    if let submission = settings.submission {
      run = Self.run(of: submission)
      return
    }
    run = Digest { hasher in
      hasher.combine("share 1")
      for path in jobs.map({ Self.path($0) }).sorted() { hasher.combine(path) }
      hasher.combine(settings.scale)
      hasher.combine(settings.frames?.lowerBound ?? -1)
      hasher.combine(settings.frames?.upperBound ?? -1)
    }
  }

  /// The digest that identifies a submission's jobs.
  static func run(of submission: Digest) -> Digest {
    Digest { hasher in
      hasher.combine("share of submission 1")
      hasher.combine(submission)
    }
  }

  /// The receipt of a share that begins.
  static func begun(_ jobs: [Job]) -> ShareReceipt {
    ShareReceipt(
      program: SegmentStore.program.description, machine: .current(),
      jobs: Dictionary(jobs.map { (path($0), $0.textDigest.description) }, uniquingKeysWith: { first, _ in first }))
  }

  func keep(_ receipt: ShareReceipt, of share: Share) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(receipt), let count = try? encoder.encode(share.count) else { return }
    store.keep([UInt8](data), as: .shares, under: key("\(share.index)/\(share.count)"))
    store.keep([UInt8](count), as: .shares, under: key("count"))
  }

  /// The number of shares that the run was last cut into; nil if none has begun.
  private var count: Int? {
    foundCount.withLock { count in
      let known = count ?? value(Int.self, "count")
      count = .some(known)
      return known
    }
  }

  private func find(_ name: String) -> Found? {
    found.withLock { found in
      if let known = found[name] { return known }
      let new = value(ShareReceipt.self, name).map { receipt in
        let isOther = receipt.program != SegmentStore.program.description
        return Found(
          receipt: receipt, texts: Set(receipt.jobs.values),
          otherParts: isOther ? MachineIdentity.current().differences(from: receipt.machine).map(\.part) : nil)
      }
      found[name] = .some(new)
      return new
    }
  }

  private func value<Value: Decodable>(_: Value.Type, _ name: String) -> Value? {
    store.bytes(.shares, key(name)).flatMap { try? JSONDecoder().decode(Value.self, from: Data($0)) }
  }

  private func key(_ name: String) -> Digest { Self.key(run, name) }

  static func key(_ run: Digest, _ name: String) -> Digest {
    Digest { hasher in
      hasher.combine(run)
      hasher.combine(name)
    }
  }

  /// Why a segment, given by its ordinal among the job's distinct ones, is not in the store.
  func reason(
    ofSegment ordinal: Int, of job: Job, _ index: Int, _ numbers: SegmentNumbers, in shares: Share?
  ) -> String {
    guard let shares = shares ?? count.flatMap({ Share("0/\($0)") }) else {
      return "no share of just these jobs, scale and frames has begun with this cache"
    }
    let share = numbers.share(ofSegment: ordinal, job: index, file: job.id, shares)
    let name = "share \(share)/\(shares.count)"
    guard let found = find("\(share)/\(shares.count)") else { return "\(name) has not begun" }
    if let parts = found.otherParts {
      return "\(name) was drawn with another \(parts.isEmpty ? "build" : parts.joined(separator: ", "))"
    }
    let receipt = found.receipt
    if !found.texts.contains(job.textDigest.description) {
      let isKnown = receipt.jobs[Self.path(job)] != nil
      return isKnown ? "the job was edited after \(name) had begun" : "\(name) did not have this job"
    }
    if let failure = receipt.failures[Self.path(job)] { return "\(name) failed: \(failure)" }
    if !receipt.isOver { return "\(name) has not ended, or was killed" }
    return "\(name) ended, but what it kept is gone, or files that the job reads differ from those of its machine"
  }

  static func path(_ job: Job) -> String { job.id(file: URL(fileURLWithPath: job.file).standardizedFileURL.path) }
}
