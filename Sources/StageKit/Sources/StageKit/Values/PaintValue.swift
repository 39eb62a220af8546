import Geometry
import Graphics

/// A paint as a job writes it; the coordinates of a gradient are relative to the box of what it fills.
///
/// ```swift
/// @Parameter("The paint that fills it.") var fill = PaintValue.color(.white)
/// frame.drawing.fill(.rect(box), fill.paint(in: box))
/// ```
public enum PaintValue: Hashable, Sendable {
  case color(Color)
  case gradient(GradientValue)

  /// The paint for an outline.
  ///
  /// - Parameters:
  ///   - box: The outline's bounds, in the outline's own coordinates.
  ///   - length: For strokes, the arc length of all that is stroked; without it, a gradient
  ///     along the path paints its last color.
  public func paint(in box: Rect, along length: Double? = nil) -> Paint {
    switch self {
    case .color(let color): .color(color)
    case .gradient(let gradient): gradient.paint(in: box, along: length)
    }
  }

  /// True if the paint follows a stroke, and so makes no sense in a fill.
  public var isAlongPath: Bool {
    if case .gradient(let gradient) = self { gradient.geometry == .along } else { false }
  }
}

/// A gradient whose coordinates are relative to the box of what it fills.
public struct GradientValue: Hashable, Sendable {
  /// Along what the colors of a gradient change.
  public enum Geometry: Hashable, Sendable {
    /// A line across the whole box at an angle in degrees, clockwise from upward, as in CSS.
    case angle(Double)
    case line(from: Point, to: Point)
    case radial(center: Point, radius: Double)
    /// A turn that starts at an angle in degrees, clockwise from upward, as in CSS.
    case conic(center: Point, angle: Double)
    /// Runs from the start of a stroke to its end.
    case along
  }

  /// The unit of coordinates.
  public enum Units: String, Hashable, Sendable, CaseIterable {
    /// Fractions of the box, (0, 0) at its top left, (1, 1) at its bottom right; a radius is a fraction of its longer
    /// side.
    case box
    /// Points in the outline's own coordinates.
    case points
  }

  /// Measured in `units`.
  public var geometry: Geometry
  /// In order of their offsets, at least one.
  public var stops: [GradientStop]
  public var spread: Spread
  public var units: Units
  /// The color space in which colors between two stops are mixed.
  public var interpolation: InterpolationSpace

  /// A gradient; `units` says what its geometry refers to.
  public init(
    _ geometry: Geometry, stops: [GradientStop], spread: Spread = .pad, units: Units = .box,
    interpolation: InterpolationSpace = .srgb
  ) {
    self.geometry = geometry
    self.stops = stops
    self.spread = spread
    self.units = units
    self.interpolation = interpolation
  }

  /// See `PaintValue.paint(in:along:)`. A gradient without extent paints its last color, as in SVG.
  public func paint(in box: Rect, along length: Double? = nil) -> Paint {
    let last = Paint.color(stops.last?.color ?? .clear)
    guard stops.count > 1 else { return last }
    let stops = stops.expanded(from: interpolation)
    func absolute(_ p: Point) -> Point {
      units == .points ? p : Point(box.x + box.width * p.x, box.y + box.height * p.y)
    }
    switch geometry {
    case .angle(let degrees):
      let (sine, cosine) = sineAndCosine(degrees: degrees)
      let halfExtent = Point(sine, -cosine) * ((abs(box.width * sine) + abs(box.height * cosine)) / 2)
      guard halfExtent.lengthSquared > 0 else { return last }
      return .linear(from: box.center - halfExtent, to: box.center + halfExtent, stops: stops, spread: spread)
    case .line(let from, let to):
      let (a, b) = (absolute(from), absolute(to))
      return a.distance(to: b) > 0 ? .linear(from: a, to: b, stops: stops, spread: spread) : last
    case .radial(let center, let radius):
      let radius = units == .points ? radius : radius * max(box.width, box.height)
      return radius > 0 ? .radial(center: absolute(center), radius: radius, stops: stops, spread: spread) : last
    case .conic(let center, let angle):
      return .conic(center: absolute(center), startDegrees: angle - 90, stops: stops)
    case .along:
      guard let length, length > 0 else { return last }
      return .alongPath(start: 0, end: length, stops: stops)
    }
  }
}

extension GradientStop {
  /// Stops of which some have no offset yet: the first gets 0, the last 1, those between are spread evenly between
  /// their neighbors, as in CSS; an offset below an earlier one counts as that.
  public static func list(_ entries: [(offset: Double?, color: Color)]) -> [GradientStop] {
    var offsets = entries.map(\.offset)
    guard let last = offsets.indices.last else { return [] }
    if offsets[0] == nil { offsets[0] = 0 }
    if offsets[last] == nil { offsets[last] = 1 }
    var stops: [GradientStop] = []
    var known = 0
    for index in offsets.indices {
      guard let offset = offsets[index] else { continue }
      let start = stops.last?.offset ?? offset
      let end = max(offset, start)
      if index > known + 1 {
        for between in (known + 1)..<index {
          let share = Double(between - known) / Double(index - known)
          stops.append(GradientStop(start + (end - start) * share, entries[between].color))
        }
      }
      stops.append(GradientStop(end, entries[index].color))
      known = index
    }
    return stops
  }
}
