import Geometry

#if canImport(Glibc)
  import Glibc
#endif

extension StrokeLines {
  /// Adds a segment, cut into pieces if it turns by more than `maxTurn`.
  ///
  /// The pen turns from the first tangent to the chord on the first half, and to the last tangent on the second. Where
  /// one of them points backward, as at a cusp, it turns on the spot instead.
  mutating func append(_ segment: StrokeSegment, maxTurn: Double) {
    guard segment.turns(byMoreThan: maxTurn) else {
      segments.append(segment)
      return
    }
    let chord = segment.direction
    let before = atan2(segment.t0.cross(chord), segment.t0.dot(chord))
    let after = atan2(chord.cross(segment.t1), chord.dot(segment.t1))
    let start = abs(before) < .pi / 2 ? 0.5 : 0
    let end = abs(after) < .pi / 2 ? 0.5 : 1
    func append(from a: Double, to b: Double, _ t0: Point, _ angle: Double, _ t1: Point) {
      let count = ceilingClamped(abs(angle) / maxTurn, 1, 1000)
      var direction = t0
      for i in 1...count {
        let end = Double(i) / Double(count)
        var piece = segment.part(from: a + (b - a) * Double(i - 1) / Double(count), to: a + (b - a) * end)
        piece.t0 = direction
        direction = i == count ? t1 : t0 * cos(angle * end) + t0.perpendicular * sin(angle * end)
        piece.t1 = direction
        segments.append(piece)
      }
    }
    append(from: 0, to: start, segment.t0, before, chord)
    if start < end { append(from: start, to: end, chord, 0, chord) }
    append(from: end, to: 1, chord, after, segment.t1)
  }
}

extension StrokeSegment {
  /// True if its tangents differ from its chord by more than `angle` together.
  fileprivate func turns(byMoreThan angle: Double) -> Bool {
    guard isCurved else { return false }
    let chord = p1 - p0
    let across = abs(t0.cross(chord)) + abs(chord.cross(t1))
    return across * across > angle * angle * chord.lengthSquared || min(t0.dot(chord), t1.dot(chord)) <= 0
  }
}
