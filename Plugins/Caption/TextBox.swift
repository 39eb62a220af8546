import StageKit

/// Text laid out in a box in the middle of the canvas.
struct TextBox {
  enum VerticalAlignment: String, CaseIterable { case top, middle, bottom }

  static let minSize = Parameter.number(
    "minSize", "The size to which its letters shrink so that it fits; without one they stay as they are.",
    .positive(.points)
  ).optional
  static let width = Parameter.number(
    "width", "Lines break before this width; without one they break only at newlines.", .positive(.points)
  ).optional
  static let height = Parameter.number(
    "height", "The height of its box, into which it fits; without one its text's.", .positive(.points)
  ).optional
  static let maxLines = Parameter.integer(
    "maxLines", "How many lines it may have; without one as many as it needs.",
    .range(
      1...1000
    )
  ).optional
  static let overflow = Parameter<TextFit.Overflow>.choice(
    "overflow", "Whether what does not fit at the smallest size is cut with an ellipsis, or visible all the same.",
    default: .ellipsis)
  static let verticalAlignment = Parameter<VerticalAlignment>.choice(
    "verticalAlignment", "Where the text stands in a box of a given height.", default: .middle)

  static let balance = Parameter.boolean(
    "balance", "Whether broken lines are made about as long as each other, so that no word is left alone.",
    default: true)

  /// For a definition's list.
  static var parameters: [any AnyParameter] {
    [minSize, width, height, maxLines, overflow, verticalAlignment, balance]
  }

  /// On the canvas, without those that show nothing.
  let lines: [TextLayout.Line]
  /// All lines as one.
  let outline: Path
  /// The width and height asked for, or else the text's.
  let box: Rect
  /// Of its letters, in points.
  let fontSize: Double
  /// From the leftmost line's start to the rightmost one's end, and over all lines' heights.
  let ink: Rect

  init(_ parameters: Parameters, _ context: any StageContext, _ styles: TextStyles) throws {
    let width = parameters[Self.width]
    let height = parameters[Self.height]
    let fit = TextFit(
      maximumHeight: height, maximumLines: parameters[Self.maxLines], minimumSize: parameters[Self.minSize],
      overflow: parameters[Self.overflow])
    if let minimum = fit.minimumSize, minimum > parameters[TextParameters.size] {
      throw StageError("is above 'size'", parameter: parameters.location(of: Self.minSize))
    }
    let layout = try TextParameters(parameters).layout(
      context, text: styles.text, maximumWidth: width, balancesLines: parameters[Self.balance], allowsColor: true,
      fit: fit, separatesClusters: true, spans: styles.spans)
    fontSize = layout.fontSize
    let size = Size(width ?? layout.size.width, height ?? layout.size.height)
    let box = Rect(center: context.composition.bounds.center, size: size)
    let room = size.height - layout.size.height
    let top =
      switch parameters[Self.verticalAlignment] {
      case .top: box.y
      case .middle: box.y + room / 2
      case .bottom: box.y + room
      }
    self.box = box
    let left = layout.lines.map(\.x).min() ?? 0
    let right = layout.lines.map { $0.x + $0.width }.max() ?? 0
    ink = Rect(x: box.x + left, y: top, width: right - left, height: layout.size.height)
    lines = layout.lines.filter { !$0.isEmpty }.map { $0.moved(by: Point(box.x, top)) }
    outline = layout.outline.transformed(by: .translation(box.x, top))
  }
}
