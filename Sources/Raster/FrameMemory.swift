import Geometry
import Graphics

/// What a renderer knows of the frame before, so that what has not changed is neither prepared nor drawn again.
///
/// A strip is told by the digests of the commands that touch it, in order: equal digests, equal pixels.
struct FrameMemory {
  /// A command of the last frame, and where everything prepared up to and with it ends.
  struct Command {
    var digest: Digest
    var bounds: PixelRect
    var operationCount: Int
    var mark: EdgeStore.Mark
  }

  var commands: [Command] = []
  var operations: [Operation] = []
  /// What the kept bytes of each strip show; nil where none are kept.
  var strips: [Digest?]
  /// What the kept pixels of each strip show: the lower commands alone.
  var lower: [Digest?]
  /// The color of each of those strips that has only one.
  var lowerColors: [Pixel?]
  /// Whether the last frame was handed over to its end.
  var isWhole = false

  init(stripCount: Int) {
    strips = [Digest?](repeating: nil, count: stripCount)
    lower = strips
    lowerColors = [Pixel?](repeating: nil, count: stripCount)
  }

  /// How many commands, from the bottom, are those of the last frame.
  func unchangedCount(_ digests: [Digest]) -> Int {
    var count = 0
    while count < min(commands.count, digests.count), commands[count].digest == digests[count] { count += 1 }
    return count
  }

  /// For each strip the digest of the commands that touch it, of the lower `count` alone and of all.
  func signatures(lower count: Int, surface: Surface) -> (lower: [Digest], all: [Digest]) {
    var hashers = [DigestHasher](repeating: DigestHasher(), count: surface.stripCount)
    var lower: [Digest] = []
    for (i, command) in commands.enumerated() {
      if i == count { lower = hashers.map { $0.finalize() } }
      let rows = command.bounds.intersection(surface.bounds)
      if rows.isEmpty { continue }
      for strip in rows.y0 / surface.stripHeight...(rows.y1 - 1) / surface.stripHeight {
        hashers[strip].combine(command.digest)
      }
    }
    let all = hashers.map { $0.finalize() }
    return (commands.count == count ? all : lower, all)
  }
}
