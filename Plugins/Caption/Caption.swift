import StageKit

/// Text as outlines, which stay sharp at any size.
public struct Caption: Stage {
  /// The parameters of a caption.
  public struct Parameters: ParameterGroup {
    @Parameter("The text; \\n starts a new line.") var text: String
    @Include var type: TextParameters
    @Parameter(
      "Room added between the letters of each line, on top of 'letterSpacing', which keyframes change; it takes up none in "
        + "layouts.", .any(.points))
    var tracking: Animated<Double> = 0
    @Parameter("An axis of its variable font whose position keyframes change, such as the weight.")
    var axis: AnimatedAxis?
    @Include var box: BoxParameters
    @Parameter("The color of its letters, or a gradient over all of them.")
    var color: Animated<PaintValue> = Animated(.color(.white))
    @Parameter(
      "Styles of parts of the text, which are between tags of their names: \"only <price>5 €</price>\". Tags may be in "
        + "others.")
    var styles: [SpanStyle] = []
    @Parameter(
      "A path on the canvas along which its letters are set; by 'alignment' they begin at its start, are in its middle "
        + "or end at its end.")
    var path: TextPath?
    @Parameter() var stroke: StrokeParameters?
    @Parameter("A rounded rectangle behind the text.") var plate: Plate?
    @Parameter("The appearance of its lines, words or letters, one after the other.") var reveal: RevealParameters?
    @Parameter(
      "The disappearance of its lines, words or letters: as they appear, mirrored, so that they speed up and go on upward."
    )
    var exit: ExitParameters?
    @Include var placement: Placement
    @Parameter() var shadow: Shadow?

    let insideInput = Input<Path?>(
      "The shape that its text fills, such as the outline of a 'shape': its lines break anew as the form of that "
        + "changes, and it lies where that does at rest.", name: "inside", isForeseen: true)
    let pathInput = Input<Path?>(
      "The path along which its letters are set, such as the outline of a 'shape' at rest.", name: "path",
      isForeseen: true)

    let width = Output<Double>("The width of its box, in points, before it is scaled.")
    let height = Output<Double>("The height of its box, in points, before it is scaled.")
    let revealed = Moment("The moment at which all of its text is there.")
    let appearing = Moment("One of its lines begins to appear.", .cue, name: "line")
    let leaving = Moment("One of its lines begins to go.", .cue)
    let appearingPart = Moment(
      "One of its lines, words or letters begins to appear, as 'reveal' says.", .cue, name: "part")

    /// A caption without text.
    public init() {}

    /// Checks that its colors can be filled with.
    public func prepare() throws { try $color.filling() }

    /// The box, and the path along which letters are set, with what other stages publish. Throws for a plate behind lines that are
    /// not straight.
    fileprivate func forms(_ context: any StageContext) throws -> (box: BoxParameters, path: TextPath?) {
      let box = try context.value(of: insideInput, at: .infinity).map(box.filling) ?? box
      let given = try context.value(of: pathInput, at: .infinity)
      let path = try path?.following(given) ?? given.map { try TextPath().following($0) }
      if path != nil, plate != nil {
        throw StageError("a plate is for straight lines", parameter: $plate.location)
      }
      if path != nil, box.shape != nil {
        throw StageError(
          "text is on a path, or inside of a shape", parameter: self.path == nil ? nil : $path.location)
      }
      return (box, path)
    }
  }

