import StageKit

// The examples of StageKit's types, as they stand in their comments.

func exampleColorGamut(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  let brand = try Color(parsingCSS: "color(display-p3 1 0 0.2)", in: .displayP3)
  frame.drawing.fill(.rect(box), brand)
}

func exampleStrokeStyle(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  let path = example.path
  let dashed = StrokeStyle(width: 3, cap: .round, dashes: [12, 8], dashOffset: time.seconds * 20)
  frame.drawing.stroke(path, .white, dashed)
}

func exampleLineCap(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let path = example.path
  frame.drawing.stroke(path, .white, width: 8, cap: .round)
}

func exampleLineJoin(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let path = example.path
  frame.drawing.stroke(path, .white, StrokeStyle(width: 8, join: .bevel))
}

func exampleFillRule(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let path = example.path
  frame.drawing.fill(path, .white, rule: .evenOdd)
}

func exampleSpread(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  let stripes = Paint.linear(
    from: Point(0, 0), to: Point(20, 0), stops: [GradientStop(0, .white), GradientStop(1, .black)], spread: .mirror)
  frame.drawing.fill(.rect(box), stripes)
}

func exampleGradientStop(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  let fade = Paint.linear(
    from: box.center, to: Point(box.maxX, box.center.y), stops: [GradientStop(0, .white), GradientStop(1, .clear)])
  frame.drawing.fill(.rect(box), fade)
}

func exampleEffect(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  frame.drawing.group(effects: [.blur(sigma: 4), .dropShadow(color: .black, offset: Point(0, 6), sigma: 8)]) { card in
    card.fill(.roundedRect(box, radius: 12), .white)
  }
}

func exampleFilterGraph(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  var glow = FilterGraph(region: box.inset(by: -20))
  glow.add(.blur(x: 6, y: 6))
  glow.add(.merge, of: [.step(0), .source])
  frame.drawing.group(effects: [.graph(glow)]) { $0.fill(.rect(box), .white) }
}

func exampleColorMatrix(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  let faded = ColorMatrix.saturation(0.2).followed(by: .brightness(1.1))
  frame.drawing.group(effects: [.color(faded)]) { $0.fill(.rect(box), .white) }
}

func exampleGrade(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  var grade = Grade()
  grade.tone.exposure = 0.5
  grade.matrix = .saturation(1.2)
  frame.drawing.group(effects: [.grade(grade)]) { $0.fill(.rect(box), .white) }
}

func exampleToneCurve(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  var grade = Grade()
  grade.curves.all = ToneCurve([Point(0, 0), Point(0.25, 0.2), Point(0.75, 0.8), Point(1, 1)])
  frame.drawing.group(effects: [.grade(grade)]) { $0.fill(.rect(box), .white) }
}

func exampleBlendMode(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  frame.drawing.group(blend: .multiply) { $0.fill(.rect(box), Color(1, 0.8, 0.2)) }
}

func exampleMaskChannel(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  let light = DisplayList { $0.fill(.circle(center: box.center, radius: 40), .white) }
  frame.drawing.group(mask: Mask(light, channel: .luminance)) { $0.fill(.rect(box), .white) }
}

func exampleBackdropFilter(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  frame.drawing.backdrop(
    blur: 12, within: DisplayList { $0.fill(.roundedRect(box, radius: 16), .white) }, color: .brightness(1.2))
}

func exampleDisplayList(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  let card = DisplayList { $0.fill(.roundedRect(box, radius: 12), .white) }
  frame.drawing.group(transform: .rotation(degrees: 5)) { $0.append(card) }
}

func exampleImage(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let box = example.box
  let file = example.file
  let photo = try context.image(file)
  frame.drawing.image(photo, in: PictureFit.cover.rect(for: Size(Double(photo.width), Double(photo.height)), in: box))
}

func exampleSize(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let size = Size(320, 180)
  frame.drawing.fill(.rect(Rect(x: 0, y: 0, width: size.width, height: size.height)), .white)
}

