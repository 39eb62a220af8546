import StageKit

/// Ground that rises, as heights over the plane of a camera.
struct RaisedGround: Sendable {
  let grid: HeightGrid
  /// The factor for heights.
  let exaggeration: Double
  let plane: WebMercatorPlane
  /// The file's name, for messages.
  let name: String

  /// The height of a point of the plane, in meters.
  func height(at place: Point) -> Double { grid.ground(at: plane.coordinate(place)) * exaggeration }

  /// The mean height around a point, weighted toward the middle; it changes smoothly as the point moves.
  func meanHeight(around place: Point, within radius: Double) -> Double {
    var (sum, weights) = (height(at: place), 1.0)
    for (ring, weight) in [(0.5, 0.8), (1, 0.4)] {
      for step in 0..<8 {
        let (s, c) = sineAndCosine(degrees: 45 * Double(step))
        sum += height(at: place + Point(c, s) * (ring * radius)) * weight
        weights += weight
      }
    }
    return sum / weights
  }

  /// The lowest and the highest of some heights in a rectangle, at 8 steps each way.
  func heights(in rect: Rect) -> ClosedRange<Double> {
    var (low, high) = (Double.infinity, -Double.infinity)
    for row in 0...8 {
      for column in 0...8 {
        let height = height(
          at: Point(rect.minX + rect.width * Double(column) / 8, rect.minY + rect.height * Double(row) / 8))
        (low, high) = (min(low, height), max(high, height))
      }
    }
    return low...high
  }

  /// The height of the level plane of a camera: about that of the ground at its center, and so much higher that the eye stays
  /// above the ground, too.
  func level(for camera: Camera) -> Double {
    let level = meanHeight(around: camera.center, within: 0.12 * camera.distance)
    let (sp, cp) = sineAndCosine(degrees: camera.pitch)
    let (sh, ch) = sineAndCosine(degrees: camera.heading)
    let eye = camera.center - Point(sh, -ch) * (sp * camera.distance)
    let clearance = 0.06 * camera.distance
    let below = meanHeight(around: eye, within: clearance) + clearance - (level + cp * camera.distance)
    // It begins to rise softly before it must.
    let lift =
      below > clearance ? below : below > -clearance ? (below + clearance) * (below + clearance) / (4 * clearance) : 0
    return level + lift
  }

  /// True where its file covers a point of the plane.
  func covers(_ place: Point) -> Bool { grid.height(at: plane.coordinate(place)) != nil }
}
