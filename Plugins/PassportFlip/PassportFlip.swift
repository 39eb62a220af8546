import StageKit

/// A booklet that opens out of a card, page by page, and closes again.
///
/// It rests closed in one place and open in another. On the way between, size, place, angle, shadow and color each
/// follow a track of their own, and springs may carry them beyond, except for leaves, which bounce off the table. The
/// cover is stiff, and sheets roll as they turn; all of it is seen in true perspective as outlines, text and pictures
/// alike, so that it stays sharp. The front of a leaf gives way to its back where it is seen edge-on.
public struct PassportFlip: Stage {
  /// The parameters of a booklet.
  public struct Parameters: ParameterGroup {
    @Parameter("Whose booklet it is.") var name = "Your host"
    @Parameter("A line below the name.") var about = ""
    @Parameter("The title of the facts.") var factsTitle = ""
    @Parameter("Facts, from the top down.") var facts: [Fact] = []
    @Include var portrait: PortraitParameters
    @Parameter("A stamp on the page.") var stamp: Stamp?
    @Parameter("Further pages, a left and a right one in turn.") var pages: [PageParameters] = []
    @Include var cover: CoverParameters
    @Parameter("The booklet's colors.") var colors: Palette
    @Include var fonts: FontParameters
    @Include var journey: JourneyParameters
    @Parameter("The change of each property from the closed to the open booklet; closing again, it goes back likewise.")
    var motion: MotionParameters
    @Include var timeline: TimelineParameters
    @Parameter(
      "The shadow's layers for a closed booklet 72 high; without any, black 0.1 offset by 6 with a blur of 7, and black "
        + "0.15 offset by 2 with a blur of 3.")
    var shadows: [ShadowLayer] = []
    @Parameter("Multiplies the opacity of the shadow on the table.", .fraction) var shadowOpacity = 1.0
    @Parameter("The growth of shadows while it is open, in length and softness.", .nonnegative()) var shadowGrowth = 2.2
    @Parameter("The strength of light and shade by the angles; 0 is none.", .range(0...2)) var shading = 1.0
    @Parameter("The reach of the fold's shading over both pages, for pages 160 high.", .range(0...100, .points))
    var spine = 16.0
    @Parameter("The thickness of the cover, as a share of its height; sheets have a third of it.", .range(0...0.05))
    var thickness = 0.005
    @Parameter("The bend of sheets as they turn: 0 for boards, 1 for paper.", .fraction) var flexibility = 1.0
    @Parameter("Whether it is drawn only while it moves, and other stages draw it at rest.") var onlyInFlight = false

    let coverAngle = Output<Double>("The angle of the cover, from 0 (closed) to 180 degrees.")
    let pageAngle = Output<Double>("The angle of the leaf that moves, or moved last, from 0 to 180 degrees.")
    let edgeOnAngle = Output<Double>("The angle at which leaves show their backs from then on.")
    let isSwapped = Output<Bool>("Whether the back of the cover is seen, not its front.")
    let openness = Output<Double>("The cover's angle as a share of 180 degrees.")
    let progress = Output<Double>("The share of the opening that is done, evenly in time.")
    let position = Output<Point>("The middle of what the booklet covers.")
    let hinge = Output<Point>("The middle of the spine.")
    let x = Output<Double>("The left edge of what the booklet covers, in points.")
    let y = Output<Double>("Its upper edge, in points.")
    let width = Output<Double>("Its width, in points.")
    let height = Output<Double>("Its height, in points.")
    let shadow = Output<Double>("The length and softness of the shadow, as a multiple of the parameters'.")
    let color = Output<Color>("The paper's color.")
    let sourceOpacity = Output<Double>(
      "1 while the booklet rests closed, else 0: for another stage in its place there.")
    let destinationOpacity = Output<Double>(
      "1 while the booklet rests open, else 0: for another stage in its place there.")

