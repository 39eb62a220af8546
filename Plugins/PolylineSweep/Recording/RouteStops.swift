import StageKit

/// The stops of a recording, in a recorded pace.
enum RouteStops: String, CaseIterable, ParameterChoice {
  case keep, shorten, skip

  /// The seconds that a stop may last.
  func longest(_ seconds: Double) -> Double {
    switch self {
    case .keep: .infinity
    case .shorten: seconds
    case .skip: 0
    }
  }

  /// Within so many meters of where it began, for so many seconds, it is a stop: less than 0.34 meters a second, more than a
  /// receiver wanders.
  private static let reach = 8.0
  private static let shortest = 24.0
  /// Stops with less between them are one: a receiver went astray, in seconds.
  private static let separation = 10.0

  /// A step at the pace of a stop, of a recorder that paused: the seconds for which it stays, before it goes on at a walking pace to
  /// where it records again. Nil for other steps.
  static func wait(overMeters length: Double, seconds: Double) -> Double? {
    guard seconds >= shortest, length < seconds * reach / shortest else { return nil }
    return max(seconds - length / walkingPace, 0)
  }

  /// In meters a second.
  private static let walkingPace = 1.4

  /// The times of stops, in order, of places whose seconds grow. Cost: linear in the places.
  static func ranges(_ places: [(coordinate: Coordinate, seconds: Double)]) -> [ClosedRange<Double>] {
    var result: [ClosedRange<Double>] = []
    var start = 0
    while start < places.count {
      let first = places[start]
      let leaves = places[(start + 1)...].firstIndex { first.coordinate.rhumbDistance(to: $0.coordinate) > reach }
      let end = (leaves ?? places.count) - 1
      guard places[end].seconds - first.seconds >= shortest else {
        start += 1
        continue
      }
      if let last = result.last, first.seconds - last.upperBound < separation {
        result[result.count - 1] = last.lowerBound...places[end].seconds
      } else {
        result.append(first.seconds...places[end].seconds)
      }
      start = end + 1
    }
    return result
  }
}
