import StageKit

extension Booklet {
  /// Prints the pages that a job describes; a right page with nothing on it gets a stamp.
  init(_ parameters: ParameterValues, _ palette: Palette, _ context: any StageContext) throws {
    let aspect = parameters[Journey.aspect]
    let design = Size(PagePrinter.height * aspect, PagePrinter.height)
    let type = Typesetter(parameters, context)
    let printer = PagePrinter(size: design, palette: palette, type: type)
    let portrait = try Portrait(parameters, context)

    var first = PageSpec()
    first.portrait = portrait
    first.title = parameters[PassportFlip.name]
    first.subtitle = parameters[PassportFlip.about]
    var second = PageSpec()
    second.title = parameters[PassportFlip.factsTitle]
    second.facts = parameters[PageSpec.Fact.parameter].map { PageSpec.Fact($0) }
    second.stamp = parameters[Stamp.parameter].map { Stamp($0) }
    if second.title.isEmpty, second.facts.isEmpty, second.stamp == nil { second.stamp = Stamp(ParameterValues()) }
    var pages = [first, second]
    pages += try parameters[PageSpec.pages].map { try PageSpec($0, context) }
    // A left page has a right one beside it, if only a blank.
    if pages.count % 2 == 1 { pages.append(PageSpec()) }

    var left: [DisplayList] = []
    var right: [DisplayList] = []
    for (index, page) in pages.enumerated() {
      let isLeft = index % 2 == 0
      let print = try printer.print(page, isLeft: isLeft)
      if isLeft { left.append(print) } else { right.append(print) }
    }
    let cover = Cover(
      title: parameters[Cover.title], subtitle: parameters[Cover.subtitle], emblem: parameters[Cover.emblem],
      portrait: portrait)
    self.init(
      cover: try cover.print(size: design, palette: palette, type: type), left: left, right: right, design: design,
      coverColor: palette.cover,
      shading: Shading(
        strength: parameters[PassportFlip.shading], fold: parameters[PassportFlip.spine] / 2 / (160 * aspect)),
      thickness: parameters[PassportFlip.thickness], flexibility: parameters[PassportFlip.flexibility])
  }
}
