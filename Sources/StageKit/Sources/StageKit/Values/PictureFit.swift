import Geometry

/// How a picture meets a frame of other proportions.
public enum PictureFit: String, Hashable, Sendable, CaseIterable {
  /// Fills the frame and keeps its proportions: what is too much is cut off.
  case cover
  /// Lies wholly in the frame and keeps its proportions.
  case contain
  /// Is stretched to the frame.
  case fill

  /// Where a picture of a size goes.
  ///
  /// - `zoom`: Magnifies the picture on top of the fit.
  /// - `focus`: What comes as close to the frame's middle as the picture's edges allow, in fractions of the picture;
  ///   in a direction in which the picture does not fill the frame, its own middle does.
  public func place(
    _ size: Size, in frame: Rect, zoom: Double = 1, focus: Point = Point(0.5, 0.5)
  ) -> Rect {
    guard size.width > 0, size.height > 0 else { return frame }
    var (kx, ky) = (frame.width / size.width, frame.height / size.height)
    switch self {
    case .cover: (kx, ky) = (max(kx, ky), max(kx, ky))
    case .contain: (kx, ky) = (min(kx, ky), min(kx, ky))
    case .fill: break
    }
    let (width, height) = (size.width * kx * zoom, size.height * ky * zoom)
    func start(_ low: Double, _ extent: Double, _ length: Double, _ focus: Double) -> Double {
      if length <= extent { return low + (extent - length) / 2 }
      return min(low, max(low + extent - length, low + extent / 2 - length * focus))
    }
    return Rect(
      x: start(frame.x, frame.width, width, focus.x), y: start(frame.y, frame.height, height, focus.y),
      width: width, height: height)
  }
}
