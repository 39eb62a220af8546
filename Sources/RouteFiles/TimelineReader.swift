@_spi(Host) import Geography
import StageKit

/// The history of locations that Google hands out: `Records.json`, the months of "Semantic Location History", and the timelines that
/// phones export.
///
/// Each device's records are a way, and each activity of a month. The paths of a phone's timeline are parts of one way; positions
/// of its sensors are another one. What it says of visits and, next to paths, of activities, is passed over.
enum TimelineReader {
  /// The members of an object by which it is recognized.
  static let members: Set = ["locations", "timelineObjects", "semanticSegments", "rawSignals"]

  static func contents(_ bytes: [UInt8]) throws(RouteFileError) -> RouteFile.Contents {
    try RouteJSON.read(bytes) { (file) throws(JSONFault) in
      var tracks: [RouteTrack] = []
      if file.json.peek() == UInt8(ascii: "[") {
        tracks.append(try segments(&file))
      } else {
        try file.members { (file, name) throws(JSONFault) in
          switch name {
          case "locations": tracks += try records(&file)
          case "timelineObjects": tracks += try activities(&file)
          case "semanticSegments": tracks.append(try segments(&file))
          case "rawSignals": tracks.append(try signals(&file))
          default: try file.json.skipValue()
          }
        }
      }
      try file.json.expectEnd()
      return (tracks, nil, file.remarks.texts)
    }
  }

  // MARK: Records

  private static func records(_ file: inout RouteJSON) throws(JSONFault) -> [RouteTrack] {
    var devices: [Double?] = []
    var ways: [[RouteTrack.Place]] = []
    try file.elementsIfArray { (file) throws(JSONFault) in
      let line = file.line()
      var point = Point()
      var (elevation, device): (Double?, Double?) = (nil, nil)
      try file.membersIfObject { (file, name) throws(JSONFault) in
        switch name {
        case "altitude": elevation = try height(&file)
        case "deviceTag": device = try file.number()
        default: try point.read(name, &file)
        }
      }
      guard var place = point.place(line, &file.remarks) else { return }
      place.elevation = elevation
      let index = devices.firstIndex(of: device) ?? devices.count
      if index == devices.count {
        devices.append(device)
        ways.append([])
      }
      ways[index].append(place)
    }
    return ways.map { places in
      // Older files begin with the newest.
      let isBackward = both(places.first?.time, places.last?.time).map { $0 > $1 } ?? false
      return RouteTrack(parts: [isBackward ? places.reversed() : places])
    }
  }

  private static func height(_ file: inout RouteJSON) throws(JSONFault) -> Double? {
    let line = file.line()
    guard let value = try file.number() else { return nil }
    if !heights.contains(value) { file.remarks.add(.heights, line: line) }
    return heights.contains(value) ? value : nil
  }

  /// A position in units of 1e-7 degrees, and its time.
  private struct Point {
    var latitude: Double?
    var longitude: Double?
    var time: Double?

    mutating func read(_ name: String, _ file: inout RouteJSON) throws(JSONFault) {
      switch name {
      case "latitudeE7", "latE7": latitude = try Self.degrees(&file)
      case "longitudeE7", "lngE7": longitude = try Self.degrees(&file)
      case "timestamp": time = try file.instant()
      case "timestampMs": time = try file.number().map { $0 / 1000 }
      default: try file.json.skipValue()
      }
    }

    /// Some of Google's files have numbers of 32 bits without their sign.
    private static func degrees(_ file: inout RouteJSON) throws(JSONFault) -> Double? {
      try file.number().map { ($0 > 1_800_000_000 ? $0 - 4_294_967_296 : $0) / 1e7 }
    }

    /// Nil where there is no position, and where it is none on earth, which is remarked.
    func place(_ line: Int, _ remarks: inout RouteRemarks) -> RouteTrack.Place? {
      guard let latitude, let longitude else { return nil }
      guard abs(latitude) <= 90, abs(longitude) <= 180 else {
        remarks.add(.positions, line: line)
        return nil
      }
      var place = RouteTrack.Place(Coordinate(longitude: longitude, latitude: latitude), time: time)
      place.line = line
      return place
    }
  }

