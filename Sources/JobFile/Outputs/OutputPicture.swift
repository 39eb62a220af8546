/// The size of an output's pictures, where it is not the canvas's.
public enum OutputSize: Hashable, Sendable {
  /// The canvas's size in pixels times a factor.
  case scaled(Double)
  /// Pictures of exactly this size in pixels, both even, into which the canvas is fitted.
  case fitted(width: Int, height: Int, Fit)

  /// The rule by which the canvas is fitted into a picture of another shape; it is centered either way.
  public enum Fit: String, CaseIterable, Sendable {
    /// All of it is seen, with the background around it.
    case contain
    /// It fills the picture, and is cut off at two sides.
    case cover
  }
}

/// The position and size of the canvas in an output's pictures. All lengths are in pixels; sizes, `x` and `y` are even.
public struct OutputPicture: Hashable, Sendable {
  public var width: Int
  public var height: Int
  /// The size of the drawing, which has the canvas.
  public var drawnWidth: Int
  public var drawnHeight: Int
  /// Pixels for each point of the canvas.
  public var scale: Double
  /// The position of the drawing's left column; below 0 if it is cut off.
  public var x: Int
  /// The position of the drawing's top row; below 0 if it is cut off.
  public var y: Int
  /// The first column of the canvas in the drawing: 1 if that centers it, and below 0 if columns are not drawn.
  public var originX = 0
  /// The first row of the canvas in the drawing: 1 if that centers it, and below 0 if rows are not drawn.
  public var originY = 0

  /// A scaled side, rounded up to an even number of pixels.
  static func evenPixels(_ pixels: Int, _ scale: Double) -> Int { evenPixels(Double(pixels) * scale) }

  /// A length, rounded up to an even number of pixels.
  static func evenPixels(_ length: Double) -> Int { max(2, Int((length / 2 - 1e-9).rounded(.up)) * 2) }
}

extension Job {
  /// The pictures of an output, or of the canvas itself, in a run that multiplies every scale by `scale`.
  public func picture(of output: OutputEntry? = nil, scale: Double = 1) -> OutputPicture {
    switch output?.size {
    case nil: scaledPicture(scale)
    case .scaled(let factor): scaledPicture(factor * scale)
    case .fitted(let width, let height, let fit): fittedPicture(width: width, height: height, fit: fit, scale: scale)
    }
  }

  /// If sides are rounded to even numbers, the canvas covers all of the picture, and anything beyond is not drawn.
  private func scaledPicture(_ factor: Double) -> OutputPicture {
    let width = OutputPicture.evenPixels(pixelWidth, factor)
    let height = OutputPicture.evenPixels(pixelHeight, factor)
    let cover = max(Double(width) / Double(pixelWidth), Double(height) / Double(pixelHeight))
    let exact = cover <= factor * (1 + 1e-9) ? factor : cover
    return OutputPicture(
      width: width, height: height, drawnWidth: width, drawnHeight: height, scale: composition.scale * exact, x: 0,
      y: 0, originX: Self.start(width, Double(pixelWidth) * exact),
      originY: Self.start(height, Double(pixelHeight) * exact))
  }

  private func fittedPicture(width: Int, height: Int, fit: OutputSize.Fit, scale: Double) -> OutputPicture {
    let width = OutputPicture.evenPixels(width, scale)
    let height = OutputPicture.evenPixels(height, scale)
    let factors = (Double(width) / Double(pixelWidth), Double(height) / Double(pixelHeight))
    let factor = fit == .contain ? min(factors.0, factors.1) : max(factors.0, factors.1)
    let (drawnWidth, drawnHeight) = (Double(pixelWidth) * factor, Double(pixelHeight) * factor)
    let (x, y) = (Self.start(width, drawnWidth), Self.start(height, drawnHeight))
    // Drawings lie at even places, so that chroma of pictures is chroma of drawings.
    let (originX, originY) = (x & 1, y & 1)
    return OutputPicture(
      width: width, height: height, drawnWidth: OutputPicture.evenPixels(drawnWidth + Double(originX)),
      drawnHeight: OutputPicture.evenPixels(drawnHeight + Double(originY)), scale: composition.scale * factor,
      x: x - originX, y: y - originY, originX: originX, originY: originY)
  }

  /// The start of a length that is centered in a side, to the nearest pixel; one that covers the side still covers it.
  private static func start(_ side: Int, _ length: Double) -> Int {
    Int(((Double(side) - length) / 2).rounded())
  }
}
