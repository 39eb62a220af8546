import StageKit

/// The outline of a shape, as parameters of which a job gives one.
struct OutlineParameters: ParameterGroup {
  @Parameter("SVG path data, in points of the canvas.") var path: Animated<MorphingPath>?
  @Parameter("A rectangle, with round corners if you like.") var rect: Rectangle?
  @Parameter("An ellipse.") var ellipse: Ellipse?
  @Parameter("A circle.") var circle: Circle?
  @Parameter("A straight line.") var line: Line?
  @Parameter("Straight lines through points.") var polyline: Polyline?
  @Parameter("A polygon of even sides, one corner at the top.") var polygon: Polygon?
  @Parameter("A star, one point at the top.") var star: Star?

  /// The primitives by their names; nil where the job does not give one.
  var primitives: [(name: String, primitive: (any Primitive)?)] {
    [
      ("rect", rect), ("ellipse", ellipse), ("circle", circle), ("line", line), ("polyline", polyline),
      ("polygon", polygon), ("star", star),
    ]
  }

  /// Throws where there is no outline or more than one.
  func prepare() throws {
    let all = [("path", path != nil)] + primitives.map { ($0.name, $0.primitive != nil) }
    let given = all.filter(\.1).map(\.0)
    if given.isEmpty {
      let names = all.map { "'\($0.0)'" }.joined(separator: ", ")
      throw StageError("a shape needs an outline", hint: "One of \(names).")
    }
    if given.count > 1 {
      throw StageError("'\(given[0])' and '\(given[1])' exclude each other", parameter: given[1])
    }
  }
}

/// An outline that may change with time.
struct Outline: TimeVarying {
  /// The outline at one instant.
  struct Form {
    var path: Path
    /// The box that gradients and the anchor refer to.
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

    func form(at seconds: Double, in canvas: Rect, isMeasured: Bool) -> Form {
      let path: Path
      let box: Rect
      switch self {
      case .path(let animation, let first): (path, box) = (animation.value(at: seconds).path, first)
      case .primitive(let primitive): (path, box) = primitive.form(at: seconds, in: canvas)
      }
      return Form(path: path, box: box, measure: isMeasured ? PathMeasure(path) : nil)
    }
  }

  private let kind: Kind
  private let canvas: Rect
  private let isMeasured: Bool
  private let constant: Form?

  init(_ parameters: OutlineParameters, canvas: Rect, isMeasured: Bool) {
    if let primitive = parameters.primitives.compactMap(\.primitive).first {
      kind = .primitive(primitive)
    } else {
      let path = parameters.path ?? Animated(MorphingPath(.empty))
      kind = .path(path, box: path.values.lazy.compactMap(\.path.bounds).first ?? .zero)
    }
    self.canvas = canvas
    self.isMeasured = isMeasured
    constant = kind.settlingTime == 0 ? kind.form(at: 0, in: canvas, isMeasured: isMeasured) : nil
  }

  var settlingTime: Double? { kind.settlingTime }

  /// The corners of a rectangle; nil for others.
  func corners(at seconds: Double) -> CornerRadii? {
    if case .primitive(let primitive) = kind { primitive.corners(at: seconds) } else { nil }
  }

  /// The outline of a rectangle in a room; others keep their sizes.
  func form(at seconds: Double, room: Room?) -> Form {
    guard let room, case .primitive(let primitive) = kind, let rectangle = primitive as? Rectangle else {
      return form(at: seconds)
    }
    let (path, box) = rectangle.form(room, at: seconds, in: canvas)
    return Form(path: path, box: box, measure: isMeasured ? PathMeasure(path) : nil)
  }

  private func form(at seconds: Double) -> Form {
    constant ?? kind.form(at: seconds, in: canvas, isMeasured: isMeasured)
  }
}