  private static func place(_ file: inout RouteJSON) throws(JSONFault) -> RouteTrack.Place? {
    let line = file.line()
    var point = Point()
    try file.membersIfObject { (file, name) throws(JSONFault) in try point.read(name, &file) }
    return point.place(line, &file.remarks)
  }

  // MARK: Months

  private static func activities(_ file: inout RouteJSON) throws(JSONFault) -> [RouteTrack] {
    var tracks: [RouteTrack] = []
    try file.elementsIfArray { (file) throws(JSONFault) in
      try file.membersIfObject { (file, name) throws(JSONFault) in
        if name == "activitySegment" { tracks.append(try activity(&file)) } else { try file.json.skipValue() }
      }
    }
    return tracks
  }

  /// From its start, on the most exact path that it has, to its end.
  private static func activity(_ file: inout RouteJSON) throws(JSONFault) -> RouteTrack {
    let line = file.line()
    var type: String?
    var (start, end): (RouteTrack.Place?, RouteTrack.Place?) = (nil, nil)
    var times: (start: Double?, end: Double?) = (nil, nil)
    var paths: [String: [RouteTrack.Place]] = [:]
    try file.membersIfObject { (file, name) throws(JSONFault) in
      switch name {
      case "activityType": type = try file.text()
      case "startLocation": start = try place(&file)
      case "endLocation": end = try place(&file)
      case "duration":
        try file.membersIfObject { (file, name) throws(JSONFault) in
          switch name {
          case "startTimestamp": times.start = try file.instant()
          case "endTimestamp": times.end = try file.instant()
          case "startTimestampMs": times.start = try file.number().map { $0 / 1000 }
          case "endTimestampMs": times.end = try file.number().map { $0 / 1000 }
          default: try file.json.skipValue()
          }
        }
      case "simplifiedRawPath", "waypointPath", "transitPath":
        var path: [RouteTrack.Place] = []
        try file.membersIfObject { (file, name) throws(JSONFault) in
          guard ["points", "waypoints", "transitStops"].contains(name) else { return try file.json.skipValue() }
          try file.elementsIfArray { (file) throws(JSONFault) in
            if let place = try place(&file) { path.append(place) }
          }
        }
        paths[name] = path
      default: try file.json.skipValue()
      }
    }
    start?.time = times.start
    end?.time = times.end
    var path =
      ["simplifiedRawPath", "waypointPath", "transitPath"].compactMap { paths[$0] }.first { !$0.isEmpty } ?? []
    // Paths repeat the ends, most without a time.
    if let first = path.first, first.coordinate == start?.coordinate, first.time == nil { path.removeFirst() }
    if let last = path.last, last.coordinate == end?.coordinate, last.time == nil { path.removeLast() }
    if path.isEmpty, start != nil, end != nil { file.remarks.add(.straight, line: line) }
    return RouteTrack(name: type, parts: [(start.map { [$0] } ?? []) + path + (end.map { [$0] } ?? [])])
  }

  // MARK: Phones

  /// All paths are parts of one way; or, in a file without paths, the straight lines of activities.
  private static func segments(_ file: inout RouteJSON) throws(JSONFault) -> RouteTrack {
    var paths: [[RouteTrack.Place]] = []
    var lines: [[RouteTrack.Place]] = []
    var offsets: Set<Double> = []
    try file.elementsIfArray { (file) throws(JSONFault) in
      var segment = Segment()
      try file.membersIfObject { (file, name) throws(JSONFault) in try segment.read(name, &file) }
      paths.append(segment.timedPath)
      lines.append(segment.line)
      if let offset = segment.utcOffset { offsets.insert(offset) }
    }
    if paths.allSatisfy(\.isEmpty) {
      paths = lines
      for line in lines where !line.isEmpty { file.remarks.add(.straight, line: line[0].line) }
    }
    return RouteTrack(parts: paths, utcOffset: offsets.count == 1 ? offsets.first : nil)
  }

