import StageKit

/// The percentage in the middle of a ring, as parameters.
struct LabelParameters: ParameterGroup {
  @Parameter("Whether a percentage is in the middle while it fills.") var label = true
  @Parameter("The percentage's color.") var labelColor: Color = .white
  @Parameter("The percentage's font, or several to try in order.") var family = "sans-serif"
  @Parameter("The weight of the percentage: 100 is thin, 400 regular, 700 bold.", .range(1...1000)) var weight = 700
}

/// The percentage in the middle of a ring.
struct RingLabel: Sendable {
  private let color: Color
  /// The labels from 0 % to 100 %, set at 100 points around the origin.
  private let outlines: [Path]

  /// Nil where the parameters want none.
  init?(_ parameters: LabelParameters, _ context: any StageContext) throws {
    guard parameters.label else { return nil }
    color = parameters.labelColor
    let families = parameters.family.split(separator: ",").map { String($0.drop { $0 == " " }) }
    let style = TextStyle(families: families, weight: parameters.weight, size: 100)
    func layout(_ text: String) throws -> TextLayout { try context.layout(TextRequest(text, style: style)) }
    // All percentages are set on the line that a zero is centered on, whatever their own outlines are.
    let middle = try layout("0").outline.controlBounds?.center.y ?? 0
    outlines = try (0...100).map { percent in
      let text = try layout("\(percent)%")
      return text.outline.transformed(by: .translation(-text.size.width / 2, -middle))
    }
  }

  /// It shrinks a little as it fades.
  func draw(_ progress: Double, in ring: Ring, opacity: Double, onto list: inout DisplayList) {
    guard opacity > 0, ring.radius > 0 else { return }
    let percent = outlines[min(max(Int((progress * 100).rounded(.down)), 0), 100)]
    let place = Transform.translation(ring.center) * .scale(ring.radius / 190 * (0.88 + 0.12 * opacity))
    list.fill(percent, color.opacity(opacity), transform: place)
  }
}
