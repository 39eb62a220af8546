/// Frames side by side in one picture, with an index in a file next to it.
public struct SpriteSheet: Hashable, Sendable {
  /// Frames in a row.
  public var columns: Int

  public init(columns: Int) { self.columns = columns }

  /// The path of a sheet's index, such as `sheet.png.json`.
  public static func indexPath(of path: String) -> String { path + ".json" }
}
