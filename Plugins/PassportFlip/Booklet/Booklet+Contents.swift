import StageKit

extension Booklet {
  /// Prints the pages that a job describes; a right page with nothing on it gets a stamp.
  init(_ parameters: PassportFlip.Parameters, _ palette: Palette, _ context: any StageContext) throws {
    let aspect = parameters.journey.aspect
    let design = Size(PagePrinter.height * aspect, PagePrinter.height)
    let type = Typesetter(parameters.fonts, context)
    let printer = PagePrinter(size: design, palette: palette, type: type)
    let portrait = try Portrait(parameters.portrait, palette, context)

    var first = PageSpec()
    first.portrait = portrait
    first.title = parameters.name
    first.subtitle = parameters.about
    var second = PageSpec()
    second.title = parameters.factsTitle
    second.facts = parameters.facts
    second.stamp = parameters.stamp
    if second.title.isEmpty, second.facts.isEmpty, second.stamp == nil { second.stamp = Stamp() }
    var pages = [first, second]
    pages += try parameters.pages.map { try PageSpec($0, context) }
    // A left page has a right one next to it, if only a blank one.
    if pages.count % 2 == 1 { pages.append(PageSpec()) }

    var left: [DisplayList] = []
    var right: [DisplayList] = []
    for (index, page) in pages.enumerated() {
      let isLeft = index % 2 == 0
      let print = try printer.print(page, isLeft: isLeft)
      if isLeft { left.append(print) } else { right.append(print) }
    }
    let cover = Cover(
      title: parameters.cover.title, subtitle: parameters.cover.subtitle, emblem: parameters.cover.emblem,
      portrait: portrait)
    self.init(
      cover: try cover.print(size: design, palette: palette, type: type), left: left, right: right, design: design,
      coverColor: palette.cover,
      shading: Shading(
        strength: parameters.shading, fold: parameters.spine / 2 / (160 * aspect)),
      thickness: parameters.thickness, flexibility: parameters.flexibility)
  }
}
