import StageKit

/// The heights of a recorded way, or another of its values, as a line over its distance or its time.
public struct RouteProfile: Stage {
  /// The parameters of a profile.
  public struct Parameters: ParameterGroup {
    @Parameter("The way whose profile it is.") var route: RouteSource
    @Parameter("The value that it shows.") var value = ProfileValue.elevation
    @Parameter("The quantity along its width.") var over = ProfileAxis.distance
    @Parameter("Whether it goes from the route's end to its start.") var reverse = false
    @Include var shape: ShapeParameters
    @Parameter(
      "The width from its start to its end; the numbers of 'valueTicks' are beside it.", .range(8...16_384, .points))
    var width = 420.0
    @Parameter("The height from the lowest value to the highest.", .range(4...16_384, .points)) var height = 110.0
    @Parameter(
      "The share of the way that is gone, and shown by the marker; without it, all of it.", .fraction,
      replacedBy: ["progress"])
    var progress: Animated<Double>?
    @Parameter("The color of the line where the way is gone, and of the marker.")
    var color: Animated<Color> = Animated(.white)
    @Parameter("The color of the line that is still to come.") var rest: Animated<Color> = Animated(Color(1, 1, 1, 0.4))
    @Parameter("The width of the line.", .nonnegative(.points)) var lineWidth = 3.0
    @Parameter("The opacity of the area below the line, at its top.", .fraction) var fill = 0.3
    @Parameter("The radius of the marker; 0 for none.", .nonnegative(.points)) var marker = 7.0
    @Parameter("Whether the lowest and the highest value are written at their places.") var labels = true
    @Parameter(
      "About how many round values have a line across, with their numbers at the left; 0 for none.", .range(0...20))
    var valueTicks = 0
    @Parameter(
      "About how many round distances or times have a mark below, with their numbers; 0 for none.", .range(0...20))
    var axisTicks = 0
    @Parameter("The unit of distances below.") var axisUnit = DistanceUnit.kilometers
    @Parameter("The unit in the labels; without it, that of the value, such as m.") var unit: String?
    @Include var type = TextParameters(weight: 500)
    @Include var placement: Placement
    @Parameter() var shadow: Shadow?

    let progressInput = Input<Double?>(
      "The share of the way that is gone, such as the 'progress' of a stage 'route'.", name: "progress")

    let headValue = Output<Double>("The value at the marker; missing where the file lacks it.", name: "value")
    let head = Output<Point>("The place of the marker on the canvas.")
    let lowest = Output<Double>("The lowest value.")
    let highest = Output<Double>("The highest value.")

    /// The parameters of a profile.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "profile", version: 1,
    "The heights, speeds or heartbeats along a recorded way, as a line over its distance or time, with a marker and ticks.",
    handles: [.width("width"), .height("height")],
    example: .init(
      at: 2,
      """
      {
        "id": "climb",
        "stage": "profile",
        "parameters": {
          "route": "data/hike.gpx",
          "progress": { "keyframes": [{ "at": 0, "value": 0, "curve": "ease-in-out" }, { "at": 4, "value": 1 }] },
          "width": 400, "color": "#5CE1E6", "size": 15
        }
      }
      """))

