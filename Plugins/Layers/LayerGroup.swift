import StageKit

/// Stages that are drawn in a space of their own, as one.
public struct LayerGroup: Stage, ParameterGroup {
  @Parameter() var box: BoxParameter?
  @Parameter("The arrangement of its stages, in drawing order; stages without a box stay where they are.")
  var layout: LayerLayout?
  @Parameter() var clip: LayerClip?
  @Include var layer: PlacedLayer
  @Parameter() var time: TimeParameters?

  public static let definition = StageDefinition(
    Self.self, "group", version: 1,
    "Stages drawn as one layer, which moves, scales, turns, fades, is cut out and casts a shadow.",
    content: .stages,
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

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    canvas = context.composition.bounds
    isMirrored = context.composition.isMirrored
    timeRemap = try time?.remap(duration: nil)
  }

  /// When it no longer moves by itself; what it holds may settle later, which the host knows.
  public var duration: Double? {
    timeRemap?.playback?.loops == true ? nil : latestSettlingTime(of: box, layout, clip, layer)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let given = box?.rect(on: canvas, at: time.seconds)
    let content: (drawing: DisplayList, box: Rect?)
    if let layout {
      content = layout.arranged(
        inputs.layers, center: (given ?? canvas).center, isMirrored: isMirrored, at: time.seconds)
    } else {
      let boxes = inputs.layers.compactMap(\.box)
      content = (
        DisplayList(inputs.layers.flatMap(\.drawing.commands)),
        boxes.first.map { boxes.dropFirst().reduce($0) { $0.union($1) } }
      )
    }
    let box = given ?? content.box ?? canvas
    var frame = try layer.frame(
      content.drawing, box: box, clip: clip?.clip(of: box, at: time.seconds), on: canvas, at: time, inputs)
    // An empty group takes up no room.
    if given == nil, content.box == nil { frame.layoutBounds = nil }
    return frame
  }
}
