import Geography

/// A way between two of its times, and then between two of its distances.
struct RouteCut {
  private(set) var track: RouteTrack

  /// Throws `StageError` where nothing is left, or the way has no times to cut it by.
  init(_ selection: RouteSelection, of track: RouteTrack, named name: String) throws {
    self.track = track
    if selection.fromTime != nil || selection.toTime != nil {
      let times = track.places.compactMap(\.time)
      guard let first = times.min(), let last = times.max(), first < last else {
        throw StageError(
          "'\(name)' has no times by which it could be cut", hint: "Use 'fromDistance' and 'toDistance'.")
      }
      let bounds = Self.bounds(selection.fromTime, selection.toTime, of: last - first)
      self.track.parts = Self.cut(track.parts, from: first + bounds.from, to: first + bounds.to) { part in
        part.map(\.time)
      }
    }
    if selection.fromDistance != nil || selection.toDistance != nil {
      var length = 0.0
      let distances = self.track.parts.map { part in
        part.indices.map { index in
          if index > 0 { length += part[index - 1].coordinate.rhumbDistance(to: part[index].coordinate) }
          return length
        }
      }
      let bounds = Self.bounds(selection.fromDistance, selection.toDistance, of: length)
      var rest = distances[...]
      self.track.parts = Self.cut(self.track.parts, from: bounds.from, to: bounds.to) { _ in rest.popFirst() ?? [] }
    }
    guard !self.track.parts.isEmpty else {
      throw StageError(
        "nothing of '\(name)' lies in the part that is asked for: \(selection)",
        hint: "Numbers below 0 count from the way's end.")
    }
  }

  private static func bounds(_ from: Double?, _ to: Double?, of all: Double) -> (from: Double, to: Double) {
    func place(_ bound: Double) -> Double { bound < 0 ? all + bound : bound }
    return (from.map(place) ?? 0, to.map(place) ?? all)
  }

  /// The piece of each part between two keys, which grow, with ends between its places. Places without a key stay if those around
  /// them do.
  private static func cut(
    _ parts: [[RouteTrack.Place]], from: Double, to: Double, by keysOf: ([RouteTrack.Place]) -> [Double?]
  ) -> [[RouteTrack.Place]] {
    parts.compactMap { part in
      let keys = keysOf(part)
      let known = part.indices.filter { keys[$0] != nil }
      func key(_ index: Int) -> Double { keys[index] ?? 0 }
      guard from < to, let low = known.first(where: { key($0) >= from }),
        let high = known.last(where: { key($0) <= to })
      else { return nil }
      func between(_ a: Int, _ b: Int, at bound: Double) -> RouteTrack.Place? {
        let share = (bound - key(a)) / (key(b) - key(a))
        return share > 0 && share < 1 ? part[a].mixed(with: part[b], at: share) : nil
      }
      // The whole of the cut may lie between two places.
      let before = known.last { $0 < low }
      let after = known.first { $0 > high }
      var result: [RouteTrack.Place] = []
      if let before, let start = between(before, low, at: from) { result.append(start) }
      if low <= high { result += part[(before == nil ? 0 : low)...(after == nil ? part.count - 1 : high)] }
      if let after, let end = between(high, after, at: to) { result.append(end) }
      return result.count > 1 ? result : nil
    }
  }
}

extension RouteTrack.Place {
  /// A place on the straight line to another; what only one of them knows is missing.
  fileprivate func mixed(with other: RouteTrack.Place, at share: Double) -> RouteTrack.Place {
    func mix(_ a: Double?, _ b: Double?) -> Double? { a.flatMap { a in b.map { a + ($0 - a) * share } } }
    let east = (other.coordinate.longitude - coordinate.longitude).remainder(dividingBy: 360)
    var result = RouteTrack.Place(
      Coordinate(
        longitude: coordinate.longitude + east * share,
        latitude: coordinate.latitude + (other.coordinate.latitude - coordinate.latitude) * share),
      elevation: mix(elevation, other.elevation), time: mix(time, other.time))
    result.heartRate = mix(heartRate, other.heartRate)
    result.cadence = mix(cadence, other.cadence)
    result.power = mix(power, other.power)
    result.temperature = mix(temperature, other.temperature)
    result.lap = lap
    return result
  }
}
