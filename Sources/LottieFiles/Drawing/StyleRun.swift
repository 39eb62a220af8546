import StageKit

/// The drawing of an outline in a style at one instant.
struct StyleRun {
  private let style: Shared<ShapeStyle>
  private let frame: Double
  private let opacity: Double

  init(_ style: Shared<ShapeStyle>, at frame: Double, opacity: Double) {
    self.style = style
    self.frame = frame
    self.opacity = opacity
  }

  /// Fills or strokes an outline.
  func draw(_ path: Path, onto list: inout DisplayList) {
    switch style.value.paint {
    case .color(let color): draw(path, .color(Color(color.value(at: frame), alpha: opacity)), onto: &list)
    case .gradient(let gradient):
      if let paint = gradient.paint(at: frame, opacity: opacity) { draw(path, paint, onto: &list) }
    }
  }

  private func draw(_ path: Path, _ paint: Paint, onto list: inout DisplayList) {
    guard let stroke = style.value.stroke else { return list.fill(path, paint, rule: style.value.rule) }
    guard let pen = stroke.pen(at: frame) else { return }
    list.stroke(path, paint, pen)
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
}
