import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The path of a text at one instant.
struct TextPathRun {
  private let measure: PathMeasure
  private let isClosed: Bool
  private let turns: Bool
  private let isForced: Bool
  private let first: Double
  private let last: Double

  /// Nil for a path without length.
  init?(_ path: TextPath, at frame: Double) {
    var outline = path.path.path(at: frame)
    if path.isReversed.value(at: frame) != 0 {
      outline = outline.reversed
      // A closed path begins at the same vertex in both directions.
      if outline.isClosed, let first = outline.vertices.popLast() { outline.vertices.insert(first, at: 0) }
    }
    guard outline.isFinite else { return nil }
    measure = PathMeasure(Path { outline.append(to: &$0) }, tolerance: 1e-6)
    guard measure.length > 0 else { return nil }
    isClosed = outline.isClosed
    turns = path.isPerpendicular.value(at: frame) != 0
    isForced = path.isForced.value(at: frame) != 0
    first = path.first.value(at: frame)
    last = path.last.value(at: frame)
  }

  /// The distance on the path of each letter's pivot.
  ///
  /// - `places`: The distances of the pivots from the line's start; letters with one pivot stay together.
  func distances(_ places: [Double], in line: TextLine) -> [Double] {
    let ordered = Set(places).sorted()
    if isForced, let low = ordered.first, let high = ordered.last, high > low, let end = line.letters.last {
      // The line's own ends stand at the margins, and all between them is even.
      let (from, to) = (first + low, measure.length + last - (end.x + end.width - high))
      let step = (to - from) / Double(ordered.count - 1)
      let numbers = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, Double($0)) })
      return places.map { from + step * (numbers[$0] ?? 0) }
    }
    let start = first + (measure.length - line.width + last) * line.alignment
    return places.map { start + $0 }
  }

  /// The map of a letter whose pivot is the origin to its place; beyond the ends of an open path it goes straight on.
  func transform(at distance: Double) -> Transform? {
    var (inside, rest) = (min(max(distance, 0), measure.length), 0.0)
    if isClosed {
      inside = distance - (distance / measure.length).rounded(.down) * measure.length
    } else {
      rest = distance - inside
    }
    guard let location = measure.location(at: inside) else { return nil }
    let point = location.point + location.tangent * rest
    guard turns else { return .translation(point) }
    return .translation(point) * .rotation(degrees: atan2(location.tangent.y, location.tangent.x) * 180 / .pi)
  }
}