  public static let definition = StageDefinition(
    Self.self, "caption", version: 1,
    "Text in any script: set in lines, colored, on a plate if you like, revealed and set in motion.",
    handles: [.width("width"), .height("height"), .path("path.data"), .path("inside")],
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

  private let parameters: Parameters
  /// The path along which letters are set.
  private let path: TextPath?
  private let text: TextBox
  private let styles: TextStyles
  private let spanInks: [Rect]
  private let pieces: [TextPiece]
  private let reveal: Reveal?
  private let exit: Reveal?
  private let revealEnd: Double
  private let exitEnd: Double
  private let isTracked: Bool
  /// The same at the positions of its axis; nil for a font that does not change.
  private let positions: AxisPositions<Caption>?
  /// The same in the forms of the shape that it fills; nil for one that does not change.
  private let changing: ChangingShape<Caption>?
  /// The times by which its letters change later along the axis; nil where they change at once.
  private let delays: AxisDelays?

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    let forms = try parameters.forms(context)
    let positions = try parameters.axis.map { axis in
      try AxisPositions(axis) { variation, isEnd in
        var type = parameters.type
        type.variations.append(variation)
        return try Caption(parameters, forms, type: type, positions: nil, isQuiet: !isEnd, context)
      }
    }
    let changing = try forms.box.shape.flatMap { shape in
      try ChangingShape(resting: shape, context.composition) {
        try context.value(of: parameters.insideInput, at: $0)
      } look: {
        let forms = (box: try forms.box.filling($0), path: TextPath?.none)
        return try Caption(parameters, forms, type: parameters.type, positions: nil, isQuiet: true, context)
      }
    }
    if changing != nil, positions != nil {
      context.warn("the shape that its text fills changes, and so does its axis: it fills the shape as that is at rest")
    }
    try self.init(
      parameters, forms, type: parameters.type, positions: positions, changing: positions == nil ? changing : nil,
      isQuiet: positions != nil, context)
    if text.misfit == nil, let misfit = self.changing?.looks.lazy.compactMap(\.text.misfit).first {
      context.warn("\(misfit), while the shape changes")
    }
  }

  private init(
    _ parameters: Parameters, _ forms: (box: BoxParameters, path: TextPath?), type: TextParameters,
    positions: AxisPositions<Caption>?, changing: ChangingShape<Caption>? = nil, isQuiet: Bool,
    _ context: any StageContext
  ) throws {
    let styles = try TextStyles(parameters.$text, parameters.styles, context)
    let text = try TextBox(
      styles, type: type, box: forms.box, unitesContours: parameters.stroke != nil, isQuiet: isQuiet, context)
    try self.init(parameters, path: forms.path, styles, text, positions, changing)
    if !isQuiet, let path, let longest = text.lines.map(\.width).max(), longest > path.length + 1e-6 {
      context.warn("its text is \(longest.rounded()) points long, and its path \(path.length.rounded())")
    }
  }

  private init(
    _ parameters: Parameters, path: TextPath?, _ styles: TextStyles, _ text: TextBox,
    _ positions: AxisPositions<Caption>? = nil, _ changing: ChangingShape<Caption>? = nil
  ) throws {
    (self.parameters, self.styles, self.text) = (parameters, styles, text)
    (self.positions, self.changing) = (positions, changing)
    self.path = path
    delays = positions == nil ? nil : parameters.axis.flatMap { AxisDelays($0, text.lines) }
    if delays != nil, positions?.looks.allSatisfy({ $0.text.matches(text) }) == false {
      throw StageError(
        "its letters cannot change one after the other: at other positions of the axis its lines break elsewhere",
        parameter: parameters.axis?.$by.location, hint: "Break lines by \\n, without 'width' and 'minSize'.")
    }
    spanInks = styles.inks(in: text.lines)
    isTracked = !parameters.tracking.isConstant || parameters.tracking.value(at: 0) != 0
    let isApart = path != nil || isTracked
    let isPlain = !isApart && styles.spans.isEmpty
    pieces =
      isPlain
      ? [TextPiece(all: text.lines, outline: text.outline)]
      : text.lines.flatMap { TextPiece.pieces(of: $0, $0.clusters, separatingGlyphs: isApart) }
    let (size, lines) = (text.fontSize, text.lines)
    reveal = parameters.reveal.map { Reveal($0, size: size, lines, separatingGlyphs: isApart) }
    exit = parameters.exit.map {
      Reveal(exit: $0, mirroring: parameters.reveal, size: size, lines, separatingGlyphs: isApart)
    }
    revealEnd = reveal?.end ?? 0
    exitEnd = exit?.end ?? 0
    if let exit, exit.start < revealEnd - 1e-9 {
      throw StageError(
        "its lines go before all of them are there, at \(revealEnd) s", parameter: parameters.$exit.location)
    }
  }

