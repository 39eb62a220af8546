import Geography

/// Mends what receivers get wrong in a recording, and notes each kind of fault with its first place.
///
/// Nothing is moved: positions and times that cannot be are left out, and a jump becomes a gap.
struct RouteRepair {
  private enum Kind: CaseIterable { case nowhere, repeated, times, dates, far, jumps, order }

  /// In meters a second.
  private let maxSpeed: Double
  private var found: [Kind: (count: Int, line: Int?, index: Int)] = [:]

  /// The positions after which it must be back.
  private static let longestStray = 60
  /// Where more of a way is too fast, it is no fault of the receiver.
  private static let greatestShareOfFast = 0.25
  /// Dates that differ by more seconds from a part's middle are wrong where they are few: a receiver without a fix begins with 1970,
  /// 1980 or 1999.
  private static let farDate = 30 * 86_400.0
  private static let greatestShareOfFarDates = 0.01
  private static let fewestDates = 10
  /// Where receivers without a fix say that they are, nothing else of a recording is so near, in meters.
  private static let nearNowhere = 100_000.0
  private static let greatestShareOfNowhere = 0.25

  init(maxSpeed: Double) { self.maxSpeed = maxSpeed }

  mutating func repaired(_ track: RouteTrack) -> RouteTrack {
    var result = track
    var first = 0
    var parts: [[Numbered]] = track.parts.map { part in
      defer { first += part.count }
      return part.enumerated().map { Numbered(place: $1, index: first + $0) }
    }
    removeNowhere(&parts)
    removeRepeated(&parts)
    parts = parts.flatMap { part in
      var part = part
      removeFarDates(&part)
      removeUnorderedTimes(&part)
      removeStrays(&part)
      return split(part)
    }
    sortParts(&parts)
    result.parts = parts.map { $0.map(\.place) }.filter { !$0.isEmpty }
    // A part with nothing but faults stays as it is.
    return result.parts.isEmpty ? track : result
  }

  /// A sentence for each kind, with the line of the first, if the format has lines.
  var texts: [(text: String, line: Int?)] {
    Kind.allCases.compactMap { kind in
      guard let (count, line, index) = found[kind] else { return nil }
      let isOne = count == 1
      let which =
        switch (line, isOne) {
        case (_?, true): ""
        case (_?, false): ", of which this is the first,"
        case (nil, true): " (number \(index) of its way)"
        case (nil, false): ", of which number \(index) of its way is the first,"
        }
      let noun =
        switch kind {
        case .times, .dates: "time"
        case .jumps: "jump"
        case .order: "part"
        default: "position"
        }
      let subject = "\(count) \(noun)\(isOne ? "" : "s")\(which)"
      let verb = isOne ? "is" : "are"
      let speed = "\(Int(maxSpeed.rounded())) m/s"
      let text =
        switch kind {
        case .nowhere:
          "\(subject) \(verb) at 0° north and 0° east, as receivers write that know none, and left out"
        case .repeated: "\(subject) \(isOne ? "repeats an earlier one" : "repeat earlier ones"), and \(verb) left out"
        case .times:
          "\(subject) \(isOne ? "does" : "do") not fit those around \(isOne ? "it" : "them"), and \(verb) left out"
        case .dates: "\(subject) \(verb) more than 30 days from the others of its part, and left out"
        case .far:
          "\(subject) \(verb) so far off that it takes more than \(speed) to go there and back, and \(verb) left out"
        case .order:
          "\(subject) \(isOne ? "begins" : "begin") before \(isOne ? "the one" : "those") before it in the file \(isOne ? "does" : "do"), and the parts "
            + "are put in the order of their times"
        case .jumps:
          "\(subject) \(isOne ? "takes" : "take") more than \(speed), and \(verb) taken as \(isOne ? "a gap" : "gaps")"
        }
      return (text, line)
    }
  }

  private struct Numbered {
    var place: RouteTrack.Place
    /// Among all positions of the way.
    let index: Int
  }

  private mutating func note(_ kind: Kind, _ point: Numbered) {
    let (count, line, index) = found[kind] ?? (0, nil, .max)
    found[kind] = point.index < index ? (count + 1, point.place.line, point.index) : (count + 1, line, index)
  }

  // MARK: Positions

  private mutating func removeNowhere(_ parts: inout [[Numbered]]) {
    let zero = Coordinate(longitude: 0, latitude: 0)
    let all = parts.joined()
    guard Double(all.count { $0.place.coordinate == zero }) <= Double(all.count) * Self.greatestShareOfNowhere,
      let other = all.first(where: { $0.place.coordinate != zero }),
      other.place.coordinate.rhumbDistance(to: zero) > Self.nearNowhere
    else { return }
    for index in parts.indices {
      for point in parts[index] where point.place.coordinate == zero { note(.nowhere, point) }
      parts[index].removeAll { $0.place.coordinate == zero }
    }
  }

