import StageKit

#if canImport(Glibc)
  import Glibc
#endif

extension NumberSchema {
  fileprivate static let distances = NumberSchema(
    minimum: CameraRotation.minDistance, maximum: CameraRotation.maxDistance, unit: .meters)
  fileprivate static let pitches = NumberSchema.range(0...CameraRotation.maxPitch, .degrees)
}

/// The first view of the camera, as parameters.
struct StartParameters: ParameterGroup {
  @Parameter("The distance from the eye to the center, along the line of sight.", .distances) var distance = 1000.0
  @Parameter(
    "The distance as web maps count it: the world is 512 points wide at 0, and doubles with each 1.", .range(0...24))
  var zoomLevel: Double?
  @Parameter("The angle from looking straight down.", .pitches) var pitch = 0.0
  @Parameter("The compass direction that is up on the canvas.", .any(.degrees)) var heading = 0.0
  @Parameter("The angle by which the camera leans to its right; the picture turns the other way.", .any(.degrees))
  var roll = 0.0
  @Parameter(
    "The place on the canvas at which the center is seen, such as [0.5, 0.65] for the lower third; the picture moves "
      + "there as a whole.")
  var anchor = Point(0.5, 0.5)
  @Parameter("The place that the camera looks at first; without it, the stage's center.", replacedBy: ["center"])
  var center: Coordinate?

  /// True where a job leaves all of it at its defaults.
  var isPlain: Bool {
    let plain = StartParameters()
    return distance == plain.distance && zoomLevel == nil && pitch == plain.pitch && heading == plain.heading
      && roll == plain.roll && anchor == plain.anchor && center == nil
  }
}

/// A view that a move leads to or through, as parameters.
struct ViewParameters: ParameterGroup {
  @Parameter("The distance at the end of the move; without it, the distance stays.", .distances) var distance: Double?
  @Parameter("The distance at the end of the move as web maps count it.", .range(0...24)) var zoomLevel: Double?
  @Parameter("The pitch at the end of the move; without it, the pitch stays.", .pitches) var pitch: Double?
  @Parameter("The heading at the end of the move; without it, the heading stays.", .any(.degrees)) var heading: Double?
  @Parameter(
    "The angle by which the camera goes around its center, instead of a heading: clockwise seen from above.",
    .any(.degrees))
  var orbit: Double?
  @Parameter("The roll at the end of the move; without it, the roll stays.", .any(.degrees)) var roll: Double?
  @Parameter("The center at the end of the move; without it, the center stays.") var center: Coordinate?
  @Parameter(
    "A route, or corners, to be seen as large as there is room for, instead of a distance and a center.")
  var fit: RouteSource?
  @Parameter("Around what is fitted; without it, 60.", .nonnegative(.points)) var padding: Double?
  @Parameter(
    "The room at the sides of the canvas that is kept free of what is fitted, such as for cards; the padding is added.")
  var insets: InsetParameters?
  @Parameter(
    "The place on the canvas at which the center is seen at the end of the move; without it, it stays, and what is fitted is in the "
      + "middle of its room.")
  var anchor: Point?
}

/// Room at the sides of the canvas, as parameters.
struct InsetParameters: ParameterGroup {
  @Parameter("From the top.", .nonnegative(.points)) var top = 0.0
  @Parameter("From the right.", .nonnegative(.points)) var right = 0.0
  @Parameter("From the bottom.", .nonnegative(.points)) var bottom = 0.0
  @Parameter("From the left.", .nonnegative(.points)) var left = 0.0
}

/// The view that a move ends with, as parameters.
struct EndParameters: ParameterGroup {
  @Include var view: ViewParameters
  @Parameter(
    "Whether the camera follows its inputs at the end of the move; without it, as before, but a move to a center or a fit lets "
      + "go of them.")
  var follow: Bool?
}

/// A move of the camera, as parameters.
struct MoveParameters: ParameterGroup {
  @Parameter("The view that the move ends with.") var to: EndParameters
  @Parameter("Views that the camera passes on the way, without a halt.") var through: [ViewParameters] = []
  @Parameter("The duration of the move, or of one pass of it.", .nonnegative(.seconds)) var duration = 1.0
  @Parameter("The easing of the move.") var curve: Easing = .smooth
  @Parameter("The time for which the camera rests before the move.", .nonnegative(.seconds)) var delay = 0.0
  @Parameter("Whether the move goes back the way it came, in as much time again.") var autoreverse = false
  @Parameter(
    "The number of times that the move is made; forth and back counts once, and a move that repeats forever is the last.",
    as: .repetition)
  var `repeat` = 1.0
  @Parameter("The way round that the heading goes; half a turn goes the way it is given.") var turn = Turn.short
  @Parameter(
    "The change of the distance: by equal meters, by equal factors, or as in a flight: out, over, and in again, "
      + "evenly to the eye. On its own far moves are flights, and others linear.")
  var zoom = Zoom.auto
}

