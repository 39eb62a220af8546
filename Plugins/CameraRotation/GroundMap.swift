import StageKit

/// A map as few shared outlines on a ground plane of its own.
struct GroundMap: Sendable {
  /// One color's share of the map, in meters on the map's ground plane.
  enum Layer: Sendable {
    case area(Path, Color)
    case line(Path, Color, StrokeStyle)
    case picture(Image, Rect)
    /// The light of streets on the ground along them.
    case light(Path, Color)

    /// The area that it covers, without the widths of lines in points.
    var bounds: Rect {
      switch self {
      case .area(let path, _): path.controlBounds ?? .zero
      case .line(let path, _, let style):
        (path.controlBounds ?? .zero).inset(by: style.order == .outlineThenTransform ? -style.width / 2 : 0)
      case .picture(_, let place): place
      case .light(let path, _): (path.controlBounds ?? .zero).inset(by: -Self.lightReach)
      }
    }

    /// In meters.
    private static let lightReach = 60.0
  }

  /// The border of the map, and the stretch over which it fades there.
  enum Border: Sendable {
    case disc(inner: Double, outer: Double)
    /// The fade reaches `width` meters inward.
    case frame(Rect, width: Double)

    /// True at a place where more than half of the map is seen through the fade.
    func shows(_ place: Point) -> Bool {
      switch self {
      case .disc(let inner, let outer): place.length < (inner + outer) / 2
      case .frame(let frame, let width): frame.inset(by: width / 2).contains(place)
      }
    }
  }

  var ground: WebMercatorPlane
  var background: Color
  /// For text on the map.
  var foreground: Color
  /// The layers from the bottom to the top.
  var layers: [Layer]
  /// The number of the lowest layers, which show land; above it are water and what people have built.
  var landLayers = 0
  /// The bounds of each layer; empty where all are always drawn.
  var bounds: [Rect] = []
  var border: Border?
  /// The area of the map, in meters on its ground plane.
  var extent: Rect
  var attribution: String?
  /// The buildings with a height; flat ones are among the layers.
  var buildings: BuildingModels?
  /// The highest rank first.
  var names: [MapName] = []
  /// Notes on parts of the file that the map does not show, in sentences without a period.
  var notes: [String] = []

  /// The number of points in all layers' outlines.
  var pointCount: Int {
    layers.reduce(0) { sum, layer in
      switch layer {
      case .area(let path, _), .line(let path, _, _), .light(let path, _): sum + path.points.count
      case .picture: sum
      }
    }
  }

  /// The part of the light on the ground that buildings take.
  struct Shade {
    /// The opacity of the shadows that they throw.
    var shadow = 0.0
    /// The outlines of those that stand on the ground, and the darkness along them.
    var feet = Path.empty
    var footDarkness = 0.0
  }

  /// The map as a camera sees it, on its background, with the shade of buildings and signs, but without these
  /// themselves.
  ///
  /// - Parameters:
  ///   - detail: The points of a meter from which the light of streets and the shade along walls follow; nil for the camera's.
  ///   - relief: Pictures of the canvas, the first below the map's land and the other above it, which go on beyond the map's
  ///     border.
  func draw(
    from camera: Camera, detail: Double? = nil, shade: Shade = Shade(), over imagery: Imagery? = nil,
    relief: (tint: Image?, shading: Image?)? = nil, into list: inout DisplayList
  ) {
    drawBackground(under: camera, into: &list)
    imagery?.draw(from: camera, into: &list)
    let detail = detail ?? camera.pointsPerMeter
    // A map of all the world goes on beyond its edge; what covers the border of another would cover its copies, too.
    let copies = camera.transforms(from: ground, bounds: extent)
    let views = (spansWorld || border == nil ? copies[...] : copies.prefix(1)).map {
      GroundView(camera, $0, margin: Self.widestLine, reach: .infinity)
    }
    guard let relief else {
      for view in views {
        draw(layers.indices, in: view, camera, detail, shade, into: &list)
        list.append(fades(under: view.transform, background))
      }
      return
    }
    // The relief goes on where the map fades.
    let canvas = Rect(x: 0, y: 0, width: camera.canvas.width, height: camera.canvas.height)
    func part(_ layers: Range<Int>, _ shade: Shade, into list: inout DisplayList) {
      for view in views {
        let fades = isWhole(in: view, canvas) ? DisplayList() : fades(under: view.transform, .black)
        list.group(mask: fades.isEmpty ? nil : Mask(fades, isInverted: true)) {
          draw(layers, in: view, camera, detail, shade, into: &$0)
        }
      }
    }
    if let tint = relief.tint { list.image(tint, in: canvas) }
    part(0..<landLayers, Shade(), into: &list)
    if let shading = relief.shading { list.image(shading, in: canvas) }
    part(landLayers..<layers.count, shade, into: &list)
  }

