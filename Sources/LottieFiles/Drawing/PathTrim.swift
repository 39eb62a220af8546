import StageKit

/// The part of paths that a trim leaves.
struct PathTrim {
  /// From 0 to 1; the end may lie beyond 1, where the part goes on from the start.
  private let start: Double
  private let end: Double
  private let isSequential: Bool

  /// - `start`, `end`: In percent.
  /// - `offset`: In degrees.
  /// - `isSequential`: True if all paths count as one, one after the other.
  init(start: Double, end: Double, offset: Double, isSequential: Bool) {
    var turn = offset.truncatingRemainder(dividingBy: 360) / 360
    if turn < 0 { turn += 1 }
    let a = min(max(start / 100, 0), 1) + turn
    let b = min(max(end / 100, 0), 1) + turn
    self.start = min(a, b)
    self.end = max(a, b)
    self.isSequential = isSequential
  }

  /// Trims the paths of some slots.
  func apply(to slots: inout [PathSlot], _ range: [Int]) {
    if end - start >= 1 - 1e-9, start < 1e-9 { return }
    guard end - start > 1e-6 else {
      for index in range { slots[index].outline = .empty }
      return
    }
    if isSequential, range.count > 1 { return applyInSequence(to: &slots, range) }
    for index in range {
      let measure = PathMeasure(slots[index].outline, tolerance: 1e-5)
      slots[index].outline = Self.part(of: measure, from: start * measure.length, to: end * measure.length)
    }
  }

  private func applyInSequence(to slots: inout [PathSlot], _ range: [Int]) {
    let measures = range.map { PathMeasure(slots[$0].outline, tolerance: 1e-5) }
    let total = measures.reduce(0) { $0 + $1.length }
    guard total > 0 else { return }
    var before = 0.0
    for (index, measure) in zip(range, measures) {
      // The part, and the same a turn earlier, which is that beyond the end.
      let spans = [(start, end), (start - 1, end - 1)].compactMap { span -> (Double, Double)? in
        let from = max(span.0 * total - before, 0)
        let to = min(span.1 * total - before, measure.length)
        return to > from ? (from, to) : nil
      }
      before += measure.length
      guard !spans.isEmpty else {
        slots[index].outline = .empty
        continue
      }
      if spans.count == 1 {
        slots[index].outline = Self.part(of: measure, from: spans[0].0, to: spans[0].1)
      } else {
        slots[index].outline = Path { builder in
          for span in spans.reversed() { builder.append(Self.part(of: measure, from: span.0, to: span.1)) }
        }
      }
    }
  }

  /// The part of an outline between two lengths; beyond its end it goes on from its start.
  private static func part(of measure: PathMeasure, from start: Double, to end: Double) -> Path {
    let length = measure.length
    guard length > 0, start.isFinite, end.isFinite else { return .empty }
    if start >= length { return part(of: measure, from: start - length, to: min(end - length, length)) }
    let isLoop = measure.path.subpaths.count == 1 && measure.path.subpaths[0].isClosed
    if end <= length || isLoop {
      // A whole loop from another start stays open there.
      return measure.subpath(from: start, to: min(end, start + length * (1 - 1e-9)))
    }
    return Path { builder in
      builder.append(measure.subpath(from: start, to: length))
      builder.append(measure.subpath(from: 0, to: min(end - length, start)))
    }
  }
}
