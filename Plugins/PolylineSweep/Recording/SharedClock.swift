import StageKit

/// One clock for several recordings, as parameters.
struct SharedClockParameters: ParameterGroup {
  @Parameter("The other recordings.") var with: [RouteSource]
  @Parameter("times: each is where it was at the same time; starts: all set out together, as against an earlier ride.")
  var align = SharedClock.Alignment.times
}

/// Recordings that go by one clock, which runs from the first of their starts to the last of their ends.
struct SharedClock: Sendable {
  /// The first moment that they have in common.
  enum Alignment: String, CaseIterable, ParameterChoice { case times, starts }

  /// A recording on its way.
  struct Rider: Sendable {
    var progress: RouteProgress
    var record: RouteRecord
    var length: Double

    /// From 0 to 1, which it is exactly from the arrival on.
    func share(at seconds: Double) -> Double {
      seconds >= progress.arrival ? 1 : min(progress.distance(at: seconds) / length, 1)
    }
  }

  /// The standing of a rider among the others.
  struct Standing {
    /// From 1.
    var rank: Int
    /// The way to the first one, in meters, and the time since that one was here, in the recording's seconds.
    var gap: Double
    var gapTime: Double
  }

  let rider: Rider
  private let others: [Rider]
  /// The time of its start, in seconds since 1970 began; nil where those of its recordings differ.
  private let start: Double?

  /// The least share of the clock's time in which somebody is under way.
  private static let minBusyShare = 0.5

  /// - Parameters:
  ///   - riders: The records of all, with the lengths of their ways; the first one is the stage's.
  ///   - duration: Of the film, from the clock's start to its end, in seconds.
  init(
    _ riders: [(record: RouteRecord, length: Double)], _ align: Alignment, duration: Double, curve: Easing,
    _ context: any StageContext
  ) {
    let spans = riders.map { rider -> ClosedRange<Double> in
      let span = rider.record.clock.instants
      return align == .times ? span : 0...(span.upperBound - span.lowerBound)
    }
    let (from, to) = (spans.map(\.lowerBound).min() ?? 0, spans.map(\.upperBound).max() ?? 0)
    start = align == .times ? from : nil
    let all = riders.map { rider in
      var record = rider.record
      let start = align == .times ? from : record.clock.instants.lowerBound
      record.shareClock(from: start, to: start + to - from)
      return Rider(
        progress: RouteProgress(time: duration, curve: curve, length: rider.length, record: record), record: record,
        length: rider.length)
    }
    rider = all[0]
    others = Array(all.dropFirst())
    let busy = Self.length(of: spans)
    if busy < (to - from) * Self.minBusyShare {
      let share = Int((100 * (1 - busy / (to - from))).rounded())
      context.warn(
        "nobody is under way for \(share) % of the time from the first start to the last end. Set \"align\": \"starts\" in 'clock' to let all set out together."
      )
    }
  }

  /// The length of what any of some spans covers.
  private static func length(of spans: [ClosedRange<Double>]) -> Double {
    var (covered, end) = (0.0, -Double.infinity)
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      covered += max(span.upperBound - max(span.lowerBound, end), 0)
      end = max(end, span.upperBound)
    }
    return covered
  }

  /// The time of day that it shows, in seconds since 1970 began; nil where the recordings do not have it in common.
  func instant(at seconds: Double) -> Double? { start.map { $0 + rider.progress.filmTime(at: seconds) } }

  /// The standing of the stage's own rider at a time of the film, by the shares of their ways; whoever has arrived earlier stays
  /// ahead.
  func standing(at seconds: Double) -> Standing {
    let share = rider.share(at: seconds)
    let now = min(seconds, rider.progress.arrival)
    let ahead = others.filter { other in
      let its = other.share(at: seconds)
      return its > share || its == share && share >= 1 && other.progress.arrival < rider.progress.arrival
    }
    guard
      let first = ahead.max(by: { a, b in
        let (x, y) = (a.share(at: seconds), b.share(at: seconds))
        return x < y || x == y && a.progress.arrival > b.progress.arrival
      })
    else { return Standing(rank: 1, gap: 0, gapTime: 0) }
    let passed = first.record.clock.filmTime(at: share * first.length)
    return Standing(
      rank: ahead.count + 1, gap: (first.share(at: seconds) - share) * rider.length,
      gapTime: max(rider.progress.filmTime(at: now) - passed, 0))
  }
}
