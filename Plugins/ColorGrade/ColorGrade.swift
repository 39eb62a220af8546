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
        "id": "look",
        "stage": "grade",
        "z": 10,
        "parameters": {
          "exposure": 0.3,
          "contrast": 1.15,
          "saturation": 1.2,
          "vignette": { "amount": 0.5 },
          "grain": 0.05
        }
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

@_cdecl("pipeline_stages_ColorGrade") public func stages() { StageModule.offer(ColorGrade.self) }
