import Coding

/// A command of a frame, as far as damage depends on it.
struct FrameItem: Equatable {
  let digest: Digest
  /// The pixels that it may touch.
  let bounds: PixelRect
}

/// The columns of each strip in which two frames may differ.
struct Damage: Equatable {
  /// For each strip the least range around all columns that may differ; empty if none may.
  private(set) var columns: [Range<Int>]

  /// Common items are looked for among so many of the old frame's.
  private static let window = 64

  /// Compares two frames, each from the bottom, on a surface.
  ///
  /// Items that both frames have in the same order are common to them; a pixel that no other item touches is the same in
  /// both.
  init(from old: [FrameItem], to new: [FrameItem], on surface: Surface) {
    columns = [Range<Int>](repeating: 0..<0, count: surface.stripCount)
    var next = 0
    for item in new {
      let window = old[next...].prefix(Self.window)
      guard let match = window.firstIndex(where: { $0.digest == item.digest }) else {
        add(item.bounds, surface)
        continue
      }
      for removed in old[next..<match] { add(removed.bounds, surface) }
      next = match + 1
    }
    for removed in old[next...] { add(removed.bounds, surface) }
  }

  private mutating func add(_ bounds: PixelRect, _ surface: Surface) {
    for strip in surface.strips(touching: bounds) {
      columns[strip] = columns[strip].union(bounds.x0..<bounds.x1)
    }
  }
}

extension Range<Int> {
  /// The least range around both; an empty one adds nothing.
  func union(_ other: Range<Int>) -> Range<Int> {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
