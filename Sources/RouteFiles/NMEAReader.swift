@_spi(Host) import Coding
import StageKit

/// Logs of a receiver's sentences by NMEA 0183, of which RMC, GGA and ZDA are read. A file is one way.
///
/// Sentences of one time of day are one place: positions and dates of RMC, heights of GGA.
struct NMEAReader {
  /// The content of the sentences of one time.
  private struct Epoch {
    let timeOfDay: Double?
    let line: Int
    /// The first words of its sentences. Where one comes again, receivers write more places than times.
    var addresses: Set<String> = []
    var coordinate: Coordinate?
    var elevation: Double?
    var date: Int?
    var isLost = false
  }

  private var epoch: Epoch?
  private var parts: [[RouteTrack.Place]] = []
  private var remarks = RouteRemarks()
  private var fault: RouteFileError?
  private var clock = DayClock()
  private var isLost = true
  private var sentenceCount = 0
  private var hasChecksums = false

  /// Where there was no valid position for more seconds, a part ends.
  private static let longestLoss = 10.0

  /// True for a line with a sentence.
  static func recognizes(_ line: ArraySlice<UInt8>) -> Bool { sentence(line) != nil }

  /// Throws `RouteFileError` where it has no position.
  static func contents(_ bytes: [UInt8]) throws(RouteFileError) -> RouteFile.Contents {
    var reader = NMEAReader()
    for line in TextLines(bytes) { reader.read(line) }
    reader.endEpoch()
    guard !reader.parts.isEmpty else {
      throw reader.fault ?? reader.remarks.noPositions("in \(reader.sentenceCount) sentences of RMC or GGA")
    }
    return reader.contents
  }

  private var contents: RouteFile.Contents {
    var remarks = remarks
    if clock.shift == nil, parts.contains(where: { $0.contains { $0.time != nil } }) { remarks.add(.undated) }
    return ([RouteTrack(parts: parts)], fault, remarks.texts)
  }

  /// The text after the last `$` of a line, which programs may begin with a time of their own; nil where it is no sentence.
  private static func sentence(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let start = line.lastIndex(of: UInt8(ascii: "$")) else { return nil }
    let text = line[(start + 1)...]
    let address = text.prefix { $0 != UInt8(ascii: ",") }
    let isAddress = address.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
    return (4...8).contains(address.count) && isAddress && address.count < text.count ? text : nil
  }

  private mutating func read(_ line: TextLines.Line) {
    guard let whole = Self.sentence(line.bytes) else {
      let first = line.bytes.first { $0 != 0x20 && $0 != 0x09 }
      if !line.isClosed, line.bytes.contains(UInt8(ascii: "$")) {
        fault = line.fault(in: "a sentence")
      } else if let first, first != UInt8(ascii: "!"), first != UInt8(ascii: "#") {
        remarks.add(.records, line: line.number)
      }
      return
    }
    let text = whole.prefix { $0 != UInt8(ascii: "*") }
    let sum = String(decoding: whole.dropFirst(text.count + 1), as: UTF8.self).trimmed
    let hasSum = text.count < whole.count
    let isRight = UInt8(sum, radix: 16).map { $0 == text.reduce(0, ^) && sum.utf8.count == 2 } ?? false
    // A number may be cut off, where other sentences say that theirs are whole.
    if !line.isClosed, hasSum ? !isRight : hasChecksums {
      fault = line.fault(in: "a sentence")
      return
    }
    guard isRight || !hasSum else { return remarks.add(.checksums, line: line.number) }
    hasChecksums = hasChecksums || hasSum
    let fields = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    // Two letters are those of the device, such as GP and GN.
    guard fields[0].count == 5 else { return }
    switch String(decoding: fields[0].suffix(3), as: UTF8.self) {
    case "RMC": readMinimum(fields, line)
    case "GGA": readFix(fields, line)
    case "ZDA": readDate(fields, line)
    default: break
    }
  }

  // MARK: Sentences

  /// Time, status, latitude, longitude, speed, course, date, variation, and the mode.
  private mutating func readMinimum(_ fields: [ArraySlice<UInt8>], _ line: TextLines.Line) {
    guard fields.count >= 10 else { return end(line, in: "RMC") }
    begin(fields, line)
    let isValid = fields[2].elementsEqual("A".utf8) && !(fields.count > 12 && fields[12].elementsEqual("N".utf8))
    add(fields[3...6], isValid: isValid, line)
    guard isValid, !fields[9].isEmpty else { return }
    epoch?.date = DayClock.date(fields[9])
    if epoch?.date == nil { remarks.add(.dates, line: line.number) }
  }

  /// Time, latitude, longitude, quality, satellites, their dilution, and the height over the geoid in meters.
  private mutating func readFix(_ fields: [ArraySlice<UInt8>], _ line: TextLines.Line) {
    guard fields.count >= 11 else { return end(line, in: "GGA") }
    begin(fields, line)
    let isValid = digits(fields[6]).map { $0 > 0 } ?? false
    add(fields[2...5], isValid: isValid, line)
    guard isValid, !fields[9].isEmpty, epoch?.elevation == nil else { return }
    epoch?.elevation = height(String(decoding: fields[9], as: UTF8.self))
    if epoch?.elevation == nil { remarks.add(.heights, line: line.number) }
  }

