import Coding
import Geometry

/// Drawings that lie on ground which rises and falls, each on one solid of a mesh.
///
/// A drawing is made once as a picture, of which each pixel of the canvas takes what it spans. Shared, not copied.
///
/// ```swift
/// let green = DisplayList { $0.fill(.rect(Rect(x: 0, y: 0, width: 64, height: 64)), Color(0.4, 0.7, 0.3)) }
/// let drapes = Drapes([
///   Drapes.Drape(green, size: Size(64, 64), scale: 2, place: Rect(x: -500, y: -500, width: 1000, height: 1000))
/// ])
/// let count = drapes.all.count
/// ```
public struct Drapes: Hashable, Sendable, Digestible {
  /// A drawing on a rectangle of the ground, as seen from straight above.
  public struct Drape: Hashable, Sendable, Digestible {
    /// In points, from (0, 0); opaque within its size.
    public var drawing: DisplayList
    /// In points.
    public var size: Size
    /// The pixels of its picture for a point.
    public var scale: Double
    /// The place of its size in the mesh's x and y.
    public var place: Rect
    /// Follows from all of these, and is found once.
    public let digest: Digest

    /// A drawing of a size above 0, with `scale` pixels for a point, on a place of the ground.
    public init(_ drawing: DisplayList, size: Size, scale: Double, place: Rect) {
      (self.drawing, self.size, self.scale, self.place) = (drawing, size, scale, place)
      digest = Digest { hasher in
        drawing.digest(into: &hasher)
        size.digest(into: &hasher)
        hasher.combine(scale)
        for side in [place.x, place.y, place.width, place.height] { hasher.combine(side) }
      }
    }

    public func digest(into hasher: inout DigestHasher) { hasher.combine(digest) }

    public static func == (a: Drape, b: Drape) -> Bool { a.digest == b.digest }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
  }

  private final class Storage: Sendable {
    let all: [Drape]
    let digest: Digest

    init(_ all: [Drape]) {
      self.all = all
      digest = Digest { hasher in for drape in all { hasher.combine(drape.digest) } }
    }
  }

  private let storage: Storage

  /// Drapes in the order of their solids.
  public init(_ all: [Drape]) { storage = Storage(all) }

  public var all: [Drape] { storage.all }

  public func digest(into hasher: inout DigestHasher) { hasher.combine(storage.digest) }

  public static func == (a: Drapes, b: Drapes) -> Bool {
    a.storage === b.storage || a.storage.digest == b.storage.digest
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.digest) }
}
