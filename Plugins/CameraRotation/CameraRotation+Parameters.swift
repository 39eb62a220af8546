import StageKit

extension CameraRotation {
  static let center = Parameter<Coordinate>.coordinate(
    "center", "What the camera looks at; without it, the middle of the map."
  ).optional
  static let fieldOfView = Parameter.number(
    "fieldOfView", "The vertical angle of view.", default: 30, .range(1...120, .degrees))

  // MARK: Views

  private static let distances = NumberSchema(minimum: minDistance, maximum: maxDistance, unit: .meters)
  private static let pitches = NumberSchema.range(0...maxPitch, .degrees)

  private static let startDistance = Parameter.number(
    "distance", "From the eye to the center, along the line of sight.", default: 1000, distances)
  private static let startPitch = Parameter.number(
    "pitch", "From looking straight down.", default: 0, pitches)
  private static let startHeading = Parameter.number(
    "heading", "The compass direction that is up on the canvas.", default: 0, .any(.degrees))
  private static let startCenter = Parameter<Coordinate>.coordinate(
    "center", "What the camera looks at first; without it, the stage's center."
  ).optional
  static let start = Parameter.object(
    "start", "Where the camera is at first.", [startDistance, startPitch, startHeading, startCenter])

  private static let distanceTo = Parameter.number(
    "distance", "The distance at the end of the move; without it, the distance stays.", distances
  ).optional
  private static let pitchTo = Parameter.number(
    "pitch", "The pitch at the end of the move; without it, the pitch stays.", pitches
  ).optional
  private static let headingTo = Parameter.number(
    "heading", "The heading at the end of the move; without it, the heading stays.", .any(.degrees)
  ).optional
  private static let centerTo = Parameter<Coordinate>.coordinate(
    "center", "The center at the end of the move; without it, the center stays."
  ).optional

  // MARK: Moves

  private static let to = Parameter.object(
    "to", "The view that the move ends with.", [distanceTo, pitchTo, headingTo, centerTo])
  private static let moveDuration = Parameter.number(
    "duration", "How long the move, or one pass of it, takes.", default: 1, .nonnegative(.seconds))
  private static let moveDelay = Parameter.number(
    "delay", "How long the camera rests before the move.", default: 0, .nonnegative(.seconds))
  private static let curve = Parameter.curve(
    "curve", "How the move spends its time.", default: .easeInOut)
  private static let autoreverse = Parameter.boolean(
    "autoreverse", "Whether the move goes back the way it came, in as much time again.", default: false)
  private static let count = Parameter.repetition(
    "repeat", "How often the move is made; forth and back counts once, and a move that repeats forever is the last.")
  private static let turn = Parameter.choice(
    "turn", "Which way round the heading goes; half a turn goes the way it is given.", default: Turn.short)
  private static let zoom = Parameter.choice(
    "zoom", "Whether the distance changes by equal meters or by equal factors.", default: Zoom.linear)
  static let moves = Parameter.objects(
    "moves",
    "What the camera does, one after the other; without any, it arrives at 6000 m and a pitch of 60° in 1 s, then "
      + "turns by 180° in 180 s and back again, forever.",
    [to, moveDuration, curve, moveDelay, autoreverse, count, turn, zoom])

  static func makeMoves(_ parameters: Parameters, on ground: WebMercatorPlane) throws -> CameraMoves {
    let begin = parameters[start]
    let first = CameraView(
      distance: begin[startDistance], pitch: begin[startPitch], heading: begin[startHeading],
      center: begin[startCenter].map(ground.point) ?? .zero)
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
      let from = path.last
      let target = move[to]
      let turning = target[headingTo].map { move[turn].degrees(from: from.heading, to: $0) } ?? 0
      let view = CameraView(
        distance: target[distanceTo] ?? from.distance, pitch: target[pitchTo] ?? from.pitch,
        heading: from.heading + turning, center: target[centerTo].map(ground.point) ?? from.center)
      let repeats = Repeat(count: move[count], autoreverse: move[autoreverse])
      if repeats.count > 1, !repeats.autoreverse, !view.looksLike(from) {
        throw StageError(
          "the move repeats from a view that it does not end with, so the picture would jump",
          parameter: move.location(of: count),
          hint: "Set 'autoreverse', or end with the view it starts from")
      }
      path.add(
        view, delay: move[moveDelay], duration: move[moveDuration], curve: move[curve], repeats: repeats,
        zoom: move[zoom])
    }
    return path
  }

  // MARK: Haze and attribution

  private static let hazeStart = Parameter.number(
    "start", "Where it begins, as a multiple of the camera's distance.", default: 1.15, .positive())
  private static let hazeEnd = Parameter.number(
    "end", "From where nothing shows through, as a multiple of the camera's distance.", default: 2.1, .positive())
  private static let hazeOpacity = Parameter.number(
    "opacity", "How much it covers at most; 0 is no haze.", default: 1, .fraction)
  private static let hazeColor = Parameter.color("color", "Its color; without it, the map's background.").optional
  private static let skyColor = Parameter.color(
    "sky", "The color at the top of the canvas where the horizon is in view; without it, the haze's."
  ).optional
  static let haze = Parameter.object(
    "haze", "How the far ground fades into its background.",
    [hazeStart, hazeEnd, hazeOpacity, hazeColor, skyColor])

  static let attribution = Parameter.text(
    "attribution", "Whom the picture names as the map's source; without it, what the map's file says; empty for none."
  ).optional
  static let attributionPlace = Parameter.choice(
    "attributionPlace", "The corner that the attribution stands in.", default: AttributionPlace.bottomRight)

  static func makeHaze(_ parameters: Parameters, over map: GroundMap) throws -> Haze {
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
