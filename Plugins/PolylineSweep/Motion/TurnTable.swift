import StageKit

/// Directions along a route whose turns add up: from one place to the next they differ by less than half a turn.
struct TurnTable: Sendable {
  private let step: Double
  private let degrees: [Double]

  private static let maxCount = 20_000

  /// - Parameters:
  ///   - detail: How long a part of the route is over which a direction changes, in meters.
  ///   - direction: The direction at a distance, in degrees from 0 to below 360.
  init(of line: RouteLine, detail: Double, _ direction: (Double) -> Double) {
    let count = min(max(Int((line.length / max(detail / 4, 1e-3)).rounded(.up)), 1), Self.maxCount)
    step = line.length / Double(count)
    var degrees = [direction(0)]
    for index in 1...count {
      let last = degrees[index - 1]
      degrees.append(last + (direction(Double(index) * step) - last).remainder(dividingBy: 360))
    }
    self.degrees = degrees
  }

  /// A direction at a distance, with the turns that the route has made up to there.
  func turned(_ direction: Double, at distance: Double) -> Double {
    let place = min(max(distance / step, 0), Double(degrees.count - 1))
    let index = min(Int(place), degrees.count - 2)
    // Between both, so that where it turns back neither is half a turn away.
    let near = degrees[index] + (degrees[index + 1] - degrees[index]) * (place - Double(index))
    return direction + ((near - direction) / 360).rounded() * 360
  }
}
