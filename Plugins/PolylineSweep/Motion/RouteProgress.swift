import StageKit

/// The distance along a route over time.
struct RouteProgress: Sendable {
  /// In seconds, from the start to the end.
  let time: Double
  let curve: Easing
  /// In meters.
  let length: Double
  /// The times to go by; nil for an even pace.
  let record: RouteRecord?
  /// The times at which it sets out and arrives: those of the whole, but for a clock that others share.
  private(set) var departure = 0.0
  private(set) var arrival: Double

  init(time: Double, curve: Easing, length: Double, record: RouteRecord?) {
    (self.time, self.curve, self.length, self.record) = (time, curve, length, record)
    arrival = time
    guard let span = record?.clock.underWay else { return }
    departure = seconds(atShare: span.lowerBound)
    arrival = seconds(atShare: span.upperBound)
  }

  /// The time, before and after, over which a recorded pace is smoothed: in seconds of the film, and as a share of a short
  /// one.
  private static let settling = (seconds: 0.4, share: 0.05)

  private var settling: Double { min(Self.settling.seconds / time, Self.settling.share) }

  /// True where the smoothed pace moves.
  func isUnderWay(at seconds: Double) -> Bool {
    let margin = settling * time
    return seconds >= max(departure - margin, 0) && seconds < min(arrival + margin, time)
  }

  /// In meters, from 0 to the length.
  func distance(at seconds: Double) -> Double {
    let share = share(at: seconds)
    return min(max(record?.distance(atShareOfTime: share, within: settling) ?? share * length, 0), length)
  }

  /// In meters a second; nil for an even pace.
  func recordedSpeed(at seconds: Double) -> Double? {
    record?.speed(atShareOfTime: share(at: seconds), within: settling)
  }

  /// The place of a recorded pace; nil for an even one.
  func recordedPlace(at seconds: Double) -> RouteRecord.Place? {
    record.map {
      RouteRecord.Place(
        distance: distance(at: seconds),
        seconds: $0.hasTimes ? $0.clock.seconds(atShareOfTime: share(at: seconds)) : nil)
    }
  }

  /// The seconds of a recorded pace at a time.
  func filmTime(at seconds: Double) -> Double { (record?.clock.pacedTime ?? time) * share(at: seconds) }

  /// The time at which a share is reached by the curve, which is not to fall.
  private func seconds(atShare share: Double) -> Double {
    guard share > 0, share < 1 else { return share > 0 ? time : 0 }
    var (low, high) = (0.0, time)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if self.share(at: middle) < share { low = middle } else { high = middle }
    }
    return high
  }

  /// The share of the time by the curve, from 0 to 1.
  private func share(at seconds: Double) -> Double {
    min(max(curve.value(at: min(max(seconds / time, 0), 1), over: time), 0), 1)
  }
}
