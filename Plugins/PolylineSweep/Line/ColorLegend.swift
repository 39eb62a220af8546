import StageKit

/// The colors of a line by a value of its recording, with the values that they stand for.
public struct ColorLegend: Stage {
  /// The parameters of a legend.
  public struct Parameters: ParameterGroup {
    @Parameter("The way whose line is colored.") var route: RouteSource
    @Parameter("The line's 'colorBy': write both as one variable of the job.") var colorBy: ColorScaleParameters
    @Parameter("Whether it goes from the route's end to its start.") var reverse = false
    @Include var shape: ShapeParameters
    @Parameter("The length of the scale.", .range(8...16_384, .points)) var width = 260.0
    @Parameter("The height of the scale without its numbers.", .range(1...16_384, .points)) var height = 10.0
    @Parameter("The text above it; without one, there is none.") var title: String?
    @Parameter("About how many round values are between the lowest and the highest.", .range(0...20)) var ticks = 3
    @Parameter("The unit of the last number; without it, that of the value, such as km/h.") var unit: String?
    @Parameter("The color of texts, and of the marker.") var color: Animated<Color> = Animated(.white)
    @Parameter("The radius of the marker at the present value; 0 for none.", .nonnegative(.points)) var marker = 6.0
    @Include var type = TextParameters(weight: 500, size: 15)
    @Include var placement: Placement
    @Parameter() var shadow: Shadow?

    let progress = Input<Double?>(
      "The share of the way that is gone, such as the 'progress' of a stage 'route', at which the marker shows the value."
    )

    let value = Output<Double>("The value at the marker; missing where the file lacks it, and without 'progress'.")
    let lowest = Output<Double>("The value of the first color.")
    let highest = Output<Double>("The value of the last color.")

    /// The parameters of a legend.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "legend", version: 1,
    "The colors of a line by its speed, height or another value of its recording, with the values that they stand for.",
    handles: [.width("width")],
    example: .init(
      at: 1,
      """
      {
        "id": "heights",
        "stage": "legend",
        "parameters": { "route": "data/hike.gpx", "colorBy": { "value": "elevation" }, "title": "Height" }
      }
      """))

