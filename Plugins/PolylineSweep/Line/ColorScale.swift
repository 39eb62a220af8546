import StageKit

/// Colors for the values of a recording, as parameters.
struct ColorScaleParameters: ParameterGroup {
  @Parameter("The value of the recording that gives the color.") var value = ProfileValue.speed
  @Parameter("From the lowest value to the highest, evenly apart.", as: .list(of: .color, minimumCount: 2))
  var colors = [Color(hex: 0x3DDC84), Color(hex: 0xFFD23F), Color(hex: 0xFF5A5F)]
  @Parameter(
    "The value of the first color, in the value's unit, such as km/h; without it, the lowest of the route.", .any())
  var low: Double?
  @Parameter("The value of the last color; without it, the highest of the route.", .any()) var high: Double?
  @Parameter(
    "The values at which the second color and those after it begin, as zones of a heart rate do; without them, colors blend."
  )
  var zones: [Double] = []

  mutating func prepare() throws {
    if !zones.isEmpty, zones.count != colors.count - 1 {
      throw StageError(
        "\(colors.count) colors need \(colors.count - 1) bounds of zones, and there \(zones.count == 1 ? "is 1" : "are \(zones.count)")",
        parameter: $zones.location)
    }
    if zip(zones, zones.dropFirst()).contains(where: { $0 >= $1 }) {
      throw StageError("bounds of zones grow from one to the next", parameter: $zones.location)
    }
    if !zones.isEmpty, low != nil || high != nil {
      throw StageError(
        "it has no effect where there are zones", parameter: low == nil ? $high.location : $low.location,
        hint: "Remove it.")
    }
    if let low, let high, low > high {
      throw StageError("\(high) is below 'low', \(low)", parameter: $high.location, hint: "Reverse 'colors' instead.")
    }
  }

  /// The color of a value, where `range` is what all of the colors are for.
  func color(of value: Double, in range: ClosedRange<Double>) -> Color {
    guard zones.isEmpty else { return colors[zones.count { $0 <= value }] }
    let span = range.upperBound - range.lowerBound
    let place = (span > 0 ? min(max((value - range.lowerBound) / span, 0), 1) : 0) * Double(colors.count - 1)
    let index = min(Int(place), colors.count - 2)
    return colors[index].interpolated(to: colors[index + 1], at: place - Double(index))
  }

  /// The values of the first and the last color, of a recording with these values; nil where it has none.
  func range(of values: [Double?]) -> ClosedRange<Double>? {
    let known = values.compactMap(\.self)
    guard let least = known.min(), let most = known.max() else { return nil }
    let (from, to) = (low ?? least, high ?? most)
    return from...max(from, to)
  }
}

/// The colors along a route by a value of its recording.
struct ColorScale: Sendable {
  /// At even steps of the route; nil where the recording has no value.
  private let colors: [Color?]
  private let parameters: ColorScaleParameters
  private let samples: ProfileSamples
  /// The values of the first and the last color.
  let range: ClosedRange<Double>

  private static let count = 512

  /// Nil where the recording has no value at all.
  init?(_ parameters: ColorScaleParameters, of record: RouteRecord, length: Double) {
    let samples = ProfileSamples(parameters.value, over: .distance, of: record, length: length, count: Self.count)
    guard let range = parameters.range(of: samples.values) else { return nil }
    (self.parameters, self.samples, self.range) = (parameters, samples, range)
    colors = samples.values.map { value in value.map { parameters.color(of: $0, in: range) } }
  }

  /// The value at a share of the way; nil where the recording has none.
  func value(atShare share: Double) -> Double? { samples.value(atShare: share) }

  /// The color of any value.
  func color(of value: Double) -> Color { parameters.color(of: value, in: range) }

  /// The share of a scale of all colors, evenly apart, at which a value has its color.
  func share(of value: Double) -> Double {
    let zones = parameters.zones
    guard !zones.isEmpty else {
      let span = range.upperBound - range.lowerBound
      return span > 0 ? min(max((value - range.lowerBound) / span, 0), 1) : 0.5
    }
    let zone = zones.count { $0 <= value }
    let low = zone == 0 ? min(range.lowerBound, zones[0]) : zones[zone - 1]
    let high = zone == zones.count ? max(range.upperBound, zones[zone - 1]) : zones[zone]
    let within = high > low ? min(max((value - low) / (high - low), 0), 1) : 0.5
    return (Double(zone) + within) / Double(zones.count + 1)
  }

  /// Nil where the recording has no value.
  func color(atShare share: Double) -> Color? {
    let place = min(max(share, 0), 1) * Double(colors.count - 1)
    let index = min(Int(place), colors.count - 2)
    guard let a = colors[index], let b = colors[index + 1] else { return colors[index] ?? colors[index + 1] }
    return a.interpolated(to: b, at: place - Double(index))
  }
}