/// The fade of the far ground into its background, as parameters.
struct HazeParameters: ParameterGroup {
  @Parameter("The distance at which it begins, as a multiple of the camera's distance.", .positive()) var start = 1.15
  @Parameter("The distance from which nothing shows through, as a multiple of the camera's distance.", .positive())
  var end = 2.1
  @Parameter("The maximum cover; 0 is no haze.", .fraction) var opacity = 1.0
  @Parameter("Its color; without it, the style's.") var color: Color?
  @Parameter(
    "The color at the top of the canvas where the horizon is in view; without it, the style's, or the haze's where that is given."
  )
  var sky: Color?
}

extension CameraRotation {
  /// The parameters of a camera over a map.
  public struct Parameters: ParameterGroup {
    @Parameter("The map that the camera flies over.", default: "city") var map: MapSource
    @Parameter("The light's direction, by angles, or by date, time and place.") var sun: SunParameters
    @Parameter("Clouds whose shadows drift over the map; after the job's duration they are where they were.")
    var clouds: CloudParameters?
    @Parameter("The light of a route on the walls and the ground beside it, as at night.")
    var routeLight: RouteLightParameters?
    @Parameter("The place that the camera looks at; without it, the middle of the map.") var center: Coordinate?
    @Parameter("The view at the start.") var start: StartParameters
    @Parameter(
      "The moves of the camera, one after the other; without any, and without a 'start' or a center to follow, it arrives at "
        + "6000 m and a pitch of 60° in 1 s, then "
        + "turns by 180° in 180 s and back again, forever.")
    var moves: [MoveParameters] = []
    @Parameter(
      "A film over a route, instead of moves: from above all of it to what the camera follows, with it, and out again.")
    var tour: TourParameters?
    @Parameter("The vertical angle of view.", .range(1...120, .degrees)) var fieldOfView = 30.0
    @Parameter("The sway of a camera that is held by hand.") var drift: DriftParameters
    @Parameter("The fading of the far ground into its background.") var haze: HazeParameters
    @Parameter("Whom the picture names as the map's source; without it, what the map's file says; empty for none.")
    var attribution: String?
    @Parameter("The corner of the attribution.") var attributionPlace = AttributionPlace.bottomRight

    let camera = Output<Camera>("The camera, for stages that draw on its ground.")
    let centerInput = Input<Coordinate?>(
      "The place that the camera looks at, such as the 'center' of a stage 'route', until a move leads it elsewhere.",
      name: "center", isForeseen: true)
    let headingInput = Input<Double?>(
      "Degrees that its own heading is counted from, such as the 'bearing' of a stage 'route'.",
      name: "heading", isForeseen: true)

    let lightProgress = Input<Double?>(
      "How much of 'routeLight' is passed, from 0 to 1, such as the 'progress' of a stage 'route'.", isForeseen: true)

    let progress = Output<Double>("The progress of the first move: 0 at its start, 1 at its end.")
    let distance = Output<Double>("The distance from the eye to the center, in meters.", unit: .meters)
    let pitch = Output<Double>("Degrees from looking straight down.")
    let heading = Output<Double>("Degrees clockwise from north; turns add up.")
    let roll = Output<Double>("Degrees by which the camera leans to its right.")
    let arrived = Moment("The first move has come to its end, or to the end of its first pass.")

    let departed = Moment("A move, or a further pass of it, begins.", .cue)
    let moved = Moment("A move, or a pass of it, has come to its end.", .cue)

    /// The parameters of a camera over a map.
    public init() {}
  }

  // MARK: Moves

