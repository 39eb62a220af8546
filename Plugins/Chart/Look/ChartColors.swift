import StageKit

/// The paints of a chart's parts.
struct ChartColors: Sendable {
  private let parameters: ColorParameters
  private let series: [Animated<PaintValue>?]
  private let unit: ColorUnit
  private let background: Color
  /// The category that is pointed out, in all series.
  let category: Int?
  /// The series that is pointed out.
  let highlightedSeries: Int?

  /// - Parameter isSliced: Whether values are slices, which have a color each.
  init(_ parameters: ColorParameters, _ data: ChartData, isSliced: Bool, background: Color) throws {
    (self.parameters, self.background) = (parameters, background)
    let shown = data.shown
    series = shown.map(\.color)
    unit = parameters.colorBy ?? (isSliced ? .value : .series)
    let category = try parameters.highlight?.category(in: data, at: parameters.$highlight.location)
    var found: Int?
    if category == nil, case .name(let name)? = parameters.highlight {
      found = shown.firstIndex { $0.name == name }
      if found == nil {
        let names = data.labels + shown.map(\.name).filter { !$0.isEmpty }
        throw StageError(
          "there is no label and no series '\(name)'", parameter: parameters.$highlight.location,
          hint: spellingSuggestion(for: name, among: names).map { "Did you mean '\($0)'?" })
      }
    }
    (self.category, highlightedSeries) = (category, found)
  }

  private func isHighlighted(_ series: Int, _ value: Int?) -> Bool {
    if let category { return value == category }
    return highlightedSeries == series
  }

  /// The paint of a value, or of all of a series: that is muted by a series alone.
  func paint(series index: Int, value: Int?, at seconds: Double) -> PaintValue {
    let turn = unit == .value ? value ?? index : index
    let own = series[index]?.value(at: seconds) ?? parameters.colors[turn % parameters.colors.count]
    let hasHighlight = value == nil ? highlightedSeries != nil : category != nil || highlightedSeries != nil
    guard hasHighlight else { return own }
    let focus = focus(at: seconds)
    guard isHighlighted(index, value) else { return own.mixed(with: muted(at: seconds), focus) }
    guard let color = parameters.highlightColor, focus > 0 else { return own }
    if focus == 1 { return color }
    return own.mixed(with: color.mean, focus)
  }

  /// The strength of the highlight, from 0 to 1.
  func focus(at seconds: Double) -> Double { min(max(parameters.focus.value(at: seconds), 0), 1) }

  func text(at seconds: Double) -> Color { parameters.color.value(at: seconds) }
  func grid(at seconds: Double) -> Color { parameters.gridColor ?? text(at: seconds).opacity(0.14) }
  func baseline(at seconds: Double) -> Color { parameters.baselineColor ?? text(at: seconds).opacity(0.5) }

  /// On an opaque canvas it is opaque, so that the grid does not show through.
  private func muted(at seconds: Double) -> Color {
    if let muted = parameters.muted { return muted }
    let text = text(at: seconds)
    return background.alpha == 1
      ? background.interpolated(to: Color(text.red, text.green, text.blue), at: 0.26 * text.alpha) : text.opacity(0.26)
  }
}

extension PaintValue {
  /// All its colors mixed with one.
  func mixed(with color: Color, _ share: Double) -> PaintValue {
    if share <= 0 { return self }
    if share >= 1 { return .color(color) }
    switch self {
    case .color(let own): return .color(own.interpolated(to: color, at: share))
    case .gradient(var gradient):
      gradient.stops = gradient.stops.map { GradientStop($0.offset, $0.color.interpolated(to: color, at: share)) }
      return .gradient(gradient)
    }
  }

  /// The color, or the mean of a gradient's.
  var mean: Color {
    switch self {
    case .color(let color): return color
    case .gradient(let gradient):
      let colors = gradient.stops.map(\.color)
      guard let first = colors.first else { return .clear }
      return colors.dropFirst().enumerated().reduce(first) {
        $0.interpolated(to: $1.element, at: 1 / Double($1.offset + 2))
      }
    }
  }

  /// The color of all of it with less opacity.
  func faded(_ opacity: Double) -> PaintValue {
    switch self {
    case .color(let own): return .color(own.opacity(opacity))
    case .gradient(var gradient):
      gradient.stops = gradient.stops.map { GradientStop($0.offset, $0.color.opacity(opacity)) }
      return .gradient(gradient)
    }
  }
}

extension Color {
  /// Black or white, whichever stands out more on this color. Source: WCAG 2.2, relative luminance and contrast ratio.
  var contrasting: Color {
    (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05 ? Color(hex: 0x10131A) : .white
  }

  private var luminance: Double {
    func light(_ v: Double) -> Double { Color.linearLight(v) }
    return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
  }

  /// The same as a color of letters: mixed with that of text as far as it has to be for a contrast of 4.5, as WCAG asks for,
  /// with what that stands out on.
  func legible(like text: Color) -> Color {
    let ground = text.contrasting.luminance + 0.05
    func contrast(_ color: Color) -> Double {
      let own = color.luminance + 0.05
      return max(own, ground) / min(own, ground)
    }
    let mixes = (0...10).map { interpolated(to: text, at: Double($0) / 10) }
    return mixes.first { contrast($0) >= 4.5 } ?? text
  }
}
