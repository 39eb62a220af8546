import StageKit

/// A unit that lengths in meters, or speeds in meters a second, are written in.
enum CountedUnit: String, CaseIterable, ParameterChoice {
  case meters = "m"
  case kilometers = "km"
  case feet = "ft"
  case miles = "mi"
  case metersPerSecond = "m/s"
  case kilometersPerHour = "km/h"
  case milesPerHour = "mph"
  case minutesPerKilometer = "min/km"
  case minutesPerMile = "min/mi"

  private static let mile = 1609.344
  private static let foot = 0.3048
  /// The time for a kilometer or a mile from which on a pace is that of something that stands, in seconds.
  private static let slowestPace = 3600.0

  /// The unit of what is written in it.
  var source: NumberSchema.Unit {
    switch self {
    case .meters, .kilometers, .feet, .miles: .meters
    case .metersPerSecond, .kilometersPerHour, .milesPerHour, .minutesPerKilometer, .minutesPerMile: .metersPerSecond
    }
  }

  /// True where it is written as minutes and seconds.
  var isPace: Bool { self == .minutesPerKilometer || self == .minutesPerMile }

  /// The decimals that are written unless a job says.
  var decimals: Int { self == .kilometers || self == .miles ? 1 : 0 }

  /// Meters or meters a second in this unit, a pace in seconds; nil for a pace of more than an hour.
  func converted(_ value: Double) -> Double? {
    switch self {
    case .meters, .metersPerSecond: value
    case .kilometers: value / 1000
    case .feet: value / Self.foot
    case .miles: value / Self.mile
    case .kilometersPerHour: value * 3.6
    case .milesPerHour: value * 3600 / Self.mile
    case .minutesPerKilometer: Self.pace(1000, value)
    case .minutesPerMile: Self.pace(Self.mile, value)
    }
  }

  private static func pace(_ length: Double, _ speed: Double) -> Double? {
    speed > 0 && length / speed <= slowestPace ? length / speed : nil
  }

  /// The unit that a text names for numbers of a source, such as km/h in "# km/h"; nil for none but the source's own.
  static func named(in text: String, of source: NumberSchema.Unit) -> CountedUnit? {
    let words = text.lowercased().split { !$0.isLetter && $0 != "/" }
    return words.lazy.compactMap { word in otherNames[String(word)] ?? CountedUnit(rawValue: String(word)) }
      .first { $0.source == source && $0 != .meters && $0 != .metersPerSecond }
  }

  private static let otherNames: [String: CountedUnit] = [
    "kmh": .kilometersPerHour, "kph": .kilometersPerHour, "/km": .minutesPerKilometer, "/mi": .minutesPerMile,
    "kilometers": .kilometers, "miles": .miles, "feet": .feet,
  ]
}
