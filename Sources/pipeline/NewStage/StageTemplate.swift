/// The files of a new stage, which already draws something, with a test and a job.
struct StageTemplate {
  let name: StageName

  var source: String {
    """
    import StageKit

    /// Dots in a ring, of which each lights up in turn.
    public struct \(name.module): Stage {
      static let color = Parameter.animatedColor("color", "The dots' color.", default: .white)
      static let radius = Parameter.animatedNumber(
        "radius", "From the middle to the dots.", default: 60, .nonnegative(.points))
      static let count = Parameter.integer("count", "How many dots there are.", default: 12, in: 1...64)
      static let period = Parameter.number("period", "How long a turn takes.", default: 1.5, .positive(.seconds))

      static let angle = Output<Double>("angle", "Where the light is, in degrees clockwise from the top.")

      public static let definition = StageDefinition(
        name: "\(name.job)", version: 1, summary: "Dots in a ring, of which each lights up in turn.",
        parameters: Anchor.parameters(otherwise: "in the middle") + [color, radius, count, period],
        inputs: Anchor.inputs, outputs: [angle])

      private let anchor: Anchor
      private let middle: Point
      private let color: Animated<Color>
      private let radius: Animated<Double>
      private let count: Int
      private let period: Double

      public init(_ parameters: Parameters, _ context: any StageContext) throws {
        anchor = try Anchor(parameters)
        middle = context.canvas.bounds.center
        color = parameters[Self.color]
        radius = parameters[Self.radius]
        count = parameters[Self.count]
        period = parameters[Self.period]
      }

      public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
        let turn = Cycle(at: time.seconds, period: period).fraction
        var frame = StageFrame()
        frame[Self.angle] = turn * 360
        guard let center = try anchor.place(at: time, inputs, otherwise: middle)?.point else { return frame }
        let color = color.value(at: time.seconds)
        let radius = radius.value(at: time.seconds)
        for index in 0..<count {
          let place = Double(index) / Double(count)
          let sinceLight = (turn - place + 1).truncatingRemainder(dividingBy: 1)
          let dot = Path.circle(center: center + Self.direction(place) * radius, radius: radius / 8)
          frame.drawing.fill(dot, color.opacity(1 - 0.9 * sinceLight))
        }
        return frame
      }

      /// From the middle outward after a share of a turn, clockwise from the top.
      private static func direction(_ turn: Double) -> Point {
        let (sine, cosine) = sineAndCosine(degrees: turn * 360)
        return Point(sine, -cosine)
      }
    }

    @_cdecl("pipeline_abi_\(name.module)") public func \(name.function)ABI() -> Int { StageModule.abi }
    @_cdecl("pipeline_stages_\(name.module)") public func \(name.function)Stages() { StageModule.offer(\(name.module).self) }

    """
  }

  var tests: String {
    """
    import StageKit
    import StageTesting
    import Testing

    @testable import \(name.module)

    @Suite("\(name.module)")
    struct \(name.module)Tests {
      @Test("A quarter into its turn it looks as the golden does")
      func golden() throws {
        let stage = try make(\(name.module).self, #"{ "count": 4, "radius": 40, "period": 2 }"#)
        #expect(try difference(draw(stage, at: 0.5), fromGolden: "quarter") == nil)
      }

      @Test("The light goes round evenly and starts again after a period")
      func angle() throws {
        let stage = try make(\(name.module).self, #"{ "period": 2 }"#)
        for (seconds, degrees) in [(0.0, 0.0), (0.5, 90), (1.5, 270), (2, 0), (6.5, 90)] {
          let frame = try stage.frame(at: StageTime(seconds: seconds), Inputs())
          let angle = try #require(frame[\(name.module).angle])
          #expect(abs(angle - degrees) < 1e-6)
        }
      }

      @Test("It loops: the frame after a period is the first one again")
      func loop() throws {
        let stage = try make(\(name.module).self, #"{ "period": 2 }"#)
        #expect(try draw(stage, at: 0) == draw(stage, at: 2))
      }
    }

    """
  }

  /// What the golden test finds: four dots, the right one lit.
  static let golden = """
    GOLDEN

    """

  /// A job that shows the stage; `plugins` where it is not among those that the program comes with.
  func job(schema: String, needsPlugin: Bool) -> String {
    let plugins = needsPlugin ? "\n  \"plugins\": [\"\(name.module)\"]," : ""
    return """
      {
        // Dots in a ring light up in turn; the end leads into the start.
        "$schema": "\(schema)",
        "name": "\(name.job)",
        "canvas": { "size": [360, 360], "scale": 2, "fps": 60, "duration": 3, "background": "#12151B" },\(plugins)
        "stages": [
          {
            "id": "dots",
            "stage": "\(name.job)",
            "parameters": { "color": "#7CC4FF", "count": 12, "radius": 80, "period": 1.5 }
          }
        ],
        "outputs": [{ "file": "\(name.job).mp4", "preset": "medium", "crf": 18 }]
      }

      """
  }
}
