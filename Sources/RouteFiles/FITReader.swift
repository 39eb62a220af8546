import StageKit

/// Activities of watches and bicycle computers, in Garmin's Flexible and Interoperable Data Transfer format. A file is one way.
struct FITReader {
  private struct Field {
    var number: UInt8
    var size: Int
  }

  private struct Definition {
    var message: UInt16
    var isBigEndian: Bool
    var fields: [Field]
    var size: Int
  }

  private let bytes: [UInt8]
  private var place: Int
  /// The start of the message that is read.
  private var messageStart = 0
  private let end: Int
  private let isClosed: Bool
  private var definitions: [UInt8: Definition] = [:]
  private var parts: [[RouteTrack.Place]] = []
  private var waypoints: [RouteTrack.Waypoint] = []
  /// The times at which laps began, in the format's own seconds.
  private var lapStarts: [UInt32] = []
  private var remarks = RouteRemarks()
  /// True if the timer is stopped, since when, and whether the next position after that begins a part.
  private var pause = (isOn: false, since: UInt32?.none, beginsPart: true)
  /// The number of records, in the files before it too.
  private var recordCount: Int
  /// The time of the last message that had one, in the format's own seconds.
  private var lastTime: UInt32 = 0
  /// The seconds by which the device's clock was ahead of UTC.
  private var utcOffset: Double?

  /// The format's seconds begin with the year 1990.
  private static let epoch = 631_065_600.0
  private static let record: UInt16 = 20
  private static let event: UInt16 = 21
  private static let lap: UInt16 = 19
  private static let activity: UInt16 = 34
  private static let coursePoint: UInt16 = 32
  /// The kinds of course points by their numbers.
  private static let pointKinds = [
    "Generic", "Summit", "Valley", "Water", "Food", "Danger", "Left", "Right", "Straight", "First Aid",
  ]

  /// The ways up to where the bytes are cut off or damaged, with the fault that is there. A wrong checksum alone is none.
  ///
  /// Several files in a row, as the format's protocol allows them, give a track each; where the timer was stopped, another part
  /// begins. Throws `RouteFileError` where nothing before
  /// the fault has a position.
  static func tracks(_ bytes: [UInt8]) throws(RouteFileError) -> RouteFile.Contents {
    var remarks = RouteRemarks()
    var tracks: [RouteTrack] = []
    var (start, recordCount) = (0, 0)
    var fault: RouteFileError?
    repeat {
      do throws(RouteFileError) {
        var reader = try FITReader(bytes, from: start, after: recordCount)
        fault = reader.readAll()
        if !reader.parts.isEmpty {
          tracks.append(RouteTrack(parts: reader.lappedParts, utcOffset: reader.utcOffset).with(reader.waypoints))
        }
        remarks.add(reader.remarks)
        if fault == nil, !hasChecksum(bytes, start..<reader.end) { remarks.add(.checksum) }
        recordCount = reader.recordCount
        // A checksum of two bytes ends each file.
        start = reader.end + 2
      } catch {
        fault = error
      }
    } while fault == nil && start < bytes.count && bytes[start...].contains { $0 != 0 }
    guard !tracks.isEmpty else { throw fault ?? RouteFileError("it has no positions, in \(recordCount) records") }
    return (tracks, fault, remarks.texts)
  }

  /// True where a file has the checksum of its header and its records: CRC-16 with the polynomial 0x8005, lowest bits first. None,
  /// or 0, is not compared.
  private static func hasChecksum(_ bytes: [UInt8], _ file: Range<Int>) -> Bool {
    guard file.upperBound + 2 <= bytes.count else { return true }
    let said = UInt16(bytes[file.upperBound]) | UInt16(bytes[file.upperBound + 1]) << 8
    let found = bytes[file].reduce(UInt16(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
    }
    return said == 0 || said == found
  }

  private init(_ bytes: [UInt8], from start: Int, after recordCount: Int) throws(RouteFileError) {
    let header = bytes[start...].prefix(12)
    guard header.count == 12, header.dropFirst(8).elementsEqual(".FIT".utf8) else {
      throw RouteFileError("what follows its first \(recordCount) records is no FIT file")
    }
    guard bytes[start] >= 12 else { throw RouteFileError("its header is damaged, after \(recordCount) records") }
    self.bytes = bytes
    self.recordCount = recordCount
    place = start + Int(bytes[start])
    let size = (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) }
    // Devices write the size when the recording ends.
    isClosed = size > 0
    end = isClosed ? place + size : max(bytes.count, place)
  }

