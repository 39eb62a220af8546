import StageKit

extension CameraRotation {
  private static let places = ParameterKey.boolean("places", "Towns and their parts.", default: true)
  private static let areas = ParameterKey.boolean("areas", "Parks, lakes and beaches.", default: true)
  private static let streets = ParameterKey.boolean("streets", "Streets, along their lines.", default: true)
  private static let points = ParameterKey.boolean(
    "points", "Stations, sights and buildings with a name.", default: true)
  private static let labelSize = ParameterKey.number(
    "size", "A multiple of the usual size.", default: 1, NumberSchema(minimum: 0.25, maximum: 8))
  private static let labelColor = ParameterKey.color("color", "Of the letters; without it, the style's text.").optional
  private static let labelHalo = ParameterKey.color("halo", "Around the letters; without it, the style's background.")
    .optional

  static let labels = ParameterKey.object(
    "labels",
    "Names from the file, in the job's language where it has them, or of a made-up city's streets. None overlaps another, jumps, or is seen for a moment "
      + "only, over all of the film.",
    [places, areas, streets, points, labelSize, labelColor, labelHalo]
  ).optional

  static func makeLabels(_ fields: ParameterValues) -> LabelChoice {
    var kinds: Set<MapName.Kind> = []
    if fields[places] { kinds.insert(.place) }
    if fields[areas] { kinds.insert(.area) }
    if fields[streets] { kinds.insert(.street) }
    if fields[points] { kinds.insert(.point) }
    return LabelChoice(kinds: kinds, size: fields[labelSize], color: fields[labelColor], halo: fields[labelHalo])
  }

  /// Labels for a film of a length, in which the camera is known at every instant.
  static func planLabels(
    _ made: MadeMap, _ duration: Double, reach: Double, reserved: [Rect], on ground: WebMercatorPlane,
    _ context: any StageContext,
    camera: (Double) throws -> Camera
  ) throws -> MapLabels? {
    guard let choice = made.labels, !made.map.names.isEmpty, duration > 0 else { return nil }
    // Ten times a second, or in a long film as often as there is time for.
    let count = min(max(Int((duration * 10).rounded(.up)), 1), 600)
    let step = duration / Double(count)
    return try MapLabels(
      made.map.names, choice, on: made.palette, cameras: try (0...count).map { try camera(Double($0) * step) },
      step: step,
      reach: reach, ground: made.map.ground.transform(to: ground), mesh: made.map.buildings?.mesh, reserved: reserved,
      context)
  }
}
