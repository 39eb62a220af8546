import Formats
import MediaBase

/// Encodes a whole animated picture from its frames, in order.
protocol AnimationEncoder: AnyObject {
  /// True if `survey` wants all frames before the first is added.
  var needsSurvey: Bool { get }
  /// Takes a frame to know what is to come.
  func survey(_ frame: FramePlanes)
  /// Takes the next frame, shown from a time on, in ticks of the container.
  func add(_ frame: FramePlanes, at time: Int) throws(MediaError)
  /// Ends the picture, at the time at which the last frame ends.
  func finish(at end: Int) throws(MediaError)
}
