import StageKit

/// The picture of a backdrop.
struct BackdropPicture: ParameterGroup, TimeVarying {
  enum Fit: String, CaseIterable, ParameterChoice { case cover, contain, fill, tile }

  @Parameter(
    "A PNG, JPEG, WebP, AVIF, HEIC, TIFF, JPEG XL or SVG file.",
    as: .file(extensions: FileReference.pictureEndings + ["svg"]))
  var file: FileReference
  @Parameter("The fit: the picture covers the canvas, is contained in it, is stretched to it or tiles it.") var fit =
    Fit.cover
  @Parameter("The point that stays in view when it is cut off, in fractions of the picture.")
  var focus: Animated<Point> = Animated(Point(0.5, 0.5))
  @Parameter("Magnifies it; keyframes of 'zoom' and 'focus' make a slow pan.", .positive())
  var zoom: Animated<Double> = 1
  @Parameter("The width and height of a tile; without it a pixel of the picture is a pixel of the video.")
  var tileSize: Point?
  @Parameter("The blur radius, as of CSS's `filter: blur()`: the standard deviation.", .nonnegative(.points)) var blur:
    Animated<Double> = 0
  @Parameter("The opacity over the paint, from 0 to 1.", .fraction) var opacity: Animated<Double> = 1

  /// Pixels, or the drawing of an SVG file.
  enum Content {
    case image(Image)
    case drawing(VectorImage)
  }

  private var isVector: Bool { file.path.lowercased().hasSuffix(".svg") }

  func content(_ context: any StageContext) throws -> Content {
    isVector ? .drawing(try context.vectorImage(file, color: .black)) : .image(try context.image(file))
  }

  func prepare() throws {
    if isVector, fit == .tile {
      throw StageError(
        "an SVG file is not tiled", parameter: $fit.location, hint: "Tiles are files of pixels, such as PNG.")
    }
    if let tileSize, !(tileSize.x > 0 && tileSize.y > 0) {
      throw StageError("a tile's sides are above 0", parameter: $tileSize.location)
    }
  }

  var settlingTime: Double? { latestSettlingTime(of: focus, zoom, blur, opacity) }

  func draw(
    _ content: Content, over canvas: Rect, scale: Double, at seconds: Double, onto list: inout DisplayList
  ) {
    let opacity = min(max(opacity.value(at: seconds), 0), 1)
    let zoom = zoom.value(at: seconds)
    guard opacity > 0, zoom > 0, zoom.isFinite else { return }
    let sigma = max(0, blur.value(at: seconds))
    // A blur fades at the edge of what it blurs; beyond the canvas nobody sees it.
    let reach = sigma * 3
    let focus = focus.value(at: seconds)
    let size =
      switch content {
      case .image(let image): Size(Double(image.width), Double(image.height))
      case .drawing(let drawing): drawing.size
      }
    let tile = tileSize.map { Size($0.x, $0.y) } ?? Size(size.width / scale, size.height / scale)
    let place = self.place(size, tile: tile, in: canvas, zoom: zoom, focus: focus)
    let area = fit == .contain ? place.intersection(canvas.inset(by: -reach)) : canvas.inset(by: -reach)
    guard let area, !place.isEmpty else { return }
    let placement =
      Transform.translation(place.origin) * .scale(place.width / size.width, place.height / size.height)
    let effects: [Effect] = sigma > 0 ? [.blur(sigma: sigma)] : []
    switch content {
    case .image(let image):
      let paint = Paint.image(
        image, placement: placement, spread: fit == .tile ? .repeat : .pad, opacity: opacity)
      if effects.isEmpty {
        list.fill(.rect(area), paint)
      } else {
        list.group(effects: effects) { $0.fill(.rect(area), paint) }
      }
    case .drawing(let vector):
      list.group(opacity: opacity, effects: effects) { list in
        list.group(clip: Clip(.rect(area))) { $0.group(Group(vector.drawing, transform: placement)) }
      }
    }
  }

  private func place(_ size: Size, tile: Size, in canvas: Rect, zoom: Double, focus: Point) -> Rect {
    let fit: PictureFit
    switch self.fit {
    case .tile: return Rect(center: canvas.center, size: Size(tile.width * zoom, tile.height * zoom))
    case .cover: fit = .cover
    case .contain: fit = .contain
    case .fill: fit = .fill
    }
    return fit.rect(for: size, in: canvas, zoom: zoom, focus: focus)
  }
}
