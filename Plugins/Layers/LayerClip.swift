import StageKit

/// The outline that cuts a layer.
struct LayerClip: ParameterGroup, TimeVarying {
  @Include var corners: CornerParameters
  @Parameter("The distance of the edges inside of its box; below 0, outside.", .any(.points))
  var inset: Animated<Double> = 0
  @Parameter("Width and height of a rectangle instead of its box.") var size: Animated<Point>?
  @Parameter("The middle of that rectangle; the middle of its box, unless given.")
  var center: Animated<Point>?
  @Parameter("SVG path data instead of a rectangle.") var path: Animated<MorphingPath>?

  /// Throws where a path and another outline are given.
  func prepare() throws {
    if path != nil, size != nil || center != nil {
      throw StageError(
        "'path' and '\(size != nil ? "size" : "center")' exclude each other", parameter: $path.location)
    }
  }

  var settlingTime: Double? { latestSettlingTime(of: corners, inset, size, center, path) }

  /// Around content with a box.
  func clip(of box: Rect, at seconds: Double) -> Clip {
    if let path { return Clip(path.value(at: seconds).path) }
    let center = center?.value(at: seconds) ?? box.center
    let sides = size?.value(at: seconds) ?? Point(box.width, box.height)
    let inset = inset.value(at: seconds)
    let edge = Rect(center: center, sides: sides - Point(2 * inset, 2 * inset))
    return Clip(.frame(edge, radii: corners.radii(at: seconds)))
  }
}

extension Parameter where Value == LayerClip? {
  /// The parameter `clip` of groups and copies.
  init() {
    self.init("The outline that it is cut to, in its own coordinates; its box, unless another outline is given.")
  }
}

extension Path {
  /// A rectangle with round corners, or a plain one where they are sharp.
  static func frame(_ rect: Rect, radii: CornerRadii) -> Path {
    radii == CornerRadii(0) ? .rect(rect) : .roundedRect(rect, radii: radii)
  }
}
