import StageKit

/// The corner of a map's attribution.
enum AttributionPlace: String, CaseIterable, ParameterChoice {
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"
}

/// A map's attribution as outlines, small and legible on any ground.
struct Attribution: Sendable {
  private let outline: Path
  private let transform: Transform
  private let color: Color
  private let rim: Color

  /// Text in points: its size, and its distance from the canvas's edges.
  private static let size = 10.0
  private static let distance = 10.0

  init(_ text: String, at place: AttributionPlace, on map: GroundMap, _ context: any StageContext) throws {
    let canvas = context.composition.size
    let layout = try context.layout(
      TextRequest(
        text, style: TextStyle(size: Self.size), alignment: place == .bottomLeft ? .start : .end,
        maximumWidth: max(canvas.width - 2 * Self.distance, Self.size)))
    outline = layout.outline
    transform = .translation(Self.distance, canvas.height - Self.distance - layout.size.height)
    color = map.foreground.opacity(0.85)
    rim = map.background.opacity(0.7)
  }

  /// The bounds of the text on the canvas.
  var bounds: Rect? { outline.transformed(by: transform).controlBounds }

  func draw(into list: inout DisplayList) {
    list.stroke(outline, rim, StrokeStyle(width: 2.5, cap: .round, join: .round), transform: transform)
    list.fill(outline, color, transform: transform)
  }
}
