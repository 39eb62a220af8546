import StageKit

/// The things that an animation needs from outside of its file.
public struct LottieResources: Sendable {
  /// The source of a picture.
  public enum Picture: Hashable, Sendable {
    /// A path relative to the animation's file.
    case file(String)
    /// The bytes of a picture file that the animation holds.
    case embedded([UInt8])
  }

  /// Decodes a picture.
  public var image: @Sendable (Picture) throws -> Image
  /// Lays out text.
  public var layout: @Sendable (TextRequest) throws -> TextLayout
  /// Combines two outlines that are filled by the rule nonzero; the last argument is the tolerance.
  public var combine: @Sendable (Path, Path, PathOperation, Double) throws -> Path

  /// All that an animation may ask for.
  public init(
    image: @escaping @Sendable (Picture) throws -> Image,
    layout: @escaping @Sendable (TextRequest) throws -> TextLayout,
    combine: @escaping @Sendable (Path, Path, PathOperation, Double) throws -> Path
  ) {
    self.image = image
    self.layout = layout
    self.combine = combine
  }
}