  static func makeMoves(
    _ parameters: Parameters, on ground: WebMercatorPlane, _ raised: RaisedGround?, _ context: any StageContext
  ) throws -> CameraMoves {
    let begin = parameters.start
    let resolver = ViewResolver(
      ground: ground, raised: raised, canvas: context.composition.size, fieldOfView: parameters.fieldOfView)
    if let tour = parameters.tour {
      guard parameters.moves.isEmpty else {
        throw StageError(
          "a camera has 'moves' or a 'tour', not both", parameter: parameters.$tour.location, hint: "Remove one.")
      }
      return try makeTour(tour, parameters, resolver: resolver, context)
    }
    let first = CameraView(
      distance: begin.zoomLevel.map(resolver.distance) ?? begin.distance, pitch: begin.pitch,
      heading: begin.heading, center: begin.center.map(ground.point) ?? .zero, roll: begin.roll,
      anchor: begin.anchor)
    var path = CameraMoves(start: first, drift: Drift(parameters.drift, context.composition))
    let list = parameters.moves
    guard !list.isEmpty else {
      // A view that the job gives, or that follows, is to stay.
      let isFollowing = try context.value(of: parameters.centerInput, at: 0) != nil
      if isFollowing || !begin.isPlain { return path }
      var arrival = first
      (arrival.distance, arrival.pitch) = (6000, 60)
      var turned = arrival
      turned.heading += 180
      path.add(arrival, delay: 0, duration: 1, curve: .easeInOut)
      path.add(turned, delay: 0, duration: 180, curve: .linear, repeats: .backAndForth)
      return path
    }
    for (index, move) in list.enumerated() {
      if move.repeat == .infinity, index < list.count - 1 {
        throw StageError(
          "a move without an end must be the last", parameter: move.$repeat.location,
          hint: "Remove the moves after it, or let it repeat a number of times")
      }
      if move.repeat == .infinity, move.duration == 0 {
        throw StageError("a move without an end must take time", parameter: move.$duration.location)
      }
      let last = path.last
      let targets = move.through + [move.to.view]
      let hasPlace = targets.contains { $0.center != nil || $0.fit != nil }
      // A place of its own ends the following of inputs, unless the move asks for both.
      let follows = move.to.follow ?? (last.follows && !hasPlace)
      if hasPlace, follows, last.follows {
        throw StageError(
          "the camera follows its inputs before and after the move, so that it cannot look elsewhere in it",
          parameter: move.to.$follow.location, hint: "Make it two moves, of which the second one follows again")
      }
      var (from, reference) = (last, Followed?.none)
      // Views relate to the inputs while the camera follows them. The values at the start turn the last view into one
      // on the ground, from which the move can go on without a jump.
      if last.follows, !follows {
        reference = try followed(parameters, path.begin(after: move.delay), on: ground, context)
        from = reference?.applied(to: last) ?? last
      }
      var views: [CameraView] = []
      for target in targets {
        views.append(try view(target, after: views.last ?? from, turn: move.turn, resolver: resolver, context))
      }
      var view = views.removeLast()
      view.follows = follows
      // The move must end where the inputs are by then, or the camera would jump as it begins to follow them.
      if follows, !last.follows {
        let end = path.begin(after: move.delay) + move.duration
        let caught = try followed(parameters, end, on: ground, context)
        let heading = (move.to.view.heading ?? move.to.view.orbit ?? 0) + caught.heading
        view.heading = from.heading + move.turn.degrees(from: from.heading, to: heading)
        view.center = caught.center ?? view.center
        reference = caught
      }
      let repeats = Repeat(count: move.repeat, autoreverse: move.autoreverse)
      if repeats.count > 1, !repeats.autoreverse, !view.looksLike(from) {
        throw StageError(
          "the move repeats from a view that it does not end with, so the picture would jump",
          parameter: move.$repeat.location,
          hint: "Set 'autoreverse', or end with the view it starts from")
      }
      path.add(
        view, through: views, from: from, delay: move.delay, duration: move.duration, curve: move.curve,
        repeats: repeats, zoom: move.zoom, reference: reference)
    }
    return path
  }

  /// Around the stage's center, or the middle of its map. If the camera first looks at a place far to the east or the west, around
  /// that meridian: a plane ends half around the world from its origin. If that is far to the north or the south, at its latitude:
  /// there the plane's meters are true.
  static func ground(
    _ parameters: Parameters, around middle: Coordinate, _ context: any StageContext
  ) throws -> WebMercatorPlane {
    if let center = parameters.center { return WebMercatorPlane(origin: center) }
    var origin = middle
    let start = try startLook(parameters, context)
    if let look = try start ?? firstTarget(parameters, context),
      abs((look.longitude - origin.longitude).remainder(dividingBy: 360)) > 90
    {
      origin.longitude = look.longitude
    }
    if let start, abs(start.latitude - origin.latitude) > 0.5 { origin.latitude = start.latitude }
    return WebMercatorPlane(origin: origin)
  }

  /// The place that the camera looks at in the beginning; nil for the stage's center.
  private static func startLook(_ parameters: Parameters, _ context: any StageContext) throws -> Coordinate? {
    if let center = try parameters.start.center ?? context.value(of: parameters.centerInput, at: 0) { return center }
    return try parameters.tour.flatMap { try way(of: $0, context).first }
  }

