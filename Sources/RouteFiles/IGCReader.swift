@_spi(Host) import Coding
import StageKit

/// Flight logs of the International Gliding Commission. A file is one way.
///
/// Source: FAI, Technical Specification for GNSS Flight Recorders, appendix A.
struct IGCReader {
  private struct Fix {
    var place: RouteTrack.Place
    /// Meters, of the air's pressure and of the receiver.
    var pressure: Double?
    var satellites: Double?
    var beginsPart: Bool
  }

  /// The columns of a quantity that B records have after their own.
  private typealias Columns = Range<Int>

  private var fixes: [Fix] = []
  private var remarks = RouteRemarks()
  private var fault: RouteFileError?
  private var clock = DayClock()
  private var date: Int?
  private var utcOffset: Double?
  private var extensions: [String: Columns] = [:]
  private var recordCount = 0
  /// True where the position before the next one is not known, and where the next one is the first of a flight.
  private var isLost = false
  private var isFirst = true

  /// Where no position was recorded for more seconds, a part ends.
  private static let longestLoss = 10.0
  /// The bytes of a B record without extensions.
  private static let fixLength = 35

  /// True for a line that such files alone have: a fix, or the date.
  static func recognizes(_ line: ArraySlice<UInt8>) -> Bool {
    (line.count >= fixLength && line.first == UInt8(ascii: "B") && digits(line.dropFirst().prefix(6)) != nil)
      || dateText(line) != nil
  }

  /// Throws `RouteFileError` where it has no position.
  static func contents(_ bytes: [UInt8]) throws(RouteFileError) -> RouteFile.Contents {
    var reader = IGCReader()
    for line in TextLines(bytes) { reader.read(line) }
    guard !reader.fixes.isEmpty else {
      throw reader.fault ?? reader.remarks.noPositions("in \(reader.recordCount) B records")
    }
    return reader.contents
  }

  private var contents: RouteFile.Contents {
    var remarks = remarks
    let hasSatellites = fixes.contains { $0.satellites ?? 0 != 0 }
    // Recorders without a sensor, or without a fix in space, write zeros.
    let hasPressure = !hasSatellites && fixes.contains { $0.pressure ?? 0 != 0 }
    if hasPressure { remarks.add(.pressure) }
    if clock.shift == nil, fixes.contains(where: { $0.place.time != nil }) { remarks.add(.undated) }
    var parts: [[RouteTrack.Place]] = []
    for fix in fixes {
      var place = fix.place
      place.elevation = hasSatellites ? fix.satellites : hasPressure ? fix.pressure : nil
      if fix.beginsPart { parts.append([]) }
      parts[parts.count - 1].append(place)
    }
    return ([RouteTrack(parts: parts, utcOffset: utcOffset)], fault, remarks.texts)
  }

  private mutating func read(_ line: TextLines.Line) {
    let bytes = line.bytes
    guard let first = bytes.first(where: { $0 != 0x20 }) else { return }
    switch UnicodeScalar(first) {
    case "B": readFix(line)
    case "H": readHeader(line)
    case "I": readExtensions(bytes)
    case "A":
      // Another flight begins.
      isFirst = true
    case "C"..."Z": break
    default: remarks.add(.records, line: line.number)
    }
  }

  // MARK: Headers

  private static func dateText(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.first == UInt8(ascii: "H"), line.dropFirst(2).starts(with: "DTE".utf8) else { return nil }
    let rest = line.dropFirst(5)
    return (rest.starts(with: "DATE".utf8) ? rest.dropFirst(4) : rest).drop { $0 == UInt8(ascii: ":") || $0 == 0x20 }
  }

  private mutating func readHeader(_ line: TextLines.Line) {
    if let text = Self.dateText(line.bytes) {
      guard let found = DayClock.date(text.prefix(6)) else { return remarks.add(.dates, line: line.number) }
      // Recorders repeat the date of the flight after midnight, too.
      if found != date { clock.beginDate(found) }
      date = found
    } else if line.bytes.dropFirst(2).starts(with: "TZN".utf8) {
      readZone(line.text)
    }
  }

  /// Hours ahead of UTC, such as `+5.5`, `2` or `-03:30`.
  private mutating func readZone(_ text: String) {
    guard let value = text.split(separator: ":", maxSplits: 1).dropFirst().first else { return }
    let numbers = value.trimmed.split(separator: ":").map { Double($0) }
    guard let hours = numbers.first ?? nil, abs(hours) <= 14 else { return }
    let minutes = numbers.count > 1 ? numbers[1] ?? 0 : 0
    utcOffset = hours * 3600 + (value.contains("-") ? -minutes : minutes) * 60
  }

