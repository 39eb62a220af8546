import StageKit

/// What a layer is cut to.
struct LayerClip: TimeVarying {
  static let parameter = ParameterKey.object(
    "clip", "What it is cut to, in its own coordinates; its box, unless another outline is given.",
    [radius, radii, inset, size, center, path]
  ).optional

  static let radius = ParameterKey.number(
    "radius", "How round the corners are.", default: 0, .nonnegative(.points)
  ).animated
  static let radii = ParameterKey.numbers(
    "radii", "The radii of the four corners instead: top left, top right, bottom right, bottom left.", default: [],
    .nonnegative(.points))
  private static let inset = ParameterKey.number(
    "inset", "How far inside of its box the edges are; below 0, outside.", default: 0, .any(.points)
  ).animated
  private static let size = ParameterKey.point("size", "Width and height of a rectangle instead of its box.").animated
    .optional
  private static let center = ParameterKey.point(
    "center", "Where the middle of that rectangle is; the middle of its box, unless given."
  ).animated.optional
  private static let path = ParameterKey.path("path", "SVG path data instead of a rectangle.").animated.optional

  private let radius: Animated<Double>
  private let radii: CornerRadii?
  private let inset: Animated<Double>
  private let size: Animated<Point>?
  private let center: Animated<Point>?
  private let path: Animated<MorphingPath>?

  /// Throws where a path and another outline are given.
  init(_ parameters: ParameterValues) throws {
    radius = parameters[Self.radius]
    radii = try CornerRadii.four(Self.radii, in: parameters)
    inset = parameters[Self.inset]
    size = parameters[Self.size]
    center = parameters[Self.center]
    path = parameters[Self.path]
    if path != nil, size != nil || center != nil {
      throw StageError(
        "'path' and '\(size != nil ? "size" : "center")' exclude each other",
        parameter: parameters.location(of: Self.path))
    }
  }

  var settlingTime: Double? { latestSettlingTime(of: radius, inset, size, center, path) }

  /// Around content with a box.
  func clip(of box: Rect, at seconds: Double) -> Clip {
    if let path { return Clip(path.value(at: seconds).path) }
    let center = center?.value(at: seconds) ?? box.center
    let sides = size?.value(at: seconds) ?? Point(box.width, box.height)
    let inset = inset.value(at: seconds)
    let edge = Rect(center: center, sides: sides - Point(2 * inset, 2 * inset))
    return Clip(.frame(edge, radii: radii ?? CornerRadii(radius.value(at: seconds))))
  }
}

extension Path {
  /// A rectangle with round corners, or a plain one where they are sharp.
  static func frame(_ rect: Rect, radii: CornerRadii) -> Path {
    radii == CornerRadii(0) ? .rect(rect) : .roundedRect(rect, radii: radii)
  }
}
