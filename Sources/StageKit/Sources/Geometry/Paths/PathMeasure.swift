/// Lengths along a path: all subpaths one after the other, the lines that close them counted.
///
/// Made once in time linear in the path's curves; lookups are logarithmic. Segments without length, and those whose
/// points are not finite, are passed over.
///
/// ```swift
/// let measure = PathMeasure(path)
/// if let place = measure.location(at: measure.length / 2) {
///   frame.drawing.fill(.circle(center: place.point, radius: 4), .white)
/// }
/// ```
public struct PathMeasure: Sendable {
  /// A point on a path, and the direction there.
  public struct Location: Hashable, Sendable {
    public var point: Point
    /// The direction of travel, of length 1; that of the segment ahead at a corner.
    public var tangent: Point
  }

  /// The measured path.
  public let path: Path
  /// The length of all subpaths together.
  public let length: Double

  private struct Part {
    var subpath: Path.Subpath
    var firstSegment: Int
    var start: Double
    var end: Double
  }

  private let segments: [Path.Segment]
  private let spans: [EvenSpan]
  private let parts: [Part]

  /// - `tolerance`: The error allowed in a curve's length, relative to its size.
  public init(_ path: Path, tolerance: Double = 1e-9) {
    var segments: [Path.Segment] = []
    var spans: [EvenSpan] = []
    var parts: [Part] = []
    var total = 0.0
    for subpath in path.subpaths {
      var part = Part(subpath: subpath, firstSegment: segments.count, start: total, end: total)
      for segment in subpath.segments {
        if segment.isFinite {
          spans.append(segment, index: segments.count, total: &total, tolerance: tolerance)
        }
        segments.append(segment)
      }
      part.end = total
      if part.end > part.start { parts.append(part) }
    }
    self.path = path
    self.segments = segments
    self.spans = spans
    self.parts = parts
    length = total
  }

  /// The location `distance` along the path, between its ends; nil for a path without length.
  public func location(at distance: Double) -> Location? {
    guard let location = location(at: distance, fromAhead: true) else { return nil }
    let segment = segments[location.segment]
    return Location(point: segment.point(at: location.t), tangent: segment.tangent(at: location.t))
  }

  /// The part of the path between two distances along it; curves stay curves of their degree.
  ///
  /// Distances beyond the ends count as the ends, and nothing is left where `end` is not above `start`. Subpaths that
  /// lie wholly inside are unchanged, closed ones closed; others become open pieces. On a path of a single
  /// closed subpath the range goes on around it instead, past its seam, for one turn at most.
  public func subpath(from start: Double, to end: Double) -> Path {
    guard end > start, length > 0 else { return .empty }
    var builder = PathBuilder()
    if parts.count == 1, parts[0].subpath.isClosed, end.isFinite, start.isFinite {
      guard end - start < length else { return path }
      let turns = (start / length).rounded(.down)
      let from = start - turns * length
      let to = from + (end - start)
      append(from: from, to: min(to, length), to: &builder)
      if to > length { append(from: 0, to: to - length, to: &builder, joined: from < length) }
      return builder.path
    }
    for part in parts where part.end > start && part.start < end {
      if start <= part.start, end >= part.end {
        builder.append(part.subpath)
      } else {
        append(from: max(start, part.start), to: min(end, part.end), to: &builder)
      }
    }
    return builder.path
  }

  /// Adds the stretch between two distances of one subpath: a piece of its own, or joined to what was drawn.
  private func append(from start: Double, to end: Double, to builder: inout PathBuilder, joined: Bool = false) {
    var isJoined = joined
    guard let first = location(at: start, fromAhead: true), let last = location(at: end, fromAhead: false),
      (first.segment, first.t) < (last.segment, last.t)
    else { return }
    for index in first.segment...last.segment {
      let from = index == first.segment ? first.t : 0
      let to = index == last.segment ? last.t : 1
      guard from < to, segments[index].isFinite else { continue }
      let slice = segments[index].slice(from: from, to: to)
      if !isJoined || builder.current != slice.start { builder.move(to: slice.start) }
      isJoined = true
      builder.append(slice)
    }
  }

  /// The segment and parameter at a distance; at the joint of two segments, the start of the one ahead or the end of
  /// the one behind.
  private func location(at distance: Double, fromAhead: Bool) -> (segment: Int, t: Double)? {
    guard !spans.isEmpty else { return nil }
    var (low, high) = (0, spans.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      let isBefore = fromAhead ? spans[middle].start <= distance : spans[middle].start < distance
      if isBefore { low = middle } else { high = middle - 1 }
    }
    let span = spans[low]
    return (span.segment, span.parameter(at: distance, in: segments))
  }
}