    let opening = Moment("The booklet begins to open.", .cue)
    let opened = Moment("The booklet has opened.", .both)
    let turning = Moment("A page begins to turn, onward or back.", .cue)
    let turned = Moment("A page has turned, onward or back.", .cue)
    let closing = Moment("The booklet begins to close.", .cue)
    let closed = Moment("The booklet has closed.", .both)

    /// The parameters of a booklet.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "passport-flip", version: 1,
    "A booklet that grows out of a card while it opens, turns its pages and closes again.",
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
  private let parameters: Parameters
  private let tableShadow: TableShadow

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let palette = parameters.colors
    booklet = try Booklet(parameters, palette, context)
    let motion = try Motion(parameters.motion, card: palette.card, sheet: palette.sheet)
    timeline = try TimelineReader.timeline(parameters.timeline, leafCount: booklet.leafCount, motion: motion)
    journey = try Journey(
      parameters.journey, shadowGrowth: parameters.shadowGrowth, composition: context.composition)
    tableShadow = TableShadow(parameters.shadows)
  }

  public var moments: [Moment.Time] {
    let first = { (action: Action) in timeline.steps.first { $0.action == action }?.end }
    return [
      first(.open).map { parameters.opened.at($0) }, first(.close).map { parameters.closed.at($0) },
    ].compactMap { $0 }
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    timeline.steps.flatMap { step -> [Moment.Time] in
      switch step.action {
      case .peek: []
      case .open: [parameters.opening.at(step.begin), parameters.opened.at(step.end)]
      case .close: [parameters.closing.at(step.begin), parameters.closed.at(step.end)]
      case .turn, .back:
        (0..<step.count).flatMap { leaf in
          let begin = step.begin + Double(leaf) * step.offset
          return [
            parameters.turning.at(TimeGrid.snapped(begin)),
            parameters.turned.at(TimeGrid.snapped(begin + step.duration)),
          ]
        }
      }
    }.flatMap { time in
      let moment = Moment("", name: time.name)
      return timeline.period.map { moment.repeated(from: time.seconds, every: $0, until: seconds) } ?? [time]
    }.ordered(until: seconds)
  }

  public var duration: Double? { timeline.period == nil ? timeline.end : nil }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let pose = timeline.pose(at: time.seconds)
    let place = journey.place(
      pose.opening, from: try inputs[parameters.journey.closedInput], to: try inputs[parameters.journey.openInput])
    var frame = StageFrame()
    publish(pose, place, to: &frame)
    guard pose.isMoving || !parameters.onlyInFlight, place.hinge.isFinite else { return frame }
    frame.drawing = DisplayList { list in
      tableShadow.draw(onto: &list, cover: pose.angles[0], at: place, opacity: parameters.shadowOpacity)
      booklet.draw(pose, at: place, onto: &list)
    }
    return frame
  }

  private func publish(_ pose: Pose, _ place: BookletPlacement, to frame: inout StageFrame) {
    let cover = pose.angles.first ?? 0
    let bounds = place.bounds(
      pose.angles.indices.map { pose.bend(ofLeaf: $0, flexibility: booklet.flexibility) })
    let isOpen = cover == 180
    frame[parameters.coverAngle] = cover
    frame[parameters.pageAngle] = pose.angles.indices.contains(pose.leaf) ? pose.angles[pose.leaf] : cover
    frame[parameters.edgeOnAngle] = place.edgeOnAngle
    frame[parameters.isSwapped] = cover >= place.edgeOnAngle
    frame[parameters.openness] = cover / 180
    frame[parameters.progress] = pose.progress
    frame[parameters.position] = bounds.center
    frame[parameters.hinge] = place.hinge
    frame[parameters.x] = bounds.x
    frame[parameters.y] = bounds.y
    frame[parameters.width] = bounds.width
    frame[parameters.height] = bounds.height
    frame[parameters.shadow] = place.shadowScale
    frame[parameters.color] = pose.color
    frame[parameters.sourceOpacity] = !pose.isMoving && !isOpen ? 1 : 0
    frame[parameters.destinationOpacity] = !pose.isMoving && isOpen ? 1 : 0
  }
}
