import StageKit

#if canImport(Glibc)
  import Glibc
#endif

extension CameraRotation {
  static let center = ParameterKey<Coordinate>.coordinate(
    "center", "What the camera looks at; without it, the middle of the map."
  ).optional
  static let fieldOfView = ParameterKey.number(
    "fieldOfView", "The vertical angle of view.", default: 30, .range(1...120, .degrees))

  // MARK: Views

  private static let distances = NumberSchema(minimum: minDistance, maximum: maxDistance, unit: .meters)
  private static let pitches = NumberSchema.range(0...maxPitch, .degrees)

  private static let startDistance = ParameterKey.number(
    "distance", "From the eye to the center, along the line of sight.", default: 1000, distances)
  private static let startPitch = ParameterKey.number(
    "pitch", "From looking straight down.", default: 0, pitches)
  private static let startHeading = ParameterKey.number(
    "heading", "The compass direction that is up on the canvas.", default: 0, .any(.degrees))
  private static let startCenter = ParameterKey<Coordinate>.coordinate(
    "center", "What the camera looks at first; without it, the stage's center."
  ).optional.replaced(by: centerInput)
  private static let startRoll = ParameterKey.number(
    "roll", "How far the camera leans to its right; the picture turns the other way.", default: 0, .any(.degrees))
  private static let startZoomLevel = ParameterKey<Double>.number(
    "zoomLevel", "The distance as web maps count it: the world is 512 points wide at 0, and doubles with each 1.",
    .range(0...24)
  ).optional
  static let start = ParameterKey.object(
    "start", "Where the camera is at first.",
    [startDistance, startZoomLevel, startPitch, startHeading, startRoll, startCenter])

  private static let distanceTo = ParameterKey.number(
    "distance", "The distance at the end of the move; without it, the distance stays.", distances
  ).optional
  private static let pitchTo = ParameterKey.number(
    "pitch", "The pitch at the end of the move; without it, the pitch stays.", pitches
  ).optional
  private static let headingTo = ParameterKey.number(
    "heading", "The heading at the end of the move; without it, the heading stays.", .any(.degrees)
  ).optional
  private static let zoomLevelTo = ParameterKey<Double>.number(
    "zoomLevel", "The distance at the end of the move as web maps count it.", .range(0...24)
  ).optional
  private static let orbitTo = ParameterKey<Double>.number(
    "orbit", "How far the camera goes around its center, instead of a heading: clockwise seen from above.",
    .any(.degrees)
  ).optional
  private static let rollTo = ParameterKey.number(
    "roll", "The roll at the end of the move; without it, the roll stays.", .any(.degrees)
  ).optional
  private static let centerTo = ParameterKey<Coordinate>.coordinate(
    "center", "The center at the end of the move; without it, the center stays."
  ).optional
  private static let followTo = ParameterKey<Bool>.boolean(
    "follow",
    "Whether the camera follows its inputs at the end of the move; without it, as before, but a move to a center or a fit lets "
      + "go of them."
  ).optional

  private static let fitTo = ParameterKey.route(
    "fit", "What is to be seen as large as there is room for, instead of a distance and a center: a route, or corners."
  ).optional
  private static let paddingTo = ParameterKey.number(
    "padding", "Around what is fitted.", default: 60, .nonnegative(.points))

  // MARK: Moves

  private static let viewFields: [any AnyParameter] = [
    distanceTo, zoomLevelTo, pitchTo, headingTo, orbitTo, rollTo, centerTo, fitTo, paddingTo,
  ]
  private static let to = ParameterKey.object("to", "The view that the move ends with.", viewFields + [followTo])
  private static let through = ParameterKey.objects(
    "through", "Views that the camera passes on the way, without a halt.", viewFields)
  private static let moveDuration = ParameterKey.number(
    "duration", "How long the move, or one pass of it, takes.", default: 1, .nonnegative(.seconds))
  private static let moveDelay = ParameterKey.number(
    "delay", "How long the camera rests before the move.", default: 0, .nonnegative(.seconds))
  private static let curve = ParameterKey.curve(
    "curve", "How the move spends its time.", default: .smooth)
  private static let autoreverse = ParameterKey.boolean(
    "autoreverse", "Whether the move goes back the way it came, in as much time again.", default: false)
  private static let count = ParameterKey.repetition(
    "repeat", "How often the move is made; forth and back counts once, and a move that repeats forever is the last.")
  private static let turn = ParameterKey.choice(
    "turn", "Which way round the heading goes; half a turn goes the way it is given.", default: Turn.short)
  private static let zoom = ParameterKey.choice(
    "zoom",
    "Whether the distance changes by equal meters, by equal factors, or as in a flight: out, over, and in again, "
      + "evenly to the eye. On its own far moves are flights, and others linear.", default: Zoom.auto)
  static let moves = ParameterKey.objects(
    "moves",
    "What the camera does, one after the other; without any, it arrives at 6000 m and a pitch of 60° in 1 s, then "
      + "turns by 180° in 180 s and back again, forever.",
    [to, through, moveDuration, curve, moveDelay, autoreverse, count, turn, zoom])

