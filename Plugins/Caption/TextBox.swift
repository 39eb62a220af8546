import StageKit

/// The box that a text is set in, as parameters.
struct BoxParameters: ParameterGroup {
  @Parameter(
    "The size to which its letters shrink so that it fits; without one they stay as they are.", .positive(.points))
  var minSize: Double?
  @Parameter("Lines break before this width; without one they break only at newlines.", .positive(.points))
  var width: Double?
  @Parameter("The height of its box, into which it fits; without one its text's.", .positive(.points))
  var height: Double?
  @Parameter("The maximum number of lines; without one, any number.", .range(1...1000))
  var maxLines: Int?
  @Parameter(
    "The treatment of text that does not fit at the smallest size: cut with an ellipsis, or visible all the same.")
  var overflow = TextFit.Overflow.ellipsis
  @Parameter("The place of the text in a box of a given height.") var verticalAlignment = TextShape.Alignment.middle

  @Parameter(
    "SVG path data of a shape on the canvas that the text fills, in place of 'width' and 'height': each line is as wide as the shape is at "
      + "the line's height.", replacedBy: ["inside"])
  var inside: Path?
  @Parameter("Whether broken lines get about equal lengths, so that no word is left alone.")
  var balance = true

  /// The shape that the text fills: the job's, or what another stage publishes.
  private(set) var shape: Path?

  mutating func prepare() throws {
    shape = inside
    try check()
  }

  /// The same with the shape that another stage publishes.
  func filling(_ shape: Path) throws -> BoxParameters {
    var result = self
    result.shape = shape
    try result.check()
    return result
  }

  /// Throws for a shape without an inside, and for one next to a width or a height.
  private func check() throws {
    guard let shape else { return }
    guard let bounds = shape.bounds, bounds.width > 0, bounds.height > 0 else {
      throw StageError("the shape has no inside", parameter: inside == nil ? nil : $inside.location)
    }
    if width != nil || height != nil {
      throw StageError(
        "does not go with 'inside'", parameter: width == nil ? $height.location : $width.location,
        hint: "The shape has a size.")
    }
  }
}

/// Text laid out in a box in the middle of the canvas.
struct TextBox {
  /// On the canvas, without those that show nothing.
  let lines: [TextLayout.Line]
  /// All lines as one.
  let outline: Path
  /// The width and height asked for, or else the text's.
  let box: Rect
  /// The size of its letters, in points.
  let fontSize: Double
  /// The warning of what does not fit; nil if all does.
  let misfit: String?
  /// The box from the leftmost line's start to the rightmost one's end, and over all lines' heights.
  let ink: Rect

  init(
    _ styles: TextStyles, type: TextParameters, box parameters: BoxParameters, unitesContours: Bool = false,
    isQuiet: Bool = false, _ context: any StageContext
  ) throws {
    let width = parameters.width
    let height = parameters.height
    let fit = TextFit(
      maximumHeight: height, maximumLines: parameters.maxLines, minimumSize: parameters.minSize,
      overflow: parameters.overflow)
    if let minimum = fit.minimumSize, minimum > type.size {
      throw StageError("is above 'size'", parameter: parameters.$minSize.location)
    }
    let bounds = parameters.shape?.bounds
    let shape = parameters.shape.map { outline in
      TextShape(
        outline.transformed(by: .translation(-(bounds?.x ?? 0), -(bounds?.y ?? 0))),
        alignment: parameters.verticalAlignment)
    }
    let layout = try type.layout(
      styles.text, context, maximumWidth: width, balancesLines: parameters.balance, allowsColor: true,
      fit: fit, separatesClusters: true, spans: styles.spans, shape: shape,
      unitesContours: unitesContours, isQuiet: isQuiet)
    (fontSize, misfit) = (layout.fontSize, layout.misfit)
    let size = Size(width ?? layout.size.width, height ?? layout.size.height)
    let box = bounds ?? Rect(center: context.composition.bounds.center, size: size)
    let room = size.height - layout.size.height
    let top =
      switch parameters.verticalAlignment {
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
