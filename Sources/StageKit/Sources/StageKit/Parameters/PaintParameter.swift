import Geometry
import Graphics

extension ParameterValue {
  var paint: PaintValue? {
    switch self {
    case .paint(let paint): paint
    case .color(let color): .color(color)
    default: nil
    }
  }
}

extension Parameter where Value == PaintValue {
  /// A color or a gradient.
  public static func paint(_ name: String, _ summary: String, default value: PaintValue? = nil) -> Self {
    Self(name, summary, .paint, default: value.map { .paint($0) }, placeholder: .color(.clear)) { $0.paint }
  }
}

extension Parameter where Value == [GradientStop] {
  /// A gradient's stops.
  public static func stops(_ name: String, _ summary: String) -> Self {
    Self(name, summary, .stops, default: nil, placeholder: []) {
      if case .stops(let stops) = $0 { stops } else { nil }
    }
  }
}

extension PaintValue {
  /// The gradients that a job can write, each as an object under its name.
  public static let variants: [ParameterSchema.Variant] = [
    .init(
      "linear", "Runs along a line: at an angle across the whole box, or from one point to another.",
      [angle, from, to, stops, spread, units, interpolation]),
    .init("radial", "Runs outward from a center.", [center, radius, stops, spread, units, interpolation]),
    .init("conic", "Runs clockwise around a center.", [center, startAngle, stops, units, interpolation]),
    .init("along", "Runs along a stroke, from its start to its end; for strokes only.", [stops, interpolation]),
  ]

  private static let angle = Parameter.number(
    "angle", "Its direction, clockwise from upward as in CSS: 90 runs to the right, 180 downward, which is usual.",
    .any(.degrees)
  ).optional
  private static let from = Parameter.point("from", "Where it starts, instead of an angle.").optional
  private static let to = Parameter.point("to", "Where it ends, instead of an angle.").optional
  private static let center = Parameter.point(
    "center", "Its center; in fractions of the box unless 'units' says otherwise.", default: Point(0.5, 0.5))
  private static let radius = Parameter.number(
    "radius", "Where it ends; a fraction of the box's longer side unless 'units' says otherwise.", default: 0.5,
    .nonnegative())
  private static let startAngle = Parameter.number(
    "angle", "Where it starts, clockwise from upward as in CSS.", default: 0, .any(.degrees))
  private static let stops = Parameter.stops(
    "stops", "Its colors: a list of [offset, color], offsets from 0 to 1, or of colors at even steps.")
  private static let spread = Parameter<Spread>.choice(
    "spread", "What it shows beyond its ends: its last color, itself again, itself mirrored, or nothing.",
    default: .pad, among: ["pad": .pad, "repeat": .repeat, "mirror": .mirror, "clear": .clear])
  private static let units = Parameter<GradientValue.Units>.choice(
    "units", "What coordinates are: fractions of the box from (0, 0) to (1, 1), or points.", default: .box)
  private static let interpolation = Parameter<InterpolationSpace>.choice(
    "interpolation",
    "Where colors are mixed: 'srgb' as it is encoded, 'linear' light, or 'oklab', which is even to the eye.",
    default: .srgb)

  /// A gradient from one of the `variants`' fields. Throws where they contradict each other.
  public init(variant: String, _ fields: Parameters) throws(StageError) {
    var units = GradientValue.Units.box
    var spread = Spread.pad
    let geometry: GradientValue.Geometry
    switch variant {
    case "linear":
      (units, spread) = (fields[Self.units], fields[Self.spread])
      geometry = try Self.linear(fields)
    case "radial":
      (units, spread) = (fields[Self.units], fields[Self.spread])
      geometry = .radial(center: fields[Self.center], radius: fields[Self.radius])
    case "conic":
      units = fields[Self.units]
      geometry = .conic(center: fields[Self.center], angle: fields[Self.startAngle])
    default: geometry = .along
    }
    self = .gradient(
      GradientValue(
        geometry, stops: fields[Self.stops], spread: spread, units: units, interpolation: fields[Self.interpolation]))
  }

  private static func linear(_ fields: Parameters) throws(StageError) -> GradientValue.Geometry {
    switch (fields[angle], fields[from], fields[to]) {
    case (let angle, nil, nil): return .angle(angle ?? 180)
    case (nil, let from?, let to?): return .line(from: from, to: to)
    case (nil, _, _): throw StageError("'from' and 'to' need each other", parameter: fields.path)
    default: throw StageError("'angle' excludes 'from' and 'to'", parameter: fields.path)
    }
  }
}

extension Parameters {
  /// A paint for filling, checked not to run along a stroke.
  public func filling(_ parameter: Parameter<Animated<PaintValue>>) throws -> Animated<PaintValue> {
    try checked(self[parameter], at: location(of: parameter))
  }

  /// A paint for filling, where there is one, checked not to run along a stroke.
  public func filling(_ parameter: Parameter<Animated<PaintValue>?>) throws -> Animated<PaintValue>? {
    try self[parameter].map { try checked($0, at: location(of: parameter)) }
  }

  private func checked(_ paint: Animated<PaintValue>, at location: String) throws -> Animated<PaintValue> {
    guard paint.values.contains(where: \.isAlongPath) else { return paint }
    throw StageError("a gradient along a path is for strokes", parameter: location)
  }
}
