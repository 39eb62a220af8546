import StageKit

/// The names of series with their colors, in rows above the chart.
struct Legend: Sendable {
  private struct Entry: Sendable {
    var series: Int
    var text: PlacedText
    var swatch: Rect
  }

  private var entries: [Entry]
  private let size: Double

  /// Nil where no series has a name.
  init?(_ names: [String], _ setter: Typesetter) throws {
    size = setter.size
    entries = try names.enumerated().compactMap { index, name in
      name.isEmpty ? nil : Entry(series: index, text: try setter.text(name), swatch: .zero)
    }
    if entries.isEmpty { return nil }
  }

  private var swatch: Double { size * 0.62 }
  private var swatchGap: Double { size * 0.38 }
  private var entryGap: Double { size * 1.2 }

  private func width(_ entry: Entry) -> Double { swatch + swatchGap + entry.text.size.width }

  /// The indexes of entries, row by row.
  func rows(width: Double) -> [[Int]] {
    var rows: [[Int]] = []
    var x = 0.0
    for index in entries.indices {
      let own = self.width(entries[index])
      if rows.isEmpty || x + own > width {
        rows.append([])
        x = 0
      }
      rows[rows.count - 1].append(index)
      x += own + entryGap
    }
    return rows
  }

  private var rowHeight: Double { (entries.map(\.text.size.height).max() ?? 0) * 1.1 }

  /// The height of rows with the room below them.
  func height(_ rows: [[Int]]) -> Double { Double(rows.count) * rowHeight + size * 0.7 }

  /// The same with its left top corner at a point, or its right one where it is mirrored.
  func placed(_ rows: [[Int]], at corner: Point, isMirrored: Bool) -> Legend {
    var result = self
    for (row, indexes) in rows.enumerated() {
      let y = corner.y + (Double(row) + 0.5) * rowHeight
      var x = corner.x
      for index in indexes {
        let way = isMirrored ? -1.0 : 1
        let left = isMirrored ? x - swatch : x
        result.entries[index].swatch = Rect(x: left, y: y - swatch / 2, width: swatch, height: swatch)
        result.entries[index].text = entries[index].text.placed(
          Point(isMirrored ? 1 : 0, 0.5), at: Point(x + (swatch + swatchGap) * way, y))
        x += (width(entries[index]) + entryGap) * way
      }
    }
    return result
  }

  /// Draws a patch of each series' color.
  func drawSwatches(opacity: Double, paint: (Int) -> PaintValue, onto list: inout DisplayList) {
    for entry in entries {
      let fill = paint(entry.series).faded(opacity)
      list.fill(.roundedRect(entry.swatch, radius: swatch * 0.3), fill.paint(in: entry.swatch))
    }
  }

  func drawNames(_ color: Color, opacity: Double, onto list: inout DisplayList) {
    for entry in entries { entry.text.draw(color, opacity: 0.85 * opacity, onto: &list) }
  }
}
