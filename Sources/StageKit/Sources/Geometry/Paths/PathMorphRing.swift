/// A subpath as cubics, measured by its arc length: positions on it are fractions of its length, from 0 to 1.
struct MorphRing: Sendable {
  /// The number of points that represent a ring in comparisons of shapes.
  static let sampleCount = 128

  let isClosed: Bool
  /// Cubics with a length, each beginning where the one before it ends; empty for a point.
  private let segments: [Path.Segment]
  /// The start of each segment, as a share, and 1.
  private let starts: [Double]
  private let spans: [EvenSpan]
  private let length: Double
  private let origin: Point
  /// At even shares from 0 on.
  let samples: [Point]
  let centroid: Point
  /// Above 0 where the ring runs clockwise on a canvas.
  let area: Double

  /// Segments without a length or with points that are not finite are left out; nil where nothing finite is left.
  init?(_ subpath: Path.Subpath) {
    let cubics = subpath.segments.compactMap { $0.isFinite ? $0.elevated : nil }
    guard subpath.start.isFinite || !cubics.isEmpty else { return nil }
    self.init(cubics, isClosed: subpath.isClosed, origin: cubics.first?.start ?? subpath.start)
  }

  /// A ring that is a single point.
  init(point: Point, isClosed: Bool) { self.init([], isClosed: isClosed, origin: point) }

  private init(_ cubics: [Path.Segment], isClosed: Bool, origin: Point) {
    var segments: [Path.Segment] = []
    var spans: [EvenSpan] = []
    var begins: [Double] = []
    var total = 0.0
    for cubic in cubics {
      let begin = total
      spans.append(cubic, index: segments.count, total: &total, tolerance: 1e-7)
      guard total > begin else { continue }
      segments.append(cubic)
      begins.append(begin)
    }
    self.isClosed = isClosed
    self.segments = segments
    self.spans = spans
    self.origin = segments.first?.start ?? origin
    length = total
    starts = begins.map { $0 / total } + [1]
    samples = Self.samples(segments, spans, length: total, origin: self.origin)
    var area = 0.0
    var sum = Point.zero
    for (index, p) in samples.enumerated() {
      area += (p - self.origin).cross(samples[(index + 1) % samples.count] - self.origin) / 2
      sum = sum + (p - self.origin)
    }
    self.area = area
    centroid = self.origin + sum / Double(samples.count)
  }

  /// Shares at which one segment ends and the next begins, without both ends.
  var joints: [Double] { Array(starts.dropFirst().dropLast()) }

  var reversed: MorphRing {
    let backward = segments.reversed().map { segment -> Path.Segment in
      guard case .cubic(let a, let b, let c, let d) = segment else { return segment }
      return .cubic(d, c, b, a)
    }
    return MorphRing(backward, isClosed: isClosed, origin: origin)
  }

  /// The same closed ring begun where it lies closest to another, both taken about their centers; at a joint where
  /// there is one near.
  func rotated(to other: MorphRing) -> MorphRing {
    guard !segments.isEmpty, !other.segments.isEmpty else { return self }
    let own = samples.map { $0 - centroid }
    let target = other.samples.map { $0 - other.centroid }
    let count = Self.sampleCount
    var best = (shift: 0, value: -Double.infinity)
    for shift in 0..<count {
      var value = 0.0
      for index in 0..<count { value += target[index].dot(own[(index + shift) % count]) }
      // Values that differ only by rounding count as equal, and the earliest start wins.
      if value > best.value + abs(best.value) * 1e-9 || shift == 0 { best = (shift, value) }
    }
    var share = Double(best.shift) / Double(count)
    func gap(_ joint: Double) -> Double { abs((joint - share).remainder(dividingBy: 1)) }
    let nearest = starts.dropLast().min { gap($0) < gap($1) } ?? 0
    if gap(nearest) <= 1.5 / Double(count) { share = nearest }
    return started(at: share)
  }

  private func started(at share: Double) -> MorphRing {
    guard share > 0, let index = segment(at: share) else { return self }
    var parts = Array(segments[(index + 1)...]) + Array(segments[..<index])
    let t = parameter(at: share, in: index)
    if t > 0 { parts.append(segments[index].slice(from: 0, to: t)) }
    if t < 1 { parts.insert(segments[index].slice(from: t, to: 1), at: 0) }
    return MorphRing(parts, isClosed: isClosed, origin: origin)
  }

  func point(at share: Double) -> Point {
    guard let index = segment(at: share) else { return origin }
    return segments[index].point(at: parameter(at: share, in: index))
  }

  /// The three points that a cubic from one share to another adds to its start; both lie on one segment.
  func cubic(from: Double, to: Double) -> [Point] {
    guard let index = segment(at: (from + to) / 2),
      case .cubic(_, let b, let c, let d) = segments[index].slice(
        from: parameter(at: from, in: index), to: parameter(at: to, in: index))
    else { return [origin, origin, origin] }
    return [b, c, d]
  }

  /// The parameter of a segment at a share of the ring; exactly 0 and 1 at its ends and beyond them.
  private func parameter(at share: Double, in segment: Int) -> Double {
    if share <= starts[segment] { return 0 }
    if share >= starts[segment + 1] { return 1 }
    let distance = share * length
    let index = lastIndex(of: spans.count) { spans[$0].segment < segment || spans[$0].start <= distance }
    guard let index, spans[index].segment == segment else { return 0 }
    return spans[index].parameter(at: distance, in: segments)
  }

  /// The segment that a share lies on, the later one at a joint; nil for a point.
  private func segment(at share: Double) -> Int? {
    segments.isEmpty ? nil : lastIndex(of: segments.count) { starts[$0] <= share } ?? 0
  }

  /// The last of `count` indices for which `holds`, where it holds for none after one for which it does not.
  private func lastIndex(of count: Int, where holds: (Int) -> Bool) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  private static func samples(
    _ segments: [Path.Segment], _ spans: [EvenSpan], length: Double, origin: Point
  ) -> [Point] {
    var next = 0
    return (0..<sampleCount).map { index in
      guard !spans.isEmpty else { return origin }
      let distance = length * Double(index) / Double(sampleCount)
      while next + 1 < spans.count, spans[next + 1].start <= distance { next += 1 }
      let span = spans[next]
      let t = span.from + (span.to - span.from) * min(max((distance - span.start) / span.length, 0), 1)
      return segments[span.segment].point(at: t)
    }
  }
}
