@_spi(Host) import Coding
import StageKit

/// A quantity that devices record next to positions.
enum Sensor {
  case heartRate, cadence, power, temperature

  /// By the name of an element or an array, without its prefix: those of TCX, of KML, and of Garmin's, Cluetrust's and Strava's
  /// extensions of GPX.
  init?(_ name: String) {
    switch name.lowercased() {
    case "hr", "heartrate", "heartratebpm": self = .heartRate
    case "cad", "cadence", "runcadence": self = .cadence
    case "power", "powerinwatts", "watts": self = .power
    case "atemp", "temp", "temperature": self = .temperature
    default: return nil
    }
  }

  /// The values that can be, in the units of `RouteTrack.Place`. Without a heartbeat there is no heart rate, but a device that knows
  /// none.
  var range: ClosedRange<Double> {
    switch self {
    case .heartRate: 1...300
    case .cadence: 0...500
    case .power: 0...10_000
    case .temperature: -100...100
    }
  }

  /// Remarks a value that cannot be, and leaves it out.
  func set(_ value: Double?, of place: inout RouteTrack.Place, line: Int?, _ remarks: inout RouteRemarks) {
    let value = value.flatMap { range.contains($0) ? $0 : nil }
    if value == nil { remarks.add(.sensors, line: line) }
    switch self {
    case .heartRate: place.heartRate = value
    case .cadence: place.cadence = value
    case .power: place.power = value
    case .temperature: place.temperature = value
    }
  }

  /// Those of all elements in that of a point.
  static func read(_ element: XMLTree.Element, into place: inout RouteTrack.Place, _ remarks: inout RouteRemarks) {
    for child in element.children {
      guard let sensor = Sensor(child.name) else {
        read(child, into: &place, &remarks)
        continue
      }
      let text = child.text("Value") ?? String(child.text.trimmed)
      if !text.isEmpty { sensor.set(number(text), of: &place, line: child.line, &remarks) }
    }
  }
}
