import StageKit
import Testing

@testable import Text

@Suite("Parts of a text with styles of their own")
struct SpanTests {
  private func layout(
    _ text: String, _ spans: [TextSpan], width: Double? = nil, fit: TextFit = TextFit()
  ) throws -> TextLayout {
    try TextEngine().layout(
      TextRequest(
        text, style: style("DejaVu Sans", size: 40), maximumWidth: width, fit: fit, separatesClusters: true,
        spans: spans))
  }

  @Test("Letters of a span are as wide as in text of its style, and those around it as before")
  func widths() throws {
    let mixed = try layout("ab cd ef", [TextSpan(3..<5, weight: 700, scale: 1.5)])
    var bold = style("DejaVu Sans", size: 60)
    bold.weight = 700
    let alone = try TextEngine().layout(TextRequest("cd", style: bold, separatesClusters: true))
    let clusters = mixed.lines[0].clusters
    #expect(clusters.map(\.span) == [nil, nil, nil, 0, 0, nil, nil, nil])
    for (cluster, other) in zip(clusters[3...4], alone.lines[0].clusters) {
      #expect(abs(cluster.width - other.width) < 1e-9)
    }
    let plain = try layout("ab", [])
    #expect(clusters[..<2].map(\.outline.bounds?.width) == plain.lines[0].clusters.map(\.outline.bounds?.width))
  }

  @Test("A line is as high as its largest letters, and others stay")
  func heights() throws {
    let plain = try layout("ab\ncd", [])
    let mixed = try layout("ab\ncd", [TextSpan(3..<4, scale: 2)])
    let small = try layout("ab\ncd", [TextSpan(3..<5, scale: 0.5)])
    #expect(mixed.lines[0].baseline == plain.lines[0].baseline)
    #expect(abs(mixed.size.height - plain.size.height * 1.5) < 1e-9)
    #expect(small.size.height == plain.size.height)
  }

  @Test("A span of the text's own style changes nothing but the marks of its letters")
  func same() throws {
    let plain = try layout("Wave", [])
    let marked = try layout("Wave", [TextSpan(0..<4)])
    #expect(plain.lines[0].outline == marked.lines[0].outline)
  }

  @Test("Ligatures do not reach over the edge of a span")
  func ligatures() throws {
    #expect(try layout("offi", []).lines[0].clusters.map(\.text) == ["o", "ffi"])
    #expect(try layout("offi", [TextSpan(0..<2)]).lines[0].clusters.map(\.text) == ["o", "f", "fi"])
  }

  @Test("Letters that join keep their forms across the edge of a span")
  func joined() throws {
    let plain = try layout("بيت", [])
    let marked = try layout("بيت", [TextSpan(0..<1)])
    #expect(marked.lines[0].clusters.map(\.span) == [0, nil])
    #expect(abs(plain.lines[0].width - marked.lines[0].width) < 1e-9)
  }

  @Test("Spans hold across lines, and in lines that are cut")
  func lines() throws {
    let broken = try layout("aa bb cc", [TextSpan(3..<8)], width: 70)
    #expect(broken.lines.map { $0.clusters.filter { !$0.isEmpty }.map(\.span) } == [[nil, nil], [0, 0], [0, 0]])
    let cut = try layout(
      "aa bb cc", [TextSpan(3..<8, scale: 0.9)], width: 70, fit: TextFit(maximumLines: 2, overflow: .ellipsis))
    #expect(cut.lines.count == 2 && cut.lines[1].clusters.last?.text == "…")
    #expect(cut.lines[1].clusters[0].span == 0)
  }
}
