import StageKit

/// A line, a band or a note on a chart.
struct AnnotationParameters: ParameterGroup {
  @Parameter("Its text: beside a line or a band, above the value of a category.") var text = ""
  @Parameter("The value at which a line goes through the chart, or a band begins.", .any()) var value: Double?
  @Parameter("The value at which the band ends.", .any()) var to: Double?
  @Parameter("The category on whose value the note is, by its name or its place from 0.") var category: HighlightTarget?
  @Parameter("Its color; without it, that of text.") var color: Color?

  /// Throws where it has no place, or two.
  func prepare() throws {
    guard (value == nil) != (category == nil) else {
      throw StageError("an annotation has a 'value' or a 'category'", hint: "A line goes through a value.")
    }
    if to != nil, value == nil { throw StageError("a band begins at a 'value'", parameter: $to.location) }
    if value == nil, text.isEmpty { throw StageError("a note needs a 'text'", parameter: $text.location) }
  }
}

/// The lines, bands and notes of a chart.
struct Annotations: Sendable {
  private struct Item: Sendable {
    var parameters: AnnotationParameters
    var text: PlacedText?
    /// The category of a note.
    var index: Int?
  }

  private let items: [Item]
  private let setter: Typesetter

  init(_ parameters: Chart.Parameters, _ data: ChartData, _ setter: Typesetter) throws {
    self.setter = setter
    let limit = parameters.width * 0.3
    items = try parameters.annotations.map { annotation in
      if parameters.kind.isRound || (annotation.category != nil && parameters.isHorizontal) {
        let kind = parameters.kind.isRound ? "a \(parameters.kind.noun)" : "a horizontal chart"
        throw StageError(
          "\(kind) takes no \(annotation.category == nil ? "lines" : "notes")",
          parameter: annotation.category == nil ? annotation.$value.location : annotation.$category.location)
      }
      try Self.check(annotation, within: parameters.valueAxis.range)
      var text: PlacedText?
      if !annotation.text.isEmpty {
        text = try setter.text(annotation.text)
        if let wide = text, wide.size.width > limit { text = try setter.text(annotation.text, maximumWidth: limit) }
      }
      let index = try annotation.category.map { try Self.index(of: $0, in: data, annotation.$category.location) }
      return Item(parameters: annotation, text: text, index: index)
    }
  }

  /// Throws for a line or a band beyond the ends that the axis is given.
  private static func check(_ annotation: AnnotationParameters, within range: AxisRange) throws {
    guard let value = annotation.value else { return }
    let (low, high) = (min(value, annotation.to ?? value), max(value, annotation.to ?? value))
    let isBeyond = range.max.map { low > $0 } ?? false
    if isBeyond || range.min.map({ high < $0 }) ?? false {
      throw StageError(
        "an annotation lies beyond the \(isBeyond ? "end" : "start") of its axis",
        parameter: annotation.$value.location,
        hint: isBeyond ? "Raise 'max' of 'valueAxis'." : "Lower 'min' of 'valueAxis'.")
    }
  }

  private static func index(of target: HighlightTarget, in data: ChartData, _ location: String) throws -> Int {
    if let index = try target.category(in: data, at: location) { return index }
    let name = if case .name(let name) = target { name } else { "" }
    throw StageError(
      "there is no label '\(name)'", parameter: location,
      hint: spellingSuggestion(for: name, among: data.labels).map { "Did you mean '\($0)'?" })
  }

  /// The values that the axis has to have.
  var values: [Double] { items.flatMap { [$0.parameters.value, $0.parameters.to].compactMap(\.self) } }

  /// The largest text beside lines.
  var besideSize: Size {
    let sizes = items.filter { $0.index == nil }.compactMap(\.text?.size)
    return Size(sizes.map(\.width).max() ?? 0, sizes.map(\.height).max() ?? 0)
  }

  /// The room above all values for notes; 0 for none.
  var aboveHeight: Double {
    let highest = items.filter { $0.index != nil }.compactMap(\.text?.size.height).max() ?? 0
    return highest > 0 ? highest + setter.gap * 1.6 : 0
  }

  private func color(_ item: Item, _ chart: Color) -> Color { item.parameters.color ?? chart }

  /// The places of a line, or of the ends of a band, which may go beyond the ends that the axis is given; nil for a note.
  private func ends(of item: Item, in layout: ChartLayout) -> (Double, Double)? {
    guard let value = item.parameters.value else { return nil }
    let domain = layout.values.domain
    func place(_ value: Double) -> Double {
      layout.values.place(of: min(max(value, domain.lowerBound), domain.upperBound))
    }
    return (place(value), place(item.parameters.to ?? value))
  }

