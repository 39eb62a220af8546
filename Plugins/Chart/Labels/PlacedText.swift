import StageKit

/// A text in its place on the chart.
struct PlacedText: Sendable {
  private let outline: Path
  private let colorGlyphs: DisplayList
  /// The box of its letters, as wide as its widest line.
  private(set) var box: Rect
  /// The distance from the layout's left edge to that of the letters.
  private let indent: Double

  private init(outline: Path, colorGlyphs: DisplayList, box: Rect, indent: Double) {
    (self.outline, self.colorGlyphs, self.box, self.indent) = (outline, colorGlyphs, box, indent)
  }

  /// A text at the canvas' origin.
  init(_ layout: TextLayout) {
    let lines = layout.lines.filter { $0.width > 0 }
    let indent = lines.map(\.x).min() ?? 0
    let right = lines.map { $0.x + $0.width }.max() ?? 0
    self.init(
      outline: layout.outline,
      colorGlyphs: DisplayList { list in for line in layout.lines { list.append(line.colorGlyphs) } },
      box: Rect(x: 0, y: 0, width: right - indent, height: layout.size.height), indent: indent)
  }

  /// A line of text whose digits each take a width, in the middle of it; where letters join, it is as it is.
  init(_ layout: TextLayout, digitWidth: Double) {
    guard layout.lines.count == 1, let line = layout.lines.first, !line.clusters.isEmpty else {
      self.init(layout)
      return
    }
    var x = 0.0
    var builder = PathBuilder()
    var colorGlyphs = DisplayList()
    for cluster in line.clusters.sorted(by: { $0.x < $1.x }) {
      let isDigit = cluster.text.unicodeScalars.count == 1 && cluster.text.allSatisfy(\.isWholeNumber)
      let width = isDigit ? max(digitWidth, cluster.width) : cluster.width
      let moved = cluster.moved(by: Point(x - cluster.x + (width - cluster.width) / 2, 0))
      builder.append(moved.outline)
      colorGlyphs.append(moved.colorGlyphs)
      x += width
    }
    self.init(
      outline: builder.path, colorGlyphs: colorGlyphs, box: Rect(x: 0, y: 0, width: x, height: layout.size.height),
      indent: 0)
  }

  var size: Size { box.size }

  /// The same with a point of its box, in fractions of it, at a place.
  func placed(_ fractions: Point, at place: Point) -> PlacedText {
    var result = self
    (result.box.x, result.box.y) = (place.x - box.width * fractions.x, place.y - box.height * fractions.y)
    return result
  }

  /// The same elsewhere.
  func moved(by offset: Point) -> PlacedText { placed(.zero, at: box.origin + offset) }

  func draw(_ color: Color, opacity: Double = 1, scale: Double = 1, onto list: inout DisplayList) {
    guard opacity > 0, scale > 0 else { return }
    let place = Transform.scale(scale, about: box.center) * .translation(box.x - indent, box.y)
    list.fill(outline, color.opacity(opacity), transform: place)
    list.group(Group(colorGlyphs, transform: place, opacity: opacity))
  }
}

extension [PlacedText] {
  /// The least step from one to the next of those that are kept, so that none comes nearer to another than `gap`; the one
  /// at the index `kept` is one of them.
  ///
  /// `start` and `end` are the ends of a text along the axis on which they are lined up.
  func stride(gap: Double, keeping kept: Int = 0, _ extent: (Rect) -> (start: Double, end: Double)) -> Int {
    let extents = map { $0.box.isEmpty ? nil : extent($0.box) }
    return (1...Swift.max(count, 1)).first { step in
      var last: Double?
      for index in Swift.stride(from: kept % step, to: count, by: step) {
        guard let (start, end) = extents[index] else { continue }
        if let last, start < last + gap { return false }
        last = end
      }
      return true
    } ?? 1
  }

  /// Those that are steps away from the one at an index.
  func every(_ step: Int, keeping kept: Int) -> [PlacedText] {
    Swift.stride(from: kept % step, to: count, by: step).map { self[$0] }
  }
}
