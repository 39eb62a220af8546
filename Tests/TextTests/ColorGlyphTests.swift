import Foundation
import StageKit
import Testing

@testable import Text

/// Fonts of colored squares on an em of 1000 units.
@Suite struct ColorGlyphTests {
  private func line(_ text: String, _ font: String, allowsColor: Bool = true) throws -> TextLayout.Line {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Data/\(font)").path
    let style = TextStyle(file: FileReference(literal: font, path: path), size: 100)
    let request = TextRequest(text, style: style, allowsColor: allowsColor)
    return try #require(try TextEngine().layout(request).lines.first)
  }

  /// Each fill with its transform to the line's box.
  private func fills(_ list: DisplayList, _ outer: Transform = .identity) -> [(path: Path, paint: Paint)] {
    list.commands.flatMap { command -> [(path: Path, paint: Paint)] in
      switch command {
      case .fill(let path, _, let paint, let transform): return [(path.transformed(by: outer * transform), paint)]
      case .group(let group): return fills(group.content, outer * group.transform)
      case .stroke, .backdrop, .exposure, .solids: return []
      }
    }
  }

  private func isNear(_ a: Rect?, _ b: Rect) -> Bool {
    guard let a else { return false }
    return [a.minX - b.minX, a.minY - b.minY, a.maxX - b.maxX, a.maxY - b.maxY].allSatisfy { abs($0) < 1e-9 }
  }

  private let red = Color(1, 0, 0)
  private let blue = Color(0, 0, 1)

  @Test("Layers are filled with the colors of the palette, from the bottom up")
  func layers() throws {
    let line = try line("A", "color-layers.ttf")
    #expect(line.outline.isEmpty)
    let fills = fills(line.colorGlyphs)
    #expect(fills.map(\.paint) == [.color(red), .color(Color(0, 1, 0, 128.0 / 255))])
    #expect(isNear(fills.first?.path.bounds, Rect(x: 0, y: 0, width: 100, height: 100)))
    #expect(isNear(fills.last?.path.bounds, Rect(x: 25, y: 25, width: 50, height: 50)))
  }

  @Test("Where color is not allowed, and for glyphs without layers, the outline is drawn")
  func outlines() throws {
    let plain = try line("A", "color-layers.ttf", allowsColor: false)
    #expect(plain.colorGlyphs.isEmpty)
    #expect(isNear(plain.outline.bounds, Rect(x: 0, y: 0, width: 100, height: 100)))
    let mixed = try line("AB", "color-layers.ttf")
    #expect(fills(mixed.colorGlyphs).count == 2)
    #expect(isNear(mixed.outline.bounds, Rect(x: 100, y: 0, width: 100, height: 100)))
  }

  @Test("A linear gradient runs from its first point to its second")
  func linearGradient() throws {
    let fills = fills(try line("A", "color-paints.ttf").colorGlyphs)
    let stops = [GradientStop(0, red), GradientStop(1, blue)]
    #expect(fills.map(\.paint) == [.linear(from: .zero, to: Point(1000, 0), stops: stops)])
  }

  @Test("Layers of gradients and of colors with opacity lie upon each other")
  func radialGradient() throws {
    let fills = fills(try line("B", "color-paints.ttf").colorGlyphs)
    let stops = [GradientStop(0, red), GradientStop(1, blue)]
    #expect(
      fills.map(\.paint) == [
        .radial(center: Point(500, 500), radius: 500, stops: stops, spread: .mirror), .color(blue.opacity(0.5)),
      ])
  }

  @Test("A layer may be moved")
  func transform() throws {
    let fills = fills(try line("C", "color-paints.ttf").colorGlyphs)
    #expect(fills.map(\.paint) == [.color(red)])
    // From 250…750, 100 to the right and 200 up, of an em of 1000 at 100 points.
    #expect(isNear(fills.first?.path.bounds, Rect(x: 35, y: 5, width: 50, height: 50)))
  }
}
