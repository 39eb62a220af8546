import StageKit

/// An outline that may change with time.
struct Outline: TimeVarying {
  /// The outline at one instant.
  struct Form {
    var path: Path
    /// What gradients and the anchor refer to.
    var box: Rect
    /// Lengths along the path, where they are asked for.
    var measure: PathMeasure?
  }

  private enum Kind {
    case path(Animated<MorphingPath>, box: Rect)
    case primitive(any Primitive)

    var settlingTime: Double? {
      switch self {
      case .path(let path, _): path.settlingTime
      case .primitive(let primitive): primitive.settlingTime
      }
    }

    func form(at seconds: Double, isMeasured: Bool) -> Form {
      let path: Path
      let box: Rect
      switch self {
      case .path(let animation, let first): (path, box) = (animation.value(at: seconds).path, first)
      case .primitive(let primitive): (path, box) = primitive.form(at: seconds)
      }
      return Form(path: path, box: box, measure: isMeasured ? PathMeasure(path) : nil)
    }
  }

  static let path = ParameterKey.path("path", "SVG path data, in points of the canvas.").animated.optional

  /// For a definition's list.
  static var parameters: [any AnyParameter] {
    [
      path, Rectangle.parameter, Ellipse.parameter, Circle.parameter, Line.parameter, Polyline.parameter,
      Polygon.parameter, Star.parameter,
    ]
  }

  private let kind: Kind
  private let isMeasured: Bool
  private let constant: Form?

  /// Reads the one outline among the parameters. Throws where there is none or more than one.
  init(_ parameters: ParameterValues, composition: Composition, isMeasured: Bool) throws {
    var found: [(name: String, kind: Kind)] = []
    if let path = parameters[Self.path] {
      let box = path.values.lazy.compactMap(\.path.bounds).first ?? .zero
      found.append(("path", .path(path, box: box)))
    }
    let middle = composition.bounds.center
    for type in Self.primitives {
      guard let fields = parameters[type.parameter] else { continue }
      let primitive = try type.init(fields, canvasCenter: middle)
      found.append((type.parameter.declaration.name, .primitive(primitive)))
    }
    guard let first = found.first, found.count == 1 else {
      let names = (["path"] + Self.primitives.map { $0.parameter.declaration.name }).map { "'\($0)'" }
      throw found.isEmpty
        ? StageError("a shape needs an outline", hint: "One of \(names.joined(separator: ", ")).")
        : StageError("'\(found[0].name)' and '\(found[1].name)' exclude each other", parameter: found[1].name)
    }
    kind = first.kind
    self.isMeasured = isMeasured
    constant = first.kind.settlingTime == 0 ? first.kind.form(at: 0, isMeasured: isMeasured) : nil
  }

  private static let primitives: [any Primitive.Type] = [
    Rectangle.self, Ellipse.self, Circle.self, Line.self, Polyline.self, Polygon.self, Star.self,
  ]

  var settlingTime: Double? { kind.settlingTime }

  func form(at seconds: Double) -> Form { constant ?? kind.form(at: seconds, isMeasured: isMeasured) }
}
