import Coding
import Geometry
import Graphics

/// A command of a frame, as far as damage depends on it.
struct FrameItem {
  let digest: Digest
  /// The pixels that it may touch.
  let bounds: PixelRect
  /// The command itself, and what takes its space to pixels, where what it draws depends on nothing else.
  var drawn: (command: DrawCommand, transform: Transform)?

  /// The pixels in which two items may differ.
  fileprivate func difference(from other: FrameItem) -> [PixelRect] {
    guard let own = drawn, let others = other.drawn, own.transform == others.transform,
      let changed = CommandDifference.bounds(own.command, others.command, own.transform)
    else { return [bounds, other.bounds] }
    return [changed.intersection(bounds), changed.intersection(other.bounds)]
  }
}

/// The columns of each strip in which two frames may differ.
struct Damage: Equatable {
  /// For each strip the least range around all columns that may differ; empty if none may.
  private(set) var columns: [Range<Int>]

  /// The number of the old frame's items among which a common item is searched.
  private static let window = 64

  /// Compares two frames, each from the bottom, on a surface.
  ///
  /// Items that both frames have in the same order are common to them; a pixel that no other item touches is the same
  /// in both. If the number of other items between two of them is the same in both frames, each may have taken the
  /// place of one, and differ in a part.
  init(from old: [FrameItem], to new: [FrameItem], on surface: Surface) {
    columns = [Range<Int>](repeating: 0..<0, count: surface.stripCount)
    var next = 0
    var added = 0
    for index in new.indices {
      let window = old[next...].prefix(Self.window)
      guard let match = window.firstIndex(where: { $0.digest == new[index].digest }) else { continue }
      add(old[next..<match], new[added..<index], surface)
      (next, added) = (match + 1, index + 1)
    }
    add(old[next...], new[added...], surface)
  }

  private mutating func add(_ removed: ArraySlice<FrameItem>, _ added: ArraySlice<FrameItem>, _ surface: Surface) {
    if removed.count == added.count {
      for (old, new) in zip(removed, added) { for part in new.difference(from: old) { add(part, surface) } }
    } else {
      for item in [removed, added].joined() { add(item.bounds, surface) }
    }
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