func exampleCornerRadii(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  frame.drawing.fill(Path { $0.roundedRect(box, radii: CornerRadii(topLeft: 16, topRight: 16)) }, .white)
}

func examplePathBuilder(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let drop = Path { path in
    path.move(to: Point(0, -20))
    path.cubic(Point(14, -4), Point(14, 16), to: Point(0, 16))
    path.cubic(Point(-14, 16), Point(-14, -4), to: Point(0, -20))
    path.close()
  }
  frame.drawing.fill(drop, .white)
}

func examplePathMeasure(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let path = example.path
  let measure = PathMeasure(path)
  if let place = measure.location(at: measure.length / 2) {
    frame.drawing.fill(.circle(center: place.point, radius: 4), .white)
  }
}

func examplePathOperation(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let box = example.box
  let hole = Path.circle(center: box.center, radius: 20)
  let ring = try context.combine(.rect(box), hole, by: .difference, tolerance: 0.05)
  frame.drawing.fill(ring, .white)
}

func examplePathMorph(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  let box = example.box
  let morph = PathMorph(from: .rect(box), to: .circle(center: box.center, radius: 40))
  frame.drawing.fill(morph.path(at: min(time.seconds, 1)), .white)
}

func exampleSpacePoint(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  let up = SpacePoint(0, 0, 1)
  let slope = up.dot(SpacePoint(box.center, 30).normalized)
  frame.drawing.fill(.rect(box), Color.white.opacity(slope))
}

func exampleMesh(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let mesh = Mesh { mesh in
    mesh.solid { solid in
      let outline = [Point(0, 0), Point(9, 0), Point(9, 9), Point(0, 9)]
      let roof = solid.walls([outline], from: 0, to: 12, color: 0)
      solid.face(roof, color: 1)
    }
  }
  let corners = mesh.vertices.count
  _ = corners
}

func exampleSolids(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let camera = example.camera
  let mesh = example.mesh
  if let camera {
    let light = Solids.Light(sun: SpacePoint(0.5, -0.5, 0.7), shade: Color(0.4, 0.4, 0.5))
    frame.drawing.solids(
      Solids(mesh, projection: camera.spaceToCanvas, near: Camera.nearPlane, colors: [.white], light: light))
  }
}

func exampleTerrain(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let camera = example.camera
  if let camera, let terrain = camera.terrain {
    let meters = terrain.height(at: camera.center)
    let high = SpacePoint(camera.center, meters + 100)
    if terrain.hides(SpacePoint(.zero, 0), from: high) { frame.drawing.fill(.circle(center: .zero, radius: 8), .white) }
  }
}

func exampleDrapes(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let green = DisplayList { $0.fill(.rect(Rect(x: 0, y: 0, width: 64, height: 64)), Color(0.4, 0.7, 0.3)) }
  let drapes = Drapes([
    Drapes.Drape(green, size: Size(64, 64), scale: 2, place: Rect(x: -500, y: -500, width: 1000, height: 1000))
  ])
  let count = drapes.all.count
  _ = count
}

func exampleWallLight(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let light = WallLight(.white, height: 18, at: WallLight.Places(counts: [2, 0, 0, 0]), values: [1, 0.5])
  let share = light.values(ofFace: 0).reduce(0, +)
  _ = share
}

func exampleEasing(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  let box = example.box
  let share = Easing.easeInOut.value(at: min(time.seconds / 2, 1))
  frame.drawing.fill(.circle(center: box.center, radius: 40 * share), .white)
}

func exampleCycle(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  let box = example.box
  let turn = Cycle(at: time.seconds, period: 1.5).fraction
  frame.drawing.fill(.circle(center: box.center, radius: 10 + 5 * turn), .white)
}

func exampleCoordinate(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let camera = example.camera
  let monaco = Coordinate(longitude: 7.42, latitude: 43.74)
  if let point = camera?.project(monaco) { frame.drawing.fill(.circle(center: point, radius: 4), .white) }
}

