import StageKit

/// Prints pages: converts their contents to drawings in design units, without a background.
struct PagePrinter {
  /// A page is 1000 high.
  static let height = 1000.0

  let size: Size
  let palette: Palette
  let type: Typesetter

  private var side: Double { size.width * 0.105 }
  private var textWidth: Double { size.width - 2 * side }
  private var muted: Color { palette.text.opacity(0.58) }
  private var bottom: Double { size.height - 84 }

  /// - Parameter isLeft: Whether the spine is at the page's right.
  func print(_ page: PageSpec, isLeft: Bool) throws -> DisplayList {
    var list = DisplayList()
    Guilloche.draw(onto: &list, in: size, color: palette.accent, isLeft: isLeft)
    var y = 92.0
    if let portrait = page.portrait { y = draw(portrait, from: y, onto: &list) }
    y = try drawTitles(of: page, from: y, onto: &list)
    if let picture = page.picture { y = draw(picture, from: y, onto: &list) }
    if !page.text.isEmpty {
      let block = try type.block(
        page.text, size: 46, lineHeight: 1.42, width: textWidth, isBroken: true)
      let room = max(bottom - y, 1)
      let scale = min(1, room / max(block.size.height, 1))
      list.fill(block.outline, palette.text, transform: .translation(side, y) * .scale(scale))
      y += block.size.height * scale + 40
    }
    try draw(page.facts, from: y, onto: &list)
    try page.stamp?.draw(onto: &list, in: size, palette: palette, type: type)
    return list
  }

  private func draw(_ portrait: Portrait, from y: Double, onto list: inout DisplayList) -> Double {
    let diameter = min(size.width * portrait.share, size.height * 0.62)
    let circle = Rect(x: (size.width - diameter) / 2, y: y, width: diameter, height: diameter)
    portrait.draw(onto: &list, in: circle, palette: palette)
    return circle.maxY + 44
  }

  private func drawTitles(of page: PageSpec, from y: Double, onto list: inout DisplayList) throws -> Double {
    var y = y
    let alignment: TextAlignment = page.portrait == nil ? .start : .center
    if !page.title.isEmpty {
      let block = try type.block(
        page.title, size: page.portrait == nil ? 66 : 96, weight: 700, isTitle: true, alignment: alignment,
        width: textWidth)
      list.fill(block.outline, palette.text, transform: .translation(side, y))
      y += block.size.height + 6
    }
    if !page.subtitle.isEmpty {
      let block = try type.block(page.subtitle, size: 46, alignment: alignment, width: textWidth)
      list.fill(block.outline, muted, transform: .translation(side, y))
      y += block.size.height
    }
    return page.title.isEmpty && page.subtitle.isEmpty ? y : y + 34
  }

  private func draw(_ picture: Image, from y: Double, onto list: inout DisplayList) -> Double {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let frame = Rect(x: side, y: y, width: textWidth, height: min(textWidth * height / width, size.height * 0.44))
    let scale = max(frame.width / width, frame.height / height)
    let placement =
      Transform.translation(frame.center) * .scale(scale) * .translation(-width / 2, -height / 2)
    list.fill(.roundedRect(frame, radius: 22), .image(picture, placement: placement))
    return frame.maxY + 48
  }

  /// Facts under each other with lines between, all smaller where there are too many.
  private func draw(_ facts: [Fact], from y: Double, onto list: inout DisplayList) throws {
    guard !facts.isEmpty else { return }
    let step = 152.0
    let scale = min(1, max(bottom - y, 60) / (step * Double(facts.count)))
    for (index, fact) in facts.enumerated() {
      let top = y + step * scale * Double(index)
      let place = Transform.translation(side, top) * .scale(scale)
      let width = textWidth / scale
      if !fact.label.isEmpty {
        let label = try type.block(fact.label.uppercased(), size: 36, weight: 700, spacing: 3.6, width: width)
        list.fill(label.outline, palette.text.opacity(0.56), transform: place)
      }
      let value = try type.block(fact.value, size: 54, width: width)
      list.fill(value.outline, palette.text, transform: place * .translation(0, fact.label.isEmpty ? 28 : 46))
      if index < facts.count - 1 {
        list.fill(
          .rect(Rect(x: 0, y: 131, width: width, height: 1.6)), palette.text.opacity(0.13), transform: place)
      }
    }
  }
}
