import Geometry

/// The fit of a picture into a frame of other proportions.
///
/// ```swift
/// let photo = try context.image(file)
/// let size = Size(Double(photo.width), Double(photo.height))
/// frame.drawing.image(photo, in: PictureFit.contain.rect(for: size, in: box))
/// ```
public enum PictureFit: String, Hashable, Sendable, CaseIterable {
  /// Fills the frame and keeps its proportions; what lies beyond the frame is cropped.
  case cover
  /// Fits wholly into the frame and keeps its proportions.
  case contain
  /// Is stretched to the frame.
  case fill

  /// The rectangle that a picture of a size is drawn to.
  ///
  /// - `zoom`: Magnifies the picture on top of the fit.
  /// - `focus`: The point that comes as close to the frame's center as the picture's edges allow, in fractions of the picture.
  ///   Along an axis on which the picture does not fill the frame, the picture is centered.
  public func rect(
    for size: Size, in frame: Rect, zoom: Double = 1, focus: Point = Point(0.5, 0.5)
  ) -> Rect {
    guard size.width > 0, size.height > 0 else { return frame }
    var (kx, ky) = (frame.width / size.width, frame.height / size.height)
    switch self {
    case .cover: (kx, ky) = (max(kx, ky), max(kx, ky))
    case .contain: (kx, ky) = (min(kx, ky), min(kx, ky))
    case .fill: break
    }
    let (width, height) = (size.width * kx * zoom, size.height * ky * zoom)
    func start(_ low: Double, extent: Double, length: Double, focus: Double) -> Double {
      if length <= extent { return low + (extent - length) / 2 }
      return min(low, max(low + extent - length, low + extent / 2 - length * focus))
    }
    return Rect(
      x: start(frame.x, extent: frame.width, length: width, focus: focus.x),
      y: start(frame.y, extent: frame.height, length: height, focus: focus.y),
      width: width, height: height)
  }
}
