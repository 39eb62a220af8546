import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The print on the cover, as parameters.
struct CoverParameters: ParameterGroup {
  @Parameter("The title of the cover.") var title = "PASSPORT"
  @Parameter("A smaller line above it.") var subtitle = "HOST"
  @Parameter("The emblem in the middle of the cover.") var emblem = Cover.Emblem.compass
}

/// The outside of the cover: grain of light, a groove along the spine, an embossed frame, an emblem and two lines of
/// text.
struct Cover {
  /// The emblem in the middle of the cover.
  enum Emblem: String, CaseIterable, ParameterChoice { case compass, portrait, none }

  let title: String
  let subtitle: String
  let emblem: Emblem
  let portrait: Portrait

  func print(size: Size, palette: Palette, type: Typesetter) throws -> DisplayList {
    var list = DisplayList()
    drawBoard(onto: &list, size)
    let frame = Rect(x: 92, y: 52, width: size.width - 92 - 52, height: size.height - 104)
    emboss(onto: &list, palette) { list, color in
      list.stroke(.roundedRect(frame, radius: 40), color, StrokeStyle(width: 4))
      list.stroke(.roundedRect(frame.inset(by: 13), radius: 29), color.opacity(0.55), StrokeStyle(width: 1.6))
    }
    let middle = frame.center.x
    let width = frame.width - 110
    let small = try type.block(subtitle, size: 44, isTitle: true, spacing: 16, alignment: .center, width: width)
    let large = try type.block(
      title, size: 78, weight: 700, isTitle: true, spacing: 9, alignment: .center, width: width)
    emboss(onto: &list, palette) { list, color in
      list.fill(small.outline, color, transform: .translation(middle - width / 2, 132))
      list.fill(large.outline, color, transform: .translation(middle - width / 2, 766))
    }
    let center = Point(middle, 478)
    let radius = min(frame.width * 0.32, 216)
    switch emblem {
    case .none: break
    case .portrait:
      let diameter = min(size.width * portrait.share, frame.width - 90, 540)
      let circle = Rect(center: center, size: Size(diameter, diameter))
      portrait.draw(onto: &list, in: circle, palette: palette)
      list.stroke(.ellipse(in: circle), palette.foil, StrokeStyle(width: 5))
    case .compass:
      emboss(onto: &list, palette) { list, color in
        let fine = StrokeStyle(width: 2.2, join: .round)
        list.stroke(
          Guilloche.rosette(center: center, radius: radius, petals: 24, turns: 3, depth: 0.22), color.opacity(0.9), fine
        )
        list.stroke(.circle(center: center, radius: radius * 0.72), color, StrokeStyle(width: 4))
        list.fill(Self.compass(center, radius * 0.66, isLit: true), color)
        list.fill(Self.compass(center, radius * 0.66, isLit: false), color.opacity(0.5))
      }
    }
    return list
  }

  /// Light from the upper left, and the groove at which the cover bends.
  private func drawBoard(onto list: inout DisplayList, _ size: Size) {
    // Larger than nothing that the cover is filled with: kept clear of its rounded corners by a radial fall-off.
    let inner = Rect(x: 0, y: 60, width: size.width, height: size.height - 120)
    let light = Point(size.width * 0.34, size.height * 0.3)
    list.fill(
      .circle(center: light, radius: size.height * 0.29),
      .radial(
        center: light, radius: size.height * 0.29,
        stops: [.init(0, .white.opacity(0.07)), .init(0.5, .white.opacity(0.03)), .init(1, .white.opacity(0))]))
    let groove = Rect(x: 30, y: inner.y - 58, width: 34, height: inner.height + 116)
    list.fill(
      .rect(groove),
      .linear(
        from: Point(groove.minX, 0), to: Point(groove.maxX, 0),
        stops: [
          .init(0, .black.opacity(0)), .init(0.42, .black.opacity(0.3)), .init(0.6, .black.opacity(0.12)),
          .init(0.72, .white.opacity(0.16)), .init(1, .white.opacity(0)),
        ]))
  }

  /// Draws in foil, pressed into the cover: a dark rim toward the light and a light one away from it.
  private func emboss(
    onto list: inout DisplayList, _ palette: Palette, _ draw: (inout DisplayList, Color) -> Void
  ) {
    for (offset, color) in [(-1.6, Color.black.opacity(0.35)), (1.6, Color.white.opacity(0.16)), (0, palette.foil)] {
      var layer = DisplayList()
      draw(&layer, color)
      list.group(Group(layer, transform: .translation(offset, offset)))
    }
  }

  /// The halves of a compass rose's points that face the light, or face away from it.
  private static func compass(_ center: Point, _ radius: Double, isLit: Bool) -> Path {
    Path { path in
      for index in 0..<8 {
        let isLong = index % 2 == 0
        let length = radius * (isLong ? 1 : 0.62)
        let angle = Double(index) * .pi / 4
        let side = angle + (isLit ? -Double.pi : .pi) / 8
        let waist = radius * (isLong ? 0.25 : 0.2)
        path.move(to: center)
        path.line(to: center + Point(sin(angle), -cos(angle)) * length)
        path.line(to: center + Point(sin(side), -cos(side)) * waist)
        path.close()
      }
    }
  }
}