  /// Up to the fault that it returns.
  private mutating func readAll() -> RouteFileError? {
    do throws(RouteFileError) {
      while place < end { try readNext() }
      return isClosed ? nil : RouteFileError("it was not closed, after \(recordCount) records")
    } catch {
      return error
    }
  }

  private mutating func readNext() throws(RouteFileError) {
    messageStart = place
    let header = try byte()
    if header & 0x80 != 0 {
      // The lowest 5 bits of a time that follows the last one by less than 32 seconds.
      lastTime &+= UInt32((header &- UInt8(truncatingIfNeeded: lastTime)) & 0x1F)
      try readMessage(of: header >> 5 & 3, hasTime: true)
    } else if header & 0x40 != 0 {
      try readDefinition(of: header & 0xF, hasOwnFields: header & 0x20 != 0)
    } else {
      try readMessage(of: header & 0xF, hasTime: false)
    }
  }

  private var isCutOff: RouteFileError {
    RouteFileError("it is cut off at byte \(messageStart), after \(recordCount) records", hint: "Export it again.")
  }

  private mutating func byte() throws(RouteFileError) -> UInt8 {
    guard place < min(end, bytes.count) else {
      throw isCutOff
    }
    defer { place += 1 }
    return bytes[place]
  }

  private mutating func skip(_ count: Int) throws(RouteFileError) {
    guard place + count <= min(end, bytes.count) else {
      throw isCutOff
    }
    place += count
  }

  private mutating func readDefinition(of local: UInt8, hasOwnFields: Bool) throws(RouteFileError) {
    _ = try byte()
    let isBigEndian = try byte() == 1
    let (first, second) = (UInt16(try byte()), UInt16(try byte()))
    var definition = Definition(
      message: isBigEndian ? first << 8 | second : second << 8 | first, isBigEndian: isBigEndian, fields: [], size: 0)
    for _ in 0..<(try byte()) {
      let (number, size) = (try byte(), Int(try byte()))
      _ = try byte()
      definition.fields.append(Field(number: number, size: size))
      definition.size += size
    }
    if hasOwnFields {
      for _ in 0..<(try byte()) {
        _ = try byte()
        definition.size += Int(try byte())
        _ = try byte()
      }
    }
    definitions[local] = definition
  }

