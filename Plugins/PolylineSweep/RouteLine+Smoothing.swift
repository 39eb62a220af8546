import StageKit

extension RouteLine {
  /// A point of the route, or of its straight continuation beyond its ends.
  private func extended(at distance: Double) -> Point {
    if distance < 0 { return points[0] + (points[0] - point(at: min(30, length))).normalized * -distance }
    guard distance > length else { return point(at: distance) }
    let end = points[points.count - 1]
    return end + (end - point(at: max(length - 30, 0))).normalized * (distance - length)
  }

  /// The compass direction from what lies behind a distance to what lies ahead, in degrees.
  func bearing(at distance: Double, within window: Double) -> Double {
    let (behind, ahead) = (
      mean(around: distance - window / 4, within: window / 4), mean(around: distance + window / 4, within: window / 4)
    )
    return compassDegrees(ahead - behind)
  }

  /// The mean of the points around a distance, near ones counting more.
  func mean(around distance: Double, within reach: Double) -> Point {
    Point(
      weightedMean(around: distance, within: reach) { extended(at: $0).x },
      weightedMean(around: distance, within: reach) { extended(at: $0).y })
  }
}

/// The mean of a function around a place, near values counting more.
func weightedMean(around place: Double, within reach: Double, _ value: (Double) -> Double) -> Double {
  let steps = 24
  var (sum, weights) = (0.0, 0.0)
  for step in -steps...steps {
    let t = Double(step) / Double(steps + 1)
    let weight = (1 - t * t) * (1 - t * t)
    sum += value(place + t * reach) * weight
    weights += weight
  }
  return sum / weights
}
