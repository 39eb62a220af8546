import StageKit

/// Stages that are drawn in a space of their own, as one.
public struct LayerGroup: Stage, ParameterGroup {
  @Parameter() var box: BoxParameter?
  @Parameter("The arrangement of its stages, in drawing order; stages without a box stay where they are.")
  var layout: LayerLayout?
  @Parameter("A rectangle under its stages, which is as large as they are and some room around them.")
  var plate: LayerPlate?
  @Parameter("Motions of its stages, one after the other.") var each: StaggeredMotion?
  @Parameter() var clip: LayerClip?
  @Include var layer: PlacedLayer
  @Parameter() var time: TimeParameters?

  public static let definition = StageDefinition(
    Self.self, "group", version: 1,
    "Stages drawn as one layer, which moves, scales, turns, fades, is cut out and casts a shadow.",
    content: .stages,
    handles: [.size("box.size", around: "box.center"), .size("clip.size", around: "clip.center"), .path("clip.path")],
    example: .init(
      at: 0.5,
      """
      {
        "id": "card",
        "stage": "group",
        "parameters": {
          "rotation": { "keyframes": [{ "at": 0, "value": -12, "curve": "ease-out" }, { "at": 1, "value": 0 }] },
          "clip": { "radius": 28 },
          "shadow": { "offset": [0, 24], "blur": 60 }
        },
        "stages": [
          { "id": "plate", "stage": "shape", "parameters": { "rect": { "size": [250, 150] }, "fill": "#4F46E5" } },
          { "id": "name", "stage": "caption", "parameters": { "text": "Ada", "size": 44 } }
        ]
      }
      """))

  /// The remap of the time of the stages in it; nil where it runs as its own.
  public private(set) var timeRemap: TimeRemap?
  private var canvas = Rect.zero
  private var isMirrored = false
  private var count = 0

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    canvas = context.composition.bounds
    isMirrored = context.composition.isMirrored
    if each != nil { count = context.contentCount }
    timeRemap = try time?.remap(duration: nil)
  }

  /// When it no longer moves by itself; what it holds may settle later, which the host knows.
  public var duration: Double? {
    guard timeRemap?.playback?.loops != true, let own = latestSettlingTime(of: box, layout, plate, clip, layer) else {
      return nil
    }
    guard let each else { return own }
    return each.settlingTime(of: count).map { max(own, $0) }
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let given = box?.rect(on: canvas, at: time.seconds)
    let room = inputs.room.map { plate?.content(of: $0.size, at: time.seconds) ?? $0.size } ?? given?.size
    var rooms: [Size?] = []
    var layers = inputs.layers
    var extent: Rect?
    var transforms: [Transform] = []
    if let layout {
      let arrangement = layout.arrangement(
        of: layers, center: (given ?? canvas).center, in: room, isImposed: inputs.room != nil, isMirrored: isMirrored,
        at: time.seconds)
      (extent, rooms) = (arrangement.box, arrangement.rooms)
      transforms = arrangement.offsets.map(Transform.translation)
      for (index, offset) in arrangement.offsets.enumerated() { layers[index] = layers[index].moved(by: offset) }
    } else {
      let boxes = layers.compactMap(\.box)
      extent = boxes.first.map { boxes.dropFirst().reduce($0) { $0.union($1) } }
    }
    if let each { move(&layers, by: each, &transforms) }
    var drawing = DisplayList(layers.flatMap(\.drawing.commands))
    var box = given ?? extent ?? (plate == nil ? canvas : Rect(center: canvas.center, sides: .zero))
    if let plate {
      box = plate.rect(around: box, isMirrored: isMirrored, room: inputs.room?.size, at: time.seconds)
      if !inputs.isSolo {
        let board = plate.drawing(box, corners: inputs.room?.corners, at: time.seconds)
        drawing = DisplayList(board.commands + drawing.commands)
      }
    }
    var frame = try layer.frame(
      drawing, box: box, clip: clip?.clip(of: box, at: time.seconds), on: canvas,
      at: time, inputs)
    frame.layerTransforms = transforms
    frame.layerRooms = rooms
    frame.corners = inputs.room?.corners ?? plate?.corners.radii(at: time.seconds)
    // An empty group takes up no room.
    if given == nil, extent == nil, plate == nil { frame.layoutBounds = nil }
    return frame
  }

  private func move(_ layers: inout [ContentLayer], by each: StaggeredMotion, _ transforms: inout [Transform]) {
    if transforms.isEmpty { transforms = layers.map { _ in .identity } }
    let delays = each.delays(of: layers.count) { layers.map { $0.box?.center ?? canvas.center } }
    let last = delays.max() ?? 0
    for (index, delay) in delays.enumerated() {
      let layer = layers[index]
      let pose = each.pose(at: layer.seconds, of: layer.duration, delay: delay, last: last)
      let box = layer.box ?? canvas
      layers[index].drawing = pose.applied(to: layer.drawing, in: box, on: canvas)
      transforms[index] = pose.transform(in: box) * transforms[index]
    }
  }
}

extension ContentLayer {
  /// The same elsewhere.
  fileprivate func moved(by offset: Point) -> ContentLayer {
    if offset == .zero { return self }
    var result = self
    result.box = box.map { Rect(x: $0.x + offset.x, y: $0.y + offset.y, width: $0.width, height: $0.height) }
    if !drawing.isEmpty { result.drawing = DisplayList([.group(Group(drawing, transform: .translation(offset)))]) }
    return result
  }
}
