import Raster
import StageKit
import Store
import Video

/// The part of a run's store that holds data that is costly to prepare: data that stages make from maps, decoded
/// pictures, large outlines.
///
/// Nothing is read while stored segments are verified, so that they are compared with frames made from scratch.
struct PreparationDiskCache: BlobStore {
  private let store: SegmentStore

  init(_ store: SegmentStore) { self.store = store }

  /// The value under a key, which must cover all that it follows from but the program's own code; made by `make` where it
  /// is not stored.
  func value<Value: Storable>(_ key: Digest, _ make: () throws -> Value) rethrows -> Value {
    let key = Digest { hasher in
      hasher.combine(String(reflecting: Value.self))
      hasher.combine(key)
    }
    if let bytes = bytes(under: key) {
      var reader = BinaryReader(bytes)
      if let known = try? Value(from: &reader), reader.isAtEnd { return known }
    }
    let made = try make()
    var writer = BinaryWriter()
    writer.write(made)
    keep(writer.bytes, under: key)
    return made
  }

  func bytes(under key: Digest) -> [UInt8]? {
    guard store.verifiedShare == 0 else { return nil }
    return store.preparation(Self.whole(key))
  }

  func keep(_ bytes: [UInt8], under key: Digest) { store.keepPreparation(bytes, under: Self.whole(key)) }

  private static func whole(_ key: Digest) -> Digest {
    Digest { hasher in
      hasher.combine("preparation 1")
      hasher.combine(SegmentStore.program)
      hasher.combine(key)
    }
  }
}