  private mutating func readMessage(of local: UInt8, hasTime: Bool) throws(RouteFileError) {
    guard let definition = definitions[local] else {
      throw RouteFileError(
        "it has a message without a definition at byte \(messageStart), after \(recordCount) records")
    }
    let start = place
    try skip(definition.size)
    // The device reserved space that it never wrote.
    guard definition.message != Self.record || bytes[start - 1..<place].contains(where: { $0 != 0 }) else {
      throw isCutOff
    }
    func value(_ at: Int, _ size: Int) -> UInt32 {
      (0..<size).reduce(0) { sum, i in
        sum | UInt32(bytes[at + i]) << UInt32(8 * (definition.isBigEndian ? size - 1 - i : i))
      }
    }
    var (latitude, longitude, elevation) = (Int32.max, Int32.max, Double?.none)
    var (name, kind) = (String?.none, String?.none)
    var (at, isTimed) = (start, hasTime)
    var (event, eventType, localTime) = (UInt32.max, UInt32.max, UInt32.max)
    var sensors: [(Sensor, Double)] = []
    let (isRecord, isEvent) = (definition.message == Self.record, definition.message == Self.event)
    let isPoint = definition.message == Self.coursePoint
    for field in definition.fields {
      defer { at += field.size }
      switch (field.number, field.size) {
      case (253, 4):
        let time = value(at, 4)
        if time != .max { (lastTime, isTimed) = (time, true) }
      case (2, 4) where isPoint: latitude = Int32(bitPattern: value(at, 4))
      case (3, 4) where isPoint: longitude = Int32(bitPattern: value(at, 4))
      case (6, _) where isPoint:
        name = String(validating: bytes[at..<at + field.size].prefix { $0 != 0 }, as: UTF8.self)
      case (5, 1) where isPoint:
        kind = Self.pointKinds.indices.contains(Int(bytes[at])) ? Self.pointKinds[Int(bytes[at])] : nil
      case (2, 4) where definition.message == Self.lap && value(at, 4) != .max: lapStarts.append(value(at, 4))
      case (0, 4) where isRecord: latitude = Int32(bitPattern: value(at, 4))
      case (1, 4) where isRecord: longitude = Int32(bitPattern: value(at, 4))
      case (2, 2) where isRecord && elevation == nil && value(at, 2) != 0xFFFF:
        elevation = Double(value(at, 2)) / 5 - 500
      case (78, 4) where isRecord && value(at, 4) != .max: elevation = Double(value(at, 4)) / 5 - 500
      case (3, 1) where isRecord && bytes[at] != 0xFF: sensors.append((.heartRate, Double(bytes[at])))
      case (4, 1) where isRecord && bytes[at] != 0xFF: sensors.append((.cadence, Double(bytes[at])))
      case (7, 2) where isRecord && value(at, 2) != 0xFFFF: sensors.append((.power, Double(value(at, 2))))
      case (13, 1) where isRecord && bytes[at] != 0x7F:
        sensors.append((.temperature, Double(Int8(bitPattern: bytes[at]))))
      case (5, 4) where definition.message == Self.activity: localTime = value(at, 4)
      case (0, 1) where isEvent: event = value(at, 1)
      case (1, 1) where isEvent: eventType = value(at, 1)
      default: break
      }
    }
    if localTime != .max, isTimed { readOffset(localTime) }
    if isEvent, event == 0 { readTimer(eventType, isTimed: isTimed) }
    guard isRecord || isPoint else { return }
    if isRecord { recordCount += 1 }
    guard latitude != .max, longitude != .max else { return }
    let degrees = 180.0 / 0x8000_0000
    let coordinate = Coordinate(longitude: Double(longitude) * degrees, latitude: Double(latitude) * degrees)
    guard abs(coordinate.latitude) <= 90 else { return remarks.add(.positions) }
    if isPoint { return waypoints.append(RouteTrack.Waypoint(coordinate, named: name, symbol: kind)) }
    // The last position may follow the event that stops the timer, at its time.
    let isLast = isTimed && pause.since.map { lastTime <= $0 } ?? false
    if pause.beginsPart, parts.isEmpty || !isLast {
      parts.append([])
      pause.beginsPart = false
    }
    var place = RouteTrack.Place(
      coordinate, elevation: elevation, time: isTimed ? Self.epoch + Double(lastTime) : nil)
    for (sensor, value) in sensors { sensor.set(value, of: &place, line: nil, &remarks) }
    parts[parts.count - 1].append(place)
  }

  /// Each position with the number of its lap. Devices write a lap when it ends, some of them all at the end.
  private var lappedParts: [[RouteTrack.Place]] {
    guard !lapStarts.isEmpty else { return parts }
    let starts = lapStarts.map { Self.epoch + Double($0) }.sorted()
    var lap = 1
    return parts.map { part in
      part.map { place in
        guard let time = place.time else { return place }
        while lap < starts.count, starts[lap] <= time { lap += 1 }
        return place.inLap(lap)
      }
    }
  }

  /// Clocks differ from UTC by whole quarters of an hour, up to 14 hours; what differs by more is no time of the zone.
  private mutating func readOffset(_ localTime: UInt32) {
    let offset = ((Double(localTime) - Double(lastTime)) / 900).rounded() * 900
    if abs(offset) <= 14 * 3600 { utcOffset = offset }
  }

  /// An event of the timer: starts, stops, and stops of all, also for good.
  private mutating func readTimer(_ type: UInt32, isTimed: Bool) {
    switch type {
    case 0 where pause.isOn: pause = (false, nil, true)
    case 1, 4, 8, 9: if !pause.isOn { pause = (true, isTimed ? lastTime : nil, true) }
    default: break
    }
  }
}
