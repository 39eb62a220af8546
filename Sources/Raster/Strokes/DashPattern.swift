import Geometry

/// A valid dash pattern: an even count of lengths, none below 0, not all 0.
struct DashPattern {
  let lengths: [Double]
  /// The end of each of many lengths; empty if they are few.
  private let ends: [Double]
  private let total: Double
  private let offset: Double

  /// Nil for a solid line: without dashes, or with lengths that are below 0, not finite, or all 0.
  init?(_ dashes: [Double], offset: Double) {
    guard !dashes.isEmpty, dashes.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    lengths = dashes.count % 2 == 0 ? dashes : dashes + dashes
    total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return nil }
    self.offset = offset.isFinite ? offset : 0
    var reach = 0.0
    ends =
      lengths.count <= Self.fewLengths
      ? []
      : lengths.map { length in
        reach += length
        return reach
      }
  }

  /// The number of lengths up to which they are searched one by one.
  private static let fewLengths = 256

  /// A position in the pattern: in which length, and how much of it is left.
  private struct Position {
    var index: Int
    var rest: Double
    var isDash: Bool { index % 2 == 0 }
  }

  private func position(at length: Double) -> Position {
    var rest = (length + offset).truncatingRemainder(dividingBy: total)
    if rest < 0 { rest += total }
    if !ends.isEmpty {
      var (low, high) = (0, lengths.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] > rest { high = middle } else { low = middle + 1 }
      }
      return Position(index: low, rest: min(max(ends[low] - rest, 0), lengths[low]))
    }
    for (index, dash) in lengths.enumerated() {
      if rest < dash || (dash == 0 && rest == 0 && index % 2 == 0) { return Position(index: index, rest: dash - rest) }
      rest -= dash
    }
    return Position(index: 0, rest: lengths[0])
  }

  /// The lines from the first dash of each subpath to the last one, as dashes cover them whose round ends close all gaps;
  /// nil where a gap is longer than `gap`.
  func joined(_ lines: StrokeLines, closing gap: Double) -> StrokeLines? {
    guard Swift.stride(from: 1, to: lengths.count, by: 2).allSatisfy({ lengths[$0] <= gap }) else { return nil }
    var result = StrokeLines()
    for subpath in lines.subpaths {
      let segments = lines.segments[subpath.range]
      let length = segments.reduce(0) { $0 + $1.length }
      let (first, last) = (position(at: 0), position(at: length))
      let start = first.isDash ? 0 : first.rest
      let end = last.isDash ? length : length - (lengths[last.index] - last.rest)
      var reached = 0.0
      for segment in segments {
        let own = segment.length
        let (from, to) = (max(start - reached, 0), min(end - reached, own))
        reached += own
        if from < to {
          result.segments.append(segment.part(from: from / own, to: to / own))
        } else if own == 0, from == 0, to == 0 {
          result.segments.append(segment)
        }
      }
      result.endSubpath(isClosed: subpath.isClosed && first.isDash && last.isDash)
    }
    return result
  }

  /// More dashes than this cannot be distinguished in any frame.
  static let maxDashes = 200_000.0

  /// The dashes of `lines`, without those outside `visible`. Nil if they are too many to be seen.
  func dashes(of lines: StrokeLines, visible: Rect?) -> StrokeLines? {
    let spans = lines.segments.map { segment -> ClosedRange<Double>? in
      if let visible { segment.visibleSpan(in: visible) } else { 0...1 }
    }
    let seen = zip(lines.segments, spans).reduce(0) { sum, next in
      sum + (next.1.map { ($0.upperBound - $0.lowerBound) * next.0.length } ?? 0)
    }
    guard seen / total * Double(lengths.count) < Self.maxDashes else { return nil }
    var result = StrokeLines()
    for subpath in lines.subpaths { append(lines, spans, subpath, to: &result) }
    return result
  }

  private func append(
    _ lines: StrokeLines, _ spans: [ClosedRange<Double>?], _ subpath: StrokeLines.Subpath,
    to result: inout StrokeLines
  ) {
    let firstSubpath = result.subpaths.count
    let firstSegment = result.segments.count
    let startsInDash = position(at: 0).isDash
    var endsInDash = false
    var reached = 0.0
    for index in subpath.range {
      let segment = lines.segments[index]
      let length = segment.length
      endsInDash = false
      if let span = spans[index] {
        if span.lowerBound > 0 { result.endSubpath(isClosed: false) }
        endsInDash = append(segment, length, span, from: reached, to: &result)
        if span.upperBound < 1 { result.endSubpath(isClosed: false) }
      } else {
        result.endSubpath(isClosed: false)
      }
      reached += length
    }
    let isUnbroken = result.subpaths.count == firstSubpath
    result.endSubpath(isClosed: isUnbroken && subpath.isClosed && startsInDash && endsInDash)
    if subpath.isClosed && !isUnbroken && startsInDash && endsInDash {
      joinEnds(&result, firstSubpath, firstSegment)
    }
  }

  /// Adds the dashes within `span` of a segment; returns whether it ends inside a dash.
  private func append(
    _ segment: StrokeSegment, _ length: Double, _ span: ClosedRange<Double>, from reached: Double,
    to result: inout StrokeLines
  ) -> Bool {
    var along = span.lowerBound * length
    let end = span.upperBound * length
    var position = self.position(at: reached + along)
    if !position.isDash { result.endSubpath(isClosed: false) }
    if length == 0 {
      if position.isDash { result.segments.append(segment) }
      return position.isDash
    }
    while true {
      let stop = min(along + position.rest, end)
      if position.isDash, stop > along || position.rest == 0 {
        result.segments.append(segment.part(from: along / length, to: stop / length))
      }
      if along + position.rest >= end {
        // A dash that ends just here ends; one that goes on is continued by the next segment.
        let goesOn = along + position.rest > end
        if position.isDash && !goesOn { result.endSubpath(isClosed: false) }
        return position.isDash && goesOn
      }
      along = stop
      if position.isDash { result.endSubpath(isClosed: false) }
      let index = (position.index + 1) % lengths.count
      position = Position(index: index, rest: lengths[index])
    }
  }

  /// Puts the first dash of a closed subpath after its last, so that they join where it closes.
  private func joinEnds(_ result: inout StrokeLines, _ firstSubpath: Int, _ firstSegment: Int) {
    guard result.subpaths.count > firstSubpath + 1 else { return }
    let first = result.subpaths[firstSubpath].range
    let moved = Array(result.segments[first])
    result.segments.removeSubrange(first)
    result.segments.append(contentsOf: moved)
    let rest = result.subpaths[(firstSubpath + 1)...].map {
      StrokeLines.Subpath(
        range: $0.range.lowerBound - first.count..<$0.range.upperBound - first.count, isClosed: false)
    }
    result.subpaths.removeSubrange(firstSubpath...)
    result.subpaths.append(contentsOf: rest)
    let last = result.subpaths.count - 1
    result.subpaths[last].range = result.subpaths[last].range.lowerBound..<result.segments.count
  }
}

extension StrokeSegment {
  /// The part that lies in `rect`, as fractions; nil if none does (Liang and Barsky 1984).
  func visibleSpan(in rect: Rect) -> ClosedRange<Double>? {
    var low = 0.0
    var high = 1.0
    for (start, change, lowest, highest) in [
      (p0.x, p1.x - p0.x, rect.minX, rect.maxX), (p0.y, p1.y - p0.y, rect.minY, rect.maxY),
    ] {
      if change == 0 {
        if start < lowest || start > highest { return nil }
        continue
      }
      let a = (lowest - start) / change
      let b = (highest - start) / change
      low = max(low, min(a, b))
      high = min(high, max(a, b))
    }
    return low <= high ? low...high : nil
  }
}
