/// The stops of a CSS `linear(…)` curve, with every missing position filled in.
public struct LinearStops: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// One argument of `linear(…)`: a value and up to two positions at which it holds, 0…1 for the whole curve.
  public struct Stop: Hashable, Sendable {
    public var value: Double
    public var position: Double?

    /// The end of the range in which the value holds; without it the value holds at `position` only.
    public var end: Double?

    /// A value at a progress, or held from one progress to another.
    public init(_ value: Double, at position: Double? = nil, until end: Double? = nil) {
      self.value = value
      self.position = position
      self.end = end
    }
  }

  /// A corner of the curve.
  public struct Corner: Hashable, Sendable {
    public let position: Double
    public let value: Double
  }

  /// The corners, at positions that never decrease.
  public let corners: [Corner]

  /// Fills in missing positions by the rules of CSS Easing Functions Level 2, "create a linear easing function".
  ///
  /// A first stop without a position is at 0, a last one at 1 or wherever the largest position before it lies; a
  /// position below its predecessor's is raised to it; runs without positions are spread evenly. Positions that are not
  /// finite count as missing. No stop at all gives the identity.
  public init(_ stops: [Stop]) {
    var values: [Double] = []
    var positions: [Double?] = []
    var largest = -Double.infinity
    func add(_ value: Double, _ position: Double?) {
      values.append(bounded(value))
      let raised = position.map { max($0, largest) }
      positions.append(raised)
      largest = raised ?? largest
    }
    let source = stops.isEmpty ? [Stop(0), Stop(1)] : stops
    for (index, stop) in source.enumerated() {
      let position = stop.position.flatMap(Self.usable)
      if let position {
        add(stop.value, position)
        if let end = stop.end.flatMap(Self.usable) { add(stop.value, end) }
      } else if index == 0 {
        add(stop.value, 0)
      } else {
        add(stop.value, index == source.count - 1 ? 1 : nil)
      }
    }
    corners = zip(Self.spread(positions), values).map(Corner.init)
  }

  public init(arrayLiteral elements: Stop...) { self.init(elements) }

  private static func usable(_ position: Double) -> Double? { position.isFinite ? bounded(position) : nil }

  /// Gives each run of missing positions even ones between its neighbors; both ends are present.
  private static func spread(_ positions: [Double?]) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(positions.count)
    var missing = 0
    for position in positions {
      guard let position else {
        missing += 1
        continue
      }
      let from = result.last ?? position
      for k in 0..<missing { result.append(from + (position - from) * Double(k + 1) / Double(missing + 1)) }
      result.append(position)
      missing = 0
    }
    return result
  }

  /// CSS Easing Functions Level 2, "calculate linear easing output progress".
  func value(at t: Double, before: Bool) -> Double {
    guard let first = corners.first, let last = corners.last else { return t }
    if corners.count == 1 { return first.value }
    if before && t == first.position { return first.value }
    // The number of corners at or before t.
    var low = 0
    var high = corners.count
    while low < high {
      let middle = (low + high) / 2
      if corners[middle].position <= t { low = middle + 1 } else { high = middle }
    }
    if low > 0 && corners[low - 1].position == t { return corners[low - 1].value }
    let next = min(max(low, 1), corners.count - 1)
    let a = corners[next - 1]
    let b = corners[next]
    if a.position == b.position { return low == 0 ? first.value : last.value }
    return a.value + (b.value - a.value) * ((t - a.position) / (b.position - a.position))
  }
}
