/// The parts of a file that cannot be read, and are left out.
struct RouteRemarks {
  enum Kind: CaseIterable { case positions, heights, times, zones, sensors, lists, arrays, checksum }

  private var found: [Kind: (count: Int, line: Int?)] = [:]

  /// Once more at a line; the first one is kept.
  mutating func add(_ kind: Kind, line: Int? = nil) { found[kind, default: (0, line)].count += 1 }

  mutating func add(_ other: RouteRemarks) {
    for (kind, more) in other.found { found[kind, default: (0, more.line)].count += more.count }
  }

  /// A sentence for each kind, with the place of the first.
  var texts: [RouteFileError] {
    Kind.allCases.compactMap { kind in
      guard let (count, line) = found[kind] else { return nil }
      let isOne = count == 1
      let which = isOne ? "" : ", of which this is the first,"
      let text =
        switch kind {
        case .positions:
          "\(count) \(isOne ? "position" : "positions")\(which) \(isOne ? "is" : "are") not on earth, and left out"
        case .heights:
          "\(count) \(isOne ? "height" : "heights")\(which) \(isOne ? "is none" : "are none") on earth, and left out"
        case .times: "\(count) \(isOne ? "time" : "times")\(which) cannot be read, and \(isOne ? "is" : "are") left out"
        case .zones:
          "\(count) \(isOne ? "time" : "times")\(which) \(isOne ? "has" : "have") no zone, and \(isOne ? "is" : "are") read as UTC"
        case .sensors:
          "\(count) \(isOne ? "value" : "values")\(which) of a heart rate, a cadence, a power or a temperature cannot be, and "
            + "\(isOne ? "is" : "are") left out"
        case .lists:
          "\(count) \(isOne ? "track" : "tracks")\(which) \(isOne ? "has" : "have") another number of 'when' than of 'coord'; "
            + "the times are left out"
        case .arrays:
          "\(count) \(isOne ? "array" : "arrays")\(which) \(isOne ? "has" : "have") another number of values than its track has "
            + "of 'coord', and \(isOne ? "is" : "are") left out"
        case .checksum: "its checksum is wrong, so that any of it may be damaged"
        }
      return RouteFileError(
        line == nil ? text.replacing(", of which this is the first,", with: "") : text, at: line.map { "\($0):1" })
    }
  }
}
