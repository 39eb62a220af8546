import StageKit

/// Stages that are drawn in a space of their own, as one.
public struct LayerGroup: Stage {
  public static let definition = StageDefinition(
    name: "group", version: 1,
    summary: "Stages drawn as one layer, which moves, scales, turns, fades, is cut out and casts a shadow.",
    parameters: [BoxParameter.box, LayerLayout.parameter, LayerClip.parameter] + Sheet.parameters
      + [TimeRemap.parameter],
    inputs: Placement.inputs, outputs: Placement.outputs, content: .stages,
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

  private let box: BoxParameter?
  private let layout: LayerLayout?
  private let clip: LayerClip?
  private let sheet: Sheet
  public let timeRemap: TimeRemap?
  private let canvas: Rect

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    canvas = context.composition.bounds
    let middle = canvas.center
    box = parameters[BoxParameter.box].map { BoxParameter($0, canvasCenter: middle) }
    layout = parameters[LayerLayout.parameter].map {
      LayerLayout($0, isMirrored: context.composition.isMirrored)
    }
    clip = try parameters[LayerClip.parameter].map { try LayerClip($0) }
    sheet = try Sheet(parameters, canvas: canvas)
    timeRemap = try parameters[TimeRemap.parameter]?.remap(duration: nil)
  }

  /// When it no longer moves by itself; what it holds may settle later, which the host knows.
  public var duration: Double? {
    timeRemap?.playback?.loops == true ? nil : latestSettlingTime(of: box, layout, clip, sheet)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let given = box?.rect(at: time.seconds)
    let content: (drawing: DisplayList, box: Rect?)
    if let layout {
      content = layout.arranged(inputs.layers, center: (given ?? canvas).center, at: time.seconds)
    } else {
      let boxes = inputs.layers.compactMap(\.box)
      content = (
        DisplayList(inputs.layers.flatMap(\.drawing.commands)),
        boxes.first.map { boxes.dropFirst().reduce($0) { $0.union($1) } }
      )
    }
    let box = given ?? content.box ?? canvas
    var frame = try sheet.frame(
      content.drawing, box: box, clip: clip?.clip(of: box, at: time.seconds), at: time, inputs)
    // What holds nothing takes up no room.
    if given == nil, content.box == nil { frame.box = nil }
    return frame
  }
}
