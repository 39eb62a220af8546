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
