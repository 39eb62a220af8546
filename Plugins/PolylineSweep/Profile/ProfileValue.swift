import StageKit

/// A value of a recording that a profile shows.
enum ProfileValue: String, CaseIterable, ParameterChoice {
  case elevation, gradient, speed, power, cadence, temperature
  case heartRate = "heart-rate"

  /// The unit of its labels; empty for none.
  var unit: String {
    switch self {
    case .elevation: "m"
    case .gradient: "%"
    case .speed: "km/h"
    case .power: "W"
    case .temperature: "°C"
    case .cadence, .heartRate: ""
    }
  }

  /// A value with its unit, or another one, as a locale writes it.
  func text(
    _ value: Double, decimals: Int = 0, unit: String?, _ context: any StageContext, locale: String
  ) throws -> String {
    let precision = decimals == 0 ? "precision-integer" : ".\(String(repeating: "0", count: decimals))"
    // No "−0".
    let shown = abs(value) * (0..<decimals).reduce(2.0) { power, _ in power * 10 } < 1 ? 0 : value
    let number = try context.message(
      "{value, number, ::\(precision)}", ["value": .number(shown)], locale: locale)
    let unit = unit ?? self.unit
    return unit.isEmpty ? number : "\(number)\(unit == "%" ? "" : "\u{202F}")\(unit)"
  }

  /// The decimals that values so far apart differ in.
  static func decimals(ofStep step: Double) -> Int {
    var (decimals, size) = (0, step)
    while size > 0, size < 1 - 1e-9, decimals < 6 { (decimals, size) = (decimals + 1, size * 10) }
    return decimals
  }

  /// The least range of values that takes the whole height: less would make hills of a receiver's errors.
  var minRange: Double {
    switch self {
    case .elevation: 40
    case .gradient: 6
    case .speed, .temperature: 8
    case .cadence, .heartRate: 30
    case .power: 80
    }
  }

  /// The error for a route that does not have it.
  func absence(at location: String) -> StageError {
    StageError("the route has no \(rawValue)", parameter: location, hint: "Choose a value that its file has.")
  }

  /// The value at a place, in the unit of its labels; nil where the recording lacks it.
  func value(of record: RouteRecord, at place: RouteRecord.Place) -> Double? {
    switch self {
    case .elevation: record.elevation(at: place.distance)
    case .gradient: record.gradient(at: place.distance)
    case .speed: record.speed(at: place.distance).map { $0 * 3.6 }
    case .power: record.power(at: place)
    case .cadence: record.cadence(at: place)
    case .temperature: record.temperature(at: place)
    case .heartRate: record.heartRate(at: place)
    }
  }
}

/// The quantity along a profile's width.
enum ProfileAxis: String, CaseIterable, ParameterChoice { case distance, time }

/// The values of a recording at even steps of its distance or its time.
struct ProfileSamples: Sendable {
  /// Nil where the recording has no value.
  let values: [Double?]
  let length: Double
  private let record: RouteRecord
  private let axis: ProfileAxis

  /// Each value is the mean of several in its step, so that no peak between two of them is left out of both.
  init(_ value: ProfileValue, over axis: ProfileAxis, of record: RouteRecord, length: Double, count: Int) {
    (self.record, self.length, self.axis) = (record, length, axis)
    let parts = 8
    values = (0...count).map { step in
      let found = (0..<parts).compactMap { part -> Double? in
        let offset = (Double(part) + 0.5) / Double(parts) - 0.5
        let share = min(max((Double(step) + offset) / Double(count), 0), 1)
        return value.value(of: record, at: Self.place(atShare: share, over: axis, record, length))
      }
      return found.count * 2 >= parts ? found.reduce(0, +) / Double(found.count) : nil
    }
  }

  private static func place(
    atShare share: Double, over axis: ProfileAxis, _ record: RouteRecord, _ length: Double
  ) -> RouteRecord.Place {
    guard axis == .time else { return record.place(at: share * length) }
    let seconds = record.clock.seconds(atShareOfTime: share)
    return RouteRecord.Place(distance: record.clock.distance(at: seconds), seconds: seconds)
  }

  /// The seconds of the recording over the width; nil where it is over the distance.
  var time: Double? {
    axis == .time ? record.clock.seconds(atShareOfTime: 1) - record.clock.seconds(atShareOfTime: 0) : nil
  }

  /// The share of the profile's width at a share of the way.
  func share(atProgress progress: Double) -> Double {
    guard axis == .time, record.hasTimes else { return progress }
    let (start, end) = (record.clock.seconds(atShareOfTime: 0), record.clock.seconds(atShareOfTime: 1))
    let seconds = record.clock.seconds(at: progress * length)
    return end > start ? min(max((seconds - start) / (end - start), 0), 1) : progress
  }

  /// The value at a share of the width, between samples; nil where one of them is missing.
  func value(atShare share: Double) -> Double? {
    let place = min(max(share, 0), 1) * Double(values.count - 1)
    let index = min(Int(place), values.count - 2)
    guard let a = values[index], let b = values[index + 1] else { return nil }
    return a + (b - a) * (place - Double(index))
  }
}
