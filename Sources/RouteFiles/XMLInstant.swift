import StageKit

/// Seconds since 1970 of an instant as XML Schema writes it: `2012-10-24T23:29:40.5Z`, `…+02:00`; without a zone, in UTC.
func seconds(_ text: String) -> Double? { instant(text)?.seconds }

/// Seconds since 1970, and whether the text names a zone. A blank in place of the `T`, and zones of hours alone, are read too.
func instant(_ text: String) -> (seconds: Double, hasZone: Bool)? {
  let parts = text.split(maxSplits: 1) { $0 == "T" || $0 == " " }
  let date = parts[safe: 0]?.split(separator: "-").compactMap { Int($0) } ?? []
  guard parts.count == 2, date.count == 3, let day = GregorianDate.days(year: date[0], month: date[1], day: date[2])
  else { return nil }
  var clock = parts[1]
  var zone = 0.0
  var hasZone = true
  if clock.last == "Z" {
    clock.removeLast()
  } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
    let digits = clock[clock.index(after: sign)...].filter { $0 != ":" }
    guard digits.count == 4 || digits.count == 2, let digitsValue = Int(digits) else { return nil }
    let value = digits.count == 2 ? digitsValue * 100 : digitsValue
    guard value <= 1400, value % 100 < 60 else { return nil }
    let offset: Int = (value / 100) * 3600 + (value % 100) * 60
    zone = Double(offset) * (clock[sign] == "-" ? -1 : 1)
    clock = clock[..<sign]
  } else {
    hasZone = false
  }
  let time = clock.split(separator: ":").compactMap { Double($0) }
  guard (2...3).contains(time.count), time.allSatisfy({ $0 >= 0 && $0 < 61 }), time[0] <= 24, time[1] < 60 else {
    return nil
  }
  return (Double(day) * 86_400 + time[0] * 3600 + time[1] * 60 + (time[safe: 2] ?? 0) - zone, hasZone)
}

extension Collection {
  fileprivate subscript(safe index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}