  /// Draws bands, which lie below values.
  func drawBands(_ color: Color, in layout: ChartLayout, opacity: Double, onto list: inout DisplayList) {
    for item in items {
      guard item.parameters.to != nil, let ends = ends(of: item, in: layout) else { continue }
      let band = layout.across(from: ends.0, to: ends.1)
      list.fill(.rect(band), self.color(item, color).opacity(0.14 * opacity))
    }
  }

  /// Draws lines and all texts, over values; lines leave out the `numbers` at values, which are as high as `lift`.
  func draw(
    _ color: Color, in layout: ChartLayout, _ marks: Marks, _ numbers: [Rect], lift: Double, opacity: Double,
    onto list: inout DisplayList, texts: inout DisplayList
  ) {
    guard opacity > 0 else { return }
    let width = max(1.5, setter.size / 11)
    let style = StrokeStyle(width: width, dashes: [width * 3.2, width * 2.6])
    for item in items where item.parameters.to == nil {
      guard let value = item.parameters.value else { continue }
      let place = layout.values.place(of: value)
      let free = Annotations.free(layout, at: place, numbers.map { $0.inset(by: -setter.gap * 0.3) })
      let path = Path { path in
        for part in free { path.append(.line(from: layout.point(part.0, place), to: layout.point(part.1, place))) }
      }
      list.stroke(path, self.color(item, color).opacity(0.9 * opacity), style)
    }
    drawBeside(color, in: layout, opacity: opacity, onto: &texts)
    for item in items {
      guard let index = item.index, let text = item.text,
        let top = marks.anchors.filter({ $0.index == index }).min(by: { $0.point.y < $1.point.y })
      else { continue }
      drawNote(text, at: top.point - Point(0, lift), self.color(item, color), in: layout, opacity, onto: &list, &texts)
    }
  }

  /// The parts of a line at a place along the values that no box covers.
  static func free(_ layout: ChartLayout, at place: Double, _ boxes: [Rect]) -> [(Double, Double)] {
    let line = layout.across(from: place, to: place)
    let isUpright = layout.isHorizontal
    let (start, end) = isUpright ? (line.minY, line.maxY) : (line.minX, line.maxX)
    let covered = boxes.filter { isUpright ? $0.minX < place && place < $0.maxX : $0.minY < place && place < $0.maxY }
    var parts: [(Double, Double)] = []
    var next = start
    for (low, high) in covered.map({ isUpright ? ($0.minY, $0.maxY) : ($0.minX, $0.maxX) }).sorted(by: <) {
      if low > next { parts.append((next, min(low, end))) }
      next = max(next, high)
    }
    if next < end { parts.append((next, end)) }
    return parts
  }

  /// The texts of lines and bands outside of the plot, moved apart where they would overlap.
  private func drawBeside(_ color: Color, in layout: ChartLayout, opacity: Double, onto texts: inout DisplayList) {
    var end = -Double.infinity
    let lines = items.compactMap { item -> (item: Item, text: PlacedText, place: Double)? in
      guard let ends = ends(of: item, in: layout), let text = item.text else { return nil }
      return (item, text, (ends.0 + ends.1) / 2)
    }
    for (item, text, place) in lines.sorted(by: { $0.place < $1.place }) {
      let length = layout.isHorizontal ? text.size.width : text.size.height
      let middle = max(place, end + length / 2)
      end = middle + length / 2 + (layout.isHorizontal ? setter.gap : 0)
      let placed =
        layout.isHorizontal
        ? text.placed(Point(0.5, 1), at: Point(middle, layout.plot.minY - setter.gap * 0.6))
        : text.placed(Point(layout.isMirrored ? 1 : 0, 0.5), at: Point(layout.besideX, middle))
      placed.draw(self.color(item, color), opacity: opacity, onto: &texts)
    }
  }

  /// A text above all values, and a line from it down to one.
  private func drawNote(
    _ text: PlacedText, at point: Point, _ color: Color, in layout: ChartLayout, _ opacity: Double,
    onto list: inout DisplayList, _ texts: inout DisplayList
  ) {
    let half = text.size.width / 2
    let (low, high) = (layout.box.minX + half, layout.box.maxX - half)
    let bottom = layout.notesY
    let x = low < high ? min(max(point.x, low), high) : layout.box.center.x
    text.placed(Point(0.5, 1), at: Point(x, bottom)).draw(color, opacity: opacity, onto: &texts)
    let (from, to) = (bottom + setter.gap * 0.4, point.y - setter.gap * 0.7)
    if to > from + 1 {
      list.stroke(
        .line(from: Point(point.x, from), to: Point(point.x, to)), color.opacity(0.6 * opacity),
        width: max(1, setter.size / 14))
    }
  }
}
