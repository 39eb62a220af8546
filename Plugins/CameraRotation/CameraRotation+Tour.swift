import StageKit

/// A film over a route: from above all of it to its start, along it, and out again.
struct TourParameters: ParameterGroup {
  @Parameter("The route that is shown whole at the start and at the end.") var route: RouteSource
  @Parameter("The time from above all of the route to what the camera follows.", .positive(.seconds)) var intro = 3.0
  @Parameter("The time from there to above all of the route, up to the job's end.", .positive(.seconds)) var outro = 3.0
  @Parameter(
    "The distance while it follows; without it, one at which the route passes calmly, whatever its length.",
    NumberSchema(minimum: CameraRotation.minDistance, maximum: CameraRotation.maxDistance, unit: .meters))
  var distance: Double?
  @Parameter("The pitch while it follows.", .range(0...CameraRotation.maxPitch, .degrees)) var pitch = 50.0
  @Parameter("The pitch above all of the route.", .range(0...CameraRotation.maxPitch, .degrees)) var overviewPitch = 0.0
  @Parameter(
    "The heading above all of the route, from which it differs where the camera would else turn by more than 60 degrees a second.",
    .any(.degrees))
  var heading = 0.0
  @Parameter("Around the whole route.", .nonnegative(.points)) var padding = 60.0
  @Parameter("The room at the sides of the canvas that is kept free of the whole route.") var insets: InsetParameters
}

extension CameraRotation {
  /// The share of the canvas's height that passes in a second while the camera follows.
  private static let tourPace = 0.22
  /// Nearer than this, in meters, a receiver's errors would be seen, and maps have no more details.
  private static let nearestTour = 260.0
  /// The most of the distance above all of the route, so that it is seen to come nearer.
  private static let farthestTour = 0.6
  /// In degrees a second; a smooth move is 15/8 times as fast in its middle as in the mean.
  private static let tourTurnRate = 58.0
  private static let smoothPeak = 1.875

  /// The moves of a tour.
  static func makeTour(
    _ tour: TourParameters, _ parameters: Parameters, resolver: ViewResolver, _ context: any StageContext
  ) throws -> CameraMoves {
    let duration = context.composition.duration
    let follow = duration - tour.intro - tour.outro
    guard follow > 0 else {
      throw StageError(
        "its intro and outro take \(tour.intro + tour.outro) s of the job's \(duration) s",
        parameter: tour.$intro.location,
        hint: "Make them shorter.")
    }
    try checkStart(parameters.start)
    let way = try way(of: tour, context)
    let anchor = parameters.start.anchor
    func overview(toward bearing: Double, over seconds: Double) throws -> CameraView {
      let most = tourTurnRate * seconds / smoothPeak
      let turn = (bearing - tour.heading).remainder(dividingBy: 360)
      let heading = bearing - min(max(turn, -most), most)
      let view = CameraView(
        distance: 1, pitch: tour.overviewPitch, heading: heading, center: .zero, anchor: anchor, follows: false)
      return try fitted(
        view, to: [way], padding: tour.padding, insets: tour.insets, at: tour.$padding.location, resolver: resolver)
    }
    let ground = resolver.ground
    let begin = try followed(parameters, tour.intro, on: ground, context)
    guard let center = begin.center else {
      throw StageError(
        "a tour needs the input 'center'", parameter: parameters.$tour.location,
        hint: "Connect 'center' and 'heading' to the 'center' and 'bearing' of a stage 'route'.")
    }
    let start = try overview(toward: begin.heading, over: tour.intro)
    let points = ground.continuedPoints(way)
    let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    let seen = Camera(ground: ground, distance: 1, fieldOfView: resolver.fieldOfView, canvas: resolver.canvas)
    let calm = length / follow / tourPace * seen.pointsPerMeter / resolver.canvas.height
    let distance = tour.distance ?? min(max(calm, nearestTour), start.distance * farthestTour)

    var path = CameraMoves(start: start, drift: Drift(parameters.drift, context.composition))
    path.add(
      CameraView(
        distance: distance, pitch: tour.pitch, heading: begin.heading, center: center, anchor: anchor),
      delay: 0, duration: tour.intro, curve: .smooth, zoom: .flight, reference: begin)
    let end = try followed(parameters, path.begin(after: follow), on: ground, context)
    path.add(
      try overview(toward: end.heading, over: tour.outro), from: end.applied(to: path.last), delay: follow,
      duration: tour.outro, curve: .smooth, zoom: .flight, reference: end)
    return path
  }

  /// A tour has a view of its own at the start, of which only the anchor can be chosen.
  private static func checkStart(_ start: StartParameters) throws {
    let plain = StartParameters()
    let needless = [
      start.distance == plain.distance ? nil : start.$distance.location,
      start.zoomLevel == nil ? nil : start.$zoomLevel.location,
      start.pitch == plain.pitch ? nil : start.$pitch.location,
      start.heading == plain.heading ? nil : start.$heading.location,
      start.roll == plain.roll ? nil : start.$roll.location,
      start.center == nil ? nil : start.$center.location,
    ]
    guard let first = needless.compactMap(\.self).first else { return }
    throw StageError("it has no effect with a 'tour'", parameter: first, hint: "Set it in 'tour', or remove it.")
  }

  /// The points of the way that stages take of the tour's route.
  static func way(of tour: TourParameters, _ context: any StageContext) throws -> [Coordinate] {
    do {
      return try context.way(of: tour.route).places.map(\.coordinate)
    } catch let error as StageError {
      throw StageError(error.message, parameter: tour.$route.location, hint: error.hint)
    }
  }
}