  /// Positions of the phone's sensors.
  private static func signals(_ file: inout RouteJSON) throws(JSONFault) -> RouteTrack {
    var places: [RouteTrack.Place] = []
    try file.elementsIfArray { (file) throws(JSONFault) in
      try file.membersIfObject { (file, name) throws(JSONFault) in
        guard name == "position" else { return try file.json.skipValue() }
        var (place, elevation, time): (RouteTrack.Place?, Double?, Double?) = (nil, nil, nil)
        try file.membersIfObject { (file, name) throws(JSONFault) in
          switch name {
          case "LatLng", "latLng", "point": place = try writtenPlace(&file)
          case "altitudeMeters": elevation = try height(&file)
          case "timestamp": time = try file.instant()
          default: try file.json.skipValue()
          }
        }
        place?.elevation = elevation
        place?.time = time
        if let place { places.append(place) }
      }
    }
    return RouteTrack(name: "rawSignals", parts: [places])
  }

  private struct Segment {
    var start: Double?
    var end: Double?
    var utcOffset: Double?
    /// Places with their times, or the minutes after the start.
    private var path: [(place: RouteTrack.Place, minutes: Double?)] = []
    private var ends: (start: RouteTrack.Place?, end: RouteTrack.Place?) = (nil, nil)

    mutating func read(_ name: String, _ file: inout RouteJSON) throws(JSONFault) {
      switch name {
      case "startTime": start = try file.instant()
      case "endTime": end = try file.instant()
      case "startTimeTimezoneUtcOffsetMinutes": utcOffset = try file.number().map { $0 * 60 }
      case "timelinePath":
        var path: [(RouteTrack.Place, Double?)] = []
        try file.elementsIfArray { (file) throws(JSONFault) in
          var (place, time, minutes): (RouteTrack.Place?, Double?, Double?) = (nil, nil, nil)
          try file.membersIfObject { (file, name) throws(JSONFault) in
            switch name {
            case "point": place = try writtenPlace(&file)
            case "time": time = try file.instant()
            case "durationMinutesOffsetFromStartTime": minutes = try file.number()
            default: try file.json.skipValue()
            }
          }
          place?.time = time
          if let place { path.append((place, minutes)) }
        }
        self.path = path
      case "activity":
        var ends: (start: RouteTrack.Place?, end: RouteTrack.Place?) = (nil, nil)
        try file.membersIfObject { (file, name) throws(JSONFault) in
          switch name {
          case "start": ends.start = try writtenPlace(&file)
          case "end": ends.end = try writtenPlace(&file)
          default: try file.json.skipValue()
          }
        }
        self.ends = ends
      default: try file.json.skipValue()
      }
    }

    var timedPath: [RouteTrack.Place] {
      path.map { place, minutes in
        var place = place
        if place.time == nil { place.time = both(start, minutes).map { $0 + $1 * 60 } }
        return place
      }
    }

    /// Empty unless it has a start and an end.
    var line: [RouteTrack.Place] {
      guard var (first, last) = both(ends.start, ends.end) else { return [] }
      (first.time, last.time) = (start, end)
      return [first, last]
    }
  }

  /// A position as `48.1°, 11.5°` or `geo:48.1,11.5`, alone or as the member `latLng` of an object.
  private static func writtenPlace(_ file: inout RouteJSON) throws(JSONFault) -> RouteTrack.Place? {
    let line = file.line()
    var text: String?
    if file.json.peek() == UInt8(ascii: "{") {
      try file.members { (file, name) throws(JSONFault) in
        if name == "latLng" { text = try file.text() } else { try file.json.skipValue() }
      }
    } else {
      text = try file.text()
    }
    guard let text else { return nil }
    // A URI of RFC 5870 may go on with parameters.
    let numbers = (text.hasPrefix("geo:") ? text.dropFirst(4).prefix { $0 != ";" } : text[...])
      .split(separator: ",").map { $0.filter { $0 != "°" } }
    guard (2...3).contains(numbers.count), let coordinate = degrees(numbers[1], numbers[0]) else {
      file.remarks.add(.positions, line: line)
      return nil
    }
    var place = RouteTrack.Place(coordinate, elevation: numbers.count > 2 ? RouteFiles.height(numbers[2]) : nil)
    place.line = line
    return place
  }
}
