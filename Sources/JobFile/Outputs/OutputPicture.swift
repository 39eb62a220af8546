/// The size of an output's pictures, where it is not the canvas's.
public enum OutputSize: Hashable, Sendable {
  /// The canvas's size in pixels times a factor.
  case scaled(Double)
  /// Exactly so many pixels, both even, into which the canvas is fitted.
  case fitted(width: Int, height: Int, Fit)

  /// How the canvas is fitted into a picture of another shape; it is centered either way.
  public enum Fit: String, CaseIterable, Sendable {
    /// All of it is seen, with the background around it.
    case contain
    /// It fills the picture, and is cut off at two sides.
    case cover
  }
}

/// Where the canvas lies in an output's pictures. All lengths are in pixels and even.
public struct OutputPicture: Hashable, Sendable {
  public var width: Int
  public var height: Int
  /// The size at which the canvas is drawn.
  public var drawnWidth: Int
  public var drawnHeight: Int
  /// Pixels for each point of the canvas.
  public var scale: Double
  /// Where the canvas's left column lies; below 0 where it is cut off.
  public var x: Int
  /// Where the canvas's top row lies; below 0 where it is cut off.
  public var y: Int

  /// A scaled side, rounded up to an even number of pixels.
  static func evenPixels(_ pixels: Int, _ scale: Double) -> Int {
    max(2, Int((Double(pixels) * scale / 2 - 1e-9).rounded(.up)) * 2)
  }
}

extension Job {
  /// The pictures of an output, or of the canvas itself, in a run that multiplies every scale by `scale`.
  public func picture(of output: OutputEntry? = nil, scale: Double = 1) -> OutputPicture {
    switch output?.size {
    case nil: scaledPicture(scale)
    case .scaled(let factor): scaledPicture(factor * scale)
    case .fitted(let width, let height, let fit): fittedPicture(width, height, fit, scale)
    }
  }

  private func scaledPicture(_ factor: Double) -> OutputPicture {
    let width = OutputPicture.evenPixels(pixelWidth, factor)
    let height = OutputPicture.evenPixels(pixelHeight, factor)
    return OutputPicture(
      width: width, height: height, drawnWidth: width, drawnHeight: height, scale: composition.scale * factor, x: 0,
      y: 0)
  }

  private func fittedPicture(_ width: Int, _ height: Int, _ fit: OutputSize.Fit, _ scale: Double) -> OutputPicture {
    let width = OutputPicture.evenPixels(width, scale)
    let height = OutputPicture.evenPixels(height, scale)
    let factors = (Double(width) / Double(pixelWidth), Double(height) / Double(pixelHeight))
    let factor = fit == .contain ? min(factors.0, factors.1) : max(factors.0, factors.1)
    let drawnWidth = OutputPicture.evenPixels(pixelWidth, factor)
    let drawnHeight = OutputPicture.evenPixels(pixelHeight, factor)
    return OutputPicture(
      width: width, height: height, drawnWidth: drawnWidth, drawnHeight: drawnHeight,
      scale: composition.scale * factor, x: (width - drawnWidth) / 4 * 2, y: (height - drawnHeight) / 4 * 2)
  }
}
