import StageKit

/// Names on a map, as parameters.
struct LabelParameters: ParameterGroup {
  @Parameter("Towns and their parts.") var places = true
  @Parameter("Parks, lakes and beaches.") var areas = true
  @Parameter("Streets, along their lines.") var streets = true
  @Parameter("Stations, sights and buildings with a name.") var points = true
  @Parameter(
    "The languages of names, as tags such as de or zh-Hant: the first that a name has counts, then its own. Without it, the job's "
      + "language.")
  var language: [String] = []
  @Parameter("A multiple of the usual size.", NumberSchema(minimum: 0.25, maximum: 8)) var size = 1.0
  @Parameter("The color of the letters; without it, the style's text.") var color: Color?
  @Parameter("Around the letters; without it, the style's background.") var halo: Color?

  @Parameter(
    "Ways that names stay clear of, such as the 'route' of a line over the map: write both as one variable of the job.")
  var clearOf: [RouteSource] = []
  @Parameter("How far they stay from these ways.", .nonnegative(.points)) var clearance = 12.0

  mutating func prepare() throws {
    for tag in language where !(2...3).contains(tag.prefix { $0.isLetter }.count) || tag.utf8.count > 35 {
      throw StageError(
        "'\(tag)' is not a language tag", parameter: $language.location, hint: "Write one such as en, pt-BR or zh-Hant."
      )
    }
  }

  var choice: LabelChoice {
    var kinds: Set<MapName.Kind> = []
    if places { kinds.insert(.place) }
    if areas { kinds.insert(.area) }
    if streets { kinds.insert(.street) }
    if points { kinds.insert(.point) }
    return LabelChoice(kinds: kinds, size: size, color: color, halo: halo, clearOf: $clearOf, clearance: clearance)
  }
}

extension Parameter where Value == LabelParameters? {
  /// The parameter `labels` of maps.
  init() {
    self.init(
      "Names from the file, in the job's language where it has them, or of a made-up city's streets. None overlaps another, jumps, or is seen for a moment "
        + "only, over all of the film.")
  }
}

extension CameraRotation {
  /// Labels for a film of a length, in which the camera is known at every instant.
  static func planLabels(
    _ made: MadeMap, _ duration: Double, reach: Double, reserved: [Rect], on ground: WebMercatorPlane,
    _ landscape: Landscape?, _ context: any StageContext,
    camera: (Double) throws -> Camera
  ) throws -> MapLabels? {
    guard let choice = made.labels, !made.map.names.isEmpty, duration > 0 else { return nil }
    // Ten times a second, or in a long film as often as there is time for.
    let count = min(max(Int((duration * 10).rounded(.up)), 1), 600)
    let step = duration / Double(count)
    let names = made.map.border.map { border in made.map.names.compactMap { $0.within(border) } } ?? made.map.names
    let cameras = try (0...count).map { try camera(Double($0) * step) }
    let ways = try choice.clearOf.locating { try choice.clearOf.wrappedValue.map { try context.way(of: $0) } }
    return try MapLabels(
      names, choice, on: made.palette, cameras: cameras, ways: ways.flatMap { $0.parts.map { $0.map(\.coordinate) } },
      step: step,
      reach: reach, ground: made.map.ground.transform(to: ground),
      sight: landscape?.standing.map { SightGrid($0, ground: .identity) }
        ?? made.map.buildings.map { SightGrid($0.mesh, ground: made.map.ground.transform(to: ground)) },
      reserved: reserved, context)
  }
}