  /// True where nothing fades in a rectangle of the canvas.
  private func isWhole(in view: GroundView, _ canvas: Rect) -> Bool {
    guard let place = view.transform.inverse?.image(of: canvas) else { return false }
    return switch border {
    case nil: true
    case .disc(let inner, _): place.corners.allSatisfy { $0.length < inner }
    case .frame(let frame, let width): place.corners.allSatisfy { frame.inset(by: width).contains($0) }
    }
  }

  /// Fills the canvas with the color of ground that has nothing on it.
  func drawBackground(under camera: Camera, into list: inout DisplayList) {
    list.fill(.rect(Rect(x: 0, y: 0, width: camera.canvas.width, height: camera.canvas.height)), background)
  }

  /// True if any of the map's extent may be in view.
  func isSeen(from camera: Camera) -> Bool {
    let canvas = Rect(x: 0, y: 0, width: camera.canvas.width, height: camera.canvas.height)
    return camera.transforms(from: ground, bounds: extent).contains { copy in
      // The middle of the view lies on the map, or some place of the map in the view.
      let view = camera.groundToCanvas * copy
      if let eye = view.inverse?.apply(canvas.center), extent.contains(eye) { return true }
      return (0...16).contains { row in
        (0...16).contains { column in
          let place = Point(
            extent.minX + extent.width * Double(column) / 16, extent.minY + extent.height * Double(row) / 16)
          return view.depth(of: place) > 0 && canvas.contains(view.apply(place))
        }
      }
    }
  }

  /// True if it goes around the earth.
  var spansWorld: Bool { extent.width > ground.worldWidth * 0.999 }

  /// In points; lines may reach half as far beyond the bounds of their layers.
  private static let widestLine = 64.0

  /// Draws some of the layers, and the shade on them.
  private func draw(
    _ part: Range<Int>, in view: GroundView, _ camera: Camera, _ detail: Double, _ shade: Shade,
    into list: inout DisplayList
  ) {
    let transform = view.transform
    // Streets that shine are not dimmed by what lies on the ground around them.
    let lit = layers.firstIndex { if case .light = $0 { true } else { false } }
    for index in part {
      if index == lit { draw(shade, under: transform, camera, detail, into: &list) }
      if !bounds.isEmpty, view.scale(of: bounds[index]) == nil { continue }
      switch layers[index] {
      case .area(let path, let color): list.fill(path, color, transform: transform)
      case .line(let path, let color, let style): list.stroke(path, color, style, transform: transform)
      case .picture(let picture, let place): list.image(picture, in: place, transform: transform)
      case .light(let path, let color): Self.drawLight(path, color, under: transform, camera, detail, into: &list)
      }
    }
    if lit == nil { draw(shade, under: transform, camera, detail, into: &list) }
  }

  private func draw(
    _ shade: Shade, under transform: Transform, _ camera: Camera, _ detail: Double, into list: inout DisplayList
  ) {
    // As far from a wall as it hides half of the sky; from afar, where that is some pixels, it is left out.
    let reach = min(3 * detail, 12)
    if shade.footDarkness > 0, reach > 1 {
      let sigma = min(3 * camera.pointsPerMeter, 12)
      list.group(opacity: shade.footDarkness * smoothStep(reach - 1), effects: [.blur(sigma: sigma)]) {
        $0.fill(shade.feet, Color.black, transform: transform)
      }
    }
    guard shade.shadow > 0, let shadows = buildings?.shadows else { return }
    // The sun's disc softens the edge of a shadow as much from a height of some 100 m. A blur below a pixel is left
    // out.
    let softness = min(0.5 * camera.pointsPerMeter - 0.4, 3)
    if softness > 0.1 {
      list.group(opacity: shade.shadow, effects: [.blur(sigma: softness)]) {
        $0.fill(shadows, Color.black, transform: transform)
      }
    } else {
      list.fill(shadows, Color.black.opacity(shade.shadow), transform: transform)
    }
  }

