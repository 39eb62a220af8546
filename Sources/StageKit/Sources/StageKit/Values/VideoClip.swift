import Geometry
import Graphics

/// A video, an animation or a sequence of pictures, as frames with times.
///
/// ```swift
/// let clip = try context.clip(file, framesPerSecond: 25)
/// if let image = clip.frame(at: time.seconds) { frame.drawing.image(image, in: box) }
/// ```
public struct VideoClip: Sendable {
  /// As it is shown, upright, in pixels that are square.
  public let size: Size
  /// When each frame is first shown, in seconds from the first, in ascending order; at least one.
  public let times: [Double]
  /// Until when the last frame is shown, in seconds.
  public let duration: Double
  private let image: @Sendable (Int) -> Image?

  /// `image` gives the frame of an index of `times`; it is asked for frames in any order, and from any thread.
  public init(size: Size, times: [Double], duration: Double, image: @escaping @Sendable (Int) -> Image?) {
    self.size = size
    self.times = times
    self.duration = duration
    self.image = image
  }

  /// The index of the frame that is shown at an instant: the first before it, the last after it.
  public func index(at seconds: Double) -> Int {
    var (low, high) = (0, times.count)
    // A difference of less than a millionth of a second is rounding.
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= seconds + 1e-6 { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// The frame that is shown at an instant, whose pixels are decoded when it is drawn; nil for one of no size.
  public func frame(at seconds: Double) -> Image? { image(index(at: seconds)) }
}
