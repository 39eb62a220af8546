import StageKit

/// Stages that are drawn many times, each time at another place.
public struct Repeater: Stage, ParameterGroup {
  @Parameter("The number of copies, with the first.", .range(1...10_000)) var count = 12
  @Parameter("The places of the copies.") var arrangement: CopyArrangement
  @Parameter("The angle by which each copy is turned more than the one before.", .any(.degrees))
  var turn: Animated<Double> = 0
  @Parameter("The size of each copy, as a multiple of that of the one before.", .positive()) var shrink:
    Animated<Double> = 1
  @Parameter("The opacity of each copy, as a multiple of that of the one before.", .fraction)
  var fade: Animated<Double> = 1
  @Parameter("The appearance of the copies, one after the other; without it, all are there at once.")
  var reveal: CopyReveal?
  @Include var layer: PlacedLayer

  let shown = Moment("All copies have appeared.")

  public static let definition = StageDefinition(
    Self.self, "repeater", version: 1,
    "Stages drawn many times: in a line, in rows, on a ring or along a path, turned, smaller and fainter each time.",
    content: .stages,
    example: .init(
      at: 1.2,
      """
      {
        "id": "burst",
        "stage": "repeater",
        "parameters": {
          "count": 16, "arrangement": { "ring": { "radius": 96 } },
          "reveal": { "style": "grow", "spread": 0.8 }
        },
        "stages": [
          {
            "id": "ray", "stage": "shape",
            "parameters": { "rect": { "size": [10, 44], "radius": 5 }, "fill": "#FFB020" }
          }
        ]
      }
      """))

  private var canvas = Rect.zero
  /// The way of the copies; nil where they are not on a path.
  private var way: PathMeasure?
  /// When each copy appears.
  private var ranks: [Double]?

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    canvas = context.composition.bounds
    ranks = reveal?.ranks(of: count)
    guard case .path(let along) = arrangement else { return }
    let measure = PathMeasure(along.path)
    guard measure.length > 0 else { throw StageError("the path has no length", parameter: along.$path.location) }
    way = measure
  }

  public var moments: [Moment.Time] { reveal.map { [shown.at($0.end)] } ?? [] }

  public var duration: Double? {
    latestSettlingTime(of: arrangement, turn, shrink, fade, layer).map { max($0, reveal?.end ?? 0) }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let content = DisplayList(inputs.layers.flatMap(\.drawing.commands))
    let boxes = inputs.layers.compactMap(\.box)
    let own = boxes.first.map { boxes.dropFirst().reduce($0) { $0.union($1) } }
    let box = own ?? content.bounds ?? Rect(center: canvas.center, sides: .zero)
    let (turn, shrink, fade) = (turn.value(at: seconds), shrink.value(at: seconds), fade.value(at: seconds))
    var (drawing, extent) = (DisplayList(), Rect?.none)
    var (size, opacity) = (1.0, 1.0)
    for (index, place) in arrangement.places(of: count, around: box.center, along: way, at: seconds).enumerated() {
      defer {
        size *= shrink
        opacity *= fade
      }
      var (point, scale, alpha) = (place.point, size, opacity)
      func transform() -> Transform {
        .translation(point) * .rotation(degrees: place.degrees + turn * Double(index)) * .scale(scale)
          * .translation(Point.zero - box.center)
      }
      // Its room is that of all copies, whether they are there yet or not.
      if let bounds = Rect(around: box.corners.map(transform().apply)) { extent = extent?.union(bounds) ?? bounds }
      if let reveal, let ranks {
        guard let progress = reveal.progress(rank: ranks[index], at: seconds) else { continue }
        switch reveal.style {
        case .fade: break
        case .grow: scale *= max(progress, 0)
        case .rise: point.y += (1 - progress) * max(box.height * 0.5, 12)
        }
        alpha *= min(max(reveal.style == .grow ? progress * 3 : progress, 0), 1)
      }
      guard scale > 0, alpha > 0, !content.isEmpty else { continue }
      drawing.group(transform: transform(), opacity: alpha) { $0.append(content) }
    }
    var frame = try layer.frame(drawing, box: extent ?? box, clip: nil, on: canvas, at: time, inputs)
    if own == nil { frame.layoutBounds = nil }
    return frame
  }
}
