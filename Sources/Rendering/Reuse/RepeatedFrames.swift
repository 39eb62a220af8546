import Formats
import StageKit

/// The drawn frames of a segment that are shown again in it.
struct RepeatedFrames {
  /// What is known of a frame.
  enum Finding {
    case new
    /// It is equal to the frame before it.
    case asBefore
    /// It is equal to one that is held.
    case known([FramePlanes])
  }

  private var digests: ArraySlice<Digest>
  private var last: Digest?
  /// In how many runs of equal frames each is shown after the one at hand.
  private var uses: [Digest: Int] = [:]
  private var pictures: [Digest: [FramePlanes]] = [:]
  private let capacity: Int

  /// `digests` tell what each frame of the segment shows, or are empty where all are to be taken for new.
  init(_ digests: [Digest], capacity: Int) {
    self.digests = digests[...]
    self.capacity = capacity
    for (index, digest) in digests.enumerated() where index == 0 || digests[index - 1] != digest {
      uses[digest, default: 0] += 1
    }
  }

  /// What is known of the next frame, from the first on.
  mutating func next() -> Finding {
    guard let digest = digests.popFirst() else { return .new }
    if digest == last { return .asBefore }
    last = digest
    let left = (uses[digest] ?? 1) - 1
    uses[digest] = left
    guard let known = pictures[digest] else { return .new }
    if left == 0 { pictures[digest] = nil }
    return .known(known)
  }

  /// Holds the frame at hand, if it is shown again later and there is room.
  mutating func keep(_ picture: @autoclosure () -> [FramePlanes]) {
    guard let last, (uses[last] ?? 0) > 0, pictures.count < capacity else { return }
    pictures[last] = picture()
  }
}
