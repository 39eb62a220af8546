import StageKit

/// A booklet that opens out of a card, page by page, and closes again.
///
/// It rests closed in one place and open in another. On the way between, size, place, angle, shadow and color each
/// follow a track of their own, and springs may carry them beyond, except for leaves, which bounce off the table. The
/// cover is stiff, and sheets roll as they turn; all of it is seen in true perspective as outlines, text and pictures
/// alike, so that it stays sharp. The front of a leaf gives way to its back where it is seen edge-on.
public struct PassportFlip: Stage {
  static let coverAngle = Output<Double>("coverAngle", "How far the cover is turned, from 0 (closed) to 180 degrees.")
  static let pageAngle = Output<Double>(
    "pageAngle", "How far the leaf is turned that moves, or moved last, from 0 to 180 degrees.")
  static let edgeOnAngle = Output<Double>("edgeOnAngle", "The angle at which leaves show their backs from then on.")
  static let isSwapped = Output<Bool>("isSwapped", "Whether the back of the cover is seen, not its front.")
  static let openness = Output<Double>("openness", "The cover's angle as a share of 180 degrees.")
  static let progress = Output<Double>("progress", "How much of the opening is done, evenly in time.")
  static let position = Output<Point>("position", "The middle of what the booklet covers.")
  static let hinge = Output<Point>("hinge", "The middle of the spine.")
  static let x = Output<Double>("x", "The left edge of what the booklet covers, in points.")
  static let y = Output<Double>("y", "Its upper edge, in points.")
  static let width = Output<Double>("width", "Its width, in points.")
  static let height = Output<Double>("height", "Its height, in points.")
  static let shadow = Output<Double>("shadow", "How long and soft the shadow is, as a multiple of the parameters'.")
  static let color = Output<Color>("color", "The paper's color.")
  static let sourceOpacity = Output<Double>(
    "sourceOpacity", "1 while the booklet rests closed, else 0: for what stands in its place there.")
  static let destinationOpacity = Output<Double>(
    "destinationOpacity", "1 while the booklet rests open, else 0: for what stands in its place there.")

  static let opened = Moment("opened", "The booklet has opened.")
  static let closed = Moment("closed", "The booklet has closed.")
  static let opening = Moment("opening", "The booklet begins to open.")
  static let closing = Moment("closing", "The booklet begins to close.")
  static let turning = Moment("turning", "A page begins to turn, onward or back.")
  static let turned = Moment("turned", "A page has turned, onward or back.")

  static let name = ParameterKey.text("name", "Whose booklet it is.", default: "Your host")
  static let about = ParameterKey.text("about", "A line below the name.", default: "")
  static let factsTitle = ParameterKey.text("factsTitle", "The title of the facts.", default: "")
  static let shading = ParameterKey.number(
    "shading", "How strongly light and shade follow the angles; 0 is none.", default: 1, .range(0...2))
  static let shadowOpacity = ParameterKey.number(
    "shadowOpacity", "Multiplies the opacity of the shadow on the table.", default: 1, .fraction)
  static let spine = ParameterKey.number(
    "spine", "How far the shading of the fold reaches over both pages, for pages 160 high.", default: 16,
    .range(0...100, .points))
  static let thickness = ParameterKey.number(
    "thickness", "Of the cover, as a share of its height; sheets have a third of it.", default: 0.005,
    .range(0...0.05))
  static let flexibility = ParameterKey.number(
    "flexibility", "How far sheets bend as they turn: 0 for boards, 1 for paper.", default: 1, .fraction)
  static let onlyInFlight = ParameterKey.boolean(
    "onlyInFlight", "Whether it is drawn only while it moves, and other stages draw it at rest.", default: false)

  public static let definition = StageDefinition(
    name: "passport-flip", version: 1,
    summary: "A booklet that grows out of a card while it opens, turns its pages and closes again.",
    parameters: [
      name, about, factsTitle, PageSpec.Fact.parameter, Portrait.file, Portrait.size, Stamp.parameter, PageSpec.pages,
      Cover.title, Cover.subtitle, Cover.emblem, Palette.parameter, Typesetter.font, Typesetter.titleFont,
      Journey.from, Journey.to, Journey.aspect, Journey.perspective, Journey.vanishingPoint, Motion.parameter,
      TimelineReader.steps, TimelineReader.period, TableShadow.parameter, shadowOpacity, Journey.shadowGrowth, shading,
      spine, thickness, flexibility, onlyInFlight,
    ],
    inputs: [Journey.closedInput, Journey.openInput],
    outputs: [
      coverAngle, pageAngle, edgeOnAngle, isSwapped, openness, progress, position, hinge, x, y, width, height, shadow,
      color, sourceOpacity, destinationOpacity,
    ],
    moments: [opened, closed], cues: [opening, opened, turning, turned, closing, closed],
    example: .init(
      at: 2.2,
      """
      {
        "id": "booklet",
        "stage": "passport-flip",
        "parameters": {
          "name": "Marisol",
          "about": "Host since 2016",
          "portrait": "data/passport-portrait.png",
          "facts": [{ "label": "Born in", "value": "Oaxaca, the 80s" }, { "label": "Works as", "value": "Boat builder" }],
          "stamp": { "text": "VERIFIED", "ring": "HOST · 2016", "position": [0.72, 0.82], "size": 0.25 }
        }
      }
      """))

