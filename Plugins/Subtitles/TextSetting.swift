import StageKit

/// The setting and the position of text, as parameters.
struct SettingParameters: ParameterGroup {
  @Include var type = TextParameters(weight: 700)
  @Parameter("Lines break before this width; without one before the safe area's edges.", .positive(.points))
  var width: Double?
  @Parameter("Whether broken lines get about equal lengths, so that no word is left alone.")
  var balance = true
  @Parameter("The place in the safe area of cues for which the file gives none.")
  var verticalAlignment = TextSetting.Vertical.bottom
  @Parameter(
    "The room kept free at the sides, and above and below, in fractions of the canvas; what the canvas's 'safe' keeps free is kept "
      + "free, too.")
  var safeArea = Point(0.08, 0.12)
  @Parameter("Whether cues take their places from the file, such as the top.") var positions = true

  func prepare() throws {
    guard (0..<0.5).contains(safeArea.x), (0..<0.5).contains(safeArea.y) else {
      throw StageError(
        "leaves no room, since both numbers must be from 0 to below 0.5", parameter: $safeArea.location)
    }
  }
}

/// The setting and the position of text.
struct TextSetting {
  enum Vertical: String, CaseIterable, ParameterChoice { case top, middle, bottom }

  let request: TextRequest
  let alignment: TextAlignment
  let isBalanced: Bool
  let vertical: Vertical
  let keepsPositions: Bool
  /// The canvas's safe area within the margins.
  let safeArea: Rect
  let maximumWidth: Double
  let context: any StageContext

  var size: Double { request.style.size }

  /// The box if nothing is shown.
  var emptyBox: Rect {
    let y =
      switch vertical {
      case .top: safeArea.minY
      case .middle: safeArea.center.y
      case .bottom: safeArea.maxY
      }
    return Rect(center: Point(safeArea.center.x, y), size: Size(0, 0))
  }

  init(_ parameters: SettingParameters, isStroked: Bool, _ context: any StageContext) throws {
    // Checks the language and the font, and warns of families that are not there.
    _ = try parameters.type.layout("", context)
    var request = parameters.type.request("")
    request.unitesContours = isStroked
    request.alignment = .start
    request.allowsColor = true
    self.request = request
    alignment = parameters.type.alignment
    isBalanced = parameters.balance
    vertical = parameters.verticalAlignment
    keepsPositions = parameters.positions
    let canvas = context.composition.bounds
    let margin = parameters.safeArea
    let inner = Rect(
      center: canvas.center,
      size: Size(canvas.width * (1 - 2 * margin.x), canvas.height * (1 - 2 * margin.y)))
    guard let area = inner.intersection(context.composition.safeArea), area.width > 0, area.height > 0 else {
      throw StageError(
        "leaves no room within the canvas's safe area", parameter: parameters.$safeArea.location,
        hint: "Make its numbers smaller.")
    }
    safeArea = area
    maximumWidth = parameters.width ?? safeArea.width
    self.context = context
  }
}
