import StageKit

extension FrameLoop {
  /// Loops that do not overlap, in order: one up to the end where there is one, and others before it.
  static func all(in frames: [Digest]) -> [FrameLoop] {
    let inside = inside(frames)
    guard let last = find(in: frames), last.spared >= Segments.minimumLength else { return inside }
    let before = Self.inside(Array(frames.prefix(last.start)))
    // A video that ends as it begins would hide what loops in between.
    let isBetter = (before + [last]).reduce(0) { $0 + $1.spared } >= inside.reduce(0) { $0 + $1.spared }
    return isBetter ? before + [last] : inside
  }

  /// Loops of two copies or more, anywhere, that spare no less than the shortest segment; frames that hold are none.
  ///
  /// A stretch as long as the shortest segment that comes again tells a loop's length, and equality on both sides how
  /// far it reaches. Linear in the number of frames.
  private static func inside(_ frames: [Digest]) -> [FrameLoop] {
    let width = Segments.minimumLength
    guard frames.count >= 2 * width else { return [] }
    var loops: [FrameLoop] = []
    var known: [Digest: Int] = [:]
    var next = 0
    while next + width <= frames.count {
      let stretch = Digest { hasher in
        for frame in next..<next + width { hasher.combine(frames[frame]) }
      }
      let earlier = known.updateValue(next, forKey: stretch)
      guard let earlier, earlier < next - 1 else {
        next += 1
        continue
      }
      let length = next - earlier
      var (start, end) = (earlier, next + width)
      while start > (loops.last?.end ?? 0), frames[start - 1] == frames[start - 1 + length] { start -= 1 }
      while end < frames.count, frames[end] == frames[end - length] { end += 1 }
      let loop = FrameLoop(start: start, length: length, end: end)
      if loop.spared >= max(length, width) {
        loops.append(loop)
        known = [:]
        next = end
      } else {
        next += 1
      }
    }
    return loops
  }
}