func exampleWebMercatorPlane(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let plane = WebMercatorPlane(origin: Coordinate(longitude: 7.42, latitude: 43.74))
  let east = plane.point(Coordinate(longitude: 7.43, latitude: 43.74)).x
  _ = east
}

func exampleCamera(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let camera = example.camera
  if let camera {
    let onGround = Path.circle(center: .zero, radius: 50)
    frame.drawing.fill(onGround, Color.white.opacity(0.5), transform: camera.groundToCanvas)
  }
}

func exampleRouteTrack(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let file = example.file
  let track = try context.tracks(file).first
  let highest = track?.places.compactMap(\.elevation).max() ?? 0
  _ = highest
}

func exampleRoundNumbers(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let ticks = RoundNumbers.values(from: 0, to: 47, count: 5)  // 0, 10, 20, 30, 40
  _ = ticks
}

func examplePlaceIcon(_ frame: inout StageFrame, _ example: Surroundings) throws {
  PlaceIcon.summit.draw(at: Point(0, 0), .white, on: .black, .translation(200, 300), into: &frame.drawing)
}

func examplePictureOrigin(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let file = example.file
  let taken = try context.pictureOrigin(file)
  let isPlaced = taken.coordinate != nil
  _ = isPlaced
}

func exampleHeightGrid(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let file = example.file
  let grid = try context.heights(file, encoding: .terrarium)
  let meters = grid.height(at: Coordinate(longitude: 7.42, latitude: 43.74)) ?? 0
  _ = meters
}

func exampleMapImagery(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let file = example.file
  let imagery = try context.imagery(file)
  let picture = try imagery.tile(zoom: 12, column: 2132, row: 1493)
  _ = picture
}

func exampleMapTiles(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let file = example.file
  let tiles = try context.mapTiles(file)
  let features = try tiles.tile(zoom: 14, column: 8529, row: 5974)?.features()
  _ = features
}

func exampleGeoJSON(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let file = example.file
  let map = try GeoJSON.parse(try context.bytes(of: file))
  let named = map.features.filter { $0["name"]?.string != nil }
  _ = named
}

func exampleEncodedPolyline(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let route = try EncodedPolyline.decode("_p~iF~ps|U_ulLnnqC")
  _ = route
}

func exampleFrameRate(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let rate = FrameRate(30)
  let seconds = rate?.seconds(ofFrame: 45)
  _ = seconds
}

func exampleStrokeParameters(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  let path = example.path
  let box = example.box
  @Parameter() var stroke: StrokeParameters?
  // In a stage: @Parameter() var stroke: StrokeParameters?
  stroke?.draw(path, in: box, at: time.seconds, onto: &frame.drawing)
}

func exampleNumberSchema(_ frame: inout StageFrame, _ example: Surroundings) throws {
  @Parameter("The width.", .range(0...100, .points)) var width = 4.0
  @Parameter("The share that is seen.", .fraction) var share = 1.0
  _ = (width, share)
}

func exampleRouteSource(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let camera = example.camera
  @Parameter("The way that is drawn.") var route: RouteSource
  if case .coordinates(let places) = route, let first = places.first, let point = camera?.project(first) {
    frame.drawing.fill(.circle(center: point, radius: 4), .white)
  }
}

func exampleRouteSelection(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let file = example.file
  let route = RouteSource.file(file, RouteSelection(track: 1, fromDistance: 500))
  _ = route
}

func exampleTrackSound(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let time = example.time
  let sound = try context.sound(of: "music")
  let powers = SoundSpectrum(size: 512).powers(of: sound, around: Int(time.seconds) * TrackSound.sampleRate)
  _ = powers
}

func exampleComposition(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let canvas = context.composition
  let isTall = canvas.size.height > canvas.size.width
  frame.drawing.fill(.rect(canvas.safeArea), isTall ? .white : .black)
}

func exampleFileReference(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let box = example.box
  @Parameter("The picture.", as: .file(extensions: FileReference.pictureEndings)) var picture: FileReference
  frame.drawing.image(try context.image(picture), in: box)
}