  /// Positions at the time and the place of earlier ones.
  private mutating func removeRepeated(_ parts: inout [[Numbered]]) {
    struct Instant: Hashable {
      let coordinate: Coordinate
      let time: Double
    }
    var seen: Set<Instant> = []
    for index in parts.indices {
      let part = parts[index]
      parts[index].removeAll(keepingCapacity: true)
      for point in part {
        guard let time = point.place.time,
          !seen.insert(Instant(coordinate: point.place.coordinate, time: time)).inserted
        else {
          parts[index].append(point)
          continue
        }
        note(.repeated, point)
      }
    }
  }

  /// In meters a second, over a second at least, since many devices write whole ones; nil without times.
  private func speed(_ a: Numbered, _ b: Numbered) -> Double? {
    guard let from = a.place.time, let to = b.place.time else { return nil }
    return a.place.coordinate.rhumbDistance(to: b.place.coordinate) / max(to - from, 1)
  }

  private func isFast(_ a: Numbered, _ b: Numbered) -> Bool { speed(a, b).map { $0 > maxSpeed } ?? false }

  /// Leaves out positions to which and from which a way would be too fast.
  private mutating func removeStrays(_ part: inout [Numbered]) {
    guard part.count > 2 else { return }
    let fast = zip(part, part.dropFirst()).count { isFast($0, $1) }
    guard fast > 0, Double(fast) <= max(Double(part.count - 1) * Self.greatestShareOfFast, 2) else { return }
    var kept = [part[0]]
    var next = 1
    while next < part.count {
      let last = kept[kept.count - 1]
      if isFast(last, part[next]),
        let back = (next + 1..<min(next + 1 + Self.longestStray, part.count)).first(where: {
          isFast(part[$0 - 1], part[$0]) && !isFast(last, part[$0])
        })
      {
        for stray in part[next..<back] { note(.far, stray) }
        next = back
      }
      kept.append(part[next])
      next += 1
    }
    // Nothing is beyond the ends that could be come back to.
    if kept.count > 3, isFast(kept[0], kept[1]), !isFast(kept[1], kept[2]) { note(.far, kept.removeFirst()) }
    if kept.count > 3, isFast(kept[kept.count - 2], kept[kept.count - 1]),
      !isFast(kept[kept.count - 3], kept[kept.count - 2])
    {
      note(.far, kept.removeLast())
    }
    part = kept
  }

  /// Parts between which it would be too fast, where it is not before and after that.
  private mutating func split(_ part: [Numbered]) -> [[Numbered]] {
    var result: [[Numbered]] = []
    var start = 0
    for index in part.indices.dropFirst(2).dropLast() where isFast(part[index - 1], part[index]) {
      guard !isFast(part[index - 2], part[index - 1]), !isFast(part[index], part[index + 1]) else { continue }
      note(.jumps, part[index])
      result.append(Array(part[start..<index]))
      start = index
    }
    return result + [Array(part[start...])]
  }

  // MARK: Times

  /// Puts parts into the order of their times, where all have some and none goes on while another does.
  private mutating func sortParts(_ parts: inout [[Numbered]]) {
    let spans = parts.map { part -> ClosedRange<Double>? in
      let times = part.lazy.compactMap(\.place.time)
      guard let first = times.first(where: { _ in true }), let last = times.max() else { return nil }
      return first...max(first, last)
    }
    let known = spans.compactMap(\.self)
    guard known.count == parts.count else { return }
    let order = parts.indices.sorted { (known[$0].lowerBound, $0) < (known[$1].lowerBound, $1) }
    guard order != Array(parts.indices),
      zip(order, order.dropFirst()).allSatisfy({ known[$0].upperBound <= known[$1].lowerBound })
    else { return }
    for (before, part) in zip(parts.indices, parts.indices.dropFirst())
    where known[part].lowerBound < known[before].lowerBound {
      if let first = parts[part].first { note(.order, first) }
    }
    parts = order.map { parts[$0] }
  }

  private mutating func removeFarDates(_ part: inout [Numbered]) {
    let times = part.compactMap(\.place.time).sorted()
    guard times.count >= Self.fewestDates else { return }
    let middle = times[times.count / 2]
    let far = part.indices.filter { index in
      part[index].place.time.map { abs($0 - middle) > Self.farDate } ?? false
    }
    guard Double(far.count) <= max(Double(times.count) * Self.greatestShareOfFarDates, 1) else { return }
    for index in far {
      note(.dates, part[index])
      part[index].place.time = nil
    }
  }

  /// Keeps the most times that do not go back.
  private mutating func removeUnorderedTimes(_ part: inout [Numbered]) {
    let timed = part.indices.filter { part[$0].place.time != nil }
    let times = timed.map { part[$0].place.time ?? 0 }
    guard zip(times, times.dropFirst()).contains(where: { $0 > $1 }) else { return }
    // The longest sequence that does not fall: the ends of those of each length, and what comes before each time.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: times.count)
    for index in times.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if times[ends[middle]] <= times[index] { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? ends[low - 1] : nil
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var isKept = [Bool](repeating: false, count: times.count)
    var next = ends.last
    while let index = next {
      isKept[index] = true
      next = before[index]
    }
    for (index, kept) in zip(timed, isKept) where !kept {
      note(.times, part[index])
      part[index].place.time = nil
    }
  }
}
