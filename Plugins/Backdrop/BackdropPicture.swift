import StageKit

/// The picture of a backdrop.
struct BackdropPicture: TimeVarying {
  enum Fit: String, CaseIterable { case cover, contain, fill, tile }

  static let parameter = ParameterKey.object(
    "picture", "A picture over the paint.", [file, fit, focus, zoom, tileSize, blur, opacity]
  ).optional

  private static let file = ParameterKey.file(
    "file", "A PNG, JPEG or WebP file.", extensions: ["png", "jpg", "jpeg", "webp"])
  private static let fit = ParameterKey<Fit>.choice(
    "fit", "Whether it covers the canvas, is contained in it, is stretched to it or tiles it.", default: .cover)
  private static let focus = ParameterKey.point(
    "focus", "What stays in view when it is cut off, in fractions of the picture.", default: Point(0.5, 0.5)
  ).animated
  private static let zoom = ParameterKey.number(
    "zoom", "Magnifies it; keyframes of 'zoom' and 'focus' make a slow pan.", default: 1, .positive()
  ).animated
  private static let tileSize = ParameterKey.point(
    "tileSize", "The width and height of a tile; without it a pixel of the picture is a pixel of the video."
  ).optional
  private static let blur = ParameterKey.number(
    "blur", "How blurred it is: a blur radius, as in CSS.", default: 0, .nonnegative(.points)
  ).animated
  private static let opacity = ParameterKey.number(
    "opacity", "How opaque it is over the paint, from 0 to 1.", default: 1, .fraction
  ).animated

  private let image: Image
  private let fit: Fit
  private let focus: Animated<Point>
  private let zoom: Animated<Double>
  private let tileSize: Size
  private let blur: Animated<Double>
  private let opacity: Animated<Double>

  init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    image = try parameters.locating(Self.file) { try context.image(parameters[Self.file]) }
    fit = parameters[Self.fit]
    focus = parameters[Self.focus]
    zoom = parameters[Self.zoom]
    let tile = parameters[Self.tileSize]
    let scale = context.composition.scale
    tileSize = tile.map { Size($0.x, $0.y) } ?? Size(Double(image.width) / scale, Double(image.height) / scale)
    if !(tileSize.width > 0 && tileSize.height > 0) {
      throw StageError("a tile's sides are above 0", parameter: parameters.location(of: Self.tileSize))
    }
    blur = parameters[Self.blur]
    opacity = parameters[Self.opacity]
  }

  var settlingTime: Double? { latestSettlingTime(of: focus, zoom, blur, opacity) }

  func draw(over canvas: Rect, at seconds: Double, onto list: inout DisplayList) {
    let opacity = min(max(opacity.value(at: seconds), 0), 1)
    let zoom = zoom.value(at: seconds)
    guard opacity > 0, zoom > 0, zoom.isFinite else { return }
    let sigma = max(0, blur.value(at: seconds)) / 2
    // A blur fades at the edge of what it blurs; beyond the canvas nobody sees it.
    let reach = sigma * 3
    let focus = focus.value(at: seconds)
    let place = self.place(in: canvas, zoom: zoom, focus: focus)
    let area = fit == .contain ? place.intersection(canvas.inset(by: -reach)) : canvas.inset(by: -reach)
    guard let area, !place.isEmpty else { return }
    let placement =
      Transform.translation(place.origin)
      * .scale(place.width / Double(image.width), place.height / Double(image.height))
    let paint = Paint.image(
      image, placement: placement, spread: fit == .tile ? .repeat : .pad, opacity: opacity)
    if sigma > 0 {
      list.group(effects: [.blur(sigma: sigma)]) { $0.fill(.rect(area), paint) }
    } else {
      list.fill(.rect(area), paint)
    }
  }

  private func place(in canvas: Rect, zoom: Double, focus: Point) -> Rect {
    let size = Size(Double(image.width), Double(image.height))
    let fit: PictureFit
    switch self.fit {
    case .tile: return Rect(center: canvas.center, size: Size(tileSize.width * zoom, tileSize.height * zoom))
    case .cover: fit = .cover
    case .contain: fit = .contain
    case .fill: fit = .fill
    }
    return fit.rect(for: size, in: canvas, zoom: zoom, focus: focus)
  }
}
