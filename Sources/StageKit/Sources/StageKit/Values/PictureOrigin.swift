import Geography

/// The place and the time at which a picture was taken, as far as its file says them.
///
/// ```swift
/// let taken = try context.pictureOrigin(file)
/// let isPlaced = taken.coordinate != nil
/// ```
public struct PictureOrigin: Hashable, Sendable {
  public var coordinate: Coordinate?
  /// Seconds since 1970 began: in UTC where `hasZone`, else by the clock of the place.
  public var time: Double?
  /// True where the file says by how much the clock was ahead of UTC.
  public var hasZone: Bool

  /// An origin of which nothing is known unless it is given.
  public init(coordinate: Coordinate? = nil, time: Double? = nil, hasZone: Bool = false) {
    (self.coordinate, self.time, self.hasZone) = (coordinate, time, hasZone)
  }
}