func exampleStageHandle(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let handles: [StageHandle] = [.length("radius", from: "center"), .angle("angle", at: "center", zero: -90)]
  _ = handles
}

func exampleStageError(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  guard box.width > 0 else {
    throw StageError("the box is empty", parameter: "size", hint: "Make it wider.")
  }
}

func examplePictureFit(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let box = example.box
  let file = example.file
  let photo = try context.image(file)
  let size = Size(Double(photo.width), Double(photo.height))
  frame.drawing.image(photo, in: PictureFit.contain.rect(for: size, in: box))
}

func exampleOcclusion(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let camera = example.camera
  let occlusion = Occlusion()
  if let camera, let place = AnchorPosition(ground: .zero, camera: camera) {
    let pin = DisplayList { $0.fill(.circle(center: place.point, radius: 8), .white) }
    frame.drawing.append(occlusion.standing(pin, at: place))
  }
}

func examplePaintValue(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  @Parameter("The paint that fills it.") var fill = PaintValue.color(.white)
  frame.drawing.fill(.rect(box), fill.paint(in: box))
}

func examplePlacement(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  let inputs = example.inputs
  let box = example.box
  let placement = Placement()
  // In a stage: @Include var placement: Placement
  let placed = try placement.placed(box, at: time, inputs)
  frame.drawing.append(placed.layer(DisplayList { $0.fill(.rect(box), .white) }))
  placement.publish(placed, to: &frame)
}

func exampleMorphingPath(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  let shapes = MorphingPath.sequence([.rect(box), .circle(center: box.center, radius: 40)])
  frame.drawing.fill(shapes[0].interpolated(to: shapes[1], at: 0.5).path, .white)
}

func exampleCornerParameters(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  let box = example.box
  @Include var corners: CornerParameters
  // In a stage: @Include var corners: CornerParameters
  frame.drawing.fill(.roundedRect(box, radii: corners.radii(at: time.seconds)), .white)
}

func exampleRoom(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let center = example.box.center
  let inputs = example.inputs
  let box = Rect(center: center, size: inputs.room?.size ?? Size(200, 120))
  frame.drawing.fill(.roundedRect(box, radii: inputs.room?.corners ?? CornerRadii(12)), .white)
}

func exampleShadow(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  let box = example.box
  @Parameter() var shadow: Shadow?
  // In a stage: @Parameter() var shadow: Shadow?
  let card = DisplayList { $0.fill(.roundedRect(box, radius: 12), .white) }
  let cast = shadow?.effect(at: time.seconds, scale: 1)
  frame.drawing.append(cast?.under(card) ?? card)
}

func exampleCastShadow(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let box = example.box
  let card = DisplayList { $0.fill(.roundedRect(box, radius: 12), .white) }
  frame.drawing.append(CastShadow(color: Color.black.opacity(0.4), offset: Point(0, 4), sigma: 6).under(card))
}

func exampleAnimated(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  let box = example.box
  @Parameter("The size.", .positive(.points)) var size: Animated<Double> = 20
  frame.drawing.fill(.circle(center: box.center, radius: size.value(at: time.seconds)), .white)
}

func exampleAnchor(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  let inputs = example.inputs
  let box = example.box
  let anchor = Anchor()
  // In a stage: @Include var anchor = Anchor(otherwise: "in the middle")
  if let place = try anchor.resolve(at: time, inputs, otherwise: box.center) {
    frame.drawing.fill(.circle(center: place.point, radius: 8), .white)
  }
}

func exampleAnchorPosition(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let camera = example.camera
  if let camera, let place = AnchorPosition(ground: Point(10, 20), camera: camera) {
    frame.drawing.fill(.circle(center: place.point, radius: 8 * (place.relativeScale ?? 1)), .white)
  }
}

func exampleFootage(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let time = example.time
  let box = example.box
  let file = example.file
  let clip = try context.clip(file, framesPerSecond: 25)
  if let image = clip.frame(at: time.seconds) { frame.drawing.image(image, in: box) }
}

