import Foundation
import MediaBase
import StageKit
import Video

/// Two movie files of equal size, compared frame by frame.
struct MoviePair {
  let before: String
  let after: String

  /// The spread of encoded content beyond its drawn place, in pixels.
  private static let maskMargin = 8

  init(_ before: String, _ after: String) { (self.before, self.after) = (before, after) }

  /// The differences of the given frames, in order, up to the end of the shorter file. Throws `MediaError`.
  func differences(_ frames: [Int], masks: [PictureDifference.Region] = []) throws -> [FrameDifference] {
    let (old, new) = (try MovieReader(path: before), try MovieReader(path: after))
    var found: [FrameDifference] = []
    var rest = frames[...]
    var index = 0
    while let wanted = rest.first, let a = try old.next(), let b = try new.next() {
      if index == wanted {
        rest.removeFirst()
        let (old, new) = (try a.picture.image(), try b.picture.image())
        if let difference = PictureDifference(old, new, masks: masks, margin: Self.maskMargin, isLossy: true) {
          found.append(FrameDifference(frame: index, source: .video, difference: difference))
        }
      }
      index += 1
    }
    return found
  }
}
