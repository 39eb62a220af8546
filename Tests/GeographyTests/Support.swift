import Foundation
import Geography
import Geometry

func isNear(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance }

func isNear(_ a: Point, _ b: Point, _ tolerance: Double) -> Bool { a.distance(to: b) <= tolerance }

/// A map file beside the package, where there is one: `shared/maps/` next to the package's folder or a folder above.
func mapFile(_ name: String) -> [UInt8]? {
  var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  for _ in 0..<5 {
    folder.deleteLastPathComponent()
    if let data = try? Data(contentsOf: folder.appendingPathComponent("shared/maps/\(name)")) { return Array(data) }
  }
  return nil
}

extension Coordinate {
  /// The length of the great circle to another coordinate, in the radius's unit. Source: the haversine formula.
  func distance(to other: Coordinate, radius: Double = meanEarthRadius) -> Double {
    let radians = Double.pi / 180
    let a = sin((other.latitude - latitude) * radians / 2)
    let b = sin((other.longitude - longitude) * radians / 2)
    let h = a * a + cos(latitude * radians) * cos(other.latitude * radians) * b * b
    return 2 * radius * asin(min(1, h.squareRoot()))
  }
}

/// The sum of the distances from each element to the next.
func length<T>(of line: [T], _ distance: (T, T) -> Double) -> Double {
  zip(line, line.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
}

extension EncodedPolyline {
  /// The text of coordinates on the earth, each rounded to the precision.
  static func encode(_ coordinates: [Coordinate], precision: Precision = .five) -> String {
    let scale = precision == .five ? 1e5 : 1e6
    var bytes: [UInt8] = []
    var (latitude, longitude): (Int64, Int64) = (0, 0)
    for c in coordinates {
      let (y, x) = (Int64((c.latitude * scale).rounded()), Int64((c.longitude * scale).rounded()))
      append(y - latitude, to: &bytes)
      append(x - longitude, to: &bytes)
      (latitude, longitude) = (y, x)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ difference: Int64, to bytes: inout [UInt8]) {
    var bits = UInt64(bitPattern: difference << 1)
    if difference < 0 { bits = ~bits }
    while bits >= 32 {
      bytes.append(UInt8(bits & 31 | 32) + 63)
      bits >>= 5
    }
    bytes.append(UInt8(bits) + 63)
  }
}
