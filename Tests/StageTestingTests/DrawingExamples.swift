import StageKit

// The example of StageKit's article on drawing, as it stands there.

/// Shapes, lines and paints.
struct Sign: Stage, ParameterGroup {
  @Parameter("The height.", .positive(.points)) var size: Animated<Double> = 80
  @Parameter("What it says.") var label = "Go"
  static let definition = StageDefinition(Self.self, "sign", version: 1, "A sign.")

  private var letters: [TextLayout.Line] = []

  mutating func prepare(_ context: any StageContext) throws {
    letters = try context.layout(TextRequest(label, style: TextStyle(size: 24))).lines
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    let height = size.value(at: time.seconds)
    let board = Rect(x: 0, y: 0, width: height * 1.5, height: height)

    // A fill takes a path and a color, or a gradient between two points.
    let sheen = Paint.linear(
      from: Point(0, board.minY), to: Point(0, board.maxY),
      stops: [GradientStop(0, Color(0.1, 0.5, 0.3)), GradientStop(1, Color(0, 0.3, 0.2))])
    frame.drawing.fill(.roundedRect(board, radius: height / 8), sheen)

    // A stroke takes a width, and how lines end and meet.
    let arrow = Path { path in
      path.move(to: Point(board.minX + 12, board.maxY - 16))
      path.line(to: Point(board.maxX - 12, board.maxY - 16))
    }
    frame.drawing.stroke(arrow, .white, width: 4, cap: .round)

    // Text is laid out once, when the stage is made, and drawn as outlines: here with their middle on the board's.
    for line in letters {
      guard let bounds = line.outline.bounds else { continue }
      frame.drawing.fill(line.outline, .white, transform: .translation(board.center - bounds.center))
    }
    return frame
  }
}
