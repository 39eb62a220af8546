import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// The part of the canvas on one side of the line that is in focus; the blur grows evenly with the distance from that line.
struct FocusSide {
  /// A point of the line.
  let origin: Point
  /// A unit vector across the line, away from it.
  let direction: Point
  /// The distance from the line up to which all is sharp, in points.
  let sharp: Double
  /// The growth of the blur's standard deviation with the distance, in points for a point.
  let growth: Double
  /// The standard deviation that is not exceeded, in points.
  let greatest: Double

  init(from origin: Point, along direction: Point, sharp: Double = 0, growth: Double, greatest: Double) {
    (self.origin, self.direction) = (origin, direction)
    (self.sharp, self.growth, self.greatest) = (sharp, growth, greatest)
  }

  /// Both sides of the line on which a camera's ground is as far as at a point in focus; none where all of it is.
  ///
  /// A lens of diameter A focused at the distance s draws a point at the distance d as a disc of the diameter
  /// f A |1/s − 1/d|, f being the focal length; a Gaussian of the same variance has a quarter of that as its standard
  /// deviation. With A = aperture · s this is aperture · f / 4 · |1 − s/d|.
  static func ofGround(_ focus: Point, _ camera: Camera, _ aperture: Double, _ greatest: Double) -> [FocusSide] {
    guard aperture > 0, let inverse = camera.groundToCanvas.inverse else { return [] }
    let nearness = inverse.depth(of: focus)
    guard nearness > 0 else { return [] }
    // s/d, which is linear on the canvas, grows along this.
    let slope = Point(inverse.m31, inverse.m32) * (1 / nearness)
    let steepness = slope.length
    let atHorizon = aperture * camera.pointsPerMeter * camera.distance / 4
    guard steepness > 1e-12, steepness.isFinite, atHorizon.isFinite else { return [] }
    let nearer = slope * (1 / steepness)
    let growth = atHorizon * steepness
    return [
      FocusSide(from: focus, along: nearer * -1, growth: growth, greatest: min(greatest, atHorizon)),
      FocusSide(from: focus, along: nearer, growth: growth, greatest: greatest),
    ]
  }

  /// Adds blurs from the line outward. Each fades in where the blur before it has its deviation, and ends where the next one
  /// hides it; between, the mix of two has hardly another shape than the blur between.
  func draw(over area: Rect, pixel: Double, onto list: inout DisplayList) {
    guard growth > 0, growth.isFinite, greatest > pixel / 4 else { return }
    let farthest = area.corners.map { ($0 - origin).dot(direction) }.max() ?? 0
    let deviations = Self.deviations(to: greatest, from: pixel / 2)
    func place(_ index: Int) -> Double { index < 0 ? sharp : sharp + deviations[index] / growth }
    for (index, deviation) in deviations.enumerated() {
      let (from, to) = (place(index - 1), place(index))
      if from >= farthest { return }
      let end = index + 1 < deviations.count ? place(index + 1) : farthest
      // On one side of where it is whole, what it blurs has the blur before it already.
      let before = index > 0 ? deviations[index - 1] : 0
      let own = (deviation * deviation - before * before / 2).squareRoot()
      let corners = area.corners.clipped(across: direction, at: origin, from: from, to: end)
      let share = Paint.linear(
        from: origin + direction * from, to: origin + direction * to,
        stops: [GradientStop(0, .clear), GradientStop(1, .white)])
      let outline = DisplayList { $0.fill(Path { $0.polyline(corners, closed: true) }, share) }
      list.append(DisplayList([.backdrop(BackdropFilter(outline, sigma: own, isAdjustment: true))]))
    }
  }

  /// Standard deviations up to the greatest, each at most 1.6 times the one before.
  static func deviations(to greatest: Double, from least: Double) -> [Double] {
    guard greatest > least else { return [greatest] }
    let steps = (log(greatest / least) / log(1.6)).rounded(.up)
    return (0...Int(steps)).map { least * pow(greatest / least, Double($0) / max(steps, 1)) }
  }
}

extension [Point] {
  /// The part of a convex polygon that lies, by its distance from a point in a direction, between two distances.
  fileprivate func clipped(across direction: Point, at origin: Point, from: Double, to: Double) -> [Point] {
    func kept(_ polygon: [Point], _ height: (Point) -> Double) -> [Point] {
      polygon.indices.flatMap { index -> [Point] in
        let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
        let (high, next) = (height(a), height(b))
        let crossing = (high < 0) == (next < 0) ? [] : [a + (b - a) * (high / (high - next))]
        return (high < 0 ? [] : [a]) + crossing
      }
    }
    func distance(_ point: Point) -> Double { (point - origin).dot(direction) }
    return kept(kept(self) { distance($0) - from }) { to - distance($0) }
  }
}