func exampleVectorImage(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let file = example.file
  let icon = try context.vectorImage(file, color: .white)
  frame.drawing.group(transform: .scale(2)) { $0.append(icon.drawing) }
}

func exampleMessageValue(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let text = try context.message("{n, plural, one {# stop} other {# stops}}", ["n": .number(3)], locale: "en")
  _ = text
}

func exampleContentLayer(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let inputs = example.inputs
  // Part of a stage whose definition says content: .stages
  for layer in inputs.layers { frame.drawing.append(layer.drawing) }
}

func exampleInputs(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let inputs = example.inputs
  let position = Input<Point?>("Where it is.")
  if let point = try inputs[position] { frame.drawing.fill(.circle(center: point, radius: 4), .white) }
}

func exampleSpring(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  let box = example.box
  let spring = Spring(mass: 1, stiffness: 120, damping: 14)
  frame.drawing.fill(.circle(center: box.center, radius: 40 * spring.value(at: time.seconds)), .white)
}

func exampleKeyframes(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let time = example.time
  @Parameter("The rise.") var rise: Animated<Double> = 0
  let height = rise.value(at: time.seconds)
  _ = height
}

func exampleSubtitleTrack(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let time = example.time
  let file = example.file
  let track = try SubtitleTrack(try context.bytes(of: file), format: .vtt)
  let now = track.cues.first { $0.start <= time.seconds && time.seconds < $0.end }
  _ = now
}

/// The surroundings that the examples are written in.
struct Surroundings {
  let context: any StageContext
  let time: StageTime
  let inputs: Inputs
  let path: Path
  let box: Rect
  let file: FileReference
  let camera: Camera?
  let mesh: Mesh
}

/// A group with parameters of three kinds, as in the comment of `Parameter`.
struct Ring: ParameterGroup {
  @Parameter("The ring's color.") var color: Animated<Color> = Animated(.white)
  @Parameter("The time of one turn.", .positive(.seconds)) var period = 1.2
  @Parameter("The ring's label, if it has one.") var label: String?
}

/// A group with another one in it, as in the comment of `ParameterGroup`.
struct Tag: ParameterGroup {
  @Parameter("The tag's shadow.") var shadow: Shadow?
  @Include var placement: Placement
}

/// A choice of alternatives, as in the comment of `ParameterVariant`.
enum Mark: ParameterVariant {
  case dot(Dot)
  case cross(Cross)

  static let alternatives: [Alternative<Mark>] = [
    .init("dot", "A dot.", Mark.dot),
    .init("cross", "Two crossed lines.", Mark.cross),
  ]

  static var placeholder: Mark { .dot(Dot()) }
}

struct Dot: ParameterGroup {
  @Parameter("The dot's radius.", .positive(.points)) var radius = 4.0
}

struct Cross: ParameterGroup {
  @Parameter("The length of its lines.", .positive(.points)) var length = 8.0
}

func exampleOutput(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let opacity = Output<Double>("The dot's opacity, from 0 to 1.")
  frame[opacity] = 0.5
}

func exampleMoment(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let landed = Moment("The pin is on the ground.")
  let tookOff = Moment("The pin leaves the ground.", .cue)
  _ = (landed, tookOff)
}

func exampleTextParameters(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let context = example.context
  let text = "Go"
  let type = TextParameters()
  // In a stage: @Parameter("The badge's text.") var text: String; @Include var type: TextParameters
  let layout = try type.layout(text, context)
  _ = layout
}

/// A side, as in the comment of `ParameterTable`.
enum Side: String, CaseIterable { case left, right }

func exampleParameterTable(_ frame: inout StageFrame, _ example: Surroundings) throws {
  let colors = ParameterTable<Side, Color>(Side.allCases) { ($0.rawValue, "The color of the \($0) side.") }
  let left = colors[.left] ?? .white
  _ = left
}
