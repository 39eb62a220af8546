import Coding
import Geometry
import Graphics

/// What a renderer knows of the frame before, so that what has not changed is neither prepared nor drawn again.
///
/// Commands are told by their digests. Those that two frames have in common, in the same order, are known; a pixel that
/// no other command of either frame touches is the same in both.
struct FrameMemory {
  /// A command of the last frame, and where everything prepared up to and with it ends.
  struct Command {
    var digest: Digest
    var bounds: PixelRect
    var operationCount: Int
    var mark: EdgeStore.Mark
  }

  /// One color over columns of a strip, and the least columns around all that lies above it.
  struct Cover {
    var color: Pixel
    var columns: Range<Int>
    var above: Range<Int>
  }

  var commands: [Command] = []
  var operations: [Operation] = []
  /// The columns of each strip that commands touch which are not known.
  private(set) var changed: [Range<Int>]
  /// How many commands, from the bottom, kept pixels show.
  private(set) var lowerCount = 0
  /// How many of these commands' pixels are there already, strip by strip.
  var lowerDrawn: [Int]
  /// Their color in each of those strips that has only one.
  var lowerColors: [Pixel?]
  /// What hides all rows of some columns of each strip by one color.
  private var covers: [Cover?]
  /// For each command of the new frame that comes after the lower ones whether it is known.
  private var isKnown: [Bool] = []

  /// Known commands are looked for among so many of the last frame's.
  private static let window = 64

  init(stripCount: Int) {
    changed = [Range<Int>](repeating: 0..<0, count: stripCount)
    lowerDrawn = [Int](repeating: 0, count: stripCount)
    lowerColors = [Pixel?](repeating: nil, count: stripCount)
    covers = [Cover?](repeating: nil, count: stripCount)
  }

  /// Begins a frame: notes what disappears, and which of its commands are known; returns how many, from the bottom, are
  /// those of the last frame.
  mutating func begin(_ digests: [Digest], _ surface: Surface) -> Int {
    for strip in changed.indices { changed[strip] = 0..<0 }
    var count = 0
    while count < min(commands.count, digests.count), commands[count].digest == digests[count] { count += 1 }
    if count == digests.count && count == commands.count { return count }
    if count < lowerCount {
      // Pixels of what is no longer known go; where it did not reach, all others stay.
      for command in commands[count..<lowerCount] {
        for strip in surface.strips(command.bounds) { lowerDrawn[strip] = 0 }
      }
      for strip in lowerDrawn.indices { lowerDrawn[strip] = min(lowerDrawn[strip], count) }
    }
    lowerCount = count
    findKnown(digests[count...], surface)
    return count
  }

  /// Matches commands above the lower ones with those of the last frame, in order.
  private mutating func findKnown(_ digests: ArraySlice<Digest>, _ surface: Surface) {
    isKnown.removeAll(keepingCapacity: true)
    var next = lowerCount
    for digest in digests {
      var i = next
      let end = min(next + Self.window, commands.count)
      while i < end && commands[i].digest != digest { i += 1 }
      isKnown.append(i < end)
      guard i < end else { continue }
      for command in commands[next..<i] { touch(command.bounds, surface) }
      next = i + 1
    }
    for command in commands[next...] { touch(command.bounds, surface) }
  }

  /// Adds the frame's next command.
  mutating func append(_ command: Command, _ surface: Surface) {
    if !isKnown[commands.count - lowerCount] { touch(command.bounds, surface) }
    commands.append(command)
  }

  /// Takes note of what hides the changes of a strip: of what one color hid in the last frame too, what changes is only
  /// what lies above it in either frame.
  mutating func note(_ cover: Cover?, _ strip: Int) {
    defer { covers[strip] = cover }
    guard let new = cover, let old = covers[strip], new.color == old.color,
      old.columns.clamped(to: new.columns) == new.columns
    else { return }
    changed[strip] = new.above.joined(with: old.above).clamped(to: new.columns)
  }

  private mutating func touch(_ bounds: PixelRect, _ surface: Surface) {
    for strip in surface.strips(bounds) { changed[strip] = changed[strip].joined(with: bounds.x0..<bounds.x1) }
  }
}

extension Surface {
  /// The strips that a rectangle on it touches.
  fileprivate func strips(_ bounds: PixelRect) -> Range<Int> {
    bounds.isEmpty ? 0..<0 : bounds.y0 / stripHeight..<(bounds.y1 - 1) / stripHeight + 1
  }
}

extension Range<Int> {
  /// The least range around both; an empty one adds nothing.
  func joined(with other: Range<Int>) -> Range<Int> {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
