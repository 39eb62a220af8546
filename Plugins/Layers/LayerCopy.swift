import StageKit

/// Another stage's drawing, shown again.
public struct LayerCopy: Stage, ParameterGroup {
  @Parameter() var box: BoxParameter?
  @Parameter() var clip: LayerClip?
  let drawing = Input<DisplayList>("The drawing that it shows: the output 'drawing' of another stage.")
  @Include var layer: PlacedLayer

  public static let definition = StageDefinition(
    Self.self, "copy", version: 1,
    "Another stage's drawing shown elsewhere: a reflection, a picture in a picture, one drawing in many places.",
    handles: [.size("box.size", around: "box.center"), .size("clip.size", around: "clip.center"), .path("clip.path")],
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
            "parameters": { "anchor": [0.5, 1], "scaleY": -1, "opacity": 0.3, "effects": [{ "blur": { "radius": 1.5 } }] }
          }
        ]
      }
      """))

  private var canvas = Rect.zero

  public init() {}

  public mutating func prepare(_ context: any StageContext) { canvas = context.composition.bounds }

  public var duration: Double? { latestSettlingTime(of: box, clip, layer) }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let content = try inputs[drawing]
    let box = box?.rect(on: canvas, at: time.seconds) ?? content.bounds ?? canvas
    return try layer.frame(
      content, box: box, clip: clip?.clip(of: box, at: time.seconds), on: canvas, at: time, inputs)
  }
}