  static func makeMoves(
    _ parameters: ParameterValues, on ground: WebMercatorPlane, _ context: any StageContext
  ) throws -> CameraMoves {
    let begin = parameters[start]
    let aim = Aim(ground: ground, canvas: context.composition.size, fieldOfView: parameters[fieldOfView])
    let first = CameraView(
      distance: begin[startZoomLevel].map(aim.distance) ?? begin[startDistance], pitch: begin[startPitch],
      heading: begin[startHeading], center: begin[startCenter].map(ground.point) ?? .zero, roll: begin[startRoll])
    var path = CameraMoves(start: first)
    let list = parameters[moves]
    guard !list.isEmpty else {
      var arrival = first
      (arrival.distance, arrival.pitch) = (6000, 60)
      var turned = arrival
      turned.heading += 180
      path.add(arrival, delay: 0, duration: 1, curve: .easeInOut)
      path.add(turned, delay: 0, duration: 180, curve: .linear, repeats: .backAndForth)
      return path
    }
    for (index, move) in list.enumerated() {
      if move[count] == .infinity, index < list.count - 1 {
        throw StageError(
          "a move without an end must be the last", parameter: move.location(of: count),
          hint: "Remove the moves after it, or let it repeat a number of times")
      }
      if move[count] == .infinity, move[moveDuration] == 0 {
        throw StageError("a move without an end must take time", parameter: move.location(of: moveDuration))
      }
      let last = path.last
      let targets = move[through] + [move[to]]
      let hasPlace = targets.contains { $0[centerTo] != nil || $0[fitTo] != nil }
      let follows = move[to][followTo] ?? (last.follows && !hasPlace)
      if hasPlace, follows, last.follows {
        throw StageError(
          "the camera follows its inputs before and after the move, so that it cannot look elsewhere in it",
          parameter: move[to].location(of: followTo), hint: "Make it two moves, of which the second one follows again")
      }
      var (from, reference) = (last, Followed?.none)
      if last.follows, !follows {
        reference = try followed(path.begin(after: move[moveDelay]), on: ground, context)
        from = reference?.applied(to: last) ?? last
      }
      var views: [CameraView] = []
      for target in targets {
        views.append(try view(target, after: views.last ?? from, move[turn], aim, context))
      }
      var view = views.removeLast()
      view.follows = follows
      if follows, !last.follows {
        let end = path.begin(after: move[moveDelay]) + move[moveDuration]
        let caught = try followed(end, on: ground, context)
        let heading = (move[to][headingTo] ?? move[to][orbitTo] ?? 0) + caught.heading
        view.heading = from.heading + move[turn].degrees(from: from.heading, to: heading)
        view.center = caught.center ?? view.center
        reference = caught
      }
      let repeats = Repeat(count: move[count], autoreverse: move[autoreverse])
      if repeats.count > 1, !repeats.autoreverse, !view.looksLike(from) {
        throw StageError(
          "the move repeats from a view that it does not end with, so the picture would jump",
          parameter: move.location(of: count),
          hint: "Set 'autoreverse', or end with the view it starts from")
      }
      path.add(
        view, through: views, from: from, delay: move[moveDelay], duration: move[moveDuration], curve: move[curve],
        repeats: repeats, zoom: move[zoom], reference: reference)
    }
    return path
  }

  /// Around the stage's center, or the middle of its map; where the camera first looks far from there, to the east or the west
  /// of it, around that meridian: a plane ends half around the world from its origin.
  static func ground(
    _ parameters: ParameterValues, _ map: GroundMap?, _ context: any StageContext
  ) throws -> WebMercatorPlane {
    if let center = parameters[center] { return WebMercatorPlane(origin: center) }
    var origin = map?.ground.origin ?? Coordinate(longitude: 0, latitude: 0)
    let look = try firstLook(parameters, context)
    if let look, abs((look - origin.longitude).remainder(dividingBy: 360)) > 90 { origin.longitude = look }
    return WebMercatorPlane(origin: origin)
  }

  /// The longitude that the camera first looks at; nil where nothing but the stage's center says it.
  private static func firstLook(_ parameters: ParameterValues, _ context: any StageContext) throws -> Double? {
    if let center = try parameters[start][startCenter] ?? context.value(of: centerInput, at: 0) {
      return center.longitude
    }
    for move in parameters[moves] {
      for target in move[through] + [move[to]] {
        if let center = target[centerTo] { return center.longitude }
        if let route = target[fitTo] {
          return try coordinates(of: route, at: target.location(of: fitTo), context).first?.first?.longitude
        }
      }
    }
    return nil
  }

  /// What the inputs say at a number of seconds of the stage's time.
  static func followed(
    _ seconds: Double, on ground: WebMercatorPlane, _ context: any StageContext
  ) throws -> Followed {
    Followed(
      center: try context.value(of: centerInput, at: seconds).map(ground.point),
      heading: try context.value(of: headingInput, at: seconds) ?? 0)
  }

