import StageKit

/// The fit of an animation into a frame of other proportions.
enum LottieFit: String, ParameterChoice, CaseIterable {
  /// Fits wholly into the frame and keeps its proportions.
  case contain
  /// Fills the frame and keeps its proportions; what lies beyond the frame is cut off.
  case cover
  /// Is stretched to the frame.
  case fill
  /// Keeps its own size, one pixel a point, in the frame's middle.
  case none
}

/// The frame of an animation, as parameters.
struct LottieFrameParameters: ParameterGroup {
  @Parameter("The frame's width; with no height the animation keeps its proportions.", .nonnegative(.points))
  var width: Animated<Double>?
  @Parameter(
    "The frame's height; with no width either the frame is as large as the animation, one pixel a point.",
    .nonnegative(.points))
  var height: Animated<Double>?
  @Parameter(
    "The fit: the animation is contained in the frame, covers it, is stretched to it, or keeps its own size in its middle."
  )
  var fit = LottieFit.contain
}

/// The frame of an animation.
struct LottieFrame: TimeVarying {
  private let parameters: LottieFrameParameters
  private let size: Size
  private let canvas: Rect

  /// - `size`: That of the animation.
  init(_ parameters: LottieFrameParameters, size: Size, canvas: Rect) {
    self.parameters = parameters
    self.size = size
    self.canvas = canvas
  }

  var settlingTime: Double? { latestSettlingTime(of: parameters.width, parameters.height) }

  /// The frame in the middle of the canvas, or a room of another size there.
  func box(at seconds: Double, room: Room?) -> Rect {
    if let room { return Rect(center: canvas.center, size: room.size) }
    let own =
      switch (parameters.width?.value(at: seconds), parameters.height?.value(at: seconds)) {
      case (let width?, let height?): Size(width, height)
      case (let width?, nil): Size(width, width * size.height / size.width)
      case (nil, let height?): Size(height * size.width / size.height, height)
      case (nil, nil): size
      }
    return Rect(center: canvas.center, size: own)
  }

  /// The rectangle that the animation's canvas fills.
  func place(in box: Rect) -> Rect {
    switch parameters.fit {
    case .contain: PictureFit.contain.rect(for: size, in: box)
    case .cover: PictureFit.cover.rect(for: size, in: box)
    case .fill: box
    case .none: Rect(center: box.center, size: size)
    }
  }
}
