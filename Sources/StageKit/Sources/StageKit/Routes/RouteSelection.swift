import Coding

/// The way of a file that a route takes, the part of it, and how the recording is mended.
///
/// ```swift
/// let route = RouteSource.file(file, RouteSelection(track: 1, fromDistance: 500))
/// ```
public struct RouteSelection: Hashable, Sendable, Digestible, CustomStringConvertible {
  /// The index of the way, from 0; nil where it is not said.
  public var track: Int?
  /// The name of the way, as the file has it; nil where it is not said.
  public var name: String?
  /// The distance at which it begins, in meters, without gaps; below 0 from the way's end.
  public var fromDistance: Double?
  /// The distance at which it ends, in meters, without gaps; below 0 from the way's end.
  public var toDistance: Double?
  /// The time at which it begins, in seconds after the first time that the way has; below 0 before the last one.
  public var fromTime: Double?
  /// The time at which it ends, in seconds after the first time that the way has; below 0 before the last one.
  public var toTime: Double?
  /// The greatest speed in meters a second: positions to which and from which it would be faster are left out.
  public var maxSpeed: Double
  /// The distance before and after each position over which the way is smoothed, in meters; 0 leaves it as it is.
  public var smoothing: Double
  /// The distance by which the way may differ from a straight line that takes its place, in meters; 0 leaves it as it is.
  public var simplify: Double

  /// The `maxSpeed` unless it is given.
  public static let defaultMaxSpeed = 100.0

  /// All of a way; of the first one that has a length where neither an index nor a name is given.
  public init(
    track: Int? = nil, name: String? = nil, fromDistance: Double? = nil, toDistance: Double? = nil,
    fromTime: Double? = nil, toTime: Double? = nil, maxSpeed: Double = defaultMaxSpeed, smoothing: Double = 0,
    simplify: Double = 0
  ) {
    self.track = track
    self.name = name
    (self.fromDistance, self.toDistance) = (fromDistance, toDistance)
    (self.fromTime, self.toTime) = (fromTime, toTime)
    self.maxSpeed = maxSpeed
    self.smoothing = smoothing
    self.simplify = simplify
  }

  /// The differences from all of a way, such as `track 1, maxSpeed 30.0`; empty for that.
  public var description: String {
    let numbers: [(String, Double?)] = [
      ("fromDistance", fromDistance), ("toDistance", toDistance), ("fromTime", fromTime), ("toTime", toTime),
      ("maxSpeed", maxSpeed == Self.defaultMaxSpeed ? nil : maxSpeed), ("smoothing", smoothing == 0 ? nil : smoothing),
      ("simplify", simplify == 0 ? nil : simplify),
    ]
    let way = [track.map { "track \($0)" }, name.map { "name '\($0)'" }]
    return (way + numbers.map { key, value in value.map { "\(key) \($0)" } }).compactMap(\.self).joined(separator: ", ")
  }

  /// True where it is the whole of what it takes.
  var isWhole: Bool { fromDistance == nil && toDistance == nil && fromTime == nil && toTime == nil }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(track ?? -1)
    hasher.combine(name != nil)
    hasher.combine(name ?? "")
    for bound in [fromDistance, toDistance, fromTime, toTime] { hasher.combine(bound ?? .infinity) }
    for value in [maxSpeed, smoothing, simplify] { hasher.combine(value) }
  }
}
