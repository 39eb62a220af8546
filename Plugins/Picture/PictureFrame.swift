import StageKit

/// The content of a picture.
enum PictureContent {
  case image(Image)
  /// Outlines, with the rectangle around what they draw.
  case drawing(DisplayList, bounds: Rect?)
}

/// The part of a picture that counts, as parameters.
struct PictureCrop: ParameterGroup {
  @Parameter("Its top left corner, in fractions of the picture.") var origin: Animated<Point> = Animated(.zero)
  @Parameter("Its width and height, in fractions of the picture.") var size: Animated<Point> = Animated(Point(1, 1))
}

/// The frame of a picture, as parameters.
struct FrameParameters: ParameterGroup {
  @Parameter("The frame's width; with no height the picture keeps its proportions.", .nonnegative(.points))
  var width: Animated<Double>?
  @Parameter(
    "The frame's height; with no width either a pixel of the picture is a pixel of the video, and one of an SVG a point.",
    .nonnegative(.points))
  var height: Animated<Double>?
  @Parameter("The fit: the picture covers the frame, is contained in it or is stretched to it.")
  var fit = PictureFit.cover
  @Parameter("The point that stays in view when it is cut off, in fractions of the picture.")
  var focus: Animated<Point> = Animated(Point(0.5, 0.5))
  @Parameter("Magnifies it inside its frame; keyframes of 'zoom' and 'focus' make a slow pan.", .positive())
  var zoom: Animated<Double> = 1
  @Parameter("The part of the picture that counts.") var crop: PictureCrop?
  @Parameter(
    "The widths of its edges at the top, the right, the bottom and the left, in pixels of the picture: edges and corners "
      + "keep their size, and what is between is stretched, as of a button or a speech bubble.", .nonnegative())
  var slices: [Double] = []
  @Include var corners: CornerParameters

  /// Throws for other than four edges.
  func prepare() throws {
    if !slices.isEmpty, slices.count != 4 {
      throw StageError("expected 4 edges, found \(slices.count)", parameter: $slices.location)
    }
  }
}

/// A picture, what of it is shown, and the frame that shows it.
struct PictureFrame: TimeVarying {
  /// The layout at one instant, in the stage's own coordinates.
  struct Layout: Hashable {
    /// The frame.
    var box: Rect
    /// The part of the frame that the picture fills.
    var visible: Rect
    var radii: CornerRadii
    /// The part of the picture that counts, in its pixels.
    var crop: Rect
    /// Maps the picture's pixels.
    var placement: Transform
  }

  /// The size of the picture, in pixels.
  private let pictureSize: Size
  private let pixelsPerPoint: Double
  private let composition: Composition
  private let parameters: FrameParameters
  private let crop: PictureCrop

  /// A frame for a picture of `size` pixels; without a given size a point is `pixelsPerPoint` of them wide.
  init(_ parameters: FrameParameters, size: Size, pixelsPerPoint: Double, _ context: any StageContext) {
    pictureSize = size
    self.pixelsPerPoint = pixelsPerPoint
    composition = context.composition
    self.parameters = parameters
    crop = parameters.crop ?? PictureCrop()
  }

  var settlingTime: Double? {
    latestSettlingTime(
      of: parameters.width, parameters.height, parameters.focus, parameters.zoom, crop.origin, crop.size,
      parameters.corners)
  }

  /// In its frame, or in a frame of another size.
  func layout(at seconds: Double, room: Room? = nil) -> Layout {
    let crop = self.crop(at: seconds)
    let box = Rect(center: composition.bounds.center, size: room?.size ?? size(of: crop, at: seconds))
    let place = parameters.fit.rect(
      for: crop.size, in: box, zoom: max(0, parameters.zoom.value(at: seconds)),
      focus: parameters.focus.value(at: seconds))
    return Layout(
      box: box, visible: place.intersection(box) ?? .zero,
      radii: room?.corners ?? parameters.corners.radii(at: seconds),
      crop: crop,
      placement: .translation(place.origin) * .scale(place.width / crop.width, place.height / crop.height)
        * .translation(-crop.origin))
  }

  func draw(_ layout: Layout, _ content: PictureContent, onto list: inout DisplayList) {
    guard !layout.visible.isEmpty, layout.placement.isFinite else { return }
    if let slices = NineSlices(parameters.slices, of: layout.crop, in: layout.box, pixelsPerPoint: pixelsPerPoint) {
      list.group(clip: layout.radii == CornerRadii() ? nil : Clip(.roundedRect(layout.box, radii: layout.radii))) {
        slices.draw(content, size: pictureSize, onto: &$0)
      }
      return
    }
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
    let (origin, size) = (crop.origin.value(at: seconds), crop.size.value(at: seconds))
    func side(_ start: Double, _ share: Double, _ whole: Double) -> (start: Double, length: Double) {
      let first = max(0, min(start * whole, whole - 1))
      return (first, max(1, min(share * whole, whole - first)))
    }
    let (x, y) = (side(origin.x, size.x, pictureSize.width), side(origin.y, size.y, pictureSize.height))
    return Rect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  private func size(of crop: Rect, at seconds: Double) -> Size {
    let width = parameters.width.map { max(0, $0.value(at: seconds)) }
    let height = parameters.height.map { max(0, $0.value(at: seconds)) }
    return switch (width, height) {
    case (let width?, let height?): Size(width, height)
    case (let width?, nil): Size(width, width * crop.height / crop.width)
    case (nil, let height?): Size(height * crop.width / crop.height, height)
    case (nil, nil): Size(crop.width / pixelsPerPoint, crop.height / pixelsPerPoint)
    }
  }
}