  /// `I`, their number, and for each its first and last column, from 1, and its name.
  private mutating func readExtensions(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes.dropFirst(3)
    while rest.count >= 7, let first = digits(rest.prefix(2)), let last = digits(rest.dropFirst(2).prefix(2)) {
      if first > Self.fixLength, last >= first {
        extensions[String(decoding: rest.dropFirst(4).prefix(3), as: UTF8.self)] = first - 1..<last
      }
      rest = rest.dropFirst(7)
    }
  }

  /// The digits of an extension in a record; empty where it has none.
  private func field(_ name: String, of record: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let columns = extensions[name], columns.upperBound <= record.count else { return [] }
    let text = record.dropFirst(columns.lowerBound).prefix(columns.count)
    return digits(text) == nil ? [] : text
  }

  // MARK: Fixes

  /// `B`, `HHMMSS`, `DDMMmmm` and `N` or `S`, `DDDMMmmm` and `E` or `W`, `A` or `V`, and two heights of five characters.
  private mutating func readFix(_ line: TextLines.Line) {
    recordCount += 1
    let record = line.bytes
    let wholeLength = line.isClosed ? Self.fixLength : extensions.values.map(\.upperBound).max() ?? Self.fixLength
    guard record.count >= max(wholeLength, Self.fixLength) else {
      if line.isClosed { remarks.add(.records, line: line.number) } else { fault = line.fault(in: "a B record") }
      return
    }
    func text(_ from: Int, _ count: Int) -> ArraySlice<UInt8> { record.dropFirst(from).prefix(count) }
    let validity = record[record.startIndex + 24]
    let latitude = Self.degrees(text(7, 7), field("LAD", of: record), text(14, 1), "N", "S")
    let longitude = Self.degrees(text(15, 8), field("LOD", of: record), text(23, 1), "E", "W")
    guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else {
      return remarks.add(.positions, line: line.number)
    }
    guard validity == UInt8(ascii: "A") || validity == UInt8(ascii: "V") else {
      return remarks.add(.records, line: line.number)
    }
    let coordinate = Coordinate(longitude: longitude, latitude: latitude)
    let isInSpace = validity == UInt8(ascii: "A")
    // Without any fix, recorders write zeros, or the last position again.
    if !isInSpace, coordinate == Coordinate(longitude: 0, latitude: 0) || coordinate == fixes.last?.place.coordinate {
      isLost = true
      return
    }
    var place = RouteTrack.Place(coordinate)
    place.line = line.number
    if let timeOfDay = DayClock.timeOfDay(text(1, 6)) {
      let tenths = field("TDS", of: record)
      place.time = clock.instant(timeOfDay) + fraction(tenths)
    } else {
      remarks.add(.times, line: line.number)
    }
    var fix = Fix(place: place, beginsPart: isFirst)
    fix.pressure = meters(text(25, 5), line.number)
    if isInSpace { fix.satellites = meters(text(30, 5), line.number) }
    if isLost, !isFirst, let last = fixes.last {
      fix.beginsPart = both(last.place.time, place.time).map { $1 - $0 > Self.longestLoss } ?? true
    }
    (isLost, isFirst) = (false, false)
    fixes.append(fix)
  }

  private mutating func meters(_ text: ArraySlice<UInt8>, _ line: Int) -> Double? {
    let result = height(String(decoding: text, as: UTF8.self))
    if result == nil, text.contains(where: { $0 != 0x20 }) { remarks.add(.heights, line: line) }
    return result
  }

  /// Degrees and thousandths of minutes, with more decimals of these, on one of two sides.
  private static func degrees(
    _ text: ArraySlice<UInt8>, _ decimals: ArraySlice<UInt8>, _ side: ArraySlice<UInt8>, _ positive: Unicode.Scalar,
    _ negative: Unicode.Scalar
  ) -> Double? {
    guard let whole = digits(text.dropLast(5)), let thousandths = digits(text.suffix(5)), thousandths < 60_000,
      let letter = side.first
    else { return nil }
    let value = Double(whole) + (Double(thousandths) + fraction(decimals)) / 60_000
    switch UnicodeScalar(letter) {
    case positive: return value
    case negative: return -value
    default: return nil
    }
  }
}

/// The number whose decimals these digits are.
private func fraction(_ decimals: ArraySlice<UInt8>) -> Double {
  decimals.reversed().reduce(0) { ($0 + Double($1) - 0x30) / 10 }
}

/// Both values, or nil without one of them.
func both<Value>(_ a: Value?, _ b: Value?) -> (Value, Value)? {
  if let a, let b { (a, b) } else { nil }
}
