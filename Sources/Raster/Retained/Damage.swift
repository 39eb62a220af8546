import Coding
import Geometry
import Graphics

/// A command of a frame, as far as damage depends on it.
struct FrameItem {
  let digest: Digest
  /// The pixels that it may touch.
  let bounds: PixelRect
  /// The command itself, where it holds others and what it draws depends on nothing else.
  var parts: DrawCommand?

  /// The pixels of each of two items in which they may differ; `transform` takes the space of commands to pixels.
  fileprivate func difference(from other: FrameItem, _ transform: Transform) -> (own: PixelRect, other: PixelRect) {
    guard let parts, let others = other.parts, let changed = CommandDifference.bounds(parts, others, transform)
    else { return (bounds, other.bounds) }
    return (changed.intersection(bounds), changed.intersection(other.bounds))
  }
}

/// The columns of each strip in which two frames may differ.
struct Damage: Equatable {
  /// For each strip the least range around all columns that may differ; empty if none may.
  private(set) var columns: [Range<Int>]

  /// The number of the old frame's items among which a common item is searched.
  private static let window = 64

  /// Compares two frames, each from the bottom, on a surface; `transform` takes the space of their commands to pixels.
  ///
  /// Items that both frames have in the same order are common to them; a pixel that no other item touches is the same
  /// in both. If the number of other items between two of them is the same in both frames, each may have taken the
  /// place of one, and differ in a part.
  init(from old: [FrameItem], to new: [FrameItem], on surface: Surface, _ transform: Transform) {
    columns = [Range<Int>](repeating: 0..<0, count: surface.stripCount)
    var next = 0
    var added = 0
    for index in new.indices {
      let window = old[next...].prefix(Self.window)
      guard let match = window.firstIndex(where: { $0.digest == new[index].digest }) else { continue }
      add(old[next..<match], new[added..<index], surface, transform)
      (next, added) = (match + 1, index + 1)
    }
    add(old[next...], new[added...], surface, transform)
  }

  private mutating func add(
    _ removed: ArraySlice<FrameItem>, _ added: ArraySlice<FrameItem>, _ surface: Surface, _ transform: Transform
  ) {
    if removed.count == added.count {
      for (old, new) in zip(removed, added) {
        let parts = new.difference(from: old, transform)
        add(parts.own, surface)
        add(parts.other, surface)
      }
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
