@_spi(Host) import Coding
import StageKit

/// A height in meters; nil if the text is no number, or none on earth: devices write values such as -32768 for unknown heights.
func height(_ text: String) -> Double? {
  number(text).flatMap { heights.contains($0) ? $0 : nil }
}

/// The heights that can be on earth, in meters.
let heights = -12_000.0...1_000_000

/// The elevation of an element that may have one.
func elevation(_ element: XMLTree.Element?, _ remarks: inout RouteRemarks) -> Double? {
  read(element, as: .heights, remarks: &remarks, height)
}

func time(_ element: XMLTree.Element?, _ remarks: inout RouteRemarks) -> Double? {
  guard let instant = read(element, as: .times, remarks: &remarks, instant) else { return nil }
  if !instant.hasZone { remarks.add(.zones, line: element?.line) }
  return instant.seconds
}

/// Nil without a text, and where it cannot be read, which is remarked.
private func read<Value>(
  _ element: XMLTree.Element?, as kind: RouteRemarks.Kind, remarks: inout RouteRemarks, _ value: (String) -> Value?
) -> Value? {
  guard let element, case let text = String(element.text.trimmed), !text.isEmpty else { return nil }
  let result = value(text)
  if result == nil { remarks.add(kind, line: element.line) }
  return result
}

/// Degrees within the world; nil for what is none.
func degrees(_ longitude: String?, _ latitude: String?) -> Coordinate? {
  guard let longitude = longitude.flatMap(number), let latitude = latitude.flatMap(number), abs(longitude) <= 360,
    abs(latitude) <= 90
  else { return nil }
  return Coordinate(longitude: longitude, latitude: latitude)
}

/// A finite number.
func number(_ text: String) -> Double? { Double(text.trimmed).flatMap { $0.isFinite ? $0 : nil } }
