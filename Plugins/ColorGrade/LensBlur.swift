import StageKit

/// A lens that is sharp at one distance: blurs what lies below it, in the canvas or in its group, the more the farther it is
/// from that distance.
///
/// A camera's ground is a plane, so that 1 / distance, and with it the circle of confusion, is linear on the canvas. Without a
/// camera a band of the canvas is sharp, as in pictures of models.
public struct LensBlur: Stage, ParameterGroup {
  @Include var anchor = Anchor(otherwise: "in the middle: the place that is sharp")
  @Parameter("The greatest blur, as of CSS's `filter: blur()`: the standard deviation.", .nonnegative(.points))
  var blur: Animated<Double> = 12
  @Parameter(
    "The width of the lens as a fraction of the distance to what is sharp: wider blurs more before and behind it.",
    .nonnegative(), requires: "camera")
  var aperture: Animated<Double> = 0.03
  @Parameter("Without a camera, the width of the band that is sharp.", .nonnegative(.points), replacedBy: ["camera"])
  var sharpWidth: Animated<Double> = 80
  @Parameter(
    "Without a camera, the distance from the band to where the blur is greatest.", .positive(.points),
    replacedBy: ["camera"])
  var falloff: Animated<Double> = 240
  @Parameter(
    "Without a camera, the direction of the band, clockwise from level.", .any(.degrees), replacedBy: ["camera"])
  var angle: Animated<Double> = 0

  public static let definition = StageDefinition(
    Self.self, "lens-blur", version: 1,
    "Blurs all that is drawn below it by its distance from a camera's focus, or from a band of the canvas.",
    adjusts: true,
    handles: [.length("sharpWidth", from: "position", toward: 90, times: 2), .angle("angle", at: "position")],
    example: .init(
      at: 1.5,
      """
      {
        "name": "lens-blur",
        "canvas": { "size": [480, 300], "fps": 30, "duration": 4 },
        "stages": [
          {
            "id": "camera",
            "stage": "camera-rotation",
            "parameters": { "map": { "city": { "seed": 4 } }, "center": [0, 0], "start": { "distance": 900, "pitch": 62, "heading": 20 } }
          },
          {
            "id": "lens",
            "stage": "lens-blur",
            "inputs": { "camera": "camera.camera" },
            "parameters": {
              "coordinate": [0, 0],
              "aperture": { "keyframes": [{ "at": 0, "value": 0, "curve": "smooth" }, { "at": 1.5, "value": 0.05 }] }
            }
          },
          { "id": "pin", "stage": "pin-morph", "inputs": { "camera": "camera.camera" }, "parameters": { "look": "marker", "timing": "still", "coordinate": [0, 0], "zoom": 0.3 } }
        ],
        "outputs": [{ "file": "lens-blur.mp4" }]
      }
      """))

  private var canvas = Rect.zero
  private var pixel = 1.0

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    canvas = context.composition.bounds
    pixel = 1 / context.composition.scale
  }

  public var duration: Double? { latestSettlingTime(of: anchor, blur, aperture, sharpWidth, falloff, angle) }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    // Easings go beyond the ends of ranges.
    let greatest = min(blur.value(at: seconds), 4 * max(canvas.width, canvas.height))
    guard greatest > 0, let focus = try anchor.resolve(at: time, inputs, otherwise: canvas.center) else {
      return StageFrame()
    }
    if let camera = focus.camera {
      return StageFrame(drawing(FocusSide.ofGround(focus.point, camera, aperture.value(at: seconds), greatest)))
    }
    let (sine, cosine) = sineAndCosine(degrees: angle.value(at: seconds))
    let sides = [-1.0, 1].map { side in
      FocusSide(
        from: focus.point, along: Point(-sine, cosine) * side, sharp: max(sharpWidth.value(at: seconds), 0) / 2,
        growth: greatest / max(falloff.value(at: seconds), 0.25), greatest: greatest)
    }
    return StageFrame(drawing(sides))
  }

  private func drawing(_ sides: [FocusSide]) -> DisplayList {
    DisplayList { list in for side in sides { side.draw(over: canvas.inset(by: -2 * pixel), pixel: pixel, onto: &list) }
    }
  }
}
