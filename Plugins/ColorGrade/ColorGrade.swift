import StageKit

/// An adjustment layer: grades what lies below it, in the canvas or in its group.
public struct ColorGrade: Stage, ParameterGroup {
  @Include var grading: Grading

  public static let definition = StageDefinition(
    Self.self, "grade", version: 1,
    "Grades all that is drawn below it, as an adjustment layer does: in the canvas, or in a group that is a layer.",
    adjusts: true,
    example: .init(
      at: 1,
      """
      {
        "name": "grade",
        "canvas": { "size": [480, 300], "fps": 30, "duration": 4, "background": "#12151B" },
        "stages": [
          { "id": "sky", "stage": "backdrop", "parameters": { "paint": { "linear": { "angle": 180, "stops": ["#5B6EA8", "#D9A27C"] } } } },
          { "id": "badge", "stage": "picture", "parameters": { "file": "media/badge.svg", "width": 220 } },
          {
            "id": "look",
            "stage": "grade",
            "parameters": {
              "exposure": { "keyframes": [{ "at": 0, "value": 0, "curve": "smooth" }, { "at": 1, "value": 0.3 }] },
              "contrast": 1.2,
              "saturation": 1.3,
              "vignette": { "amount": 0.5 },
              "grain": 0.03
            }
          }
        ],
        "outputs": [{ "file": "grade.mp4" }]
      }
      """))

  private var loaded: LoadedGrading?
  private var area = DisplayList()

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    loaded = try grading.loaded(context)
    let canvas = context.composition.bounds
    // All that outputs show beyond the canvas, too.
    let margin = 4 * max(canvas.width, canvas.height)
    area = DisplayList { $0.fill(.rect(canvas.inset(by: -margin)), .white) }
  }

  public var duration: Double? { grading.settlingTime }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    StageFrame(loaded?.adjustment(within: area, at: time.seconds) ?? DisplayList())
  }
}

@_cdecl("pipeline_stages_ColorGrade") public func stages() { StageModule.offer(ColorGrade.self, LensBlur.self) }
