/// A parameter that is changed on the picture, where `pipeline preview` shows the stage: a point, a length, an angle, a path, a place on
/// a map, or the view of a camera.
///
/// Points and lengths are in the stage's own coordinates: before its place, its scale and its rotation. Handles are drawn where a
/// job gives the parameter, and for lengths and angles also where a default does.
///
/// ```swift
/// let handles: [StageHandle] = [.length("radius", from: "center"), .angle("angle", at: "center", zero: -90)]
/// ```
public struct StageHandle: Hashable, Sendable {
  /// The meaning of a value on the picture.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A point, or a list of points.
    case point
    /// A number of points from the origin, in one direction.
    case length
    /// The width or the height of the stage's box, a number of points.
    case width, height
    /// The width and the height of something around the origin.
    case size
    /// A number of degrees, clockwise.
    case angle
    /// SVG path data, whose points are dragged.
    case path
    /// A coordinate, or a list of coordinates, on the ground of the stage's camera.
    case coordinate
    /// An object with `center`, `distance`, `pitch` and `heading`: how a camera over a map looks at it.
    case view
  }

  /// The meaning of the parameter's value.
  public let kind: Kind
  /// The name of the parameter; fields of objects come behind points, such as `line.from`.
  public let parameter: String
  /// The name of the parameter with the point from which it counts; nil for the middle of the stage's box.
  public let origin: String?
  /// Degrees clockwise from rightward: where a length points, or where an angle of 0 does.
  public let direction: Double
  /// The parameter's number for each point of a length: 2 for what is as wide on both sides.
  public let multiple: Double

  private init(_ kind: Kind, _ parameter: String, origin: String? = nil, direction: Double = 0, multiple: Double = 1) {
    (self.kind, self.parameter, self.origin) = (kind, parameter, origin)
    (self.direction, self.multiple) = (direction, multiple)
  }

  /// A parameter with a point or a list of points.
  public static func point(_ parameter: String) -> StageHandle { StageHandle(.point, parameter) }
  /// A length from a point, or from the middle of the stage's box, in a direction: degrees clockwise from rightward. The parameter is
  /// that many times as large.
  public static func length(
    _ parameter: String, from origin: String? = nil, toward direction: Double = 0, times multiple: Double = 1
  ) -> StageHandle {
    StageHandle(.length, parameter, origin: origin, direction: direction, multiple: multiple)
  }
  /// The width of the stage's box, dragged at its right edge.
  public static func width(_ parameter: String) -> StageHandle { StageHandle(.width, parameter) }
  /// The height of the stage's box, dragged at its lower edge.
  public static func height(_ parameter: String) -> StageHandle { StageHandle(.height, parameter) }
  /// The width and the height of something around a point, or around the middle of the stage's box.
  public static func size(_ parameter: String, around origin: String? = nil) -> StageHandle {
    StageHandle(.size, parameter, origin: origin)
  }
  /// An angle at a point, or at the middle of the stage's box; `zero` is where an angle of 0 points, in degrees clockwise from
  /// rightward.
  public static func angle(_ parameter: String, at origin: String? = nil, zero direction: Double = 0) -> StageHandle {
    StageHandle(.angle, parameter, origin: origin, direction: direction)
  }
  /// SVG path data.
  public static func path(_ parameter: String) -> StageHandle { StageHandle(.path, parameter) }
  /// A coordinate, or a list of coordinates, on the ground of the stage's camera.
  public static func coordinate(_ parameter: String) -> StageHandle { StageHandle(.coordinate, parameter) }
  /// The view of a camera over a map; the parameter `moves`, if there is one, leads to other views.
  public static func view(_ parameter: String) -> StageHandle { StageHandle(.view, parameter) }
}

extension StageHandle {
  /// Why it does not fit a stage's parameters: one is missing, or is of another kind; nil where it does.
  public func fault(in parameters: [ParameterDeclaration]) -> String? {
    guard let schema = Self.schema(of: parameter, in: parameters) else {
      return "the handle names '\(parameter)', which is not a parameter"
    }
    if let origin {
      guard let other = Self.schema(of: origin, in: parameters) else {
        return "the handle '\(parameter)' starts at '\(origin)', which is not a parameter"
      }
      if case .point = other.constant {
      } else {
        return "the handle '\(parameter)' starts at '\(origin)', which is not a point"
      }
    }
    let fits =
      switch (kind, schema.constant) {
      case (.point, .point), (.point, .list(of: .point, _)), (.length, .number), (.width, .number), (.height, .number),
        (.size, .point), (.size, .pair), (.angle, .number), (.path, .path), (.coordinate, .coordinate),
        (.coordinate, .list(of: .coordinate, _)), (.coordinate, .route), (.view, .object):
        true
      default: false
      }
    return fits ? nil : "the parameter '\(parameter)' cannot have a handle of the kind '\(kind.rawValue)'"
  }

  private static func schema(of path: String, in parameters: [ParameterDeclaration]) -> ParameterSchema? {
    let names = path.split(separator: ".", maxSplits: 1).map(String.init)
    guard let first = names.first, let found = parameters.first(where: { $0.name == first })?.schema else { return nil }
    guard names.count > 1 else { return found }
    guard case .object(let fields) = found.constant else { return nil }
    return schema(of: names[1], in: fields)
  }
}

extension ParameterSchema {
  /// The schema of the values that it takes, without their keyframes.
  fileprivate var constant: ParameterSchema { if case .animated(let inner) = self { inner.constant } else { self } }
}
