import StageKit

/// Publishes a value of every type, for the inputs of a stage that is checked, and draws a square that wanders.
struct CheckInputs: Stage {
  static let number = Output<Double>("number", "From 0 to 1 in 2 s, over and over.")
  static let boolean = Output<Bool>("boolean", "True in every other second.")
  static let point = Output<Point>("point", "On the canvas.")
  static let coordinate = Output<Coordinate>("coordinate", "On the map.")
  static let color = Output<Color>("color", "A gray.")
  static let camera = Output<Camera>("camera", "Over the map.")

  static let definition = StageDefinition(
    name: "check-inputs", version: 1, summary: "Values for a stage that is checked.",
    outputs: [number, boolean, point, coordinate, color, camera])

  private let composition: Composition

  init(_ parameters: ParameterValues, _ context: any StageContext) { composition = context.composition }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let share = Cycle(at: time.seconds, period: 2).fraction
    let center = Point(composition.size.width * share, composition.size.height / 2)
    var frame = StageFrame(DisplayList { $0.fill(.rect(Rect(center: center, size: Size(90, 60))), .white) })
    frame[Self.number] = share
    frame[Self.boolean] = share < 0.5
    frame[Self.point] = center
    frame[Self.coordinate] = Coordinate(longitude: 13.4 + share / 100, latitude: 52.5)
    frame[Self.color] = Color(share, share, share)
    frame[Self.camera] = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 13.4, latitude: 52.5)), distance: 3000, pitch: 45,
      heading: 90 * share, canvas: composition.size)
    return frame
  }
}
