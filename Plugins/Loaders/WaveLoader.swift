import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// A liquid that fills an outline.
public struct WaveLoader: Stage {
  /// The parameters of a wave loader.
  public struct Parameters: ParameterGroup {
    @Parameter("The outline that it fills, in points of the canvas; without one a circle.") var path: Path?
    @Parameter("The circle's width.", .positive(.points)) var diameter = 220.0
    @Parameter(
      "The level, from 0 to 1; without one it fills once within 'duration'.", .fraction, replacedBy: ["level"])
    var level: Animated<Double>?
    @Parameter("The time that filling takes where no level is given.", .positive(.seconds)) var duration = 3.0
    @Parameter("The easing of filling.") var curve: Easing = .usual
    @Parameter("The liquid's color, or a gradient over all of the outline.")
    var color: Animated<PaintValue> = Animated(.color(Color(hex: 0x3B82F6)))
    @Parameter("The color of the wave behind; without one it is the liquid's, paler.") var back: Animated<Color>?
    @Parameter("The fill of the outline where there is no liquid.")
    var empty: Animated<PaintValue> = Animated(.color(Color(1, 1, 1, 0.12)))
    @Parameter("The height of its waves, from trough to crest.", .nonnegative(.points)) var height: Animated<Double> =
      14
    @Parameter("The distance from crest to crest; without one, the outline's width.", .positive(.points))
    var wavelength: Double?
    @Parameter("The time that a crest takes to the place of the next one.", .positive(.seconds)) var period = 1.6
    @Parameter() var stroke: StrokeParameters?
    @Include var placement: Placement
    @Parameter() var shadow: Shadow?

    let levelInput = Input<Double?>("The level, from 0 to 1.", name: "level")
    let levelOutput = Output<Double>("The level, from 0 to 1.", name: "level")
    let surface = Output<Point>("The middle of the liquid's surface on the canvas.")
    let filled = Moment("It is full.", .both)

    /// The parameters of a wave loader.
    public init() {}

    /// Checks the paints.
    public func prepare() throws {
      try $color.filling()
      try $empty.filling()
    }
  }

  public static let definition = StageDefinition(
    Self.self, "wave-loader", version: 1,
    "A liquid with waves that fills any outline.",
    handles: [.path("path"), .width("diameter")],
    example: .init(
      at: 1.6,
      """
      {
        "id": "tank",
        "stage": "wave-loader",
        "parameters": {
          "diameter": 220, "duration": 3, "color": { "linear": { "angle": 0, "stops": ["#2B3FD6", "#3F7BFF"] } },
          "stroke": { "paint": "#FFFFFF40", "width": 4 }
        }
      }
      """))

  private let parameters: Parameters
  private let outline: Path
  private let box: Rect
  private let wavelength: Double

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let middle = context.composition.bounds.center
    outline = parameters.path ?? .circle(center: middle, radius: parameters.diameter / 2)
    guard let bounds = outline.bounds, !bounds.isEmpty else {
      throw StageError("has no inside", parameter: parameters.$path.location)
    }
    box = bounds
    wavelength = parameters.wavelength ?? bounds.width
    guard box.width / wavelength <= 1000 else {
      throw StageError("the outline is wider than 1000 waves", parameter: parameters.$wavelength.location)
    }
  }

  public var moments: [Moment.Time] { parameters.level == nil ? [parameters.filled.at(parameters.duration)] : [] }

  private func level(at time: Double, _ inputs: Inputs) throws -> Double {
    let duration = parameters.duration
    let level =
      try inputs[parameters.levelInput] ?? parameters.level?.value(at: time)
      ?? parameters.curve.value(at: min(max(time / duration, 0), 1), over: duration)
    return min(max(level, 0), 1)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let t = time.seconds
    let level = try level(at: t, inputs)
    let placed = try parameters.placement.placed(box, at: time, inputs)
    var frame = StageFrame()
    parameters.placement.publish(placed, to: &frame)
    frame[parameters.levelOutput] = level
    let top = surface(level, at: t)
    frame[parameters.surface] = placed.transform.apply(Point(box.center.x, top.mean))
    guard placed.isVisible else { return frame }
    let paint = parameters.color.value(at: t).paint(in: box)
    let phase = Cycle(at: t, period: parameters.period).fraction
    var content = DisplayList { $0.fill(outline, parameters.empty.value(at: t).paint(in: box)) }
    if level > 0 {
      content.group(clip: Clip(outline)) { list in
        // The wave behind runs the other way, half as fast again.
        let behind = wave(top.mean, top.amplitude * 0.8, phase: 0.35 - phase)
        if let back = parameters.back {
          list.fill(behind, back.value(at: t))
        } else {
          list.group(opacity: 0.45) { $0.fill(behind, paint) }
        }
        list.fill(wave(top.mean, top.amplitude, phase: phase), paint)
      }
    }
    parameters.stroke?.draw(outline, in: box, at: t, onto: &content)
    frame.drawing = placed.layer(content, shadow: parameters.shadow?.effect(at: t, scale: placed.meanScale))
    return frame
  }

  /// The mean height of the surface, and the height of its waves above and below it: they die down if it is empty or
  /// full.
  private func surface(_ level: Double, at seconds: Double) -> (mean: Double, amplitude: Double) {
    let swell = min(1, level / 0.08, (1 - level) / 0.08)
    return (box.maxY - level * box.height, parameters.height.value(at: seconds) / 2 * max(swell, 0))
  }

  /// The area below a sine.
  private func wave(_ mean: Double, _ amplitude: Double, phase: Double) -> Path {
    // Cubics through points an eighth of a wave apart, with the sine's slopes.
    let step = wavelength / 8
    let count = Int((box.width / step).rounded(.up)) + 1
    func point(_ index: Int) -> (place: Point, slope: Double) {
      let x = Double(index) * step
      let angle = 2 * .pi * (x / wavelength + phase)
      return (
        Point(box.x + x, mean + amplitude * sin(angle)), amplitude * cos(angle) * 2 * .pi / wavelength
      )
    }
    return Path { path in
      path.move(to: Point(box.x, box.maxY + 1))
      path.line(to: point(0).place)
      for index in 0..<count {
        let (a, b) = (point(index), point(index + 1))
        path.cubic(
          a.place + Point(step / 3, a.slope * step / 3), b.place - Point(step / 3, b.slope * step / 3), to: b.place)
      }
      path.line(to: Point(box.x + Double(count) * step, box.maxY + 1))
      path.close()
    }
  }
}