  /// What turns the numbers of a job into views.
  private struct Aim {
    let ground: WebMercatorPlane
    let canvas: Size
    let fieldOfView: Double

    /// The distance from which the world is as large as web maps have it at a zoom level.
    func distance(atZoomLevel level: Double) -> Double {
      let camera = Camera(ground: ground, distance: 1, fieldOfView: fieldOfView, canvas: canvas)
      let east = ground.point(Coordinate(longitude: ground.origin.longitude + 90, latitude: ground.origin.latitude)).x
      return min(
        max(camera.pointsPerMeter * 4 * east / (512 * exp2(level)), minDistance), maxDistance)
    }
  }

  private static func view(
    _ target: ParameterValues, after from: CameraView, _ turn: Turn, _ aim: Aim, _ context: any StageContext
  ) throws -> CameraView {
    if target[distanceTo] != nil, target[zoomLevelTo] != nil {
      throw StageError("a view has 'distance' or 'zoomLevel', not both", parameter: target.location(of: zoomLevelTo))
    }
    if target[headingTo] != nil, target[orbitTo] != nil {
      throw StageError("a view has 'heading' or 'orbit', not both", parameter: target.location(of: orbitTo))
    }
    let turning = target[headingTo].map { turn.degrees(from: from.heading, to: $0) } ?? target[orbitTo] ?? 0
    let view = CameraView(
      distance: target[zoomLevelTo].map(aim.distance) ?? target[distanceTo] ?? from.distance,
      pitch: target[pitchTo] ?? from.pitch, heading: from.heading + turning,
      center: target[centerTo].map(aim.ground.point) ?? from.center, roll: target[rollTo] ?? from.roll)
    guard let route = target[fitTo] else { return view }
    let lines = try coordinates(of: route, at: target.location(of: fitTo), context)
    let points = lines.flatMap { aim.ground.continuedPoints($0) }
    let fitted = view.fitted(
      to: points, canvas: aim.canvas, fieldOfView: aim.fieldOfView, padding: target[paddingTo], on: aim.ground)
    guard let fitted else {
      throw StageError(
        "there is no room for it within the padding", parameter: target.location(of: paddingTo),
        hint: "Make 'padding' smaller.")
    }
    return fitted
  }

  /// All points of a route, and of all ways of a file where none is named, each way on its own.
  private static func coordinates(
    of route: RouteSource, at location: String, _ context: any StageContext
  ) throws -> [[Coordinate]] {
    switch route {
    case .coordinates(let list): return [list]
    case .file(let file, let track):
      let tracks: [RouteTrack]
      do {
        tracks = try context.tracks(file)
      } catch let error as StageError {
        throw StageError(error.message, parameter: location, hint: error.hint)
      }
      guard let track else { return tracks.map { $0.places.map(\.coordinate) } }
      guard tracks.indices.contains(track) else {
        throw StageError(
          "'\(file.literal)' has no way number \(track)", parameter: location, hint: "The first one is number 0")
      }
      return [tracks[track].places.map(\.coordinate)]
    }
  }

  // MARK: Haze and attribution

  private static let hazeStart = ParameterKey.number(
    "start", "Where it begins, as a multiple of the camera's distance.", default: 1.15, .positive())
  private static let hazeEnd = ParameterKey.number(
    "end", "From where nothing shows through, as a multiple of the camera's distance.", default: 2.1, .positive())
  private static let hazeOpacity = ParameterKey.number(
    "opacity", "How much it covers at most; 0 is no haze.", default: 1, .fraction)
  private static let hazeColor = ParameterKey.color("color", "Its color; without it, the map's background.").optional
  private static let skyColor = ParameterKey.color(
    "sky", "The color at the top of the canvas where the horizon is in view; without it, the haze's."
  ).optional
  static let haze = ParameterKey.object(
    "haze", "How the far ground fades into its background.",
    [hazeStart, hazeEnd, hazeOpacity, hazeColor, skyColor])

  static let attribution = ParameterKey.text(
    "attribution", "Whom the picture names as the map's source; without it, what the map's file says; empty for none."
  ).optional
  static let attributionPlace = ParameterKey.choice(
    "attributionPlace", "The corner that the attribution stands in.", default: AttributionPlace.bottomRight)

  static func makeHaze(_ parameters: ParameterValues, over map: GroundMap) throws -> Haze {
    let fields = parameters[haze]
    let (from, to) = (fields[hazeStart], fields[hazeEnd])
    guard from < to else {
      throw StageError(
        "the haze ends at \(to), before it begins at \(from)", parameter: fields.location(of: hazeEnd))
    }
    return Haze(
      color: fields[hazeColor] ?? map.background, sky: fields[skyColor], start: from, end: to,
      opacity: fields[hazeOpacity])
  }
}
