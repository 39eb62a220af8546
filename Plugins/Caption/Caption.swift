import StageKit

/// Text as outlines, which stay sharp at any size.
public struct Caption: Stage {
  static let color = Parameter.paint(
    "color", "The color of its letters, or a gradient over all of them.", default: .color(.white)
  ).animated
  static let width = Output<Double>("width", "How wide its box is, in points, before it is scaled.")
  static let height = Output<Double>("height", "How high its box is, in points, before it is scaled.")
  static let revealed = Moment("revealed", "When all of its text is there.")
  static let appearing = Moment("line", "One of its lines begins to appear.")
  static let appearingPart = Moment("part", "One of its lines, words or letters begins to appear, as 'reveal' says.")
  static let leaving = Moment("leaving", "One of its lines begins to go.")

  public static let definition = StageDefinition(
    name: "caption", version: 1,
    summary: "Text in any script: set in lines, colored, on a plate if you like, revealed and set in motion.",
    parameters: TextParameters.parameters + TextBox.parameters
      + [
        color, TextStyles.parameter, TextPath.parameter, StrokeParameters.parameter, Plate.parameter, Reveal.parameter,
        Reveal.exitParameter,
      ]
      + Placement.parameters
      + [Shadow.parameter],
    inputs: Placement.inputs, outputs: Placement.outputs + [width, height], moments: [revealed],
    cues: [appearing, leaving, appearingPart],
    example: .init(
      at: 0.5,
      """
      {
        "id": "title",
        "stage": "caption",
        "parameters": {
          "text": "Letter by letter",
          "size": 44,
          "weight": 800,
          "color": { "linear": { "angle": 90, "stops": ["#FFC24B", "#FF7AB8"] } },
          "reveal": { "style": "slide", "by": "letter", "stagger": 0.04, "curve": "back-out" }
        }
      }
      """))

  private let text: TextBox
  private let styles: TextStyles
  private let spanInks: [Rect]
  private let path: TextPath?
  private let pieces: [TextPiece]
  private let color: Animated<PaintValue>
  private let stroke: StrokeParameters?
  private let plate: Plate?
  private let reveal: Reveal?
  private let exit: Reveal?
  private let placement: Placement
  private let shadow: Shadow?
  private let revealEnd: Double
  private let exitEnd: Double

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    styles = try TextStyles(parameters)
    text = try TextBox(parameters, context, styles)
    spanInks = styles.inks(in: text.lines)
    path = try parameters[TextPath.parameter].map {
      try TextPath($0, alignment: parameters[TextParameters.alignment])
    }
    let isApart = path != nil
    let isPlain = !isApart && styles.spans.isEmpty
    pieces =
      isPlain
      ? [TextPiece(all: text.lines, outline: text.outline)]
      : text.lines.flatMap { TextPiece.pieces(of: $0, $0.clusters, apart: isApart) }
    color = try parameters.filling(Self.color)
    stroke = parameters[StrokeParameters.parameter].map { StrokeParameters($0) }
    plate = try parameters[Plate.parameter].map { try Plate($0) }
    let (size, lines) = (text.fontSize, text.lines)
    reveal = parameters[Reveal.parameter].map { Reveal($0, size: size, lines, apart: isApart) }
    exit = parameters[Reveal.exitParameter].map {
      Reveal(exit: $0, mirroring: parameters[Reveal.parameter], size: size, lines, apart: isApart)
    }
    if path != nil, plate != nil {
      throw StageError("a plate is for straight lines", parameter: parameters.location(of: Plate.parameter))
    }
    if let path, let longest = text.lines.map(\.width).max(), longest > path.length + 1e-6 {
      context.warn("its text is \(longest.rounded()) points long, and its path \(path.length.rounded())")
    }
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter].map { Shadow($0) }
    revealEnd = reveal?.end ?? 0
    exitEnd = exit?.end ?? 0
    if let exit, exit.start < revealEnd - 1e-9 {
      throw StageError(
        "its lines go before all of them are there, at \(revealEnd) s",
        parameter: parameters.location(of: Reveal.exitParameter))
    }
  }

  public var moments: [Moment.Time] { [Self.revealed.at(revealEnd)] }

  public func cues(until seconds: Double) -> [Moment.Time] {
    func starts(_ moment: Moment, _ motion: Reveal?) -> [Moment.Time] {
      motion?.lineStarts.map { moment.at($0) } ?? []
    }
    let parts = reveal.map { reveal in reveal.units.indices.map { Self.appearingPart.at(reveal.start(of: $0)) } } ?? []
    return (starts(Self.appearing, reveal) + parts + starts(Self.leaving, exit) + moments).ordered(until: seconds)
  }

  public var duration: Double? {
    latestSettlingTime(of: color, styles, path, stroke, plate, placement, shadow).map { max($0, revealEnd, exitEnd) }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let board = plate?.rect(around: text.ink, at: seconds)
    let box = board ?? path?.bounds ?? text.box
    let placed = try placement.placed(box, at: time, inputs)
    var frame = StageFrame()
    placed.publish(to: &frame)
    frame[Self.width] = box.width
    frame[Self.height] = box.height
    guard placed.isVisible, !text.lines.isEmpty else { return frame }
    var content = DisplayList()
    if let plate, let board {
      plate.draw(board, opacity: motion(at: seconds)?.opacity(at: seconds) ?? 1, at: seconds, onto: &content)
    }
    drawText(at: seconds, onto: &content)
    frame.drawing = placed.layer(
      content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    if motion(at: seconds) == nil {
      frame.text = placed.layer(DisplayList { drawText(at: seconds, fillsOnly: true, onto: &$0) })
    }
    return frame
  }

  /// What moves its lines at a time.
  private func motion(at seconds: Double) -> Reveal? {
    if let reveal, seconds < revealEnd { return reveal }
    if let exit, seconds > exit.start { return exit }
    return nil
  }

  private func drawText(at seconds: Double, fillsOnly: Bool = false, onto list: inout DisplayList) {
    let baseline = text.lines.first?.baseline ?? 0
    let transform = path.map { path in
      { (piece: TextPiece) in path.transform(of: piece, first: baseline, at: seconds) }
    }
    if let motion = motion(at: seconds) {
      return motion.draw(at: seconds, onto: &list, transform: transform) { draw($0, at: seconds, onto: &$1) }
    }
    guard let transform else { return draw(pieces, at: seconds, fillsOnly: fillsOnly, onto: &list) }
    for piece in pieces {
      list.group(transform: transform(piece)) { draw([piece], at: seconds, fillsOnly: fillsOnly, onto: &$0) }
    }
  }

  private func draw(
    _ pieces: [TextPiece], at seconds: Double, fillsOnly: Bool = false, onto list: inout DisplayList
  ) {
    let paint = color.value(at: seconds).paint(in: text.ink)
    if !fillsOnly { for piece in pieces { stroke?.draw(piece.outline, in: text.ink, at: seconds, onto: &list) } }
    for piece in pieces { list.fill(piece.outline, styles.paint(of: piece.span, in: spanInks, at: seconds, paint)) }
    if !fillsOnly { for piece in pieces { list.append(piece.colorGlyphs) } }
  }
}

@_cdecl("pipeline_abi_Caption") public func captionABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Caption") public func captionStages() { StageModule.offer(Caption.self) }