  /// Some 20 m to either side of streets, as a blur of their lines. From afar, where it would be a few pixels between
  /// buildings, it is left out.
  private static func drawLight(
    _ path: Path, _ color: Color, under transform: Transform, _ camera: Camera, _ detail: Double,
    into list: inout DisplayList
  ) {
    let part = smoothStep((detail - 0.6) / 0.6)
    guard part > 0 else { return }
    list.group(opacity: color.alpha * part, effects: [.blur(sigma: min(7 * camera.pointsPerMeter, 24))]) {
      $0.stroke(
        path, Color(color.red, color.green, color.blue), StrokeStyle(width: 26, cap: .round, join: .round),
        transform: transform)
    }
  }

  /// Covers what lies beyond the border with a color, and fades it in before.
  private func fades(under transform: Transform, _ color: Color) -> DisplayList {
    let fades =
      switch border {
      case nil: [(Path, Paint)]()
      case .disc(let inner, let outer): [Self.fade(inner: inner, outer: outer, color)]
      case .frame(let frame, let width): Self.fades(along: frame, width: width, color)
      }
    return DisplayList { list in for (path, paint) in fades { list.fill(path, paint, transform: transform) } }
  }

  private static func fade(inner: Double, outer: Double, _ color: Color) -> (Path, Paint) {
    let stops = [0, 0.25, 0.5, 0.75, 1].map { t in
      GradientStop((inner + (outer - inner) * t) / outer, color.opacity(smoothStep(t)))
    }
    let path = Path { p in
      p.rect(Rect(center: .zero, size: Size(outer * 4, outer * 4)))
      // Inside the circle nothing shows, so it is left out, by a polygon within it that winds the other way.
      for step in 0..<48 {
        let (s, c) = sineAndCosine(degrees: Double(step) * -7.5)
        if step == 0 { p.move(to: Point(inner, 0)) } else { p.line(to: Point(c, s) * inner) }
      }
      p.close()
    }
    return (path, .radial(center: .zero, radius: outer, stops: [GradientStop(0, color.opacity(0))] + stops))
  }

  private static func fades(along frame: Rect, width: Double, _ color: Color) -> [(Path, Paint)] {
    let stops = [0, 0.25, 0.5, 0.75, 1].map { GradientStop($0, color.opacity(smoothStep(1 - $0))) }
    let far = 20 * max(frame.width, frame.height)
    let big = frame.inset(by: -far)
    let (w, c) = (width, frame.center)
    func side(_ rect: Rect, _ from: Point, _ inward: Point) -> (Path, Paint) {
      (.rect(rect), .linear(from: from, to: from + inward * w, stops: stops))
    }
    return [
      side(Rect(from: big.origin, to: Point(frame.minX + w, big.maxY)), Point(frame.minX, c.y), Point(1, 0)),
      side(
        Rect(from: Point(frame.maxX - w, big.minY), to: Point(big.maxX, big.maxY)), Point(frame.maxX, c.y), Point(-1, 0)
      ),
      side(
        Rect(from: Point(frame.minX, big.minY), to: Point(frame.maxX, frame.minY + w)), Point(c.x, frame.minY),
        Point(0, 1)),
      side(
        Rect(from: Point(frame.minX, frame.maxY - w), to: Point(frame.maxX, big.maxY)), Point(c.x, frame.maxY),
        Point(0, -1)),
    ]
  }
}

/// Rises from 0 at 0 to 1 at 1, level at both ends.
func smoothStep(_ t: Double) -> Double {
  let t = min(max(t, 0), 1)
  return t * t * (3 - 2 * t)
}
