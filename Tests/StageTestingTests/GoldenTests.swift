import Foundation
import StageKit
import StageTesting
import Testing

@Suite("Goldens of drawings")
struct GoldenTests {
  private static let drawing = DisplayList { list in
    list.stroke(.line(from: Point(1, 2), to: Point(3.00049, 4)), .white, width: 2, cap: .round)
    list.group(opacity: 0.5) { $0.fill(.rect(Rect(x: 0, y: 0, width: 5, height: 6)), Color(1, 0, 0.5)) }
  }

  @Test("A drawing is a line for each command and each element, rounded to thousandths")
  func text() {
    #expect(
      Self.drawing.goldenText == """
        stroke 2 round miter (1 1 1 1)
          M 1 2
          L 3 4
        group opacity 0.5
          fill (1 0 0.5 1)
            M 0 0
            L 5 0
            L 5 6
            L 0 6
            Z

        """)
  }

  @Test("A difference names the first line, and a golden that is not there the way to record it")
  func differences() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("goldens-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("Goldens"), withIntermediateDirectories: true)
    let test = folder.appendingPathComponent("Tests.swift").path
    let absent = try difference(Self.drawing, fromGolden: "a", sourceFile: test)
    #expect(absent?.hasSuffix("a.txt; RECORD_GOLDENS=1 swift test records it") == true)
    let golden = Self.drawing.goldenText.replacing("M 1 2", with: "M 1 3")
    try Data(golden.utf8).write(to: folder.appendingPathComponent("Goldens/a.txt"))
    let changed = try difference(Self.drawing, fromGolden: "a", sourceFile: test)
    #expect(changed?.hasPrefix("line 2: expected '  M 1 3', found '  M 1 2'") == true)
    try Data(Self.drawing.goldenText.utf8).write(to: folder.appendingPathComponent("Goldens/a.txt"))
    #expect(try difference(Self.drawing, fromGolden: "a", sourceFile: test) == nil)
  }
}
