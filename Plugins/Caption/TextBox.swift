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

  static let balance = Parameter.boolean(
    "balance", "Whether broken lines are made about as long as each other, so that no word is left alone.",
    default: true)

  /// For a definition's list.
  static var parameters: [any AnyParameter] { [width, height, verticalAlignment, balance] }

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
    var layout = try text.layout(context, maximumWidth: width)
    let isRightToLeft = text.request.isRightToLeft
    var indent = 0.0
    if let width, parameters[Self.balance] {
      layout = try Self.balanced(layout, within: width, text, context)
      let room = width - layout.size.width
      indent =
        switch text.request.alignment {
        case .start: isRightToLeft ? room : 0
        case .center: room / 2
        case .end: isRightToLeft ? 0 : room
        }
    }
    let left = indent + (layout.lines.map(\.x).min() ?? 0)
    let right = indent + (layout.lines.map { $0.x + $0.width }.max() ?? 0)
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
    ink = Rect(x: box.x + left, y: top, width: right - left, height: layout.size.height)
    let home = Transform.translation(box.x + indent, top)
    lines = layout.lines.filter { !$0.outline.isEmpty }.map { line in
      TextLayout.Line(
        outline: line.outline.transformed(by: home), baseline: line.baseline + top, x: line.x + box.x + indent,
        width: line.width)
    }
    outline = layout.outline.transformed(by: home)
    self.isRightToLeft = isRightToLeft
  }

  /// The layout in the least width that breaks no word and takes no more lines; long texts stay as they are.
  private static func balanced(
    _ layout: TextLayout, within width: Double, _ text: TextParameters, _ context: any StageContext
  ) throws -> TextLayout {
    let count = layout.lines.count
    guard count > 1, count <= 8 else { return layout }
    var request = text.request
    request.text = String(request.text.map { $0.isWhitespace ? "\n" : $0 })
    var (low, high) = (try context.layout(request).size.width, width)
    request.text = text.request.text
    var best = layout
    // Half a point of accuracy is enough: the lines themselves hardly change within it.
    while high - low > 0.5 {
      let middle = (low + high) / 2
      request.maximumWidth = middle
      let narrower = try context.layout(request)
      if narrower.lines.count <= count { (best, high) = (narrower, middle) } else { low = middle }
    }
    return best
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
