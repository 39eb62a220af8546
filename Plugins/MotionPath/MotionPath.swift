import StageKit

#if canImport(Glibc)
  import Glibc
#endif

@_cdecl("pipeline_stages_MotionPath") public func stages() { StageModule.offer(MotionPath.self) }

/// Goes along a path on the canvas at even speed or by a curve, for whatever takes its position and its rotation.
public struct MotionPath: Stage {
  /// The parameters of a motion path.
  public struct Parameters: ParameterGroup {
    @Parameter("The path, as SVG path data in points of the canvas.") var path: Path?
    @Parameter("Points that it leads through instead, in a smooth curve.", as: .list(of: .point, minimumCount: 2))
    var points: [Point]?
    @Parameter("Whether the curve through the points comes back to the first one.") var closed = false
    @Parameter("The time from the path's start to its end.", .positive(.seconds)) var duration = 2.0
    @Parameter("The easing of the way along the path.") var curve: Easing = .usual
    @Parameter("The number of times that it goes along the path.", as: .repetition) var `repeat` = 1.0
    @Parameter("Whether each time is followed by one back.") var autoreverse = false
    @Parameter(
      "The share of the path instead of 'duration' and 'curve'; beyond 1, and below 0, a closed path goes on.", .any(),
      replacedBy: ["progress"])
    var progress: Animated<Double>?
    @Parameter(
      "The length of path, before and behind the place, over which the rotation is taken, so that it does not jump at corners.",
      .positive(.points))
    var reach = 6.0

    let progressInput = Input<Double?>("The share of the path, such as the 'progress' of a stage.", name: "progress")

    let position = Output<Point>("Its place on the canvas.")
    let rotation = Output<Double>(
      "The direction in which it goes, in degrees clockwise from rightward; turns add up.")
    let progressOutput = Output<Double>("The share of the path that it has come.", name: "progress")
    let arrived = Moment("It has come to the path's end for the first time.")

    /// The parameters of a motion path.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "motion-path", version: 1,
    "A motion along a path on the canvas, whose position and rotation other stages take; it draws nothing.",
    draws: false,
    example: .init(
      at: 1.1,
      """
      {
        "id": "flight",
        "stage": "group",
        "parameters": { "opacity": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 0.2, "value": 1 }] } },
        "stages": [
          {
            "id": "line", "stage": "shape",
            "parameters": {
              "path": "M60 230C120 60 220 60 250 150S380 250 430 70", "stroke": { "paint": "#FFFFFF40", "width": 3, "dashes": [2, 10], "cap": "round" }
            }
          },
          {
            "id": "way", "stage": "motion-path",
            "parameters": { "path": "M60 230C120 60 220 60 250 150S380 250 430 70", "duration": 2 }
          },
          {
            "id": "arrow", "stage": "shape", "inputs": { "position": "way.position", "rotation": "way.rotation" },
            "parameters": { "path": "M240 150L208 132L216 150L208 168Z", "fill": "#FFC83D" }
          }
        ]
      }
      """))

  private let parameters: Parameters
  private let measure: PathMeasure
  private let isClosed: Bool
  private let timing: Timing
  /// Directions at even steps of the path, with all turns so far.
  private let turns: [Double]

  private static let turnSteps = 512

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    if parameters.closed, parameters.points == nil {
      throw StageError(
        "it has no effect without 'points'", parameter: parameters.$closed.location, hint: "End the path with Z.")
    }
    let path: Path
    switch (parameters.path, parameters.points) {
    case (let given?, nil): path = given
    case (nil, let points?): path = Self.curve(through: points, isClosed: parameters.closed)
    case (nil, nil):
      throw StageError("there is no way", parameter: parameters.$path.location, hint: "Set 'path' or 'points'.")
    default: throw StageError("'path' and 'points' exclude each other", parameter: parameters.$points.location)
    }
    let measure = PathMeasure(path)
    guard measure.length > 0 else {
      let location = parameters.path == nil ? parameters.$points.location : parameters.$path.location
      throw StageError("the way has no length", parameter: location)
    }
    self.measure = measure
    let subpaths = path.subpaths
    let isClosed = subpaths.count == 1 && subpaths.allSatisfy(\.isClosed)
    self.isClosed = isClosed
    timing = Timing(
      duration: parameters.duration, repeatCount: parameters.repeat, autoreverse: parameters.autoreverse, fill: .both)
    var turns: [Double] = []
    for step in 0...Self.turnSteps {
      let place = measure.length * Double(step) / Double(Self.turnSteps)
      let degrees = Self.direction(at: place, of: measure, isClosed: isClosed, reach: parameters.reach)
      turns.append(turns.last.map { $0 + (degrees - $0).remainder(dividingBy: 360) } ?? degrees)
    }
    self.turns = turns
  }

  public var moments: [Moment.Time] { parameters.progress == nil ? [parameters.arrived.at(parameters.duration)] : [] }

  public var duration: Double? {
    guard parameters.progress == nil else { return parameters.progress?.settlingTime }
    let end = timing.end
    return end.isFinite ? end : nil
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    let timed = timing.progress(at: time.seconds).map {
      parameters.curve.value(at: $0, over: parameters.duration)
    }
    let input = try inputs[parameters.progressInput]
    let progress = input ?? parameters.progress?.value(at: time.seconds) ?? timed ?? 0
    guard progress.isFinite else { return frame }
    let turn = isClosed ? progress.rounded(.down) : 0
    let place = min(max(progress - turn, 0), 1) * measure.length
    frame[parameters.position] = measure.location(at: place)?.point
    let degrees = Self.direction(at: place, of: measure, isClosed: isClosed, reach: parameters.reach)
    let near = turns[Int((place / measure.length * Double(Self.turnSteps)).rounded())]
    let whole = turn * (turns[Self.turnSteps] - turns[0])
    frame[parameters.rotation] = degrees + ((near - degrees) / 360).rounded() * 360 + whole
    frame[parameters.progressOutput] = progress
    return frame
  }

  /// The direction from before a place to behind it, in degrees clockwise from rightward.
  private static func direction(at place: Double, of measure: PathMeasure, isClosed: Bool, reach: Double) -> Double {
    func point(_ distance: Double) -> Point {
      let length = measure.length
      let distance =
        isClosed ? distance - (distance / length).rounded(.down) * length : min(max(distance, 0), length)
      return measure.location(at: distance)?.point ?? .zero
    }
    let reach = min(reach, measure.length / 4)
    var way = point(place + reach) - point(place - reach)
    // At a point where it turns back, it looks ahead.
    if way.length < 1e-9 { way = measure.location(at: place)?.tangent ?? Point(1, 0) }
    return atan2(way.y, way.x) * 180 / .pi
  }

  /// A curve through points that leaves each in the direction between its neighbors (Catmull and Rom).
  static func curve(through points: [Point], isClosed: Bool) -> Path {
    let count = points.count
    func point(_ index: Int) -> Point {
      isClosed ? points[(index + count) % count] : points[min(max(index, 0), count - 1)]
    }
    return Path { path in
      path.move(to: points[0])
      for index in 0..<(isClosed ? count : count - 1) {
        let (before, from, to, after) = (point(index - 1), point(index), point(index + 1), point(index + 2))
        path.cubic(from + (to - before) / 6, to - (after - from) / 6, to: to)
      }
      if isClosed { path.close() }
    }
  }
}
