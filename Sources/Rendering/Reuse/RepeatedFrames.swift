import Formats
import Memory
import StageKit

/// The drawn frames of a segment that are shown again in it.
struct RepeatedFrames {
  enum LookupResult {
    case new
    /// It is equal to the frame before it.
    case sameAsPrevious
    /// It equals one that is held.
    case known([FramePlanes])
  }

  private var digests: ArraySlice<Digest>
  private var last: Digest?
  /// In how many runs of equal frames each is shown after the current one.
  private var uses: [Digest: Int] = [:]
  private var pictures: [Digest: (picture: [FramePlanes], memory: MemoryReservation)] = [:]
  private let maxBytes: Int
  private let memory: MemoryAccount

  /// `digests` identify what each frame of the segment shows; empty if all count as new.
  init(_ digests: [Digest], maxBytes: Int, _ memory: MemoryAccount) {
    self.digests = digests[...]
    self.maxBytes = maxBytes
    self.memory = memory
    for (index, digest) in digests.enumerated() where index == 0 || digests[index - 1] != digest {
      uses[digest, default: 0] += 1
    }
  }

  /// The result for the next frame, from the first on.
  mutating func next() -> LookupResult {
    guard let digest = digests.popFirst() else { return .new }
    if digest == last { return .sameAsPrevious }
    last = digest
    let left = (uses[digest] ?? 1) - 1
    uses[digest] = left
    guard let known = pictures[digest]?.picture else { return .new }
    if left == 0 { pictures[digest] = nil }
    return .known(known)
  }

  /// Holds the current frame if it is shown again later and there is room.
  mutating func keep(_ frame: @autoclosure () -> [FramePlanes]) {
    guard let last, (uses[last] ?? 0) > 0 else { return }
    let picture = frame()
    let bytes = picture.reduce(0) { $0 + $1.bytes.count }
    guard pictures.isEmpty || (pictures.count + 1) * bytes <= maxBytes,
      let reservation = memory.reserveIfAvailable(bytes)
    else { return }
    pictures[last] = (picture, reservation)
  }
}
