import Geometry
import Graphics

/// A picture made of outlines, such as an SVG file's: sharp at every size.
///
/// ```swift
/// let icon = try context.vectorImage(file, color: .white)
/// frame.drawing.group(transform: .scale(2)) { $0.append(icon.drawing) }
/// ```
public struct VectorImage: Hashable, Sendable {
  /// The size of its canvas, in points.
  public var size: Size
  /// The drawing, in points from the canvas's top left corner. Parts beyond the canvas must not be seen.
  public var drawing: DisplayList

  /// A drawing on a canvas of a size.
  public init(size: Size, drawing: DisplayList) {
    self.size = size
    self.drawing = drawing
  }
}
