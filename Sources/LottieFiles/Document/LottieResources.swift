import StageKit

/// The things that an animation needs from outside of its file.
public struct LottieResources: Sendable {
  /// The source of a picture or a sound.
  public enum File: Hashable, Sendable {
    /// A path relative to the animation's file.
    case file(String)
    /// The bytes of a file that the animation or its archive holds.
    case embedded([UInt8])
  }

  /// Decodes a picture.
  public var image: @Sendable (File) throws -> Image
  /// Lays out text.
  public var layout: @Sendable (TextRequest) throws -> TextLayout
  /// Combines two outlines that are filled by the rule nonzero; the last argument is the tolerance.
  public var combine: @Sendable (Path, Path, PathOperation, Double) throws -> Path

  /// All that an animation may ask for.
  public init(
    image: @escaping @Sendable (File) throws -> Image,
    layout: @escaping @Sendable (TextRequest) throws -> TextLayout,
    combine: @escaping @Sendable (Path, Path, PathOperation, Double) throws -> Path
  ) {
    self.image = image
    self.layout = layout
    self.combine = combine
  }

  /// Nothing from outside of the file.
  static let none = LottieResources(
    image: { _ in throw StageError("there are no pictures") }, layout: { _ in throw StageError("there are no fonts") },
    combine: { first, _, _, _ in first })
}

extension FileReference {
  /// The file of a path in the folder of this one.
  public func beside(_ path: String) -> FileReference {
    func joined(_ own: String) -> String {
      guard !path.hasPrefix("/"), let slash = own.lastIndex(of: "/") else { return path }
      return String(own[...slash]) + path
    }
    return FileReference(literal: joined(literal), path: joined(self.path))
  }
}
