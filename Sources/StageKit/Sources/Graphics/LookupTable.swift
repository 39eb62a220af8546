import Coding

/// A table that gives a color for each color: of a curve for each component, or of a cube of colors.
///
/// The entries are shared, not copied, when a table is.
public struct LookupTable: Hashable, Sendable, Digestible {
  /// The meaning of a table's entries.
  public enum Kind: Int, Hashable, Sendable {
    /// Each component by itself, linearly between entries.
    case curves
    /// All three, by tetrahedral interpolation between entries.
    case cube
  }

  private final class Storage: Sendable {
    let entries: [SIMD3<Float>]
    let digest: Digest

    init(_ kind: Kind, _ size: Int, _ lowest: SIMD3<Double>, _ highest: SIMD3<Double>, _ entries: [SIMD3<Float>]) {
      self.entries = entries
      digest = Digest { hasher in
        hasher.combine(kind.rawValue)
        hasher.combine(size)
        for bound in [lowest, highest] { for i in 0..<3 { hasher.combine(bound[i]) } }
        for entry in entries { for i in 0..<3 { hasher.combine(Double(entry[i])) } }
      }
    }
  }

  public let kind: Kind
  /// The number of entries along each axis.
  public let size: Int
  /// The color of the first entry.
  public let lowest: SIMD3<Double>
  /// The color of the last entry; what is beyond counts as that.
  public let highest: SIMD3<Double>
  private let storage: Storage

  /// Entries in the order of red, then green, then blue, red changing fastest; nil unless there are `size`, or `size`³ of
  /// them, `size` is 2 at least, and `lowest` is below `highest`.
  public init?(
    _ kind: Kind, size: Int, lowest: SIMD3<Double> = SIMD3(repeating: 0), highest: SIMD3<Double> = SIMD3(repeating: 1),
    entries: [SIMD3<Float>]
  ) {
    guard (2...65_536).contains(size), kind == .curves || size <= 256,
      entries.count == (kind == .curves ? size : size * size * size),
      (0..<3).allSatisfy({ lowest[$0] < highest[$0] && lowest[$0].isFinite && highest[$0].isFinite })
    else { return nil }
    (self.kind, self.size, self.lowest, self.highest) = (kind, size, lowest, highest)
    storage = Storage(kind, size, lowest, highest, entries)
  }

  /// The colors, red changing fastest.
  public var entries: [SIMD3<Float>] { storage.entries }

  /// The digest of all of it.
  public var digest: Digest { storage.digest }

  public func digest(into hasher: inout DigestHasher) { hasher.combine(storage.digest) }

  public static func == (a: LookupTable, b: LookupTable) -> Bool {
    a.storage === b.storage || a.digest == b.digest
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.digest) }
}
