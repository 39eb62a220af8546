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

extension PaintValue {
  /// The gradients that a job can write, each as an object under its name.
  public static let variants: [ParameterSchema.Variant] = alternatives.map(\.definition)

  /// A gradient from one of the `variants`' fields. Throws where they contradict each other.
  public init(variant: String, _ fields: ParameterValues) throws {
    guard let alternative = Self.alternatives.first(where: { $0.definition.name == variant }) else {
      throw StageError("there is no gradient '\(variant)'", parameter: fields.path)
    }
    self = try alternative.read(fields)
  }

  private static let alternatives: [Alternative<PaintValue>] = [
    .init("linear", "Runs along a line: at an angle across the whole box, or from one point to another.") {
      (fields: LinearGradient) in fields.ramp.paint(fields.geometry)
    },
    .init("radial", "Runs outward from a center.") { (fields: RadialGradient) in
      fields.ramp.paint(.radial(center: fields.center, radius: fields.radius))
    },
    .init("conic", "Runs clockwise around a center.") { (fields: ConicGradient) in
      .gradient(
        GradientValue(
          .conic(center: fields.center, angle: fields.angle), stops: fields.stops.list, units: fields.units,
          interpolation: fields.interpolation))
    },
    .init("along", "Runs along a stroke, from its start to its end; for strokes only.") { (fields: GradientAlong) in
      .gradient(GradientValue(.along, stops: fields.stops.list, interpolation: fields.interpolation))
    },
  ]
}

/// Fields that linear and radial gradients share.
private struct GradientRamp: ParameterGroup {
  @Parameter() var stops: GradientStops
  @Parameter("The paint beyond its ends: its last color, itself again, itself mirrored, or nothing.")
  var spread = Spread.pad
  @Parameter var units = GradientValue.Units.box
  @Parameter var interpolation = InterpolationSpace.srgb

  func paint(_ geometry: GradientValue.Geometry) -> PaintValue {
    .gradient(
      GradientValue(geometry, stops: stops.list, spread: spread, units: units, interpolation: interpolation))
  }
}

private struct LinearGradient: ParameterGroup {
  @Parameter(
    "Its direction, clockwise from upward as in CSS: 90 runs to the right, 180 downward, which is usual.",
    .any(.degrees))
  var angle: Double?
  @Parameter("The point at which it starts, instead of an angle.") var from: Point?
  @Parameter("The point at which it ends, instead of an angle.") var to: Point?
  @Include var ramp: GradientRamp

  private(set) var geometry = GradientValue.Geometry.angle(180)

  mutating func prepare() throws {
    let own = $angle.location.split(separator: ".").dropLast().joined(separator: ".")
    switch (angle, from, to) {
    case (let angle, nil, nil): geometry = .angle(angle ?? 180)
    case (nil, let from?, let to?): geometry = .line(from: from, to: to)
    case (nil, _, _): throw StageError("'from' and 'to' need each other", parameter: own)
    default: throw StageError("'angle' excludes 'from' and 'to'", parameter: own)
    }
  }
}

private struct RadialGradient: ParameterGroup {
  @Parameter("Its center; in fractions of the box unless 'units' says otherwise.") var center = Point(0.5, 0.5)
  @Parameter(
    "The distance at which it ends; a fraction of the box's longer side unless 'units' says otherwise.", .nonnegative())
  var radius = 0.5
  @Include var ramp: GradientRamp
}

private struct ConicGradient: ParameterGroup {
  @Parameter("Its center; in fractions of the box unless 'units' says otherwise.") var center = Point(0.5, 0.5)
  @Parameter("The angle at which it starts, clockwise from upward as in CSS.", .any(.degrees)) var angle = 0.0
  @Parameter() var stops: GradientStops
  @Parameter var units = GradientValue.Units.box
  @Parameter var interpolation = InterpolationSpace.srgb
}

private struct GradientAlong: ParameterGroup {
  @Parameter() var stops: GradientStops
  @Parameter var interpolation = InterpolationSpace.srgb
}

extension InterpolationSpace: ParameterChoice {}
extension GradientValue.Units: ParameterChoice {}

extension Parameter where Value == GradientStops {
  fileprivate init() {
    self.init("Its colors: a list of [offset, color], offsets from 0 to 1, or of colors at even steps.")
  }
}

extension Parameter where Value == GradientValue.Units {
  fileprivate init(wrappedValue: Value) {
    self.init(
      wrappedValue: wrappedValue, "The units of coordinates: fractions of the box from (0, 0) to (1, 1), or points.")
  }
}

extension Parameter where Value == InterpolationSpace {
  fileprivate init(wrappedValue: Value) {
    self.init(
      wrappedValue: wrappedValue,
      "The space in which colors are mixed: 'srgb' as it is encoded, 'linear' light, or 'oklab', which is even to the eye."
    )
  }
}
