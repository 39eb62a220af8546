import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// A liquid that fills an outline.
public struct WaveLoader: Stage {
  static let path = ParameterKey.path("path", "The outline that it fills, in points of the canvas; without one a circle.")
    .optional
  static let diameter = ParameterKey.number("diameter", "The circle's width.", default: 220, .positive(.points))
  static let level = ParameterKey.number(
    "level", "How full it is, from 0 to 1; without one it fills once within 'duration'.", .fraction
  ).animated.optional.replaced(by: levelInput)
  static let duration = ParameterKey.number(
    "duration", "How long filling takes where no level is given.", default: 3, .positive(.seconds))
  static let curve = ParameterKey.curve("curve", "How filling spends that time.", default: .easeInOut)
  static let color = ParameterKey.paint(
    "color", "The liquid's color, or a gradient over all of the outline.", default: .color(Color(hex: 0x3B82F6))
  ).animated
  static let back = ParameterKey.color(
    "back", "The color of the wave behind; without one it is the liquid's, paler."
  ).animated.optional
  static let empty = ParameterKey.paint(
    "empty", "What the outline is filled with where there is no liquid.", default: .color(Color(1, 1, 1, 0.12))
  ).animated
  static let height = ParameterKey.number(
    "height", "How high its waves are, from trough to crest.", default: 14, .nonnegative(.points)
  ).animated
  static let wavelength = ParameterKey.number(
    "wavelength", "From crest to crest; without one as long as the outline is wide.", .positive(.points)
  ).optional
  static let period = ParameterKey.number(
    "period", "How long a crest takes to the place of the next one.", default: 1.6, .positive(.seconds))

  static let levelInput = Input<Double?>("level", "How full it is, from 0 to 1.")
  static let levelOutput = Output<Double>("level", "How full it is, from 0 to 1.")
  static let surface = Output<Point>("surface", "The middle of the liquid's surface on the canvas.")
  static let filled = Moment("filled", "It is full.")

  public static let definition = StageDefinition(
    name: "wave-loader", version: 1, summary: "A liquid with waves that fills any outline.",
    parameters: [path, diameter, level, duration, curve, color, back, empty, height, wavelength, period]
      + [StrokeParameters.parameter] + Placement.parameters + [Shadow.parameter],
    inputs: Placement.inputs + [levelInput], outputs: Placement.outputs + [levelOutput, surface], moments: [filled],
    cues: [filled],
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

  private let outline: Path
  private let box: Rect
  private let level: Animated<Double>?
  private let seconds: Double
  private let curve: Easing
  private let color: Animated<PaintValue>
  private let back: Animated<Color>?
  private let empty: Animated<PaintValue>
  private let height: Animated<Double>
  private let wavelength: Double
  private let period: Double
  private let stroke: StrokeParameters?
  private let placement: Placement
  private let shadow: Shadow?

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    let middle = context.composition.bounds.center
    outline = parameters[Self.path] ?? .circle(center: middle, radius: parameters[Self.diameter] / 2)
    guard let bounds = outline.bounds, !bounds.isEmpty else {
      throw StageError("has no inside", parameter: parameters.location(of: Self.path))
    }
    box = bounds
    level = parameters[Self.level]
    seconds = parameters[Self.duration]
    curve = parameters[Self.curve]
    color = try parameters.filling(Self.color)
    back = parameters[Self.back]
    empty = try parameters.filling(Self.empty)
    height = parameters[Self.height]
    wavelength = parameters[Self.wavelength] ?? bounds.width
    guard box.width / wavelength <= 1000 else {
      throw StageError(
        "the outline is wider than 1000 waves", parameter: parameters.location(of: Self.wavelength))
    }
    period = parameters[Self.period]
    stroke = parameters[StrokeParameters.parameter]
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter]
  }

  public var moments: [Moment.Time] { level == nil ? [Self.filled.at(seconds)] : [] }

  private func level(at time: Double, _ inputs: Inputs) throws -> Double {
    let level =
      try inputs[Self.levelInput] ?? level?.value(at: time)
      ?? curve.value(at: min(max(time / seconds, 0), 1), over: seconds)
    return min(max(level, 0), 1)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let t = time.seconds
    let level = try level(at: t, inputs)
    let placed = try placement.placed(box, at: time, inputs)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    frame[Self.levelOutput] = level
    let top = surface(level, at: t)
    frame[Self.surface] = placed.transform.apply(Point(box.center.x, top.mean))
    guard placed.isVisible else { return frame }
    let paint = color.value(at: t).paint(in: box)
    let phase = Cycle(at: t, period: period).fraction
    var content = DisplayList { $0.fill(outline, empty.value(at: t).paint(in: box)) }
    if level > 0 {
      content.group(clip: Clip(outline)) { list in
        // The wave behind runs the other way, half as fast again.
        let behind = wave(top.mean, top.amplitude * 0.8, phase: 0.35 - phase)
        if let back {
          list.fill(behind, back.value(at: t))
        } else {
          list.group(opacity: 0.45) { $0.fill(behind, paint) }
        }
        list.fill(wave(top.mean, top.amplitude, phase: phase), paint)
      }
    }
    stroke?.draw(outline, in: box, at: t, onto: &content)
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: t, scale: placed.meanScale))
    return frame
  }

  /// Where the surface is, and how high its waves are on both sides of it: they die down where it is empty or full.
  private func surface(_ level: Double, at seconds: Double) -> (mean: Double, amplitude: Double) {
    let swell = min(1, level / 0.08, (1 - level) / 0.08)
    return (box.maxY - level * box.height, height.value(at: seconds) / 2 * max(swell, 0))
  }

  /// What lies below a sine.
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
