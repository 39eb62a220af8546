import Foundation
import StageKit
import Store

/// The submissions of a store, and how far each is.
public struct SubmissionStore: Sendable {
  let store: ContentStore

  public init(_ store: ContentStore) { self.store = store }

  /// Keeps a submission, and returns its ID; throws `StoreError`.
  public func keep(_ submission: Submission) throws(StoreError) -> Digest {
    let id = submission.id
    try store.write(.submissions, id, submission.bytes)
    return id
  }

  /// Removes a submission that no engine has taken.
  public func remove(_ id: Digest) { store.remove(.submissions, id) }

  /// Nil where there is none of this ID that is as it was written.
  public func submission(_ id: Digest) -> Submission? {
    guard case .hit(let bytes) = store.read(.submissions, id) else { return nil }
    var reader = BinaryReader(bytes)
    guard let submission = try? Submission(from: &reader), reader.isAtEnd else { return nil }
    return submission
  }

  /// All of them, the oldest first.
  public func all() -> [(id: Digest, submission: Submission)] {
    store.keys(.submissions).compactMap { id in submission(id).map { (id, $0) } }
      .sorted { ($0.submission.date, $0.id) < ($1.submission.date, $1.id) }
  }

  /// For each job and each of its distinct segments whether the store has it for every output; no entry is read.
  public func storedSegments(of submission: Submission) -> [[Bool]] {
    let keys = Array(Set(submission.jobs.flatMap { $0.segments.flatMap(\.keys) }))
    let known = Set(zip(keys, store.contains(.segments, keys)).filter(\.1).map(\.0))
    return submission.jobs.map { job in job.segments.map { known.isSuperset(of: $0.keys) } }
  }

  /// For each share how far it is.
  public func shares(of id: Digest, _ submission: Submission) -> [ShareState] {
    (0..<submission.shares).map { index in
      let key = ShareReceipts.key(ShareReceipts.run(of: id), "\(index)/\(submission.shares)")
      guard case .hit(let bytes) = store.read(.shares, key),
        let receipt = try? JSONDecoder().decode(ShareReceipt.self, from: Data(bytes))
      else { return ShareState(phase: .waiting, failures: []) }
      let failures = receipt.failures.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      let phase: ShareState.Phase = !failures.isEmpty ? .failed : receipt.isOver ? .finished : .begun
      return ShareState(phase: phase, failures: failures)
    }
  }
}
