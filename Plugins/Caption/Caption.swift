import StageKit

/// Text as outlines, which stay sharp at any size.
public struct Caption: Stage {
  static let color = Parameter.animatedPaint(
    "color", "The color of its letters, or a gradient over all of them.", default: .color(.white))
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
      + [color, StrokeParameters.parameter, Plate.parameter, Reveal.parameter, Reveal.exitParameter]
      + Placement.parameters
      + [Shadow.parameter],
    inputs: Placement.inputs, outputs: Placement.outputs + [width, height], moments: [revealed],
    cues: [appearing, leaving, appearingPart])

  private let text: TextBox
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
    text = try TextBox(parameters, context)
    color = try parameters.filling(Self.color)
    stroke = parameters[StrokeParameters.parameter].map { StrokeParameters($0) }
    plate = try parameters[Plate.parameter].map { try Plate($0) }
    let (size, lines) = (text.fontSize, text.lines)
    reveal = parameters[Reveal.parameter].map { Reveal($0, size: size, lines) }
    exit = parameters[Reveal.exitParameter].map {
      Reveal(exit: $0, mirroring: parameters[Reveal.parameter], size: size, lines)
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
    latestSettlingTime(of: color, stroke, plate, placement, shadow).map { max($0, revealEnd, exitEnd) }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let board = plate?.rect(around: text.ink, at: seconds)
    let box = board ?? text.box
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
      let paint = color.value(at: seconds).paint(in: text.ink)
      frame.text = placed.layer(DisplayList { $0.fill(text.outline, paint) })
    }
    return frame
  }

  /// What moves its lines at a time.
  private func motion(at seconds: Double) -> Reveal? {
    if let reveal, seconds < revealEnd { return reveal }
    if let exit, seconds > exit.start { return exit }
    return nil
  }

  private func drawText(at seconds: Double, onto list: inout DisplayList) {
    let paint = color.value(at: seconds).paint(in: text.ink)
    func draw(_ outline: Path, onto list: inout DisplayList) {
      stroke?.draw(outline, in: text.ink, at: seconds, onto: &list)
      list.fill(outline, paint)
    }
    guard let motion = motion(at: seconds) else {
      draw(text.outline, onto: &list)
      for line in text.lines { list.append(line.colorGlyphs) }
      return
    }
    motion.draw(at: seconds, onto: &list) { unit, list in
      draw(unit.outline, onto: &list)
      list.append(unit.colorGlyphs)
    }
  }
}

@_cdecl("pipeline_abi_Caption") public func captionABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Caption") public func captionStages() { StageModule.offer(Caption.self) }
