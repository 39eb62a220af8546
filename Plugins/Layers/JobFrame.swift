import StageKit

/// The frame that shows a job's canvas, as parameters.
struct JobFrameParameters: ParameterGroup {
  @Parameter("The frame's width; with no height the job's canvas keeps its proportions.", .nonnegative(.points))
  var width: Animated<Double>?
  @Parameter(
    "The frame's height; with no width either the frame is as large as the job's canvas.", .nonnegative(.points))
  var height: Animated<Double>?
  @Parameter("The fit: the job's canvas covers the frame, is contained in it or is stretched to it.")
  var fit = PictureFit.cover
  @Include var corners: CornerParameters
}

/// The frame that shows a job's canvas.
struct JobFrame: TimeVarying {
  /// The layout at one instant, in the stage's own coordinates.
  struct Layout: Hashable {
    /// The frame.
    var box: Rect
    /// Maps the points of the job's canvas.
    var transform: Transform
    /// The part of the frame that the job's canvas fills.
    var clip: Clip
  }

  /// The job's canvas.
  let content: Rect
  private let canvas: Rect
  private let parameters: JobFrameParameters

  init(_ parameters: JobFrameParameters, content: Rect, canvas: Rect) {
    self.content = content
    self.canvas = canvas
    self.parameters = parameters
  }

  var settlingTime: Double? { latestSettlingTime(of: parameters.width, parameters.height, parameters.corners) }

  func layout(at seconds: Double) -> Layout {
    let box = Rect(center: canvas.center, size: size(at: seconds))
    let place = parameters.fit.rect(for: content.size, in: box)
    let radii = parameters.corners.radii(at: seconds)
    return Layout(
      box: box,
      transform: .translation(place.origin) * .scale(place.width / content.width, place.height / content.height),
      clip: Clip(.frame(place.intersection(box) ?? .zero, radii: radii)))
  }

  private func size(at seconds: Double) -> Size {
    switch (parameters.width?.value(at: seconds), parameters.height?.value(at: seconds)) {
    case (let width?, let height?): Size(width, height)
    case (let width?, nil): Size(width, width * content.height / content.width)
    case (nil, let height?): Size(height * content.width / content.height, height)
    case (nil, nil): content.size
    }
  }
}
