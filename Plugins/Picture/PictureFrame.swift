import StageKit

/// What a picture shows.
enum PictureContent {
  case image(Image)
  /// Outlines, with the rectangle around what they draw.
  case drawing(DisplayList, bounds: Rect?)
}

/// A picture, what of it is shown, and the frame that shows it.
struct PictureFrame: TimeVarying {
  /// Where everything is at one instant, in the stage's own coordinates.
  struct Layout: Hashable {
    /// The frame.
    var box: Rect
    /// The part of the frame that the picture fills.
    var visible: Rect
    var radii: CornerRadii
    /// From the picture's pixels.
    var placement: Transform
  }

  static let width = ParameterKey.number(
    "width", "The frame's width; with no height the picture keeps its proportions.", .nonnegative(.points)
  ).animated.optional
  static let height = ParameterKey.number(
    "height",
    "The frame's height; with no width either a pixel of the picture is a pixel of the video, and one of an SVG a point.",
    .nonnegative(.points)
  ).animated.optional
  static let fit = ParameterKey<PictureFit>.choice(
    "fit", "Whether the picture covers the frame, is contained in it or is stretched to it.", default: .cover)
  static let focus = ParameterKey.point(
    "focus", "What stays in view when it is cut off, in fractions of the picture.", default: Point(0.5, 0.5)
  ).animated
  static let zoom = ParameterKey.number(
    "zoom", "Magnifies it inside its frame; keyframes of 'zoom' and 'focus' make a slow pan.", default: 1,
    .positive()
  ).animated
  static let crop = ParameterKey.object(
    "crop", "The part of the picture that counts.", [cropOrigin, cropSize]
  ).optional
  static let radius = ParameterKey.number(
    "radius", "How round its corners are.", default: 0, .nonnegative(.points)
  ).animated
  static let radii = ParameterKey.numbers(
    "radii", "The radii of its four corners instead: top left, top right, bottom right, bottom left.", default: [],
    .nonnegative(.points))

  private static let cropOrigin = ParameterKey.point(
    "origin", "Its top left corner, in fractions of the picture.", default: .zero
  ).animated
  private static let cropSize = ParameterKey.point(
    "size", "Its width and height, in fractions of the picture.", default: Point(1, 1)
  ).animated

  /// For a definition's list.
  static var parameters: [any AnyParameter] { [width, height, fit, focus, zoom, crop, radius, radii] }

  /// Of the picture, in pixels.
  private let pictureSize: Size
  private let pixelsPerPoint: Double
  private let composition: Composition
  private let width: Animated<Double>?
  private let height: Animated<Double>?
  private let fit: PictureFit
  private let focus: Animated<Point>
  private let zoom: Animated<Double>
  private let cropOrigin: Animated<Point>
  private let cropSize: Animated<Point>
  private let radius: Animated<Double>
  private let radii: CornerRadii?

  /// Of a picture of `size` pixels, so many of which are as wide as a point where no size is given.
  init(_ parameters: ParameterValues, size: Size, pixelsPerPoint: Double, _ context: any StageContext) throws {
    pictureSize = size
    self.pixelsPerPoint = pixelsPerPoint
    composition = context.composition
    width = parameters[Self.width]
    height = parameters[Self.height]
    fit = parameters[Self.fit]
    focus = parameters[Self.focus]
    zoom = parameters[Self.zoom]
    let crop = parameters[Self.crop] ?? ParameterValues()
    cropOrigin = crop[Self.cropOrigin]
    cropSize = crop[Self.cropSize]
    radius = parameters[Self.radius]
    radii = try CornerRadii.four(Self.radii, in: parameters)
  }

  var settlingTime: Double? { latestSettlingTime(of: width, height, focus, zoom, cropOrigin, cropSize, radius) }

  func layout(at seconds: Double) -> Layout {
    let crop = self.crop(at: seconds)
    let box = Rect(center: composition.bounds.center, size: size(of: crop, at: seconds))
    let place = fit.rect(
      for: crop.size, in: box, zoom: max(0, zoom.value(at: seconds)), focus: focus.value(at: seconds))
    return Layout(
      box: box, visible: place.intersection(box) ?? .zero,
      radii: radii ?? CornerRadii(radius.value(at: seconds)),
      placement: .translation(place.origin) * .scale(place.width / crop.width, place.height / crop.height)
        * .translation(-crop.origin))
  }

  func draw(_ layout: Layout, _ content: PictureContent, onto list: inout DisplayList) {
    guard !layout.visible.isEmpty, layout.placement.isFinite else { return }
    let outline = Path.roundedRect(layout.visible, radii: layout.radii)
    switch content {
    case .image(let image):
      let pixel = Transform.scale(pictureSize.width / Double(image.width), pictureSize.height / Double(image.height))
      list.fill(outline, .image(image, placement: layout.placement * pixel))
    case .drawing(let drawing, let bounds):
      let placed = bounds.flatMap { Rect(around: $0.corners.map(layout.placement.apply)) }
      let fits = placed.map { layout.visible.intersection($0) == $0 } ?? true
      list.group(
        transform: .identity, clip: fits && layout.radii == CornerRadii() ? nil : Clip(outline)
      ) { list in list.group(Group(drawing, transform: layout.placement)) }
    }
  }

  /// In pixels, inside the picture, and at least a pixel wide and high.
  private func crop(at seconds: Double) -> Rect {
    let (origin, size) = (cropOrigin.value(at: seconds), cropSize.value(at: seconds))
    func side(_ start: Double, _ share: Double, _ whole: Double) -> (start: Double, length: Double) {
      let first = max(0, min(start * whole, whole - 1))
      return (first, max(1, min(share * whole, whole - first)))
    }
    let (x, y) = (side(origin.x, size.x, pictureSize.width), side(origin.y, size.y, pictureSize.height))
    return Rect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  private func size(of crop: Rect, at seconds: Double) -> Size {
    let width = width.map { max(0, $0.value(at: seconds)) }
    let height = height.map { max(0, $0.value(at: seconds)) }
    return switch (width, height) {
    case (let width?, let height?): Size(width, height)
    case (let width?, nil): Size(width, width * crop.height / crop.width)
    case (nil, let height?): Size(height * crop.width / crop.height, height)
    case (nil, nil): Size(crop.width / pixelsPerPoint, crop.height / pixelsPerPoint)
    }
  }
}
