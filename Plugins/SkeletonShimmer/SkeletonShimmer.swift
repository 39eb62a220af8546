import StageKit

/// Gray blocks in place of what is being loaded, over which a light passes.
public struct SkeletonShimmer: Stage {
  static let width = ParameterKey.number("width", "How wide all of it is.", default: 320, .positive(.points))
  static let color = ParameterKey.color(
    "color", "The blocks' color.", default: Color(1, 1, 1, 0.1)
  ).animated
  static let highlight = ParameterKey.color(
    "highlight", "Their color in the middle of the light.", default: Color(1, 1, 1, 0.32)
  ).animated
  static let band = ParameterKey.number(
    "band", "How wide the light is, as a share of the whole width.", default: 0.6,
    NumberSchema(minimum: 0, isMinimumExclusive: true))
  static let angle = ParameterKey.number(
    "angle", "How far the light leans, clockwise from upright.", default: 18, .range(-80...80, .degrees))
  static let period = ParameterKey.number(
    "period", "From one passing of the light to the next.", default: 1.6, .positive(.seconds))
  static let rest = ParameterKey.number(
    "rest", "How long it is away in each period, as a share of it.", default: 0.15, .range(0...0.95))
  static let curve = ParameterKey.curve("curve", "How a passing spends its time.", default: .easeInOut)

  static let height = Output<Double>("height", "How high all of it is, in points, before it is scaled.")
  static let light = Output<Double>("light", "How far the light is, from 0 before it enters to 1 after it has left.")

  public static let definition = StageDefinition(
    name: "skeleton-shimmer", version: 1,
    summary: "Placeholders for what is being loaded, over which a light passes again and again.",
    parameters: [SkeletonLayout.parameter, width, color, highlight, band, angle, period, rest, curve]
      + Placement.parameters + [Shadow.parameter],
    inputs: Placement.inputs, outputs: Placement.outputs + [height, light],
    example: .init(
      at: 0.75,
      """
      {
        "id": "loading",
        "stage": "skeleton-shimmer",
        "parameters": { "width": 260, "color": "#FFFFFF1C", "highlight": "#D6E2FF6B", "period": 1.5 }
      }
      """))

  private let blocks: Path
  private let box: Rect
  private let color: Animated<Color>
  private let highlight: Animated<Color>
  private let shimmer: Shimmer
  private let placement: Placement
  private let shadow: Shadow?

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    let layout = SkeletonLayout(parameters[SkeletonLayout.parameter], width: parameters[Self.width])
    let corner = context.composition.bounds.center - Point(layout.size.width, layout.size.height) * 0.5
    box = Rect(x: corner.x, y: corner.y, width: layout.size.width, height: layout.size.height)
    blocks = layout.outline.transformed(by: .translation(corner))
    color = parameters[Self.color]
    highlight = parameters[Self.highlight]
    shimmer = Shimmer(
      box: box, band: parameters[Self.band], angle: parameters[Self.angle], period: parameters[Self.period],
      rest: parameters[Self.rest], curve: parameters[Self.curve])
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter]
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let placed = try placement.placed(box, at: time, inputs)
    let progress = shimmer.progress(at: seconds)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    frame[Self.height] = box.height
    frame[Self.light] = progress
    guard placed.isVisible else { return frame }
    var content = DisplayList()
    content.fill(blocks, shimmer.paint(progress, from: color.value(at: seconds), to: highlight.value(at: seconds)))
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }
}

@_cdecl("pipeline_abi_SkeletonShimmer") public func skeletonShimmerABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_SkeletonShimmer") public func skeletonShimmerStages() {
  StageModule.offer(SkeletonShimmer.self)
}
