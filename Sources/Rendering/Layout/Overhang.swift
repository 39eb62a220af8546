import StageKit

/// The distances by which bounds reach over the four edges of an area, in points.
struct Overhang {
  /// The distance that something may reach beyond an edge.
  static let tolerance = 1.0
  private static let sides = ["top", "right", "bottom", "left"]

  /// In the order of the sides; below 0 within the area.
  private var distances: [Double]

  init(_ bounds: Rect, over area: Rect) {
    distances = [
      area.minY - bounds.minY, bounds.maxX - area.maxX, bounds.maxY - area.maxY, area.minX - bounds.minX,
    ]
  }

  /// The same at each side, or less where another reaches less far.
  func least(_ other: Overhang) -> Overhang {
    var result = self
    for (side, distance) in other.distances.enumerated() where distance < distances[side] {
      result.distances[side] = distance
    }
    return result
  }

  /// The side at which the bounds reach farthest over the edge; nil where they do not. What reaches over opposite edges
  /// counts as a band, which is meant, unless `countsBands` is false.
  func farthest(countsBands: Bool = true) -> (distance: Double, side: String)? {
    let over = distances.map { $0 > Self.tolerance ? $0 : 0 }
    let isBand = (over[0] > 0 && over[2] > 0) || (over[1] > 0 && over[3] > 0)
    guard !(countsBands && isBand), let side = over.indices.max(by: { over[$0] < over[$1] }), over[side] > 0 else {
      return nil
    }
    return (over[side], Self.sides[side])
  }
}
