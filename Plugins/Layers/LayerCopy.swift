import StageKit

/// Another stage's drawing, shown again.
public struct LayerCopy: Stage {
  static let drawing = Input<DisplayList>("drawing", "What it shows: the output 'drawing' of another stage.")

  public static let definition = StageDefinition(
    name: "copy", version: 1,
    summary:
      "Another stage's drawing shown elsewhere: a reflection, a picture in a picture, one drawing in many places.",
    parameters: [BoxParameter.box, LayerClip.parameter] + Sheet.parameters,
    inputs: [drawing] + Placement.inputs, outputs: Placement.outputs,
    example: .init(
      at: 1,
      """
      {
        "id": "pond",
        "stage": "group",
        "parameters": { "scale": 1.1 },
        "stages": [
          {
            "id": "star",
            "stage": "shape",
            "hidden": false,
            "parameters": { "star": { "radius": 70 }, "fill": "#F59E0B", "offset": [0, -60] }
          },
          {
            "id": "reflection",
            "stage": "copy",
            "inputs": { "drawing": "star.drawing" },
            "parameters": { "anchor": [0.5, 1], "scaleY": -1, "opacity": 0.3, "effects": [{ "blur": { "radius": 3 } }] }
          }
        ]
      }
      """))

  private let box: BoxParameter?
  private let clip: LayerClip?
  private let sheet: Sheet
  private let canvas: Rect

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    canvas = context.composition.bounds
    let middle = canvas.center
    box = parameters[BoxParameter.box].map { BoxParameter($0, canvasCenter: middle) }
    clip = try parameters[LayerClip.parameter].map { try LayerClip($0) }
    sheet = try Sheet(parameters, canvas: canvas)
  }

  public var duration: Double? { latestSettlingTime(of: box, clip, sheet) }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let content = try inputs[Self.drawing]
    let box = box?.rect(at: time.seconds) ?? content.bounds ?? canvas
    return try sheet.frame(content, box: box, clip: clip?.clip(of: box, at: time.seconds), at: time, inputs)
  }
}
