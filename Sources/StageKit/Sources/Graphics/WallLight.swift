import Coding

/// The light of what shines beside the walls of a mesh, such as of a line on the ground. It is added to their colors, and takes
/// the place of the light of streets as far as it goes.
///
/// ```swift
/// let light = WallLight(.white, height: 18, at: WallLight.Places(counts: [2, 0, 0, 0]), values: [1, 0.5])
/// let share = light.values(ofFace: 0).reduce(0, +)
/// ```
public struct WallLight: Hashable, Sendable, Digestible {
  /// The places of a mesh at which light is known, which stay while the light changes. Shared, not copied.
  public struct Places: Hashable, Sendable, Digestible {
    /// The index of the first value of each face, and after the last face the number of all values.
    public let starts: [Int]
    /// Follows from all of these, and is found once.
    public let digest: Digest

    /// Places by their number on each face of a mesh: none, or two and more from the first corner of an upright face to its
    /// second one, as far from each other.
    public init(counts: [Int]) {
      var starts = [0]
      for count in counts { starts.append(starts[starts.count - 1] + max(count, 0)) }
      self.starts = starts
      digest = Digest { hasher in for start in starts { hasher.combine(start) } }
    }

    public func digest(into hasher: inout DigestHasher) { hasher.combine(digest) }

    public static func == (a: Places, b: Places) -> Bool { a.digest == b.digest }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
  }

  /// The color that a value of 1 adds; its alpha is a factor.
  public let color: Color
  /// The height above the ground at which nothing is left of it.
  public let height: Double
  public let places: Places
  /// The share of the light at the foot of each place; none is below 0.
  public let values: [Float]
  /// Follows from all of these, and is found once.
  public let digest: Digest

  /// Light with a value for each place; `height` is above 0.
  public init(_ color: Color, height: Double, at places: Places, values: [Float]) {
    (self.color, self.height, self.places, self.values) = (color, height, places, values)
    digest = Digest { hasher in
      color.digest(into: &hasher)
      hasher.combine(height)
      hasher.combine(places.digest)
      for value in values { hasher.combine(UInt64(value.bitPattern)) }
    }
  }

  /// The values of a face of the mesh; none for one that has no light, or is not of the mesh.
  public func values(ofFace index: Int) -> ArraySlice<Float> {
    guard index >= 0, index < places.starts.count - 1 else { return [] }
    let (start, end) = (places.starts[index], places.starts[index + 1])
    return end <= values.count ? values[start..<end] : []
  }

  public func digest(into hasher: inout DigestHasher) { hasher.combine(digest) }

  public static func == (a: WallLight, b: WallLight) -> Bool { a.digest == b.digest }

  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