  /// Time, day, month and year.
  private mutating func readDate(_ fields: [ArraySlice<UInt8>], _ line: TextLines.Line) {
    guard fields.count >= 5 else { return end(line, in: "ZDA") }
    guard fields[2...4].contains(where: { !$0.isEmpty }) else { return }
    begin(fields, line)
    if let day = digits(fields[2]), let month = digits(fields[3]), let year = digits(fields[4]) {
      epoch?.date = GregorianDate.days(year: year, month: month, day: day)
    }
    if epoch?.date == nil { remarks.add(.dates, line: line.number) }
  }

  /// A sentence with too few fields.
  private mutating func end(_ line: TextLines.Line, in name: String) {
    if line.isClosed { remarks.add(.records, line: line.number) } else { fault = line.fault(in: "\(name)") }
  }

  /// Goes on with the sentences of a time, or begins those of the next.
  private mutating func begin(_ fields: [ArraySlice<UInt8>], _ line: TextLines.Line) {
    sentenceCount += 1
    let address = String(decoding: fields[0], as: UTF8.self)
    let seconds = Self.timeOfDay(fields[1])
    if seconds == nil, !fields[1].isEmpty { remarks.add(.times, line: line.number) }
    if seconds == nil || epoch?.timeOfDay != seconds || epoch?.addresses.contains(address) ?? true {
      endEpoch()
      epoch = Epoch(timeOfDay: seconds, line: line.number)
    }
    epoch?.addresses.insert(address)
  }

  /// `HHMMSS`, with or without decimals.
  private static func timeOfDay(_ bytes: ArraySlice<UInt8>) -> Double? {
    guard let whole = DayClock.timeOfDay(bytes.prefix(6)) else { return nil }
    let rest = bytes.dropFirst(6)
    guard !rest.isEmpty else { return whole }
    guard rest.first == UInt8(ascii: "."), let decimals = Double("0\(String(decoding: rest, as: UTF8.self))") else {
      return nil
    }
    return whole + decimals
  }

  /// `DDMM.mmmm`, `N` or `S`, `DDDMM.mmmm`, and `E` or `W`.
  private mutating func add(_ fields: ArraySlice<ArraySlice<UInt8>>, isValid: Bool, _ line: TextLines.Line) {
    let fields = Array(fields)
    let latitude = Self.degrees(fields[0], fields[1], "N", "S", limit: 90)
    let longitude = Self.degrees(fields[2], fields[3], "E", "W", limit: 180)
    guard isValid else {
      if epoch?.isLost == false, fields.contains(where: { !$0.isEmpty }) { remarks.add(.invalid, line: line.number) }
      epoch?.isLost = true
      return
    }
    guard let latitude, let longitude else { return remarks.add(.positions, line: line.number) }
    if epoch?.coordinate == nil { epoch?.coordinate = Coordinate(longitude: longitude, latitude: latitude) }
  }

  private static func degrees(
    _ text: ArraySlice<UInt8>, _ side: ArraySlice<UInt8>, _ positive: Unicode.Scalar, _ negative: Unicode.Scalar,
    limit: Double
  ) -> Double? {
    // Two digits of minutes stand before the point.
    let degrees = text.prefix { (0x30...0x39).contains($0) }.dropLast(2)
    guard let whole = digits(degrees), side.count == 1, let letter = side.first,
      let minutes = number(String(decoding: text[degrees.endIndex...], as: UTF8.self)), minutes >= 0
    else { return nil }
    let result = Double(whole) + minutes / 60
    guard minutes < 60, result <= limit else { return nil }
    switch UnicodeScalar(letter) {
    case positive: return result
    case negative: return -result
    default: return nil
    }
  }

  // MARK: Places

  /// The time of the sentences whose date this is; places before the first date were counted from 1970.
  private mutating func begin(_ date: Int) -> Double {
    let isFirst = clock.shift == nil
    let time = clock.setDate(date)
    if isFirst, let shift = clock.shift {
      for part in parts.indices {
        for index in parts[part].indices { parts[part][index].time? += shift }
      }
    }
    return time
  }

  private mutating func endEpoch() {
    guard let epoch else { return }
    self.epoch = nil
    guard !epoch.isLost else {
      isLost = true
      return
    }
    var time = epoch.timeOfDay.map { clock.instant($0) }
    if let date = epoch.date, time != nil { time = begin(date) }
    guard let coordinate = epoch.coordinate else { return }
    var place = RouteTrack.Place(coordinate, elevation: epoch.elevation, time: time)
    place.line = epoch.line
    let isGap = isLost && both(parts.last?.last?.time, time).map { $1 - $0 > Self.longestLoss } ?? true
    if parts.isEmpty || isGap { parts.append([]) }
    isLost = false
    parts[parts.count - 1].append(place)
  }
}