  private let parameters: Parameters
  private let samples: ProfileSamples
  private let box: Rect
  private let bounds: ClosedRange<Double>
  /// The values' range over the height.
  private let range: ClosedRange<Double>
  private let labels: [(layout: TextLayout, place: Point)]
  private let axes: ProfileAxes

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let location = parameters.$route.location
    let track = try PolylineSweep.track(of: parameters.route, isReversed: parameters.reverse, at: location, context)
    let line = try PolylineSweep.line(along: track, parameters.shape.shape, of: parameters.route, at: location, context)
    let record = RouteRecord(
      track.parts, spans: line.recordedSpans, gaps: parameters.shape.gaps, isReversed: parameters.reverse)
    if parameters.over == .time, !record.hasTimes {
      throw StageError(
        "the route has no times that grow from point to point", parameter: parameters.$over.location,
        hint: "Remove 'over'; it goes by distance then.")
    }
    let samples = ProfileSamples(
      parameters.value, over: parameters.over, of: record, length: line.length,
      count: max(Int(parameters.width / 2), 4))
    self.samples = samples
    let known = samples.values.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else {
      throw parameters.value.absence(at: parameters.$value.location)
    }
    bounds = low...high
    let missing = max(parameters.value.minRange - (high - low), 0) / 2
    let range = (low - missing)...(high + missing)
    self.range = range
    let box = Rect(center: context.composition.bounds.center, size: Size(parameters.width, parameters.height))
    self.box = box
    labels =
      parameters.labels ? try Self.labels(parameters, samples, in: box, range: range, bounds: low...high, context) : []
    let lowest = labels.map { $0.place.y + $0.layout.size.height }.max() ?? box.maxY
    axes = try ProfileAxes(
      parameters, length: line.recorded(line.length), time: samples.time,
      share: { line.distance(ofRecorded: $0) / line.length }, in: box, range: range,
      below: max(lowest, box.maxY), context)
  }

  /// The lowest value below the line, and the highest above it, within the width.
  private static func labels(
    _ parameters: Parameters, _ samples: ProfileSamples, in box: Rect, range: ClosedRange<Double>,
    bounds: ClosedRange<Double>, _ context: any StageContext
  ) throws -> [(layout: TextLayout, place: Point)] {
    let gap = parameters.type.size * 0.4 + parameters.lineWidth / 2
    return try [bounds.upperBound, bounds.lowerBound].enumerated().compactMap { index, value in
      guard let step = samples.values.firstIndex(of: value) else { return nil }
      let layout = try parameters.type.layout(
        parameters.value.text(value, unit: parameters.unit, context, locale: parameters.type.language ?? ""), context)
      let size = layout.size
      let x = box.minX + box.width * Double(step) / Double(samples.values.count - 1)
      let y = Self.y(of: value, in: box, range)
      let left = min(max(x - size.width / 2, box.minX), max(box.maxX - size.width, box.minX))
      return (layout, Point(left, index == 0 ? y - gap - size.height : y + gap))
    }
  }

  static func y(of value: Double, in box: Rect, _ range: ClosedRange<Double>) -> Double {
    box.maxY - box.height * (value - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  private func point(atShare share: Double, _ value: Double) -> Point {
    Point(box.minX + box.width * share, Self.y(of: value, in: box, range))
  }

  public var duration: Double? {
    latestSettlingTime(
      of: parameters.progress, parameters.color, parameters.rest, parameters.placement, parameters.shadow)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    let seconds = time.seconds
    let placed = try parameters.placement.placed(box, at: time, inputs)
    parameters.placement.publish(placed, to: &frame)
    frame[parameters.lowest] = bounds.lowerBound
    frame[parameters.highest] = bounds.upperBound
    let input = try inputs[parameters.progressInput]
    let isWhole = !inputs.isConnected(parameters.progressInput) && parameters.progress == nil
    let progress = min(max(input ?? parameters.progress?.value(at: seconds) ?? 1, 0), 1)
    let share = samples.share(atProgress: progress)
    let value = samples.value(atShare: share)
    frame[parameters.headValue] = value
    let head = value.map { point(atShare: share, $0) }
    frame[parameters.head] = head.map(placed.transform.apply)
    guard placed.isVisible else { return frame }
    let (color, rest) = (parameters.color.value(at: seconds), parameters.rest.value(at: seconds))
    let drawing = DisplayList { list in
      axes.draw(color, onto: &list)
      for (part, color) in [(share...1, rest), (0...share, color)] where part.upperBound > part.lowerBound {
        draw(part, color, onto: &list)
      }
      if let head, parameters.marker > 0, !isWhole {
        list.fill(.circle(center: head, radius: parameters.marker), color)
        list.fill(.circle(center: head, radius: parameters.marker * 0.45), Color(0, 0, 0, 0.55))
      }
      drawLabels(color, onto: &list)
    }
    frame.drawing = placed.layer(
      drawing, shadow: parameters.shadow?.effect(at: seconds, scale: placed.meanScale))
    frame.legibleText = placed.layer(
      DisplayList { list in
        axes.drawTexts(color, onto: &list)
        drawLabels(color, onto: &list)
      })
    return frame
  }

  private func drawLabels(_ color: Color, onto list: inout DisplayList) {
    for label in labels {
      list.fill(label.layout.outline, color, transform: .translation(label.place.x, label.place.y))
    }
  }

  /// Draws what lies between two shares of the width: the line, and the area below it, which fades downward.
  private func draw(_ part: ClosedRange<Double>, _ color: Color, onto list: inout DisplayList) {
    let last = Double(samples.values.count - 1)
    var runs: [[Point]] = [[]]
    let steps = samples.values.indices.map { Double($0) / last }.filter {
      $0 > part.lowerBound && $0 < part.upperBound
    }
    for share in [part.lowerBound] + steps + [part.upperBound] {
      if let value = samples.value(atShare: share) {
        runs[runs.count - 1].append(point(atShare: share, value))
      } else if runs[runs.count - 1].count > 0 {
        runs.append([])
      }
    }
    for run in runs where run.count > 1 {
      if parameters.fill > 0 {
        let area = Path.polyline(
          run + [Point(run[run.count - 1].x, box.maxY), Point(run[0].x, box.maxY)], closed: true)
        list.fill(
          area,
          .linear(
            from: Point(box.minX, box.minY), to: Point(box.minX, box.maxY),
            stops: [
              GradientStop(0, color.opacity(parameters.fill)), GradientStop(1, color.opacity(parameters.fill * 0.1)),
            ]))
      }
      list.stroke(.polyline(run), color, width: parameters.lineWidth, cap: .round, join: .round)
    }
  }
}
