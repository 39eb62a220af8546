import Foundation
import JobFile
import Planning
import StageKit
import Store

/// Hashes of frames in a run's store, so that of many machines one asks for a job's frames.
///
/// They follow from the job's text, the contents of the files that it names, and the machine's identity. Workers
/// compare each frame that they draw with them all the same.
final class HashCache: Sendable {
  private let store: SegmentStore
  private let machine = MachineIdentity.current().digest
  /// The frames of an entry that is kept before all are known.
  private static let partLength = 512

  init(_ store: SegmentStore) { self.store = store }

  /// Reads the job's files as they are now; nil where one cannot be read. `frames` are those that the run wants.
  func key(of job: Job, frames: ClosedRange<Int>?) -> Digest? {
    let contents = job.inputFiles.map { content(of: $0.reference.path, job) }
    guard !contents.contains(nil) else { return nil }
    return Digest { hasher in
      hasher.combine("hashes 1")
      hasher.combine(machine)
      hasher.combine(job.textDigest)
      hasher.combine(frames?.lowerBound ?? -1)
      hasher.combine(frames?.upperBound ?? -1)
      for content in contents { if let content { hasher.combine(content) } }
    }
  }

  func find(_ key: Digest, frameCount: Int, cutCount: Int) -> CachedHashes? {
    store.bytes(.hashes, key).flatMap { try? CachedHashes(bytes: $0, frameCount: frameCount, cutCount: cutCount) }
  }

  func keep(_ hashes: CachedHashes, under key: Digest) { store.keep(hashes.bytes, as: .hashes, under: key) }

  /// The hashes of some of a job's frames, which have `cutCount` cut points among them.
  func find(_ frames: Range<Int>, cutCount: Int, under key: Digest) -> FrameHashes? {
    store.bytes(.hashes, Self.part(frames, key)).flatMap {
      try? CachedHashes(bytes: $0, frameCount: frames.count, cutCount: cutCount).frames
    }
  }

  func keep(_ hashes: FrameHashes, of frames: Range<Int>, under key: Digest) {
    store.keep(CachedHashes(warnings: [], frames: hashes).bytes, as: .hashes, under: Self.part(frames, key))
  }

  private static func part(_ frames: Range<Int>, _ key: Digest) -> Digest {
    Digest { hasher in
      hasher.combine(key)
      hasher.combine(frames.lowerBound)
      hasher.combine(frames.upperBound)
    }
  }

  /// Removes hashes that are wrong, with their parts, so that the next try makes them anew.
  func remove(_ key: Digest, frames: Range<Int>) {
    for key in [key] + Self.parts(of: frames).map({ Self.part($0, key) }) { store.store.remove(.hashes, key) }
  }

  /// The parts in which frames are hashed.
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
