/// The numbers of the files of an output's frames.
public struct FrameNumbering: Hashable, Sendable {
  /// The number of the first frame that is written.
  public var firstFrame: Int
  /// The minimum number of digits; shorter numbers begin with zeros.
  public var digits: Int

  /// Uses the number of digits of the last of `frameCount` frames, and at least four, so that names sort as frames do.
  public init(firstFrame: Int = 0, frameCount: Int = 0) {
    self.firstFrame = firstFrame
    digits = max(4, "\(frameCount - 1)".count)
  }

  /// The name of a frame's file; its number replaces `{frame}` in `pattern`.
  public func name(_ pattern: String, frame: Int) -> String {
    let number = "\(frame)"
    return pattern.replacing(
      Container.framePlaceholder, with: String(repeating: "0", count: max(0, digits - number.count)) + number)
  }
}
