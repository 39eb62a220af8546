import Geography
import Geometry

extension [RouteTrack.Place] {
  /// The same places, each at the mean of the way around it, near parts counting more; the ends stay where they are.
  ///
  /// - Parameter reach: The distance before and after a place over which the mean is taken, in meters; less where an end is nearer.
  func smoothed(within reach: Double) -> [RouteTrack.Place] {
    guard let first, count > 2 else { return self }
    let ground = WebMercatorPlane(origin: first.coordinate)
    let points = ground.continuedPoints(map(\.coordinate))
    var distances = [0.0]
    for (a, b) in zip(self, dropFirst()) {
      distances.append(distances[distances.count - 1] + a.coordinate.rhumbDistance(to: b.coordinate))
    }
    let length = distances[count - 1]
    func point(at distance: Double) -> Point {
      var (low, high) = (0, points.count - 2)
      while low < high {
        let middle = (low + high + 1) / 2
        if distances[middle] <= distance { low = middle } else { high = middle - 1 }
      }
      let step = distances[low + 1] - distances[low]
      let share = step > 0 ? Swift.min(Swift.max((distance - distances[low]) / step, 0), 1) : 0
      return points[low].interpolated(to: points[low + 1], at: share)
    }
    let steps = 12
    return indices.map { index in
      let room = Swift.min(reach, distances[index], length - distances[index])
      guard room > 0 else { return self[index] }
      var (sum, weights) = (Point(0, 0), 0.0)
      for step in -steps...steps {
        let t = Double(step) / Double(steps + 1)
        let weight = (1 - t * t) * (1 - t * t)
        sum = sum + point(at: distances[index] + t * room) * weight
        weights += weight
      }
      return self[index].moved(to: ground.coordinate(sum / weights))
    }
  }

  /// The same places on a line of fewer corners, from which none was farther than `tolerance` meters; on it they go forward alone.
  ///
  /// Source: D. Douglas and T. Peucker, "Algorithms for the reduction of the number of points required to represent a digitized line
  /// or its caricature", 1973.
  func simplified(within tolerance: Double) -> [RouteTrack.Place] {
    guard let first, count > 2 else { return self }
    let ground = WebMercatorPlane(origin: first.coordinate)
    let points = ground.continuedPoints(map(\.coordinate))
    var result = self
    var open = [(0, count - 1)]
    while let (start, end) = open.popLast() {
      guard end - start > 1 else { continue }
      let way = points[end] - points[start]
      let square = way.x * way.x + way.y * way.y
      func share(_ index: Int) -> Double {
        guard square > 0 else { return 0 }
        let from = points[index] - points[start]
        return Swift.min(Swift.max((from.x * way.x + from.y * way.y) / square, 0), 1)
      }
      let offs = (start + 1..<end).map { points[$0].distance(to: points[start] + way * share($0)) }
      guard let far = offs.max(), let index = offs.firstIndex(of: far) else { continue }
      if far > tolerance {
        open += [(start, start + 1 + index), (start + 1 + index, end)]
        continue
      }
      var gone = 0.0
      for index in start + 1..<end {
        gone = Swift.max(gone, share(index))
        result[index] = self[index].moved(to: ground.coordinate(points[start] + way * gone))
      }
    }
    return result
  }
}

extension RouteTrack.Place {
  fileprivate func moved(to coordinate: Coordinate) -> RouteTrack.Place {
    var result = self
    result.coordinate = coordinate
    return result
  }
}
