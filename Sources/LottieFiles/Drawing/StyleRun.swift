import StageKit

/// The drawing of an outline in a style at one instant.
struct StyleRun {
  private let style: ShapeStyle
  private let frame: Double
  private let opacity: Double

  init(_ style: ShapeStyle, at frame: Double, opacity: Double) {
    self.style = style
    self.frame = frame
    self.opacity = opacity
  }

  /// Fills or strokes an outline.
  func draw(_ path: Path, onto list: inout DisplayList) {
    switch style.paint {
    case .color(let color):
      let color = Color(color.value(at: frame), alpha: opacity)
      draw(path, .color(color), onto: &list)
    case .gradient(let gradient):
      guard let paint = gradient.paint(at: frame, opacity: opacity) else { return }
      let focus = gradient.focus(at: frame)
      if focus != .zero, case .radial(let center, let radius, let stops, _) = paint {
        drawFocused(path, center, radius, focus * radius, stops, onto: &list)
      } else {
        draw(path, paint, onto: &list)
      }
    }
  }

  private func draw(_ path: Path, _ paint: Paint, onto list: inout DisplayList) {
    guard let stroke = style.stroke else { return list.fill(path, paint, rule: style.rule) }
    guard let pen = stroke.pen(at: frame) else { return }
    list.stroke(path, paint, pen)
  }

  /// A radial gradient with its focus beside its center, in circles from the outermost to the focus.
  private func drawFocused(
    _ path: Path, _ center: Point, _ radius: Double, _ focus: Point, _ stops: [GradientStop],
    onto list: inout DisplayList
  ) {
    let steps = 192
    var circles = DisplayList()
    let reach = Rect(center: center, sides: Point(1, 1) * (radius * 200))
    circles.fill(.rect(reach), stops[stops.count - 1].color.opaque)
    for step in stride(from: steps, to: 0, by: -1) {
      let share = Double(step) / Double(steps)
      let middle = center + focus * (1 - share)
      circles.fill(
        .circle(center: middle, radius: radius * share), stops.color(at: (Double(step) - 0.5) / Double(steps)).opaque)
    }
    var shape = DisplayList()
    draw(path, .color(.white), onto: &shape)
    // The opacity of the first stop counts for all of them.
    list.group(Group(circles, opacity: stops[0].color.alpha, mask: Mask(shape)))
  }
}

extension ShapeStroke {
  /// The pen at a frame; nil for one without a width.
  func pen(at frame: Double) -> StrokeStyle? {
    let width = width.value(at: frame)
    guard width > 0 else { return nil }
    var pen = StrokeStyle(width: width, cap: cap, join: join, miterLimit: max(miterLimit.value(at: frame), 1))
    let dashes = dashes.map { max($0.value(at: frame), 0) }
    if dashes.contains(where: { $0 > 0 }) {
      pen.dashes = dashes
      pen.dashOffset = dashOffset.value(at: frame)
    }
    return pen
  }
}

extension Color {
  /// A color of an animation, whose components are clamped.
  init(_ vector: Vector, alpha: Double = 1) {
    func part(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    self.init(part(vector.x), part(vector.y), part(vector.z), part(alpha))
  }

  /// The same without transparency.
  fileprivate var opaque: Color { Color(red, green, blue) }
}

extension [GradientStop] {
  /// The mixed color at an offset.
  fileprivate func color(at offset: Double) -> Color {
    guard let next = firstIndex(where: { $0.offset >= offset }), next > 0 else {
      return (first { $0.offset >= offset } ?? self[count - 1]).color
    }
    let (a, b) = (self[next - 1], self[next])
    return a.color.interpolated(to: b.color, at: (offset - a.offset) / (b.offset - a.offset))
  }
}
