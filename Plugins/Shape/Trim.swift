import StageKit

/// The part of an outline that is stroked, by arc length over all its subpaths.
struct Trim: ParameterGroup, TimeVarying {
  @Parameter("The place at which the stroke begins, as a fraction of the outline's length.") var start:
    Animated<Double> = 0
  @Parameter("The place at which the stroke ends, as a fraction of the outline's length.") var end: Animated<Double> = 1
  @Parameter("Moves both ends along the outline; 1 is once around.") var offset: Animated<Double> = 0

  var settlingTime: Double? { latestSettlingTime(of: start, end, offset) }

  /// Start and end change places where they are the wrong way round; with no offset both stay within the outline.
  func range(at seconds: Double) -> TrimRange {
    let (a, b) = (Self.clamped(start.value(at: seconds)), Self.clamped(end.value(at: seconds)))
    let offset = offset.value(at: seconds)
    let turn = offset.isFinite ? offset - offset.rounded(.down) : 0
    // A whole turn of offset moves nothing, but 1 stays 1.
    return TrimRange(start: min(a, b) + turn, end: max(a, b) + turn)
  }

  private static func clamped(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}

/// Fractions of a length, from 0 up to below 2: what lies beyond 1 goes on at the start.
struct TrimRange: Hashable {
  /// At most 1 before `end`.
  var start: Double
  var end: Double

  /// The trimmed path: pieces of its subpaths, those that run past its end joined to its start if it is a single closed
  /// subpath.
  func cut(_ measure: PathMeasure) -> Path {
    let length = measure.length
    if end - start >= 1 { return measure.path }
    if start >= 1 { return TrimRange(start: start - 1, end: end - 1).cut(measure) }
    let isRing = measure.path.verbs.filter { $0 == .move }.count == 1 && measure.path.verbs.last == .close
    if end <= 1 || isRing { return measure.subpath(from: start * length, to: end * length) }
    return Path { builder in
      builder.append(measure.subpath(from: start * length, to: length))
      builder.append(measure.subpath(from: 0, to: (end - 1) * length))
    }
  }

  /// The position of the end on the outline, from 0 to 1.
  var head: Double { end > 1 ? end - 1 : end }
}
