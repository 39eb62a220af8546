import StageKit

/// The times that marks of a route tell.
enum MarkTimes: String, CaseIterable, ParameterChoice { case none, split, total }

/// The times between marks of a recorded way, and the ends of its laps.
struct MarkClock {
  /// The end of a lap, at a distance, with its time as marks tell it.
  struct LapEnd {
    var number: Int
    var end: Double
    var time: Double?
  }

  private let times: MarkTimes
  private let record: RouteRecord?
  private let length: Double
  private(set) var laps: [LapEnd] = []

  /// Throws `StageError` where the way has no times, or no laps, that are asked for.
  init(_ parameters: RouteMarks.Parameters, _ line: RouteLine, _ track: RouteTrack) throws {
    (times, length) = (parameters.times, line.length)
    guard parameters.times != .none || parameters.lap != nil else {
      record = nil
      return
    }
    let way = parameters.way
    let record = RouteRecord(
      track.parts, spans: line.recordedSpans, gaps: way.shape.gaps, isReversed: way.reverse)
    self.record = record
    if parameters.times != .none, !record.hasTimes {
      throw StageError(
        "the route has no times that grow from point to point", parameter: parameters.$times.location,
        hint: "Remove 'times'.")
    }
    guard parameters.lap != nil else { return }
    let found = record.laps.laps
    guard !found.isEmpty else {
      throw StageError(
        "the route has no laps", parameter: parameters.$lap.location,
        hint: "FIT and TCX files have some. 'every' marks equal distances.")
    }
    let ends = found.dropFirst().map(\.start) + [record.place(at: length)]
    laps = zip(found, ends).map { lap, end in
      LapEnd(number: lap.number, end: end.distance, time: time(from: lap.start, to: end))
    }
  }

  /// The time from the start to the end; nil where marks tell none.
  var total: Double? { times == .none ? nil : record.flatMap { $0.elapsedTime(at: $0.place(at: length)) } }

  /// The time of a mark at a distance, after another one.
  func time(from start: Double, to end: Double) -> Double? {
    record.flatMap { time(from: $0.place(at: start), to: $0.place(at: end)) }
  }

  private func time(from start: RouteRecord.Place, to end: RouteRecord.Place) -> Double? {
    guard times != .none, let record, let passed = record.elapsedTime(at: end) else { return nil }
    return times == .total ? passed : record.elapsedTime(at: start).map { passed - $0 }
  }
}
