import StageKit

@_cdecl("pipeline_stages_MotionPath") public func stages() { StageModule.offer(MotionPath.self) }

/// Goes along a path on the canvas at even speed or by a curve, for whatever takes its position and its rotation.
public struct MotionPath: Stage {
  /// The parameters of a motion path.
  public struct Parameters: ParameterGroup {
    @Parameter("The path, as SVG path data in points of the canvas.", replacedBy: ["path"]) var path: Path?
    @Parameter(
      "Points that it leads through instead, in a smooth curve.", as: .list(of: .point, minimumCount: 2),
      replacedBy: ["path"])
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

    let pathInput = Input<Path?>(
      "The path, such as the outline of a 'shape', as it is at each instant.", name: "path", isForeseen: true)
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
    handles: [.path("path"), .point("points")],
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
  /// The path that the job gives, or that another stage publishes at rest.
  private let way: MotionWay
  private let timing: Timing

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    if parameters.closed, parameters.points == nil {
      throw StageError(
        "it has no effect without 'points'", parameter: parameters.$closed.location, hint: "End the path with Z.")
    }
    let path: Path
    let location: String?
    switch (parameters.path, parameters.points) {
    case (let given?, nil): (path, location) = (given, parameters.$path.location)
    case (nil, let points?):
      path = Self.curve(through: points, isClosed: parameters.closed)
      location = parameters.$points.location
    case (nil, nil):
      guard let given = try context.value(of: parameters.pathInput, at: .infinity) else {
        throw StageError(
          "there is no way: none is given, and none comes by the input 'path'", parameter: parameters.$path.location,
          hint: "Set 'path' or 'points', or connect 'path' to a stage that draws an outline at rest.")
      }
      (path, location) = (given, nil)
    default: throw StageError("'path' and 'points' exclude each other", parameter: parameters.$points.location)
    }
    guard let way = MotionWay(path, reach: parameters.reach) else {
      throw StageError("the way has no length", parameter: location)
    }
    self.way = way
    timing = Timing(
      duration: parameters.duration, repeatCount: parameters.repeat, autoreverse: parameters.autoreverse, fill: .both)
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
    guard progress.isFinite, let way = try way(inputs) else { return frame }
    let (position, rotation) = way.pose(at: progress)
    frame[parameters.position] = position
    frame[parameters.rotation] = rotation
    frame[parameters.progressOutput] = progress
    return frame
  }

  /// The way at an instant; nil where the stage that publishes it has none.
  private func way(_ inputs: Inputs) throws -> MotionWay? {
    guard inputs.isConnected(parameters.pathInput) else { return way }
    return try inputs[parameters.pathInput].flatMap {
      $0 == way.path ? way : MotionWay($0, reach: parameters.reach)
    }
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