  private let parameters: Parameters
  private let scale: ColorScale
  private let box: Rect
  private let bar: Rect
  private let texts: [(layout: TextLayout, place: Point)]
  private let marks: Path
  /// The parts of the bar with their paints: one for each zone, or all of it.
  private let paints: [(box: Rect, paint: Paint)]

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let location = parameters.$route.location
    let track = try PolylineSweep.track(of: parameters.route, isReversed: parameters.reverse, at: location, context)
    let line = try PolylineSweep.line(along: track, parameters.shape.shape, of: parameters.route, at: location, context)
    let record = RouteRecord(
      track.parts, spans: line.recordedSpans, gaps: parameters.shape.gaps, isReversed: parameters.reverse)
    guard let scale = ColorScale(parameters.colorBy, of: record, length: line.length) else {
      throw parameters.colorBy.value.absence(at: parameters.colorBy.$value.location)
    }
    self.scale = scale
    let (type, gap) = (parameters.type, parameters.type.size * 0.45)
    let title = try parameters.title.flatMap { $0.isEmpty ? nil : try type.layout($0, context) }
    let bar = Rect(
      x: 0, y: title.map { $0.size.height + gap } ?? 0, width: parameters.width, height: parameters.height)
    var texts = title.map { [(layout: $0, place: Point.zero)] } ?? []
    var path = PathBuilder()
    var taken: [ClosedRange<Double>] = []
    let labels = try Self.labels(parameters, scale, context)
    for (share, text, isEnd) in labels {
      let layout = try type.layout(text, context)
      let x = bar.width * share
      let left =
        isEnd
        ? min(max(x - layout.size.width / 2, 0), max(bar.width - layout.size.width, 0)) : x - layout.size.width / 2
      // Round values give way to the ends, and later ones to those before.
      guard !taken.contains(where: { left < $0.upperBound + gap && left + layout.size.width > $0.lowerBound - gap })
      else { continue }
      taken.append(left...left + layout.size.width)
      texts.append((layout, Point(left, bar.maxY + gap)))
      if !isEnd { path.append(.line(from: Point(x, bar.minY), to: Point(x, bar.maxY))) }
    }
    let bottom = texts.map { $0.place.y + $0.layout.size.height }.max() ?? bar.maxY
    let size = Size(bar.width, max(bottom, bar.maxY))
    // It stands in the middle of the canvas.
    let corner = context.composition.bounds.center - Point(size.width / 2, size.height / 2)
    box = Rect(x: corner.x, y: corner.y, width: size.width, height: size.height)
    self.bar = Rect(x: bar.x + corner.x, y: bar.y + corner.y, width: bar.width, height: bar.height)
    paints = Self.paints(parameters.colorBy, of: self.bar)
    self.texts = texts.map { ($0.layout, $0.place + corner) }
    marks = path.path.transformed(by: .translation(corner.x, corner.y))
  }

  /// The shares of the scale that have a number, with it: the ends first.
  private static func labels(
    _ parameters: Parameters, _ scale: ColorScale, _ context: any StageContext
  ) throws -> [(share: Double, text: String, isEnd: Bool)] {
    let (low, high) = (scale.range.lowerBound, scale.range.upperBound)
    func text(_ value: Double, decimals: Int, isLast: Bool) throws -> String {
      try parameters.colorBy.value.text(
        value, decimals: decimals, unit: isLast ? parameters.unit : "", context,
        locale: parameters.type.language ?? "")
    }
    /// Those that tell each value from the next.
    func decimals(_ values: [Double]) -> Int {
      let steps = zip(values.dropFirst(), values).map { $0 - $1 } + values.map { abs($0 - $0.rounded()) }
      return ProfileValue.decimals(ofStep: steps.filter { $0 > 1e-9 }.min() ?? 1)
    }
    let zones = parameters.colorBy.zones
    guard zones.isEmpty else {
      return try zones.enumerated().map { index, bound in
        let share = Double(index + 1) / Double(zones.count + 1)
        return (share, try text(bound, decimals: decimals(zones), isLast: index == zones.count - 1), false)
      }
    }
    guard low < high else { return [(0.5, try text(low, decimals: 0, isLast: true), true)] }
    let digits = ProfileValue.decimals(ofStep: (high - low) / 10)
    let ends = try [
      (0.0, text(low, decimals: digits, isLast: false), true), (1, text(high, decimals: digits, isLast: true), true),
    ]
    let values = RoundNumbers.values(from: low, to: high, count: parameters.ticks).filter { $0 > low && $0 < high }
    return try ends
      + values.map {
        (scale.share(of: $0), try text($0, decimals: decimals(values), isLast: false), false)
      }
  }

  public var duration: Double? {
    latestSettlingTime(of: parameters.color, parameters.placement, parameters.shadow)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    let seconds = time.seconds
    let placed = try parameters.placement.placed(box, at: time, inputs)
    parameters.placement.publish(placed, to: &frame)
    frame[parameters.lowest] = scale.range.lowerBound
    frame[parameters.highest] = scale.range.upperBound
    let value = try inputs[parameters.progress].flatMap { scale.value(atShare: $0) }
    frame[parameters.value] = value
    guard placed.isVisible else { return frame }
    let color = parameters.color.value(at: seconds)
    let letters = DisplayList { list in
      for text in texts {
        list.fill(text.layout.outline, color, transform: .translation(text.place.x, text.place.y))
      }
    }
    let drawing = DisplayList { list in
      list.group(clip: Clip(.roundedRect(bar, radius: bar.height / 2))) { list in
        for (box, paint) in paints { list.fill(.rect(box), paint) }
        if !marks.isEmpty { list.stroke(marks, color.opacity(0.7), width: 1) }
      }
      list.append(letters)
      if let value, parameters.marker > 0 {
        let place = Point(bar.x + bar.width * scale.share(of: value), bar.center.y)
        list.fill(.circle(center: place, radius: parameters.marker), color)
        list.fill(.circle(center: place, radius: parameters.marker * 0.6), scale.color(of: value))
      }
    }
    frame.drawing = placed.layer(drawing, shadow: parameters.shadow?.effect(at: seconds, scale: placed.meanScale))
    frame.legibleText = placed.layer(letters)
    return frame
  }

  private static func paints(_ scale: ColorScaleParameters, of bar: Rect) -> [(box: Rect, paint: Paint)] {
    let colors = scale.colors
    if scale.zones.isEmpty {
      let last = Double(colors.count - 1)
      let stops = colors.enumerated().map { GradientStop(Double($0) / last, $1) }
      return [(bar, .linear(from: Point(bar.minX, bar.minY), to: Point(bar.maxX, bar.minY), stops: stops))]
    }
    let width = bar.width / Double(colors.count)
    return colors.enumerated().map { index, color in
      (Rect(x: bar.x + Double(index) * width, y: bar.y, width: width, height: bar.height), .color(color))
    }
  }
}
