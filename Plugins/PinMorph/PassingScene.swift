import StageKit

/// The ground below a jumping pin in one frame; lengths in points.
struct PassingScene: Hashable, Sendable {
  var canvasWidth: Double
  /// Centered on the pin; nil spans the canvas.
  var viewWidth: Double?
  /// The height of the pin above the ground.
  var height: Double
  var lineWidth: Double
  var color: Color
  var spacing: Double
  /// The position of the current jump's dot, in spacings to the right of the pin.
  var offset: Double
  /// The number of the current jump, and of its dot.
  var index: Double
  var radius: Double
  /// Every how many dots one is larger, from the first on; 0 for none.
  var accents: Double
  var accentRadius: Double
  var accentColor: Color
  var shadow: GroundShadow
  var fadeWidth: Double
  var fadeColor: Color

  private static let unitCircle = Path.circle(center: .zero, radius: 1)
  private static let maximumDots = 2000.0

  private var hasDots: Bool { radius > 0 && spacing > 1e-3 && spacing.isFinite }

  /// The position of the dot nearest to the pin, to its right; nil without dots.
  var nearest: Double? { hasDots ? (offset - offset.rounded()) * spacing : nil }

  /// The view's left and right end for a pin at `x`.
  private func ends(_ x: Double) -> (left: Double, right: Double) {
    viewWidth.map { (x - $0 / 2, x + $0 / 2) } ?? (0, canvasWidth)
  }

  private func isAccent(_ dot: Double) -> Bool {
    accents > 0 && (index + dot).truncatingRemainder(dividingBy: accents) == 0
  }

  /// Line, shadow and dots.
  func drawBelow(at point: Point, into list: inout DisplayList) {
    let (left, right) = ends(point.x)
    if lineWidth > 0 {
      list.stroke(
        .line(from: Point(left, point.y), to: Point(right, point.y)), color, StrokeStyle(width: lineWidth))
    }
    shadow.draw(at: point, into: &list)
    guard hasDots else { return }
    let reach = max(radius, accents > 0 ? accentRadius : 0)
    let first = ((left - reach - point.x) / spacing - offset).rounded(.up)
    let last = ((right + reach - point.x) / spacing - offset).rounded(.down)
    guard first <= last, last - first < Self.maximumDots else { return }
    let dots = DisplayList { list in
      for dot in stride(from: first, through: last, by: 1) {
        let size = isAccent(dot) ? accentRadius : radius
        guard size > 0 else { continue }
        list.fill(
          Self.unitCircle, isAccent(dot) ? accentColor : color,
          transform: .translation(point.x + (dot + offset) * spacing, point.y) * .scale(size))
      }
    }
    guard let viewWidth else { return list.append(dots) }
    let view = Rect(x: left, y: point.y - reach - 1, width: viewWidth, height: 2 * reach + 2)
    list.group(Group(dots, clip: Clip(.rect(view))))
  }

  /// The fades, from clear to opaque outward; as high as all that may pass below them.
  func drawFades(at point: Point, into list: inout DisplayList) {
    let (left, right) = ends(point.x)
    let width = min(fadeWidth, (right - left) / 2)
    guard width > 0 else { return }
    let below = max(radius, accents > 0 ? accentRadius : 0, lineWidth / 2) + 2
    let top = point.y - max(height, below) - 2
    let stops = [GradientStop(0, fadeColor.opacity(0)), GradientStop(1, fadeColor)]
    for (inner, outer) in [(left + width, left), (right - width, right)] {
      list.fill(
        .rect(Rect(x: min(inner, outer), y: top, width: width, height: point.y + below - top)),
        .linear(from: Point(inner, 0), to: Point(outer, 0), stops: stops))
    }
  }
}
