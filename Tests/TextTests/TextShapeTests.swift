import StageKit
import Testing

@testable import Text

/// At a size of 2048 a line of DejaVu Sans is 2384 high, an H 1540 wide and a space 651.
@Suite("Text in a shape")
struct TextShapeTests {
  private let line = 2384.0

  private func layout(
    _ count: Int, in outline: Path, _ side: TextShape.Alignment = .middle, _ alignment: TextAlignment = .left,
    fit: TextFit = TextFit()
  ) throws -> TextLayout {
    let words = Array(repeating: "HH", count: count).joined(separator: " ")
    return try TextEngine().layout(
      TextRequest(words, style: style(), alignment: alignment, fit: fit, shape: TextShape(outline, alignment: side)))
  }

  private func ascent() throws -> Double {
    try TextEngine().layout(TextRequest("H", style: style())).lines[0].baseline
  }

  @Test("In a circle each line is as wide as the chord at its side that is farther from the middle")
  func circle() throws {
    let (radius, center) = (10_000.0, Point(10_000, 10_000))
    let circle = Path.circle(center: center, radius: radius)
    for count in [1, 4, 9, 16, 22] {
      let (left, right) = (try layout(count, in: circle), try layout(count, in: circle, .middle, .right))
      let lines = left.lines
      #expect(left.misfit == nil && left.size == Size(20_000, 20_000))
      // All in the middle.
      let first = center.y - Double(lines.count) * line / 2
      for (index, (a, b)) in zip(lines, right.lines).enumerated() {
        let top = first + Double(index) * line
        #expect(abs(a.baseline - top - (try ascent())) < 1e-6)
        let farther = max(abs(top - center.y), abs(top + line - center.y))
        let half = (radius * radius - farther * farther).squareRoot()
        #expect(abs(a.x - (center.x - half)) < 0.01 * line && a.x >= center.x - half - 1e-6)
        #expect(abs(b.x + b.width - (center.x + half)) < 0.01 * line && b.x + b.width <= center.x + half + 1e-6)
        #expect(a.width <= 2 * half)
        // One more word would not have had room.
        if index + 1 < lines.count { #expect(a.width + 651 + 3080 > 2 * half - 1e-6) }
      }
    }
  }

  @Test("In a triangle lines grow with it, stand at the side that is asked for, and leave out rows that are too narrow")
  func triangle() throws {
    let height = 8 * line
    let triangle = Path { path in
      path.move(to: Point(height, 0))
      path.line(to: Point(2 * height, height))
      path.line(to: Point(0, height))
      path.close()
    }
    // A row from y on is 2y wide: the second has room for one word, the third for two, which are 6811 wide.
    let top = try layout(4, in: triangle, .top)
    #expect(top.lines.map { ($0.baseline / line).rounded(.down) } == [1, 2, 3])
    #expect(top.lines.map(\.width) == [3080, 6811, 3080])
    for found in top.lines {
      let upper = (found.baseline / line).rounded(.down) * line
      #expect(abs(found.x - (height - upper)) < 1e-6)
    }
    let bottom = try layout(4, in: triangle, .bottom)
    #expect(bottom.lines.count == 1 && (bottom.lines[0].baseline / line).rounded(.down) == 7)
    #expect(bottom.lines[0].x == height - 7 * line)
  }

  @Test("Where a shape has two parts the wider one is taken, and holes hold no text")
  func parts() throws {
    let rows = ShapeRows(
      Path { path in
        path.rect(Rect(x: 0, y: 0, width: 10, height: 10))
        path.rect(Rect(x: 20, y: 0, width: 30, height: 10))
      })
    #expect(rows.row(top: 2, height: 4) == ShapeRows.Row(top: 2, x: 20, width: 30))
    #expect(rows.row(top: 8, height: 4) == nil)
    // A hole goes around the other way.
    let ring = ShapeRows(
      Path { path in
        path.rect(Rect(x: 0, y: 0, width: 100, height: 30))
        path.polyline([Point(20, 10), Point(20, 20), Point(90, 20), Point(90, 10)], closed: true)
      })
    #expect(ring.row(top: 0, height: 10) == ShapeRows.Row(top: 0, x: 0, width: 100))
    #expect(ring.row(top: 9, height: 2) == ShapeRows.Row(top: 9, x: 0, width: 20))
  }

  @Test("Text shrinks until it fills its shape, is cut, or goes on below")
  func fitting() throws {
    let circle = Path.circle(center: Point(4000, 4000), radius: 4000)
    let shrunk = try layout(12, in: circle, fit: TextFit(minimumSize: 200))
    #expect(shrunk.misfit == nil && shrunk.fontSize < 2048 && shrunk.fontSize > 800)
    let cut = try layout(12, in: circle, fit: TextFit(overflow: .ellipsis))
    #expect(cut.misfit?.hasPrefix("the text does not fit into its shape; it is cut") == true)
    #expect(cut.lines.allSatisfy { $0.x >= 0 && $0.x + $0.width <= 8000 })
    let visible = try layout(12, in: circle)
    #expect(visible.misfit == "the text does not fit into its shape" && visible.lines.count > cut.lines.count)
    let narrow = try layout(1, in: .rect(Rect(x: 0, y: 0, width: 2000, height: 3 * line)))
    #expect(narrow.lines.count == 2 && narrow.misfit?.contains("breaks") == true)
    #expect(try layout(1, in: .rect(Rect(x: 0, y: 0, width: 9000, height: 10))).lines.count == 1)
  }
}
