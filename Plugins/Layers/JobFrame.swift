import StageKit

/// The frame that shows a job's canvas.
struct JobFrame: TimeVarying {
  /// Where everything is at one instant, in the stage's own coordinates.
  struct Layout: Hashable {
    /// The frame.
    var box: Rect
    /// From the points of the job's canvas.
    var transform: Transform
    /// The part of the frame that the job's canvas fills.
    var clip: Clip
  }

  static let width = ParameterKey.number(
    "width", "The frame's width; with no height the job's canvas keeps its proportions.", .nonnegative(.points)
  ).animated.optional
  static let height = ParameterKey.number(
    "height", "The frame's height; with no width either the frame is as large as the job's canvas.",
    .nonnegative(.points)
  ).animated.optional
  static let fit = ParameterKey<PictureFit>.choice(
    "fit", "Whether the job's canvas covers the frame, is contained in it or is stretched to it.", default: .cover)

  /// For a definition's list.
  static var parameters: [any AnyParameter] { [width, height, fit, LayerClip.radius, LayerClip.radii] }

  /// The job's canvas.
  let content: Rect
  private let canvas: Rect
  private let width: Animated<Double>?
  private let height: Animated<Double>?
  private let fit: PictureFit
  private let radius: Animated<Double>
  private let radii: CornerRadii?

  init(_ parameters: ParameterValues, content: Rect, canvas: Rect) throws {
    self.content = content
    self.canvas = canvas
    width = parameters[Self.width]
    height = parameters[Self.height]
    fit = parameters[Self.fit]
    radius = parameters[LayerClip.radius]
    radii = try CornerRadii.four(LayerClip.radii, in: parameters)
  }

  var settlingTime: Double? { latestSettlingTime(of: width, height, radius) }

  func layout(at seconds: Double) -> Layout {
    let box = Rect(center: canvas.center, size: size(at: seconds))
    let place = fit.rect(for: content.size, in: box)
    let radii = radii ?? CornerRadii(radius.value(at: seconds))
    return Layout(
      box: box,
      transform: .translation(place.origin) * .scale(place.width / content.width, place.height / content.height),
      clip: Clip(.frame(place.intersection(box) ?? .zero, radii: radii)))
  }

  private func size(at seconds: Double) -> Size {
    switch (width?.value(at: seconds), height?.value(at: seconds)) {
    case (let width?, let height?): Size(width, height)
    case (let width?, nil): Size(width, width * content.height / content.width)
    case (nil, let height?): Size(height * content.width / content.height, height)
    case (nil, nil): content.size
    }
  }
}
