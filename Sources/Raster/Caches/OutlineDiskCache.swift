import Coding
import Synchronization

/// Bytes on disk under the digest of what they follow from.
public protocol BlobStore: Sendable {
  /// The stored bytes, checked to be whole; nil if there are none.
  func bytes(under key: Digest) -> [UInt8]?

  /// Stores bytes if that is possible, and reports nothing if it is not.
  func keep(_ bytes: [UInt8], under key: Digest)
}

/// Large outlines on disk, from run to run. It never changes a pixel, only how soon an outline is there.
final class OutlineDiskCache: Sendable {
  /// Paths with fewer points are prepared about as fast as a file is read.
  private static let minPoints = 512
  /// The largest number of outlines that a run stores, so that paths that change in every frame do not fill the disk.
  private static let maxStored = 64

  private let store: any BlobStore
  private let storedCount = Mutex(0)

  init(_ store: any BlobStore) { self.store = store }

  /// The stored outline of a path of `pointCount` points, or else the one that `make` makes.
  func outline(for key: Digest, pointCount: Int, make: () -> PreparedOutline) -> PreparedOutline {
    guard pointCount >= Self.minPoints else { return make() }
    if let bytes = store.bytes(under: key) {
      var reader = BinaryReader(bytes)
      if let stored = try? PreparedOutline(from: &reader), reader.isAtEnd { return stored }
    }
    let made = make()
    let hasRoom = storedCount.withLock { count in
      count += 1
      return count <= Self.maxStored
    }
    if hasRoom {
      var writer = BinaryWriter()
      writer.write(made)
      store.keep(writer.bytes, under: key)
    }
    return made
  }
}
