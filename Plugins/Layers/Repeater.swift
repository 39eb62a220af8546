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
  @Parameter("Motions of the copies, one after the other; without it, all are there at once.")
  var each: StaggeredMotion?
  @Include var layer: PlacedLayer

  let pathInput = Input<Path?>(
    "The path of the arrangement 'path', such as the outline of a 'shape' at rest.", name: "path", isForeseen: true)

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
          "each": { "enter": "grow", "spread": 0.8 }
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
  /// When each copy starts to move; nil where that is by its place.
  private var delays: [Double]?

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    canvas = context.composition.bounds
    if let each, each.from == nil { delays = each.delays(of: count) { [] } }
    let given = try context.value(of: pathInput, at: .infinity)
    guard case .path(let along) = arrangement else {
      if given == nil { return }
      throw StageError("the input 'path' is for the arrangement 'path'", parameter: $arrangement.location)
    }
    guard let path = given ?? along.path else {
      throw StageError(
        "there is no path", parameter: along.$path.location, hint: "Set it, or connect the input 'path'.")
    }
    let measure = PathMeasure(path)
    guard measure.length > 0 else { throw StageError("the path has no length", parameter: along.$path.location) }
    way = measure
  }

  public var moments: [Moment.Time] { each?.settlingTime(of: count).map { [shown.at($0)] } ?? [] }

  public var duration: Double? {
    guard let own = latestSettlingTime(of: arrangement, turn, shrink, fade, layer) else { return nil }
    guard let each else { return own }
    return each.settlingTime(of: count).map { max(own, $0) }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let content = DisplayList(inputs.layers.flatMap(\.drawing.commands))
    let boxes = inputs.layers.compactMap(\.box)
    let own = boxes.first.map { boxes.dropFirst().reduce($0) { $0.union($1) } }
    let box = own ?? Rect(center: canvas.center, sides: .zero)
    let (turn, shrink, fade) = (turn.value(at: seconds), shrink.value(at: seconds), fade.value(at: seconds))
    var (drawing, extent) = (DisplayList(), Rect?.none)
    var (size, opacity) = (1.0, 1.0)
    let places = arrangement.places(of: count, around: box.center, along: way, at: seconds)
    let delays = each.map { each in self.delays ?? each.delays(of: count) { places.map(\.point) } }
    let last = delays?.max() ?? 0
    let inner = inputs.layers.first
    for (index, place) in places.enumerated() {
      defer {
        size *= shrink
        opacity *= fade
      }
      let transform =
        .translation(place.point) * .rotation(degrees: place.degrees + turn * Double(index)) * .scale(size)
        * Transform.translation(Point.zero - box.center)
      // Its room is that of all copies, whether they are there yet or not.
      if let bounds = Rect(around: box.corners.map(transform.apply)) { extent = extent?.union(bounds) ?? bounds }
      guard size > 0, opacity > 0, !content.isEmpty else { continue }
      var copy = content
      if let each, let delays {
        let remaining = inner.map { $0.duration - $0.seconds } ?? .infinity
        let pose = each.pose(at: seconds, of: seconds + remaining, delay: delays[index], last: last)
        copy = pose.applied(to: content, in: box, on: canvas)
        if copy.isEmpty { continue }
      }
      drawing.group(transform: transform, opacity: opacity) { $0.append(copy) }
    }
    var frame = try layer.frame(drawing, box: extent ?? box, clip: nil, on: canvas, at: time, inputs)
    if own == nil { frame.layoutBounds = nil }
    return frame
  }
}
