import StageKit

/// The values of a series at an instant, some of which may be missing, and their order by size.
struct ValueList: Interpolatable, Hashable {
  struct Entry: Hashable, Sendable {
    var value: Double
    /// From 0 for a missing value to 1; between them while one comes or goes.
    var presence: Double
    /// The place in the order from the largest value, from 0; missing ones are last. Between keyframes it is mixed.
    var rank: Double

    var isMissing: Bool { presence <= 0 }
  }

  let entries: [Entry]

  /// A missing value is nil. Of equal values the first has the lower rank.
  init(_ values: [Double?]) {
    let order = values.indices.sorted { a, b in
      switch (values[a], values[b]) {
      case (let x?, let y?) where x != y: x > y
      case (.some, nil): true
      case (nil, .some): false
      default: a < b
      }
    }
    var ranks = [Double](repeating: 0, count: values.count)
    for (rank, index) in order.enumerated() { ranks[index] = Double(rank) }
    entries = zip(values, ranks).map { Entry(value: $0 ?? 0, presence: $0 == nil ? 0 : 1, rank: $1) }
  }

  private init(entries: [Entry]) { self.entries = entries }

  /// Those that are not missing.
  var known: [Double] { entries.compactMap { $0.isMissing ? nil : $0.value } }

  /// The entry at an index; a missing one beyond the end.
  func entry(_ index: Int) -> Entry {
    index < entries.count ? entries[index] : Entry(value: 0, presence: 0, rank: Double(index))
  }

  /// The opacity of a value's texts: 0 where a larger value passes it, 1 from a distance of places in the order on.
  func clarity(_ index: Int, distance: Double) -> Double {
    let own = entry(index)
    let nearest = entries.indices.lazy.filter { other in
      let entry = entries[other]
      return other != index && !entry.isMissing && (entry.value, index) > (own.value, other)
    }.map { abs(entries[$0].rank - own.rank) }.min()
    return nearest.map { min($0 / distance, 1) } ?? 1
  }

  /// A value that one of the lists lacks comes or goes: it keeps its size, and its presence changes.
  func interpolated(to other: ValueList, at t: Double) -> ValueList {
    if t == 0 { return self }
    if t == 1 { return other }
    // Values pass each other quickly, in the middle of the time.
    let middle = min(max((t - 0.3) / 0.4, 0), 1)
    let passing = middle * middle * (3 - 2 * middle)
    return ValueList(
      entries: (0..<max(entries.count, other.entries.count)).map { index in
        let (a, b) = (entry(index), other.entry(index))
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
        let value =
          switch (a.isMissing, b.isMissing) {
          case (false, false): mix(a.value, b.value)
          case (false, true): a.value
          default: b.value
          }
        return Entry(
          value: value, presence: min(max(mix(a.presence, b.presence), 0), 1),
          rank: a.rank + (b.rank - a.rank) * passing)
      })
  }

  func distance(to other: ValueList) -> Double {
    (0..<max(entries.count, other.entries.count)).reduce(0) { $0 + abs(entry($1).value - other.entry($1).value) }
  }
}

extension ValueList: AnimatableParameter {
  /// The word for a missing value.
  static let missing = "none"

  static var constantSchema: ParameterSchema {
    .list(
      of: .alternatives(
        [.number(.any()), .constant(.text(missing))], noun: "a number, or \"\(missing)\" for a missing one"),
      minimumCount: 1)
  }

  static func values(_ constants: [ParameterValue]) -> [ValueList]? {
    let lists = constants.compactMap { constant -> ValueList? in
      guard case .list(let items) = constant else { return nil }
      return ValueList(items.map { if case .number(let number) = $0 { number } else { nil } })
    }
    return lists.count == constants.count ? lists : nil
  }

  var constantValue: ParameterValue? {
    .list(entries.map { $0.isMissing ? .text(Self.missing) : .number($0.value) })
  }

  static var placeholder: ValueList { ValueList([]) }
}
