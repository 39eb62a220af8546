import Formats
import StageKit
import Store
import Synchronization
import Video

/// The encoded segments and preparations of this run and of others.
final class SegmentStore: Sendable {
  let store: ContentStore
  /// The share of found segments that are rendered all the same and compared.
  let verifiedShare: Double
  private let report: @Sendable (String) -> Void
  /// True if the run is for what is kept, so that it fails where nothing can be.
  private let isRequired: Bool
  private let isUsable = Mutex(true)

  /// Identifies the program: with it, equal content and settings give equal bytes.
  static let program = Digest { hasher in
    hasher.combine("segment 2")
    hasher.combine(ProgramIdentity.digest)
    hasher.combine(ProgramIdentity.encoders)
  }

  enum LookupResult {
    case missing, damaged
    case found(EncodedSegment)
  }

  /// `report` is called once if nothing can be stored, and for every corrupt preparation.
  init(_ settings: StoreSettings, isRequired: Bool = false, report: @escaping @Sendable (String) -> Void) {
    store = settings.contents
    self.isRequired = isRequired
    verifiedShare = settings.verifiedShare
    self.report = report
  }

  /// The key of what some frames are encoded to.
  static func key(content: Digest, canvas: Digest, format: OutputFormat) -> Digest {
    Digest { hasher in
      hasher.combine(program)
      hasher.combine(content)
      hasher.combine(canvas)
      format.digest(into: &hasher)
    }
  }

  func segment(_ key: Digest, frameCount: Int) -> LookupResult {
    switch store.read(.segments, key) {
    case .miss: return .missing
    case .corrupt: return .damaged
    case .hit(let bytes):
      var reader = BinaryReader(bytes)
      guard let segment = try? EncodedSegment(from: &reader), reader.isAtEnd, segment.frameCount == frameCount else {
        store.remove(.segments, key)
        return .damaged
      }
      return .found(segment)
    }
  }

  /// For each key whether there is an entry; its bytes are not read, so it may be damaged.
  func holds(_ keys: [Digest]) -> [Bool] { store.contains(.segments, keys) }

  /// Throws where the run is for what is kept.
  func keep(_ segment: EncodedSegment, under key: Digest) throws(StoreError) {
    var writer = BinaryWriter()
    writer.write(segment)
    if isRequired {
      try store.write(.segments, key, writer.bytes, isRequired: true)
    } else {
      write(.segments, key, writer.bytes)
    }
  }

  /// The bytes of an entry; nil where there is none that is as it was written.
  func bytes(_ kind: ContentStore.Kind, _ key: Digest) -> [UInt8]? {
    if case .hit(let bytes) = store.read(kind, key) { bytes } else { nil }
  }

  func keep(_ bytes: [UInt8], as kind: ContentStore.Kind, under key: Digest) { write(kind, key, bytes) }

  /// The bytes of a preparation; nil where there are none, or where they were damaged, which is reported.
  func preparation(_ key: Digest) -> [UInt8]? {
    switch store.read(.preparations, key) {
    case .miss: return nil
    case .corrupt:
      report("a preparation in the cache \(store.folder) was damaged; it is removed and made anew")
      return nil
    case .hit(let bytes): return bytes
    }
  }

  func keepPreparation(_ bytes: [UInt8], under key: Digest) { write(.preparations, key, bytes) }

  /// The record of how an output was made the last time, to say what has changed since.
  func record(of path: String) -> OutputProvenance? {
    guard case .hit(let bytes) = store.read(.outputs, OutputProvenance.key(path)) else { return nil }
    return try? OutputProvenance(bytes: bytes)
  }

  func keep(_ record: OutputProvenance, of path: String) { write(.outputs, OutputProvenance.key(path), record.bytes) }

  private func write(_ kind: ContentStore.Kind, _ key: Digest, _ bytes: [UInt8]) {
    guard isUsable.withLock({ $0 }) else { return }
    do {
      try store.write(kind, key, bytes)
    } catch {
      let isFirst = isUsable.withLock { isUsable in
        defer { isUsable = false }
        return isUsable
      }
      // Otherwise the segments' own errors say it.
      if isFirst, !isRequired {
        report(
          "the cache '\(store.folder)' cannot be written: \(error). The run continues without storing more. Choose "
            + "another folder with --cache DIR, or --no-cache.")
      }
    }
  }
}
