import StageKit

/// How text is set and where it stands.
struct TextSetting {
  enum Vertical: String, CaseIterable { case top, middle, bottom }

  private static let weight = Parameter.integer(
    "weight", "How bold it is: 100 is thin, 400 regular, 700 bold, 900 black.", default: 700, .range(1...1000))
  private static let width = Parameter.number(
    "width", "Lines break before this width; without one before the safe area's edges.", .positive(.points)
  ).optional
  private static let balance = Parameter.boolean(
    "balance", "Whether broken lines are made about as long as each other, so that no word is left alone.",
    default: true)
  private static let vertical = Parameter<Vertical>.choice(
    "verticalAlignment", "Where in the safe area cues stand of which the file says nothing else.", default: .bottom)
  private static let safeArea = Parameter.point(
    "safeArea", "The room kept free at the sides, and above and below, in fractions of the canvas.",
    default: Point(0.08, 0.12))
  private static let keepsPositions = Parameter.boolean(
    "positions", "Whether cues stand where the file says, such as at the top.", default: true)

  /// For a definition's list.
  static var parameters: [any AnyParameter] {
    [
      TextParameters.family, TextParameters.font, weight, TextParameters.italic, TextParameters.size,
      TextParameters.letterSpacing, TextParameters.lineHeight, TextParameters.alignment, TextParameters.direction,
      TextParameters.language, width, balance, vertical, safeArea, keepsPositions,
    ]
  }

  let request: TextRequest
  let alignment: TextAlignment
  let isBalanced: Bool
  let vertical: Vertical
  let keepsPositions: Bool
  /// On the canvas.
  let safeArea: Rect
  let maximumWidth: Double
  let context: any StageContext

  var size: Double { request.style.size }

  /// Where nothing is shown.
  var emptyBox: Rect {
    let y =
      switch vertical {
      case .top: safeArea.minY
      case .middle: safeArea.center.y
      case .bottom: safeArea.maxY
      }
    return Rect(center: Point(safeArea.center.x, y), size: Size(0, 0))
  }

  init(_ parameters: Parameters, _ context: any StageContext) throws {
    let text = TextParameters(parameters, text: "")
    // Checks the language and the font, and warns of families that are not there.
    _ = try text.layout(context)
    var request = text.request
    request.style.weight = parameters[Self.weight]
    request.alignment = .start
    request.allowsColor = true
    self.request = request
    alignment = parameters[TextParameters.alignment]
    isBalanced = parameters[Self.balance]
    vertical = parameters[Self.vertical]
    keepsPositions = parameters[Self.keepsPositions]
    let canvas = context.composition.bounds
    let margin = parameters[Self.safeArea]
    guard (0..<0.5).contains(margin.x), (0..<0.5).contains(margin.y) else {
      throw StageError(
        "leaves no room, since both numbers must be from 0 to below 0.5",
        parameter: parameters.location(of: Self.safeArea))
    }
    safeArea = Rect(
      center: canvas.center,
      size: Size(canvas.width * (1 - 2 * margin.x), canvas.height * (1 - 2 * margin.y)))
    maximumWidth = parameters[Self.width] ?? safeArea.width
    self.context = context
  }
}
