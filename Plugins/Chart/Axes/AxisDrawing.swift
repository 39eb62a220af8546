import StageKit

/// The lines and texts around the values of a chart.
struct AxisDrawing {
  let layout: ChartLayout
  let parameters: Chart.Parameters
  let colors: ChartColors
  let seconds: Double

  private var lineWidth: Double { max(1, parameters.type.size / 18) }

  /// The line at a place along the values.
  private func across(_ place: Double) -> Path {
    let line = layout.across(from: place, to: place)
    return .line(from: Point(line.minX, line.minY), to: Point(line.maxX, line.maxY))
  }

  func drawGrid(opacity: Double, onto list: inout DisplayList) {
    let color = colors.grid(at: seconds).opacity(opacity)
    guard color.alpha > 0 else { return }
    let grid = Path { path in
      for place in layout.grid.values { path.append(across(place)) }
      for place in layout.grid.places {
        path.append(.line(from: Point(place, layout.plot.minY), to: Point(place, layout.plot.maxY)))
      }
    }
    list.stroke(grid, color, width: lineWidth)
  }

  func drawBaseline(opacity: Double, onto list: inout DisplayList) {
    let color = colors.baseline(at: seconds).opacity(opacity)
    guard parameters.valueAxis.baseline, parameters.kind != .sparkline, color.alpha > 0 else { return }
    list.stroke(across(layout.values.place(of: layout.values.base)), color, width: lineWidth * 1.25)
  }

  /// Draws the numbers of axes and the categories, which go with their bars where these are in order of their values.
  func drawTexts(ranks: ValueList?, opacity: Double, onto list: inout DisplayList) {
    let (color, focus) = (colors.text(at: seconds), colors.focus(at: seconds))
    for text in layout.tickTexts { text.draw(color, opacity: 0.62 * opacity, onto: &list) }
    for (index, text) in layout.categories.enumerated() {
      let rank = ranks?.entry(index).rank ?? Double(index)
      guard Int(rank.rounded()) % layout.categoryStride == 0 else { continue }
      let isOther = colors.category != nil && colors.category != index
      let strength = colors.category == nil ? 0.85 : isOther ? 0.85 - 0.25 * focus : 0.85 + 0.15 * focus
      let moved = layout.center(rank) - layout.center(Double(index))
      let clarity = ranks?.clarity(index, distance: layout.textDistance(parameters.type.size)) ?? 1
      text.moved(by: layout.point(moved, 0)).draw(color, opacity: strength * clarity * opacity, onto: &list)
    }
  }
}
