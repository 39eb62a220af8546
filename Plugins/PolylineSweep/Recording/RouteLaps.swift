import StageKit

/// The laps of a recorded way: those of its file, or equal distances of it.
struct RouteLaps: Sendable {
  struct Lap: Sendable {
    /// From 1.
    var number: Int
    var start: RouteRecord.Place
  }

  /// In the order of the way; empty where there are none.
  var laps: [Lap] = []

  /// The most laps that equal distances make.
  static let maxCount = 100_000

  /// - Parameter laps: In the order of the way.
  init(_ laps: [Lap] = []) { self.laps = laps }

  /// A lap for each `length` meters, without what lies over gaps; the last one may be shorter.
  init(of length: Double, along line: RouteLine, _ record: RouteRecord) {
    let whole = line.recorded(line.length)
    let count = Int(min((whole / length - 1e-6).rounded(.up), Double(Self.maxCount)))
    laps = (0..<max(count, 1)).map { index in
      Lap(
        number: index + 1, start: record.place(at: index == 0 ? 0 : line.distance(ofRecorded: Double(index) * length)))
    }
  }

  /// The index of the lap that a place lies in; nil before the first.
  func index(at place: RouteRecord.Place) -> Int? {
    func hasBegun(_ lap: Lap) -> Bool {
      guard let now = place.seconds, let start = lap.start.seconds else { return lap.start.distance <= place.distance }
      return start <= now
    }
    guard let first = laps.first, hasBegun(first) else { return nil }
    return lastIndex(in: laps.count) { hasBegun(laps[$0]) }
  }
}

/// Laps of equal distances, as parameters.
struct LapParameters: ParameterGroup {
  @Parameter(
    "The length of a lap, as for the split times of each kilometer; without it, laps are those of the file (FIT, TCX).",
    .positive())
  var lapLength: Double?
  @Parameter("The unit of 'lapLength'.") var lapUnit = DistanceUnit.kilometers

  /// Throws `StageError` for more laps than could be seen.
  func laps(along line: RouteLine, _ record: RouteRecord) throws -> RouteLaps {
    guard let lapLength else { return record.laps }
    let meters = lapLength * lapUnit.length
    if line.length / meters > Double(RouteLaps.maxCount) {
      throw StageError(
        "the route has more than \(RouteLaps.maxCount) laps", parameter: $lapLength.location, hint: "Make it larger.")
    }
    return RouteLaps(of: meters, along: line, record)
  }
}
