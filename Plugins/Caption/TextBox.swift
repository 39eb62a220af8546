import StageKit

/// Text laid out in a box in the middle of the canvas.
struct TextBox {
  enum VerticalAlignment: String, CaseIterable { case top, middle, bottom }

  static let width = Parameter.number(
    "width", "Lines break before this width; without one they break where the text says.", .positive(.points)
  ).optional
  static let height = Parameter.number(
    "height", "The height of its box; without one the text's own.", .positive(.points)
  ).optional
  static let verticalAlignment = Parameter<VerticalAlignment>.choice(
    "verticalAlignment", "Where the text stands in a box of a given height.", default: .middle)

  /// For a definition's list.
  static var parameters: [any AnyParameter] { [width, height, verticalAlignment] }

  /// On the canvas, without those that show nothing.
  let lines: [TextLayout.Line]
  /// All lines as one.
  let outline: Path
  /// The width and height asked for, or else the text's.
  let box: Rect
  /// From the leftmost line's start to the rightmost one's end, and over all lines' heights.
  let ink: Rect
  let isRightToLeft: Bool

  init(_ parameters: Parameters, _ context: any StageContext) throws {
    let text = TextParameters(parameters)
    let width = parameters[Self.width]
    let height = parameters[Self.height]
    let layout = try text.layout(context, maximumWidth: width)
    let left = layout.lines.map(\.x).min() ?? 0
    let right = layout.lines.map { $0.x + $0.width }.max() ?? 0
    let size = Size(width ?? layout.size.width, height ?? layout.size.height)
    let box = Rect(center: context.canvas.bounds.center, size: size)
    let room = size.height - layout.size.height
    let top =
      switch parameters[Self.verticalAlignment] {
      case .top: box.y
      case .middle: box.y + room / 2
      case .bottom: box.y + room
      }
    self.box = box
    ink = Rect(x: box.x + left, y: top, width: right - left, height: layout.size.height)
    let home = Transform.translation(box.x, top)
    lines = layout.lines.filter { !$0.outline.isEmpty }.map { line in
      TextLayout.Line(
        outline: line.outline.transformed(by: home), baseline: line.baseline + top, x: line.x + box.x,
        width: line.width)
    }
    outline = layout.outline.transformed(by: home)
    isRightToLeft = text.request.isRightToLeft
  }
}

extension TextRequest {
  /// Whether lines are read from the right: as asked for, or by the first letter of a script.
  var isRightToLeft: Bool {
    switch direction {
    case .leftToRight: return false
    case .rightToLeft: return true
    case .automatic:
      guard let first = text.unicodeScalars.first(where: \.properties.isAlphabetic)?.value else { return false }
      // Hebrew, Arabic and their neighbors, and their presentation forms: blocks of Unicode.
      return (0x590...0x8FF).contains(first) || (0xFB1D...0xFDFF).contains(first) || (0xFE70...0xFEFF).contains(first)
        || (0x10800...0x10FFF).contains(first) || (0x1E800...0x1EFFF).contains(first)
    }
  }
}
