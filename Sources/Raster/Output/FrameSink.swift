import Synchronization

/// Identifies one frame that a renderer drew, among all of the process.
public struct DrawingID: Hashable, Sendable {
  private let number: UInt64
  private static let count = Atomic<UInt64>(0)

  /// An identity that no other drawing has.
  static func next() -> DrawingID { DrawingID(number: count.add(1, ordering: .relaxed).newValue) }
}

/// Takes the strips of a frame as they are drawn, each while it is in cache, and keeps what it makes of them.
///
/// Only the columns that changed since the last frame are drawn and handed over where the sink holds that frame.
public protocol FrameSink {
  /// The frame it holds; nil for none. Set by the renderer, to nil while a frame is under way.
  var drawing: DrawingID? { get set }
  /// Takes the next strip from the top.
  mutating func take(_ strip: DrawnStrip)
}
