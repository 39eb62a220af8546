import StageKit

/// Lines that sweep along routes, over a camera's ground or on the flat canvas.
///
/// The window is measured in meters along the route and found from the time alone, so it moves evenly at any frame
/// rate. Without a camera the routes are seen from straight above, fitted to the canvas.
public struct PolylineSweep: Stage {
  public static let definition = StageDefinition(
    Self.self, "polyline-sweep", version: 1,
    "A line that sweeps along a route: it grows at its start, travels, and shrinks into its end.",
    handles: [.coordinate("route")],
    example: .init(
      at: 0.9,
      """
      {
        "id": "way",
        "stage": "polyline-sweep",
        "parameters": {
          "route": "data/route-landscape.geojson", "duration": 2, "trail": 0.6, "width": 10,
          "color": "#2F7BF6", "endColor": "#5CE1E6"
        }
      }
      """))

  private let parameters: Parameters
  private let sweeps: [Sweep]
  private let first: Sweep
  private let headings: TurnTable
  let fades: Bool
  private let pen: StrokeStyle
  private let track: (color: Color, pen: StrokeStyle)?
  private let glow: Glow?
  private let smoothing: Double
  let occlusion: Occlusion
  /// The colors of the first sweep's route by its recording.
  private let scale: ColorScale?
  private let casing: Casing?
  private let dash: Dash?
  let arc: Double
  private let taper: Taper?
  private let arrows: Arrows?
  /// A camera that looks straight down on all routes.
  private let flatCamera: Camera

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    sweeps = try Self.makeSweeps(parameters, context)
    guard let first = sweeps.first else {
      throw StageError("there is no route", parameter: parameters.$route.location, hint: "Set 'route' or 'routes'")
    }
    self.first = first
    fades = parameters.fade
    let order: StrokeStyle.Order = parameters.widthUnit == .points ? .transformThenOutline : .outlineThenTransform
    let width = parameters.width
    pen = StrokeStyle(width: width, cap: .round, join: .round, order: order)
    track = parameters.track.map {
      ($0.color, StrokeStyle(width: $0.width ?? width, cap: .round, join: .round, order: order))
    }
    glow = parameters.glow
    let smoothing = parameters.smoothing
    self.smoothing = smoothing
    headings = TurnTable(of: first.route, detail: smoothing) { first.route.way(at: $0, within: smoothing).heading }
    scale = try Self.colorScale(parameters, first.route, context)
    casing = parameters.casing
    dash = parameters.dash
    arc = parameters.arc
    taper = Taper(parameters.taper, width: width)
    arrows = parameters.arrows
    occlusion = parameters.occlusion
    flatCamera = Self.fitted(sweeps.map(\.route), to: context.composition, margin: parameters.margin)
  }

  public var moments: [Moment.Time] { [parameters.arrived.at(first.arrival)] }

  public func cues(until seconds: Double) -> [Moment.Time] {
    (first.arrivals(parameters.arrived, until: seconds) + first.departures(parameters.departed, until: seconds))
      .ordered(until: seconds)
  }

  public var duration: Double? {
    let end = sweeps.map(\.end).max() ?? 0
    return end.isFinite ? end : nil
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let camera = try inputs[parameters.camera] ?? flatCamera
    let given = try inputs[parameters.progressInput]
    let windows = sweeps.enumerated().map { index, sweep in
      index == 0
        ? given.map { sweep.window(headAt: $0) } ?? sweep.window(at: time.seconds) : sweep.window(at: time.seconds)
    }
    let view = camera.groundToCanvas
    let groundMask = occlusion.lyingMask(under: camera)
    let mask = arc > 0 ? nil : groundMask
    let raised = sweeps.indices.map { raisedLines(of: sweeps[$0], windows[$0], camera) }
    func unhidden(_ list: inout DisplayList, _ draw: (inout DisplayList) -> Void) {
      if let mask { list.group(mask: mask, draw) } else { draw(&list) }
    }
    var frame = StageFrame(
      DisplayList { list in
        if let track {
          unhidden(&list) { list in
            for sweep in sweeps {
              for ground in grounds(of: sweep.route, camera) {
                if camera.terrain != nil, arc == 0 {
                  drawTrack(track, sweep, camera, on: ground, into: &list)
                  continue
                }
                list.stroke(sweep.route.path, track.color, track.pen, transform: view * ground)
                if sweep.route.gaps.isEmpty { continue }
                let dashed = track.pen.overGap(width: track.pen.width)
                list.stroke(sweep.route.gapPath, track.color, dashed, transform: view * ground)
              }
            }
          }
        }
        if arc > 0 {
          func drawShadows(_ list: inout DisplayList) {
            for (sweep, window) in zip(sweeps, windows) {
              for ground in grounds(of: sweep.route, camera) {
                drawShadow(sweep, window, pen: pen, camera: camera, on: ground, into: &list)
              }
            }
          }
          if let groundMask { list.group(mask: groundMask, drawShadows) } else { drawShadows(&list) }
        }
        if let casing {
          let pen = casing.pen(for: pen)
          unhidden(&list) { list in
            for (index, (sweep, window)) in zip(sweeps, windows).enumerated() {
              draw(
                sweep, window, LineColor(color: casing.color), pen: pen, camera: camera, raised[index], into: &list)
            }
          }
        }
        if let glow {
          let unit = pen.order == .transformThenOutline ? 1 : 1 / camera.pointsPerMeter
          let pen = glow.pen(for: pen, scale: unit)
          for (index, (sweep, window)) in zip(sweeps, windows).enumerated() {
            list.group(blend: glow.blend, mask: mask, effects: glow.effects) {
              draw(
                sweep, window, glow.color(below: color(ofSweep: index)), pen: pen, camera: camera, raised[index],
                into: &$0)
            }
          }
        }
        unhidden(&list) { list in
          for (index, (sweep, window)) in zip(sweeps, windows).enumerated() {
            let pen = dash?.pen(for: pen, at: time.seconds, from: window.tail) ?? pen
            draw(sweep, window, color(ofSweep: index), pen: pen, camera: camera, raised[index], into: &list)
          }
          if let arrows {
            for (sweep, window) in zip(sweeps, windows) {
              for ground in grounds(of: sweep.route, camera) {
                drawArrows(arrows, sweep, window, at: time.seconds, camera: camera, on: ground, into: &list)
              }
            }
          }
        }
      })
    let window = windows[0]
    let place = first.route.point(at: window.head)
    frame[parameters.head] = self.place(first.route, at: window.head, camera)
    frame[parameters.headCoordinate] = first.route.ground.coordinate(place)
    frame[parameters.progress] = window.head / first.route.length
    frame[parameters.tail] = window.tail / first.route.length
    let gone = first.route.recorded(window.head)
    frame[parameters.distance] = gone
    frame[parameters.remaining] = first.route.recorded(first.route.length) - gone
    let way = first.route.way(at: window.head, within: smoothing)
    let heading = headings.turned(way.heading, at: window.head)
    frame[parameters.heading] = heading
    let (part, reach) = (first.route.part(at: window.head), smoothing)
    let span = first.route.span(of: part)
    if let start = self.place(first.route, at: max(window.head - reach, span.lowerBound), in: part, camera),
      let end = self.place(first.route, at: min(window.head + reach, span.upperBound), in: part, camera)
    {
      // As the heading turns, so does its image.
      let turn = compassDegrees(end - start)
      frame[parameters.turn] = turn + ((heading - camera.heading - turn) / 360).rounded() * 360
    }
    frame[parameters.isVisible] = !window.isEmpty
    return frame
  }

  private func color(ofSweep index: Int) -> LineColor {
    LineColor(color: sweeps[index].color, endColor: parameters.endColor, scale: index == 0 ? scale : nil)
  }

  /// The window's part of the route alone, opaque at its head and, where it fades, clear at its tail.
  private func draw(
    _ sweep: Sweep, _ window: Sweep.Window, _ color: LineColor, pen: StrokeStyle, camera: Camera,
    _ raised: [RaisedLine], into list: inout DisplayList
  ) {
    guard !window.isEmpty else { return }
    for (index, ground) in grounds(of: sweep.route, camera).enumerated() {
      draw(
        sweep, window, color, pen: pen, camera: camera, on: ground, raised.isEmpty ? nil : raised[index], into: &list)
    }
  }

  /// Maps a route's ground to a camera's, once for each copy of the world that is seen.
  func grounds(of route: RouteLine, _ camera: Camera) -> [Transform] {
    camera.transforms(from: route.ground, bounds: route.bounds)
  }

  private func draw(
    _ sweep: Sweep, _ window: Sweep.Window, _ color: LineColor, pen: StrokeStyle, camera: Camera,
    on ground: Transform, _ raised: RaisedLine?, into list: inout DisplayList
  ) {
    guard let taper else {
      return drawEven(sweep, window, color, pen: pen, camera: camera, on: ground, raised, into: &list)
    }
    // A line that is wide enough everywhere, cut to what it covers.
    var wide = pen
    wide.width = (pen.width - self.pen.width + taper.maxWidth) * 1.1
    let isOnGround = pen.order == .outlineThenTransform && arc == 0 && camera.terrain == nil
    let transform = isOnGround ? camera.groundToCanvas * ground : .identity
    let scale = pen.order == .outlineThenTransform && !isOnGround ? camera.pointsPerMeter : 1
    let pieces = sweep.route.pieces(from: window.tail, to: window.head)
    let outline = pieces.flatMap { piece in
      let ways = raised?.ways(in: piece) ?? ways(of: piece, sweep, window)
      let points = ways.map { way -> (place: Point, width: Double)? in
        let width = (taper.width(at: way, of: sweep.route.length, window) + pen.width - self.pen.width) * scale
        let place =
          isOnGround
          ? sweep.route.point(at: way, in: piece.part) : place(sweep.route, at: way, in: piece.part, camera, on: ground)
        return place.map { ($0, width) }
      }
      return points.split { $0 == nil }.map { Taper.outline($0.compactMap(\.self)) }
    }
    let clip = Path { path in for piece in outline { path.append(piece) } }
    list.group(clip: Clip(clip, transform: transform)) {
      drawEven(sweep, window, color, pen: wide, camera: camera, on: ground, raised, into: &$0)
    }
  }

  /// The distances at which a piece of a window is drawn.
  private func ways(
    of piece: (part: Int, ways: ClosedRange<Double>), _ sweep: Sweep, _ window: Sweep.Window
  ) -> [Double] {
    guard arc > 0 else { return sweep.route.distances(in: piece) }
    let (start, end) = (piece.ways.lowerBound, piece.ways.upperBound)
    return (0...160).map { start + (end - start) * Double($0) / 160 }
  }

  private func drawArrows(
    _ arrows: Arrows, _ sweep: Sweep, _ window: Sweep.Window, at seconds: Double, camera: Camera,
    on ground: Transform, into list: inout DisplayList
  ) {
    let isOnGround = pen.order == .outlineThenTransform && arc == 0 && camera.terrain == nil
    let scale = pen.order == .outlineThenTransform && !isOnGround ? camera.pointsPerMeter : 1
    arrows.draw(
      window, width: pen.width * scale, fades: fades, at: seconds,
      place: { way, near in
        let part = sweep.route.part(at: near)
        if camera.terrain != nil, occlusion.occludedOpacity < 1,
          !camera.sees(ground.apply(sweep.route.point(at: near, in: part)))
        {
          return nil
        }
        return isOnGround
          ? sweep.route.point(at: way, in: part) : place(sweep.route, at: way, in: part, camera, on: ground)
      },
      transform: isOnGround ? camera.groundToCanvas * ground : .identity,
      into: &list)
  }

  private func drawEven(
    _ sweep: Sweep, _ window: Sweep.Window, _ color: LineColor, pen: StrokeStyle, camera: Camera,
    on ground: Transform, _ raised: RaisedLine?, into list: inout DisplayList
  ) {
    if let raised {
      return drawRaised(raised, sweep, window, color, pen: pen, camera: camera, into: &list)
    }
    if arc == 0 {
      let runs = sweep.route.runs(from: window.tail, to: window.head)
      let transform = camera.groundToCanvas * ground
      return stroke(runs, color, window: window, sweep: sweep, pen: pen, transform: transform, into: &list)
    }
    let pen = pointPen(pen, camera)
    // Pieces between which the line lies behind the camera.
    for piece in sweep.route.pieces(from: window.tail, to: window.head) {
      let points = ways(of: piece, sweep, window).map { place(sweep.route, at: $0, in: piece.part, camera, on: ground) }
      let isGap = sweep.route.gaps.contains(piece.part)
      for seen in points.split(separator: nil) {
        stroke(
          [([seen.compactMap(\.self)], isGap)], color, window: window, sweep: sweep, pen: pen, transform: .identity,
          into: &list)
      }
    }
  }

  private func stroke(
    _ runs: [(pieces: [[Point]], isGap: Bool)], _ color: LineColor, window: Sweep.Window, sweep: Sweep,
    pen: StrokeStyle, transform: Transform, into list: inout DisplayList
  ) {
    let lengths = runs.map { run in
      run.pieces.reduce(0) { $0 + zip($1, $1.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }
    }
    let length = lengths.reduce(0, +)
    guard length > 0 else { return }
    var gone = 0.0
    for (run, own) in zip(runs, lengths) {
      let paint = color.paint(of: window, on: sweep.route, fades: fades, length: length, gone: gone)
      list.stroke(
        Path { path in for piece in run.pieces { path.polyline(piece) } }, paint,
        run.isGap ? pen.overGap(width: pen.order == self.pen.order ? self.pen.width : pen.width) : pen,
        transform: transform)
      gone += own
    }
  }

  /// The shadow of an arc's window on the ground.
  private func drawShadow(
    _ sweep: Sweep, _ window: Sweep.Window, pen: StrokeStyle, camera: Camera, on ground: Transform,
    into list: inout DisplayList
  ) {
    guard !window.isEmpty else { return }
    let transform = camera.groundToCanvas * ground
    stroke(
      sweep.route.runs(from: window.tail, to: window.head), LineColor(color: Color.black.opacity(0.3)),
      window: window, sweep: sweep, pen: pen, transform: transform, into: &list)
  }

  /// The position on the canvas of a place of a route; nil behind the camera.
  private func place(
    _ route: RouteLine, at way: Double, in part: Int? = nil, _ camera: Camera, on ground: Transform? = nil
  ) -> Point? {
    let ground = ground ?? grounds(of: route, camera)[0]
    let point = ground.apply(route.point(at: way, in: part ?? route.part(at: way)))
    guard arc > 0 else { return camera.project(point) }
    let share = way / route.length
    let height = arc * route.length * 4 * share * (1 - share) * ground.m11
    let image = camera.spaceToCanvas.homogeneous(SpacePoint(point, height))
    return image.z >= camera.distance * Camera.nearPlane ? Point(image.x / image.z, image.y / image.z) : nil
  }

  /// A camera that looks straight down on routes, with a margin on the canvas around them, in points.
  static func fitted(_ routes: [RouteLine], to composition: Composition, margin: Double) -> Camera {
    let around = routes[0].ground
    let points = routes.flatMap { route in route.points.map(route.ground.transform(to: around).apply) }
    let bounds = Rect(around: points) ?? .zero
    let room = Size(
      max(composition.size.width - 2 * margin, 1), max(composition.size.height - 2 * margin, 1))
    var camera = Camera(ground: around, center: bounds.center, distance: 1, canvas: composition.size)
    // At a distance of one meter this is how many points a meter has; it falls as the distance grows.
    camera.distance = camera.pointsPerMeter * max(bounds.width / room.width, bounds.height / room.height, 1e-3)
    return camera
  }
}