  let timeline: Timeline
  let journey: Journey
  let booklet: Booklet
  private let tableShadow: TableShadow
  private let tableShadowOpacity: Double
  private let isDrawnAtRest: Bool

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    let palette = Palette(parameters[Palette.parameter])
    booklet = try Booklet(parameters, palette, context)
    let motion = try Motion(parameters[Motion.parameter], card: palette.card, sheet: palette.sheet)
    timeline = try TimelineReader.timeline(parameters, leafCount: booklet.leafCount, motion: motion)
    journey = try Journey(parameters, composition: context.composition)
    tableShadow = TableShadow(parameters[TableShadow.parameter])
    tableShadowOpacity = parameters[Self.shadowOpacity]
    isDrawnAtRest = !parameters[Self.onlyInFlight]
  }

  public var moments: [Moment.Time] {
    let first = { (action: Action) in timeline.steps.first { $0.action == action }?.end }
    return [
      first(.open).map { Self.opened.at($0) }, first(.close).map { Self.closed.at($0) },
    ].compactMap { $0 }
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    timeline.steps.flatMap { step -> [Moment.Time] in
      switch step.action {
      case .peek: []
      case .open: [Self.opening.at(step.begin), Self.opened.at(step.end)]
      case .close: [Self.closing.at(step.begin), Self.closed.at(step.end)]
      case .turn, .back:
        (0..<step.count).flatMap { leaf in
          let begin = step.begin + Double(leaf) * step.offset
          return [Self.turning.at(TimeGrid.snapped(begin)), Self.turned.at(TimeGrid.snapped(begin + step.duration))]
        }
      }
    }.flatMap { time in
      let moment = Moment(time.name, "")
      return timeline.period.map { moment.repeated(from: time.seconds, every: $0, until: seconds) } ?? [time]
    }.ordered(until: seconds)
  }

  public var duration: Double? { timeline.period == nil ? timeline.end : nil }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let pose = timeline.pose(at: time.seconds)
    let place = journey.place(
      pose.ways, from: try inputs[Journey.closedInput], to: try inputs[Journey.openInput])
    var frame = StageFrame()
    publish(pose, place, to: &frame)
    guard pose.isMoving || isDrawnAtRest, place.hinge.isFinite else { return frame }
    frame.drawing = DisplayList { list in
      tableShadow.draw(onto: &list, cover: pose.angles[0], at: place, opacity: tableShadowOpacity)
      booklet.draw(pose, at: place, onto: &list)
    }
    return frame
  }

  private func publish(_ pose: Pose, _ place: BookletPlacement, to frame: inout StageFrame) {
    let cover = pose.angles.first ?? 0
    let bounds = place.bounds(
      pose.angles.indices.map { pose.bend(ofLeaf: $0, flexibility: booklet.flexibility) })
    let isOpen = cover == 180
    frame[Self.coverAngle] = cover
    frame[Self.pageAngle] = pose.angles.indices.contains(pose.leaf) ? pose.angles[pose.leaf] : cover
    frame[Self.edgeOnAngle] = place.edgeOnAngle
    frame[Self.isSwapped] = cover >= place.edgeOnAngle
    frame[Self.openness] = cover / 180
    frame[Self.progress] = pose.progress
    frame[Self.position] = bounds.center
    frame[Self.hinge] = place.hinge
    frame[Self.x] = bounds.x
    frame[Self.y] = bounds.y
    frame[Self.width] = bounds.width
    frame[Self.height] = bounds.height
    frame[Self.shadow] = place.shadowScale
    frame[Self.color] = pose.color
    frame[Self.sourceOpacity] = !pose.isMoving && !isOpen ? 1 : 0
    frame[Self.destinationOpacity] = !pose.isMoving && isOpen ? 1 : 0
  }
}