  /// The caption at a position of its axis, or with each of its letters at one of its own.
  private func look(at seconds: Double, of positions: AxisPositions<Caption>) throws -> Caption {
    guard let delays else { return positions.value(at: seconds) }
    let indexes = delays.letters.map { $0.map { positions.index(at: seconds - $0) } }
    if let first = indexes.first?.first, indexes.allSatisfy({ $0.allSatisfy { $0 == first } }) {
      return positions.looks[first]
    }
    let letters = TextBox(
      positions.looks.map(\.text), alignment: parameters.type.alignment, width: parameters.box.width
    ) { indexes[$0][$1] }
    return try Caption(parameters, path: path, styles, letters)
  }

  public var moments: [Moment.Time] { [parameters.revealed.at(revealEnd)] }

  public func cues(until seconds: Double) -> [Moment.Time] {
    func starts(_ moment: Moment, _ motion: Reveal?) -> [Moment.Time] {
      motion?.lineStarts.map { moment.at($0) } ?? []
    }
    let parts =
      reveal.map { reveal in reveal.units.indices.map { parameters.appearingPart.at(reveal.start(of: $0)) } } ?? []
    return (starts(parameters.appearing, reveal) + parts + starts(parameters.leaving, exit) + moments).ordered(
      until: seconds)
  }

  public var duration: Double? {
    latestSettlingTime(
      of: parameters.color, styles, parameters.tracking, parameters.axis, path, parameters.stroke,
      parameters.plate, parameters.placement, parameters.shadow
    ).map { max($0, revealEnd, exitEnd, (parameters.axis?.settlingTime ?? 0) + (delays?.last ?? 0)) }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    if let positions { return try look(at: time.seconds, of: positions).frame(at: time, inputs) }
    if let changing, let look = changing.look(at: time.seconds) { return try look.frame(at: time, inputs) }
    let seconds = time.seconds
    let board = parameters.plate?.rect(around: text.ink, at: seconds)
    let box = board ?? path?.bounds ?? text.box
    let placed = try parameters.placement.placed(box, at: time, inputs)
    var frame = StageFrame()
    parameters.placement.publish(placed, to: &frame)
    frame[parameters.width] = box.width
    frame[parameters.height] = box.height
    guard placed.isVisible, !text.lines.isEmpty, changing == nil else { return frame }
    var content = DisplayList()
    if let plate = parameters.plate, let board {
      plate.draw(board, opacity: motion(at: seconds)?.opacity(at: seconds) ?? 1, at: seconds, onto: &content)
    }
    drawText(at: seconds, onto: &content)
    frame.drawing = placed.layer(
      content, shadow: parameters.shadow?.effect(at: seconds, scale: placed.meanScale))
    if motion(at: seconds) == nil {
      frame.legibleText = placed.layer(DisplayList { drawText(at: seconds, fillsOnly: true, onto: &$0) })
    }
    return frame
  }

  /// The motion of the lines at a time.
  private func motion(at seconds: Double) -> Reveal? {
    if let reveal, seconds < revealEnd { return reveal }
    if let exit, seconds > exit.start { return exit }
    return nil
  }

  private func drawText(at seconds: Double, fillsOnly: Bool = false, onto list: inout DisplayList) {
    let baseline = text.lines.first?.baseline ?? 0
    let (alignment, tracking) = (parameters.type.alignment, parameters.tracking.value(at: seconds))
    var transform: ((TextPiece) -> Transform)?
    if let path {
      transform = {
        path.transform(
          of: $0, first: baseline, alignment: alignment, spacing: $0.shift(by: tracking, alignment: alignment),
          at: seconds)
      }
    } else if isTracked {
      transform = { .translation($0.shift(by: tracking, alignment: alignment), 0) }
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
    let paint = parameters.color.value(at: seconds).paint(in: text.ink)
    let stroke = fillsOnly ? nil : parameters.stroke
    func drawStroke() {
      for piece in pieces {
        let fill = styles.paint(of: piece.span, in: spanInks, at: seconds, paint)
        stroke?.draw(piece.outline, in: text.ink, at: seconds, isCovered: fill.isOpaque, onto: &list)
      }
    }
    if stroke?.isOnFill == false { drawStroke() }
    for piece in pieces { list.fill(piece.outline, styles.paint(of: piece.span, in: spanInks, at: seconds, paint)) }
    if stroke?.isOnFill == true { drawStroke() }
    if !fillsOnly { for piece in pieces { list.append(piece.colorGlyphs) } }
  }
}

@_cdecl("pipeline_stages_Caption") public func stages() { StageModule.offer(Caption.self) }
