/// The files of a new stage that draws an example, with a test and a job.
struct StageTemplate {
  let name: StageName

  var source: String {
    """
    import StageKit

    /// Dots in a ring, of which each lights up in turn.
    public struct \(name.type): Stage, ParameterGroup {
      @Include var anchor: Anchor
      @Parameter("The dots' color.") var color: Animated<Color> = Animated(.white)
      @Parameter("The distance from the middle to the dots.", .nonnegative(.points)) var radius: Animated<Double> = 60
      @Parameter("The number of dots.", .range(1...64)) var count = 12
      @Parameter("The time that a turn takes.", .positive(.seconds), replacedBy: ["turns"]) var period = 1.5

      let turns = Input<Double?>("The turns that the light has made, in place of the time.")
      let angle = Output<Double>("The place of the light, in degrees clockwise from the top.")

      public static let definition = StageDefinition(
        Self.self, "\(name.job)", version: 1, "Dots in a ring, of which each lights up in turn.")

      private var middle = Point.zero

      public init() {}

      public mutating func prepare(_ context: any StageContext) { middle = context.composition.bounds.center }

      public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
        let turn = try inputs[turns].map { $0 - $0.rounded(.down) } ?? Cycle(at: time.seconds, period: period).fraction
        var frame = StageFrame()
        frame[angle] = turn * 360
        guard let center = try anchor.resolve(at: time, inputs, otherwise: middle)?.point else { return frame }
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

      /// The direction from the middle after a share of a turn, clockwise from the top.
      private static func direction(_ turn: Double) -> Point {
        let (sine, cosine) = sineAndCosine(degrees: turn * 360)
        return Point(sine, -cosine)
      }
    }

    @_cdecl("pipeline_stages_\(name.module)") public func stages() { StageModule.offer(\(name.type).self) }

    """
  }

  var tests: String {
    """
    import StageKit
    import StageTesting
    import Testing

    @testable import \(name.module)

    @Suite("\(name.module)")
    struct \(name.type)Tests {
      @Test("A quarter into its turn it looks as the golden does")
      func golden() throws {
        let stage = try make(\(name.type).self, #"{ "count": 4, "radius": 40, "period": 2 }"#)
        let difference = try difference(draw(stage, at: 0.5), fromGolden: "quarter")
        #expect(difference == nil)
      }

      @Test("The light goes round evenly and starts again after a period")
      func angle() throws {
        let stage = try make(\(name.type).self, #"{ "period": 2 }"#)
        for (seconds, degrees) in [(0.0, 0.0), (0.5, 90), (1.5, 270), (2, 0), (6.5, 90)] {
          let frame = try stage.frame(at: StageTime(seconds: seconds), Inputs())
          let angle = try #require(frame[stage.angle])
          #expect(abs(angle - degrees) < 1e-6)
        }
      }

      @Test("Another stage can turn the light")
      func turns() throws {
        let stage = try make(\(name.type).self, "{}")
        let frame = try stage.frame(at: StageTime(seconds: 9), Inputs(["turns": .number(2.25)]))
        #expect(frame[stage.angle] == 90)
      }

      @Test("It loops: the frame after a period is the first one again")
      func loop() throws {
        let stage = try make(\(name.type).self, #"{ "period": 2 }"#)
        #expect(try draw(stage, at: 0) == draw(stage, at: 2))
      }
    }

    """
  }

  /// The golden: four dots, the right one lit.
  static let golden = """
    fill (1 1 1 0.775)
      M 105 10
      C 105 11.326  104.473 12.598  103.536 13.536
      C 102.598 14.473  101.326 15  100 15
      C 98.674 15  97.402 14.473  96.464 13.536
      C 95.527 12.598  95 11.326  95 10
      C 95 8.674  95.527 7.402  96.464 6.464
      C 97.402 5.527  98.674 5  100 5
      C 101.326 5  102.598 5.527  103.536 6.464
      C 104.473 7.402  105 8.674  105 10
      Z
    fill (1 1 1 1)
      M 145 50
      C 145 51.326  144.473 52.598  143.536 53.536
      C 142.598 54.473  141.326 55  140 55
      C 138.674 55  137.402 54.473  136.464 53.536
      C 135.527 52.598  135 51.326  135 50
      C 135 48.674  135.527 47.402  136.464 46.464
      C 137.402 45.527  138.674 45  140 45
      C 141.326 45  142.598 45.527  143.536 46.464
      C 144.473 47.402  145 48.674  145 50
      Z
    fill (1 1 1 0.325)
      M 105 90
      C 105 91.326  104.473 92.598  103.536 93.536
      C 102.598 94.473  101.326 95  100 95
      C 98.674 95  97.402 94.473  96.464 93.536
      C 95.527 92.598  95 91.326  95 90
      C 95 88.674  95.527 87.402  96.464 86.464
      C 97.402 85.527  98.674 85  100 85
      C 101.326 85  102.598 85.527  103.536 86.464
      C 104.473 87.402  105 88.674  105 90
      Z
    fill (1 1 1 0.55)
      M 65 50
      C 65 51.326  64.473 52.598  63.536 53.536
      C 62.598 54.473  61.326 55  60 55
      C 58.674 55  57.402 54.473  56.464 53.536
      C 55.527 52.598  55 51.326  55 50
      C 55 48.674  55.527 47.402  56.464 46.464
      C 57.402 45.527  58.674 45  60 45
      C 61.326 45  62.598 45.527  63.536 46.464
      C 64.473 47.402  65 48.674  65 50
      Z

    """

  /// A job that shows the stage; `needsPlugin` if it does not ship with the program.
  func job(schema: String, needsPlugin: Bool) -> String {
    let plugins = needsPlugin ? "\n  \"plugins\": [\"\(name.module)\"]," : ""
    return """
      {
        // Dots in a ring light up in turn; the end leads into the start.
        "$schema": "\(schema)",
        "name": "\(name.job)",
        "loop": true,
        "canvas": { "size": [360, 360], "scale": 2, "fps": 60, "duration": 3, "background": "#12151B" },\(plugins)
        "stages": [
          {
            "id": "dots",
            "stage": "\(name.job)",
            "parameters": { "color": "#7CC4FF", "count": 12, "radius": 80, "period": 1.5 }
          }
        ],
        "outputs": [{ "file": "\(name.job).mp4", "preset": "motion", "crf": 18 }]
      }

      """
  }
}
