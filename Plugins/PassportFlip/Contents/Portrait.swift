import StageKit

/// The picture of who the booklet belongs to, as parameters.
struct PortraitParameters: ParameterGroup {
  @Parameter(
    "A picture of the host, or an SVG file, shown in a circle; without it, a drawn figure.",
    as: .file(extensions: FileReference.pictureEndings + ["svg"]))
  var portrait: FileReference?
  @Parameter("The portrait's width as a share of the page's.", .range(0.1...0.9)) var portraitSize = 0.65
}

/// The picture of who the booklet belongs to: a file's, or a drawn figure where there is none.
struct Portrait: Sendable {
  private enum Picture {
    case pixels(Image)
    case outlines(VectorImage)
  }

  /// Nil for a drawn figure.
  private let picture: Picture?
  let share: Double

  init(_ parameters: PortraitParameters, _ palette: Palette, _ context: any StageContext) throws {
    picture = try parameters.portrait.map { file in
      if file.path.lowercased().hasSuffix(".svg") {
        return .outlines(try context.vectorImage(file, color: palette.text))
      }
      return .pixels(try context.image(file))
    }
    share = parameters.portraitSize
  }

  /// Fills a circle's box, the picture's middle in its middle.
  func draw(onto list: inout DisplayList, in box: Rect, palette: Palette) {
    let circle = Path.ellipse(in: box)
    func placement(_ size: Size) -> Transform {
      let scale = max(box.width / size.width, box.height / size.height)
      return .translation(box.center) * .scale(scale) * .translation(-size.width / 2, -size.height / 2)
    }
    switch picture {
    case .pixels(let image):
      let size = Size(Double(image.width), Double(image.height))
      list.fill(circle, .image(image, placement: placement(size)))
    case .outlines(let image):
      list.group(clip: Clip(circle)) { $0.group(Group(image.drawing, transform: placement(image.size))) }
    case nil: drawFigure(onto: &list, in: box, circle, palette)
    }
    list.stroke(.ellipse(in: box.inset(by: 1.5)), palette.text.opacity(0.14), StrokeStyle(width: 3))
  }

  /// Head and shoulders in the booklet's own colors.
  private func drawFigure(onto list: inout DisplayList, in box: Rect, _ circle: Path, _ palette: Palette) {
    let sky = palette.accent.interpolated(to: palette.sheet, at: 0.72)
    let low = palette.foil.interpolated(to: palette.sheet, at: 0.35)
    list.fill(
      circle,
      .linear(
        from: Point(0, box.minY), to: Point(0, box.maxY), stops: [.init(0, sky), .init(1, low)]))
    let skin = Color(hex: 0xC98F72)
    let hair = Color(hex: 0x3A2A2A)
    func at(_ x: Double, _ y: Double) -> Point { Point(box.x + x * box.width, box.y + y * box.height) }
    func oval(at x: Double, _ y: Double, width: Double, height: Double) -> Path {
      .ellipse(in: Rect(center: at(x, y), size: Size(width * box.width, height * box.height)))
    }
    list.group(clip: Clip(circle)) { figure in
      figure.fill(oval(at: 0.5, 0.4, width: 0.43, height: 0.47), hair)
      figure.fill(
        .roundedRect(
          Rect(from: at(0.285, 0.4), to: at(0.715, 0.74)), radius: 0.12 * box.width), hair)
      figure.fill(oval(at: 0.5, 1.02, width: 0.74, height: 0.62), palette.cover)
      figure.fill(
        .roundedRect(Rect(from: at(0.425, 0.52), to: at(0.575, 0.79)), radius: 0.075 * box.width),
        skin.interpolated(to: .black, at: 0.14))
      figure.fill(oval(at: 0.5, 0.435, width: 0.3, height: 0.37), skin)
      figure.fill(
        Path { path in
          path.move(to: at(0.335, 0.47))
          path.cubic(at(0.3, 0.2), at(0.5, 0.17), to: at(0.56, 0.19))
          path.cubic(at(0.7, 0.22), at(0.69, 0.36), to: at(0.665, 0.49))
          path.cubic(at(0.65, 0.4), at(0.62, 0.34), to: at(0.565, 0.305))
          path.cubic(at(0.5, 0.37), at(0.39, 0.37), to: at(0.335, 0.47))
          path.close()
        }, hair)
    }
  }
}
