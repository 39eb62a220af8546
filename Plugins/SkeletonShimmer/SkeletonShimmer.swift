import StageKit

/// Gray blocks in place of what is being loaded, over which a light passes.
public struct SkeletonShimmer: Stage, ParameterGroup {
  @Parameter("The content that is being loaded.", default: "card") var layout: LoadedContent
  @Parameter("The width of all of it.", .positive(.points)) var width = 320.0
  @Parameter("The blocks' color.") var color: Animated<Color> = Animated(Color(1, 1, 1, 0.1))
  @Parameter("Their color in the middle of the light.") var highlight: Animated<Color> = Animated(Color(1, 1, 1, 0.32))
  @Parameter(
    "The width of the light, as a share of the whole width.", NumberSchema(minimum: 0, isMinimumExclusive: true))
  var band = 0.6
  @Parameter("The angle by which the light leans, clockwise from upright.", .range(-80...80, .degrees)) var angle = 18.0
  @Parameter("The time from one passing of the light to the next.", .positive(.seconds)) var period = 1.6
  @Parameter("The time for which it is away in each period, as a share of it.", .range(0...0.95)) var rest = 0.15
  @Parameter("The easing of a passing.") var curve: Easing = .usual
  @Include var placement: Placement
  @Parameter() var shadow: Shadow?

  let height = Output<Double>("The height of all of it, in points, before it is scaled.")
  let light = Output<Double>("The progress of the light, from 0 before it enters to 1 after it has left.")

  public static let definition = StageDefinition(
    Self.self, "skeleton-shimmer", version: 1,
    "Placeholders for what is being loaded, over which a light passes again and again.",
    handles: [.width("width")],
    example: .init(
      at: 0.75,
      """
      {
        "id": "loading",
        "stage": "skeleton-shimmer",
        "parameters": { "width": 260, "color": "#FFFFFF1C", "highlight": "#D6E2FF6B", "period": 1.5 }
      }
      """))

  private var blocks = Path.empty
  private var box = Rect.zero

  public init() {}

  public mutating func prepare(_ context: any StageContext) {
    let layout = SkeletonLayout(layout, width: width)
    let corner = context.composition.bounds.center - Point(layout.size.width, layout.size.height) * 0.5
    box = Rect(x: corner.x, y: corner.y, width: layout.size.width, height: layout.size.height)
    blocks = layout.outline.transformed(by: .translation(corner))
  }

  private var shimmer: Shimmer {
    Shimmer(box: box, band: band, angle: angle, period: period, rest: rest, curve: curve)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let placed = try placement.placed(box, at: time, inputs)
    let progress = shimmer.progress(at: seconds)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    frame[height] = box.height
    frame[light] = progress
    guard placed.isVisible else { return frame }
    var content = DisplayList()
    content.fill(blocks, shimmer.paint(progress, from: color.value(at: seconds), to: highlight.value(at: seconds)))
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }
}

@_cdecl("pipeline_stages_SkeletonShimmer") public func stages() {
  StageModule.offer(SkeletonShimmer.self)
}
