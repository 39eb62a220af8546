import StageKit

/// Publishes a value of every type, for the inputs of a stage that is checked, and draws a square that wanders.
struct CheckInputs: Stage, ParameterGroup {
  let number = Output<Double>("A value from 0 to 1 in 2 s, over and over.")
  let boolean = Output<Bool>("True in every other second.")
  let point = Output<Point>("On the canvas.")
  let coordinate = Output<Coordinate>("On the map.")
  let color = Output<Color>("A gray.")
  let camera = Output<Camera>("Over the map.")
  let path = Output<Path>("A circle on the canvas.")

  static let definition = StageDefinition(
    Self.self, "check-inputs", version: 1, "Values for a stage that is checked.")

  private var canvas = Size(0, 0)

  mutating func prepare(_ context: any StageContext) { canvas = context.composition.size }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let share = Cycle(at: time.seconds, period: 2).fraction
    let center = Point(canvas.width * share, canvas.height / 2)
    var frame = StageFrame(DisplayList { $0.fill(.rect(Rect(center: center, size: Size(90, 60))), .white) })
    frame[number] = share
    frame[boolean] = share < 0.5
    frame[point] = center
    frame[coordinate] = Coordinate(longitude: 13.4 + share / 100, latitude: 52.5)
    frame[color] = Color(share, share, share)
    frame[path] = .circle(center: center, radius: 45)
    frame[camera] = Camera(
      ground: WebMercatorPlane(origin: Coordinate(longitude: 13.4, latitude: 52.5)), distance: 3000, pitch: 45,
      heading: 90 * share, canvas: canvas)
    return frame
  }
}
