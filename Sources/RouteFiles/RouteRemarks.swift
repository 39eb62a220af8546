/// The parts of a file that cannot be read, and are left out.
struct RouteRemarks {
  enum Kind: CaseIterable {
    case records, checksums, positions, straight, heights, pressure, dates, times, zones, undated, sensors, lists,
      arrays, checksum
    case streams, invalid, measures, precision, polylines, geometries, overlays, links
  }

  private var found: [Kind: (count: Int, line: Int?)] = [:]

  /// Once more at a line; the first one is kept.
  mutating func add(_ kind: Kind, line: Int? = nil) { found[kind, default: (0, line)].count += 1 }

  mutating func add(_ other: RouteRemarks) {
    for (kind, more) in other.found { found[kind, default: (0, more.line)].count += more.count }
  }

  /// The error of a file without positions: the first remark says why, or else what was read.
  func noPositions(_ read: String) -> RouteFileError {
    texts.first.map { RouteFileError("it has no positions: \($0)", at: $0.place) }
      ?? RouteFileError("it has no positions, \(read)")
  }

  /// A sentence for each kind, with the place of the first.
  var texts: [RouteFileError] {
    Kind.allCases.compactMap { kind in
      guard let (count, line) = found[kind] else { return nil }
      let which = count == 1 || line == nil ? "" : ", of which this is the first,"
      let text =
        switch kind.phrase {
        case .counted(let one, let many):
          count == 1 ? "1 \(one.noun) \(one.rest)" : "\(count) \(many.noun)\(which) \(many.rest)"
        case .whole(let text): text
        }
      return RouteFileError(text, at: line.map { "\($0):1" }, hint: kind == .overlays ? RouteFile.noRoute : nil)
    }
  }
}

extension RouteRemarks.Kind {
  fileprivate enum Phrase {
    case counted((noun: String, rest: String), (noun: String, rest: String))
    case whole(String)

    /// Words for one, and for more of a noun whose plural ends in s.
    static func each(_ noun: String, _ one: String, _ many: String) -> Phrase {
      .counted((noun, one), (noun + "s", many))
    }
  }

  fileprivate var phrase: Phrase {
    switch self {
    case .records: .each("line", "cannot be read, and is left out", "cannot be read, and are left out")
    case .checksums:
      .each("line", "has a wrong checksum, and is left out", "have wrong checksums, and are left out")
    case .positions: .each("position", "is not on earth, and left out", "are not on earth, and left out")
    case .straight:
      .each("way", "has a start and an end alone, and is straight", "have a start and an end alone, and are straight")
    case .heights: .each("height", "is none on earth, and left out", "are none on earth, and left out")
    case .pressure:
      .whole("its heights are those of the air's pressure on a day of 1013.25 hPa, since it has no others")
    case .dates: .each("date", "cannot be read, and is left out", "cannot be read, and are left out")
    case .times: .each("time", "cannot be read, and is left out", "cannot be read, and are left out")
    case .zones: .each("time", "has no zone, and is read as UTC", "have no zone, and are read as UTC")
    case .undated: .whole("its times have no date; they are those of a day in 1970")
    case .sensors:
      .each(
        "value", "of a heart rate, a cadence, a power or a temperature cannot be, and is left out",
        "of a heart rate, a cadence, a power or a temperature cannot be, and are left out")
    case .lists:
      .each(
        "track", "has another number of 'when' than of 'coord'; the times are left out",
        "have another number of 'when' than of 'coord'; the times are left out")
    case .arrays:
      .each(
        "array", "has another number of values than its track has of 'coord', and is left out",
        "have another number of values than its track has of 'coord', and are left out")
    case .streams:
      .each(
        "stream", "has another number of values than 'latlng', and is left out",
        "have another number of values than 'latlng', and are left out")
    case .checksum: .whole("its checksum is wrong, so that any of it may be damaged")
    case .invalid:
      .each(
        "position", "is not valid by what the receiver says, and left out",
        "are not valid by what the receiver says, and left out")
    case .measures:
      .counted(
        ("geometry", "has measures (M), which are left out"), ("geometries", "have measures (M), which are left out"))
    case .precision:
      .each(
        "encoded polyline", "does not say its precision, and is read with 5 decimals",
        "do not say their precision, and are read with 5 decimals")
    case .polylines:
      .each("encoded polyline", "cannot be read, and is left out", "cannot be read, and are left out")
    case .geometries:
      .counted(
        ("geometry", "is no line or point, and left out"), ("geometries", "are no lines or points, and left out"))
    case .overlays: .each("overlay", "is a picture, and not drawn", "are pictures, and not drawn")
    case .links: .each("link", "to another file is not followed", "to other files are not followed")
    }
  }
}