  /// The first place that a move leads to.
  private static func firstTarget(_ parameters: Parameters, _ context: any StageContext) throws -> Coordinate? {
    for move in parameters.moves {
      for target in move.through + [move.to.view] {
        if let center = target.center { return center }
        if let route = target.fit {
          return try coordinates(of: route, at: target.$fit.location, context).first?.first
        }
      }
    }
    return nil
  }

  /// The values of the inputs at a number of seconds of the stage's time.
  static func followed(
    _ parameters: Parameters, _ seconds: Double, on ground: WebMercatorPlane, _ context: any StageContext
  ) throws -> Followed {
    Followed(
      center: try context.value(of: parameters.centerInput, at: seconds).map(ground.point),
      heading: try context.value(of: parameters.headingInput, at: seconds) ?? 0)
  }

  /// Converts the numbers of a job to views.
  struct ViewResolver {
    let ground: WebMercatorPlane
    let raised: RaisedGround?
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
    _ target: ViewParameters, after from: CameraView, turn: Turn, resolver: ViewResolver,
    _ context: any StageContext
  ) throws -> CameraView {
    if target.distance != nil, target.zoomLevel != nil {
      throw StageError("a view has 'distance' or 'zoomLevel', not both", parameter: target.$zoomLevel.location)
    }
    if target.heading != nil, target.orbit != nil {
      throw StageError("a view has 'heading' or 'orbit', not both", parameter: target.$orbit.location)
    }
    let turning = target.heading.map { turn.degrees(from: from.heading, to: $0) } ?? target.orbit ?? 0
    let view = CameraView(
      distance: target.zoomLevel.map(resolver.distance) ?? target.distance ?? from.distance,
      pitch: target.pitch ?? from.pitch, heading: from.heading + turning,
      center: target.center.map(resolver.ground.point) ?? from.center, roll: target.roll ?? from.roll,
      anchor: target.anchor ?? from.anchor)
    guard let route = target.fit else {
      if target.padding == nil, target.insets == nil { return view }
      let unused = target.padding == nil ? target.$insets.location : target.$padding.location
      throw StageError("it has no effect without 'fit'", parameter: unused, hint: "Add 'fit', or remove it.")
    }
    if target.anchor != nil {
      throw StageError(
        "a view that is fitted has its place from 'padding' and 'insets'", parameter: target.$anchor.location,
        hint: "Remove 'anchor'")
    }
    return try fitted(
      view, to: coordinates(of: route, at: target.$fit.location, context), padding: target.padding ?? 60,
      insets: target.insets ?? InsetParameters(),
      at: target.padding == nil ? target.$fit.location : target.$padding.location, resolver: resolver)
  }

  /// The view in the direction of another that has all of some lines in the room that is left for them.
  static func fitted(
    _ view: CameraView, to lines: [[Coordinate]], padding: Double, insets: InsetParameters, at location: String,
    resolver: ViewResolver
  ) throws -> CameraView {
    let canvas = resolver.canvas
    let room = Rect(
      x: insets.left + padding, y: insets.top + padding,
      width: canvas.width - insets.left - insets.right - 2 * padding,
      height: canvas.height - insets.top - insets.bottom - 2 * padding)
    let fitted = view.fitted(
      to: lines.flatMap { resolver.ground.continuedPoints($0) }, in: room, of: canvas,
      fieldOfView: resolver.fieldOfView,
      on: resolver.ground, raised: resolver.raised)
    guard let fitted else {
      throw StageError(
        "there is no room for it within the padding", parameter: location, hint: "Make 'padding' or 'insets' smaller.")
    }
    return fitted
  }

  /// All points of a route, and of all ways of a file where none is named, each way on its own.
  static func coordinates(
    of route: RouteSource, at location: String, _ context: any StageContext
  ) throws -> [[Coordinate]] {
    do {
      return try context.ways(of: route).map { $0.places.map(\.coordinate) }
    } catch let error as StageError {
      throw StageError(error.message, parameter: location, hint: error.hint)
    }
  }

  // MARK: Haze

  static func makeHaze(_ parameters: HazeParameters, over made: MadeMap) throws -> Haze {
    let (from, to) = (parameters.start, parameters.end)
    guard from < to else {
      throw StageError(
        "the haze ends at \(to), before it begins at \(from)", parameter: parameters.$end.location)
    }
    return Haze(
      color: parameters.color ?? made.palette.haze ?? made.map.background,
      sky: parameters.sky ?? (parameters.color == nil ? made.palette.sky : nil), start: from, end: to,
      opacity: parameters.opacity,
      glow: parameters.color == nil ? made.palette.sunGlow.map { Haze.Glow(color: $0, of: made.sun) } : nil)
  }
}
