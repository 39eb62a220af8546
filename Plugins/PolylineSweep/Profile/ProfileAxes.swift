import StageKit

/// The round values across a profile, and the round distances or times below it.
struct ProfileAxes: Sendable {
  private let lines: Path
  private let lineWidth: Double
  private let texts: [(layout: TextLayout, place: Point)]

  /// - Parameters:
  ///   - length: Of the way, in meters.
  ///   - time: Of the way, in seconds; nil for a profile over the distance.
  ///   - share: Where a distance of the way lies, as a share of the width.
  ///   - below: Where texts below the profile begin.
  init(
    _ parameters: RouteProfile.Parameters, length: Double, time: Double?, share: (Double) -> Double, in box: Rect,
    range: ClosedRange<Double>,
    below: Double, _ context: any StageContext
  ) throws {
    let type = parameters.type
    let locale = type.language ?? ""
    let gap = type.size * 0.4
    var path = PathBuilder()
    var texts: [(layout: TextLayout, place: Point)] = []
    let count = parameters.valueTicks
    let step = RoundNumbers.step(from: range.lowerBound, to: range.upperBound, count: count) ?? 1
    for value in RoundNumbers.values(from: range.lowerBound, to: range.upperBound, count: count) {
      let y = RouteProfile.y(of: value, in: box, range)
      path.append(.line(from: Point(box.minX, y), to: Point(box.maxX, y)))
      let text = try parameters.value.text(
        value, decimals: ProfileValue.decimals(ofStep: step), unit: parameters.unit, context, locale: locale)
      let layout = try type.layout(text, context)
      texts.append((layout, Point(box.minX - gap - layout.size.width, y - layout.size.height / 2)))
    }
    let whole = time ?? length / parameters.axisUnit.length
    let ticks =
      time == nil
      ? RoundNumbers.values(from: 0, to: whole, count: parameters.axisTicks)
      : Self.times(to: whole, count: parameters.axisTicks)
    var end = -Double.infinity
    for tick in ticks where whole > 0 {
      let x = box.minX + box.width * (time == nil ? share(tick * parameters.axisUnit.length) : tick / whole)
      path.append(.line(from: Point(x, box.maxY), to: Point(x, box.maxY + gap * 0.75)))
      let text =
        try time == nil
        ? Self.text(tick, unit: tick == ticks.last ? parameters.axisUnit : nil, context, locale: locale)
        : context.durationText(tick, locale: locale)
      let layout = try type.layout(text, context)
      let place = Point(x - layout.size.width / 2, below + gap)
      // Those that would touch the one before are left out, but for the last, which has the unit: there the one before goes.
      if place.x < end + gap {
        guard tick == ticks.last else { continue }
        texts.removeLast()
      }
      texts.append((layout, place))
      end = place.x + layout.size.width
    }
    (lines, self.texts, lineWidth) = (path.path, texts, max(parameters.lineWidth / 3, 0.5))
  }

  func draw(_ color: Color, onto list: inout DisplayList) {
    if !lines.isEmpty { list.stroke(lines, color.opacity(0.25), width: lineWidth) }
    drawTexts(color, onto: &list)
  }

  func drawTexts(_ color: Color, onto list: inout DisplayList) {
    for text in texts {
      list.fill(text.layout.outline, color.opacity(0.62), transform: .translation(text.place.x, text.place.y))
    }
  }

  /// Times in seconds at even steps that clocks have.
  static func times(to end: Double, count: Int) -> [Double] {
    guard count > 0, end > 0 else { return [] }
    let minutes = [60.0, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]
    let steps = [1.0, 2, 5, 10, 15, 30] + minutes
    let step = steps.first { end / $0 <= Double(count) } ?? (end / Double(count) / 86_400).rounded(.up) * 86_400
    return (0...Int(end / step)).map { Double($0) * step }
  }

  private static func text(
    _ value: Double, unit: DistanceUnit?, _ context: any StageContext, locale: String
  ) throws -> String {
    let name = unit.map { " measure-unit/length-\($0.unitName) unit-width-short" } ?? ""
    return try context.message("{value, number, ::.###\(name)}", ["value": .number(value)], locale: locale)
  }
}

extension DistanceUnit {
  /// By ICU.
  fileprivate var unitName: String {
    switch self {
    case .kilometers: "kilometer"
    case .miles: "mile"
    case .meters: "meter"
    }
  }
}
