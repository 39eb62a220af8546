import StageKit
import Testing

@testable import Text

@Suite("Clusters of a line")
struct ClusterTests {
  private func line(_ text: String, _ family: String = "DejaVu Sans", spacing: Double = 0) throws -> TextLayout.Line {
    var style = style(family, size: 40)
    style.letterSpacing = spacing
    let layout = try TextEngine().layout(TextRequest(text, style: style, separatesClusters: true))
    return try #require(layout.lines.first)
  }

  @Test("They are left out unless they are asked for")
  func optional() throws {
    #expect(try TextEngine().layout(TextRequest("Hi", style: style())).lines[0].clusters.isEmpty)
  }

  @Test(
    "Together they are the line, side by side",
    arguments: ["Hana is here", "n\u{0303}o office", "שלום עולם 12", "سلام 34"])
  func whole(text: String) throws {
    let line = try line(text)
    let sorted = line.clusters.sorted { $0.x < $1.x }
    var x = line.x
    for cluster in sorted {
      #expect(abs(cluster.x - x) < 1e-9)
      x += cluster.width
    }
    #expect(abs(x - line.x - line.width) < 1e-9)
    #expect(line.clusters.map(\.text).joined() == text)
    let elements = line.clusters.reduce(0) { $0 + $1.outline.elements.count }
    #expect(elements == line.outline.elements.count)
  }

  @Test("A letter with its marks is one, and so is a ligature")
  func letters() throws {
    #expect(try line("n\u{0303}o").clusters.map(\.text) == ["n\u{0303}", "o"])
    #expect(try line("offi").clusters.map(\.text) == ["o", "ffi"])
    #expect(try line("offi", spacing: 1).clusters.map(\.text) == ["o", "f", "f", "i"])
  }

  @Test("They are in reading order, from the right where the text is")
  func rightToLeft() throws {
    let clusters = try line("שלום").clusters
    #expect(clusters.map(\.text) == ["ש", "ל", "ו", "ם"])
    #expect(clusters.map(\.x) == clusters.map(\.x).sorted(by: >))
  }

  @Test("Letters that join are not torn: an Arabic word is one")
  func joined() throws {
    #expect(try line("سلام يا").clusters.map(\.text) == ["سلام", " ", "يا"])
    #expect(try line("٣٤ سلام").clusters.map(\.text) == ["٣", "٤", " ", "سلام"])
  }

  @Test("Words are what lines may break between")
  func words() throws {
    #expect(try line("a bc d").clusters.map(\.word) == [0, 0, 1, 1, 1, 2])
    #expect(try line("日本語").clusters.map(\.word) == [0, 1, 2])
  }
}
