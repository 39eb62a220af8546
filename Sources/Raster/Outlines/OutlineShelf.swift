import Coding
import Geometry
import Synchronization

/// Where preparations are kept from run to run: bytes under the digest of what they follow from.
public protocol PreparationStore: Sendable {
  /// What was kept, whole; nil where there is nothing.
  func bytes(under key: Digest) -> [UInt8]?

  /// Keeps bytes where that can be done.
  func keep(_ bytes: [UInt8], under key: Digest)
}

/// Large outlines that are kept from run to run. It never changes a pixel, only how soon an outline is there.
final class OutlineShelf: Sendable {
  /// Paths with fewer points are prepared about as fast as a file is read.
  private static let leastPoints = 512
  /// How many outlines one cache keeps, so that those which are others in every frame do not fill the store.
  private static let mostKept = 64

  private let store: any PreparationStore
  private let keptCount = Mutex(0)

  init(_ store: any PreparationStore) { self.store = store }

  /// The outline that was kept under a key, or else what `make` makes of a path with so many points.
  func outline(for key: Digest, pointCount: Int, make: () -> PreparedOutline) -> PreparedOutline {
    guard pointCount >= Self.leastPoints else { return make() }
    if let bytes = store.bytes(under: key) {
      var reader = BinaryReader(bytes)
      if let known = try? PreparedOutline(from: &reader), reader.isAtEnd { return known }
    }
    let made = make()
    let hasRoom = keptCount.withLock { count in
      count += 1
      return count <= Self.mostKept
    }
    if hasRoom {
      var writer = BinaryWriter()
      writer.write(made)
      store.keep(writer.bytes, under: key)
    }
    return made
  }
}
