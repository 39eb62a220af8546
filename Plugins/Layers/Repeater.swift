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
  @Parameter(
    "The time by which each copy plays later than the one before, which waits at its beginning; below 0 it is ahead.",
    .any(.seconds)) var delay = 0.0
  @Parameter("Motions of the copies, one after the other; without it, all are there at once.")
  var each: StaggeredMotion?
  @Include var layer: PlacedLayer

  let pathInput = Input<Path?>(
    "The path of the arrangement 'path', such as the outline of a 'shape' at rest.", name: "path", isForeseen: true)

  let shown = Moment("All copies have appeared.")

  public static let definition = StageDefinition(
    Self.self, "repeater", version: 1,
    "Stages drawn many times: in a line, in rows, on a ring or along a path, turned, smaller and fainter each time.",
    content: .stages, copies: .init(count: "count", delay: "delay", in: "group"),
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

  /// The size of a copy from which on the next ones are as large: numbers stay finite, and it covers any canvas.
  private static let largestSize = 1e6

  private var canvas = Rect.zero
  private var isMirrored = false
  /// The way of the copies; nil where they are not on a path.
  private var way: PathMeasure?
  /// When each copy starts to move; nil where that is by its place.
  private var delays: [Double]?

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    canvas = context.composition.bounds
    isMirrored = context.composition.isMirrored
    if let each, each.from == nil { delays = each.delays(of: count) { [] } }
    let given = try context.value(of: pathInput, at: .infinity)
    guard case .path(let along) = arrangement else {
      if given == nil { return }
      throw StageError("the input 'path' is for the arrangement 'path'", parameter: $arrangement.location)
    }
    guard let path = given ?? along.path else {
      throw StageError(
        "there is no path: none is given, and none comes by the input 'path'", parameter: along.$path.location,
        hint: "Set it, or connect 'path' to a stage that draws an outline at rest.")
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
    let contents = contents(of: inputs.layers)
    let own = contents.lazy.compactMap(\.box).first
    let center = own?.center ?? canvas.center
    let (turn, shrink, fade) = (turn.value(at: seconds), shrink.value(at: seconds), fade.value(at: seconds))
    let boxes = (0..<count).map { index in
      (contents.count > 1 ? contents[index] : contents[0]).box ?? Rect(center: center, sides: .zero)
    }
    let places = arrangement.places(
      of: count, around: center, boxes: boxes, along: way, isMirrored: isMirrored, at: seconds)
    var (size, opacity) = (1.0, 1.0)
    var transforms = places.enumerated().map { index, place in
      defer { size = min(size * shrink, Self.largestSize) }
      let angle = place.degrees + turn * Double(index)
      var transform = Transform.translation(place.point)
      if angle != 0 || size != 1 { transform = transform * .rotation(degrees: angle) * .scale(size) }
      return transform * .translation(Point.zero - center)
    }
    let delays = each.map { each in
      self.delays ?? each.delays(of: count) { zip(boxes, transforms).map { $1.apply($0.center) } }
    }
    let last = delays?.max() ?? 0
    var (drawing, extent) = (DisplayList(), Extent())
    for index in transforms.indices {
      defer { opacity *= fade }
      let content = contents[contents.count > 1 ? index : 0]
      // Its room is that of all copies, whether they are there yet or not.
      extent.add(boxes[index], transforms[index])
      let transform = transforms[index]
      guard transform.determinant != 0, opacity > 0, !content.drawing.isEmpty else { continue }
      let pose = delays.flatMap { delays in
        each?.pose(at: seconds, of: seconds + content.remaining, delay: delays[index], last: last)
      }
      guard let pose, !(pose.isAtRest && content.isPlain) else {
        drawing.append(content.placed, transform: transform, opacity: opacity)
        continue
      }
      transforms[index] = transform * pose.transform(in: boxes[index])
      let copy = pose.applied(to: content.drawing, in: boxes[index], on: canvas)
      if !copy.isEmpty { drawing.append(PlacedDrawing(copy), transform: transform, opacity: opacity) }
    }
    let box = extent.rect ?? Rect(center: center, sides: .zero)
    var frame = try layer.frame(drawing, box: box, clip: nil, on: canvas, at: time, inputs)
    // Where all copies are alike, points of what they hold stay in its own space.
    if contents.count > 1 { frame.layerTransforms = inputs.layers.map { transforms[$0.copy ?? 0] } }
    if own == nil { frame.layoutBounds = nil }
    return frame
  }

  /// The drawing of a copy.
  private struct Content {
    let drawing: DisplayList
    let placed: PlacedDrawing
    /// True if it looks the same in a group as by itself.
    let isPlain: Bool
    let box: Rect?
    /// Seconds until it is gone.
    let remaining: Double

    /// `layer` is one whose time it has.
    init(_ drawing: DisplayList, box: Rect?, _ layer: ContentLayer?) {
      self.drawing = drawing
      placed = PlacedDrawing(drawing)
      isPlain = drawing.hasOnlyNormalBlends
      self.box = box
      remaining = layer.map { $0.duration - $0.seconds } ?? .infinity
    }
  }

  /// The content of each copy, or one for all.
  private func contents(of layers: [ContentLayer]) -> [Content] {
    if layers.contains(where: { $0.copy != nil }) {
      let found = Dictionary(layers.map { ($0.copy ?? 0, $0) }) { first, _ in first }
      return (0..<count).map { Content(found[$0]?.drawing ?? DisplayList(), box: found[$0]?.box, found[$0]) }
    }
    let boxes = layers.compactMap(\.box)
    return [
      Content(
        DisplayList(layers.flatMap(\.drawing.commands)),
        box: boxes.first.map { boxes.dropFirst().reduce($0) { $0.union($1) } }, layers.first)
    ]
  }
}

/// The least rectangle around others.
private struct Extent {
  private var low = Point(.infinity, .infinity)
  private var high = Point(-.infinity, -.infinity)

  var rect: Rect? { low.x <= high.x && low.y <= high.y ? Rect(from: low, to: high) : nil }

  mutating func add(_ box: Rect, _ transform: Transform) {
    for x in 0..<2 {
      for y in 0..<2 {
        let corner = transform.apply(Point(x == 0 ? box.minX : box.maxX, y == 0 ? box.minY : box.maxY))
        low = Point(min(low.x, corner.x), min(low.y, corner.y))
        high = Point(max(high.x, corner.x), max(high.y, corner.y))
      }
    }
  }
}

/// A drawing without the groups around it that only place it, and their transform.
private struct PlacedDrawing {
  var drawing: DisplayList
  var transform = Transform.identity

  init(_ drawing: DisplayList) {
    self.drawing = drawing
    while case .group(let group)? = self.drawing.commands.first, self.drawing.commands.count == 1, !group.isLayer {
      self.drawing = group.content
      transform = transform * group.transform
    }
  }
}

extension DisplayList {
  /// Adds a drawing elsewhere. One that is a single command becomes that with another transform, which costs far less than a
  /// group around it.
  fileprivate mutating func append(_ copy: PlacedDrawing, transform: Transform, opacity: Double) {
    let transform = transform * copy.transform
    switch (copy.drawing.commands.first, copy.drawing.commands.count) {
    case (.fill(let path, let rule, let paint, let own), 1) where opacity == 1:
      fill(path, paint, rule: rule, transform: transform * own)
    case (.group(var group), 1) where opacity == 1 || (group.opacity == 1 && group.blend == .normal):
      group.transform = transform * group.transform
      group.opacity *= opacity
      self.group(group)
    default: group(Group(copy.drawing, transform: transform, opacity: opacity))
    }
  }
}
