import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// A globe with land, seas, day and night, and flights on it.
public struct Globe: Stage {
  public static let definition = StageDefinition(
    Self.self, "globe", version: 1,
    "A globe that turns, with day and night, and flights along great circles.",
    handles: [.length("radius", from: "position")],
    example: .init(
      at: 2.6,
      """
      {
        "id": "earth",
        "stage": "globe",
        "parameters": {
          "radius": 125,
          "night": { "date": "2026-06-21", "time": "19:00" },
          "flights": [
            { "from": [-9.14, 38.74], "to": [139.7, 35.68], "start": 0.5, "duration": 4 },
            { "from": [-9.14, 38.74], "to": [18.42, -33.93], "start": 1, "duration": 3, "color": "#FF7A6B" }
          ]
        }
      }
      """))

  private let parameters: Parameters
  private let rings: [[Coordinate]]
  private let canvas: Size
  private let pixel: Double

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    canvas = context.composition.size
    pixel = 1 / context.composition.scale
    guard parameters.gridSpacing == 0 || parameters.gridSpacing >= 1 else {
      throw StageError(
        "lines closer than a degree are too many", parameter: parameters.$gridSpacing.location,
        hint: "Give at least 1, or 0 for none.")
    }
    guard parameters.fadeStart > parameters.fadeEnd else {
      throw StageError(
        "the globe would be gone before it begins to fade", parameter: parameters.$fadeEnd.location,
        hint: "Give less than 'fadeStart', which is \(parameters.fadeStart) m.")
    }
    guard let land = parameters.land else {
      rings = WorldLand.rings
      return
    }
    let features = try CameraRotation.parse(context.bytes(of: land), land, at: parameters.$land.location).features
    let areas = features.map { $0.geometry.map(Self.rings) ?? [] }
    rings = areas.flatMap { $0 }
    guard !rings.isEmpty else {
      throw StageError(
        "the file has no areas", parameter: parameters.$land.location,
        hint: "Give polygons of land; lines and points are not drawn.")
    }
    let others = areas.filter(\.isEmpty).count
    if others > 0 {
      context.warn("\(land.literal): \(others) of \(areas.count) features have no areas, and are not drawn")
    }
  }

  private static func rings(_ geometry: GeoJSON.Geometry) -> [[Coordinate]] {
    switch geometry {
    case .polygon(let rings): rings
    case .multiPolygon(let polygons): polygons.flatMap { $0 }
    case .collection(let parts): parts.flatMap(rings)
    case .point, .multiPoint, .lineString, .multiLineString: []
    }
  }

  public var moments: [Moment.Time] {
    parameters.flights.first.map { [parameters.arrived.at($0.start + $0.duration)] } ?? []
  }

  public var duration: Double? {
    if parameters.spin != 0 { return nil }
    let settled = latestSettlingTime(
      of: parameters.position, parameters.radius, parameters.longitude, parameters.latitude, parameters.roll,
      parameters.distance, parameters.opacity, parameters.seaColor, parameters.landColor, parameters.coastColor,
      parameters.coastWidth, parameters.gridColor, parameters.airColor, parameters.spaceColor, parameters.night)
    return parameters.flights.reduce(settled) { latest, flight in
      latest.flatMap { latest in flight.settlingTime.map { max(latest, $0) } }
    }
  }

  /// The place in the middle: as the job gives it, or along the first flight without its first and last parts.
  private func center(at seconds: Double) -> Coordinate {
    var center = Coordinate(longitude: 10, latitude: 25)
    if let flight = parameters.flights.first {
      center = flight.place(0.15 + 0.7 * flight.progress(at: seconds)).direction.coordinate
    }
    if let longitude = parameters.longitude { center.longitude = longitude.value(at: seconds) }
    if let latitude = parameters.latitude { center.latitude = latitude.value(at: seconds) }
    center.longitude = (center.longitude + parameters.spin * seconds).remainder(dividingBy: 360)
    return center
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    var opacity = min(max(parameters.opacity.value(at: seconds), 0), 1)
    let camera = try inputs[parameters.camera]
    if camera == nil, inputs.isConnected(parameters.camera) { return StageFrame() }
    let view: GlobeView
    let center: Coordinate
    if let camera {
      view = GlobeView(camera)
      center = view.front.coordinate
      opacity *= share(from: view.distance)
    } else {
      center = self.center(at: seconds)
      view = GlobeView(
        middle: parameters.position?.value(at: seconds) ?? Point(canvas.width / 2, canvas.height / 2),
        radius: parameters.radius?.value(at: seconds) ?? 0.4 * min(canvas.width, canvas.height),
        eye: parameters.distance.value(at: seconds), center: center, roll: parameters.roll.value(at: seconds))
    }
    var frame = StageFrame()
    frame[parameters.middle] = view.middleOnCanvas
    frame[parameters.size] = view.radius
    let place =
      inputs.isConnected(parameters.coordinateInput) ? try inputs[parameters.coordinateInput] : parameters.coordinate
    frame[parameters.place] = place.flatMap { view.point($0.direction) }
    if let flight = parameters.flights.first {
      let progress = flight.progress(at: seconds)
      frame[parameters.head] = flight.point(progress, view)
      frame[parameters.heading] = flight.heading(progress, view)
      frame[parameters.from] = view.point(flight.from.direction)
      frame[parameters.to] = view.point(flight.to.direction)
      frame[parameters.progress] = progress
      frame[parameters.kilometers] = progress * flight.angle * Coordinate.meanEarthRadius / 1000
    }
    guard opacity > 0, view.radius > 0 else { return frame }
    var list = DisplayList()
    if camera != nil {
      list.fill(
        .rect(Rect(x: 0, y: 0, width: canvas.width, height: canvas.height)), parameters.spaceColor.value(at: seconds))
    }
    if view.tilt == .identity {
      draw(view, center, at: seconds, onto: &list)
    } else {
      var globe = DisplayList()
      draw(view, center, at: seconds, onto: &globe)
      list.group(Group(globe, transform: view.tilt))
    }
    for flight in parameters.flights { flight.draw(view, at: seconds, onto: &list) }
    frame.drawing = opacity < 1 ? DisplayList([.group(Group(list, opacity: opacity))]) : list
    return frame
  }

  private func draw(_ view: GlobeView, _ center: Coordinate, at seconds: Double, onto list: inout DisplayList) {
    drawAir(view, parameters.airColor.value(at: seconds), onto: &list)
    list.group(clip: Clip(view.disc)) { list in
      list.fill(view.disc, parameters.seaColor.value(at: seconds))
      var land = GlobeOutline(view, center: center, pixel: pixel)
      for ring in rings { land.add(ring) }
      list.fill(land.path, parameters.landColor.value(at: seconds), rule: .evenOdd)
      let coast = parameters.coastWidth.value(at: seconds)
      if coast > 0 {
        list.stroke(
          land.lines.path, parameters.coastColor.value(at: seconds),
          StrokeStyle(width: coast, cap: .round, join: .round))
      }
      drawGrid(view, parameters.gridColor.value(at: seconds), onto: &list)
      parameters.night?.draw(view, center: center, pixel: pixel, at: seconds, onto: &list)
      drawShade(view, onto: &list)
    }
  }

  /// The globe's share of the picture for a camera at a distance from the ground. It follows the logarithm of the distance, as a
  /// flight does.
  private func share(from distance: Double) -> Double {
    let (start, end) = (parameters.fadeStart, parameters.fadeEnd)
    let share = min(max(log(distance / end) / log(start / end), 0), 1)
    return share * share * (3 - 2 * share)
  }

  private func drawAir(_ view: GlobeView, _ color: Color, onto list: inout DisplayList) {
    guard parameters.airWidth > 0, color.alpha > 0 else { return }
    let outer = view.radius * (1 + parameters.airWidth)
    let stops = (0...8).map { index -> GradientStop in
      let share = Double(index) / 8
      // Falls off as the air's density does.
      return GradientStop(
        (view.radius + (outer - view.radius) * share) / outer, color.opacity(0.55 * (1 - share) * (1 - share)))
    }
    list.fill(.circle(center: view.middle, radius: outer), .radial(center: view.middle, radius: outer, stops: stops))
  }

  private func drawShade(_ view: GlobeView, onto list: inout DisplayList) {
    guard parameters.shade > 0 else { return }
    let light = view.middle + Point(-0.35, -0.4) * view.radius
    list.fill(
      view.disc,
      .radial(
        center: light, radius: view.radius * 1.6,
        stops: [
          GradientStop(0, Color.white.opacity(0.16 * parameters.shade)), GradientStop(0.4, .clear),
          GradientStop(0.75, Color.black.opacity(0.35 * parameters.shade)),
          GradientStop(1, Color.black.opacity(0.85 * parameters.shade)),
        ]))
  }

  private func drawGrid(_ view: GlobeView, _ color: Color, onto list: inout DisplayList) {
    let spacing = parameters.gridSpacing
    guard spacing > 0, color.alpha > 0 else { return }
    var path = PathBuilder()
    func line(_ places: [Coordinate]) {
      var isDrawing = false
      for place in places {
        let (point, isSeen) = view.continuedPoint(place.direction)
        if isDrawing || isSeen { isDrawing ? path.line(to: point) : path.move(to: point) }
        isDrawing = isSeen
      }
    }
    let steps = Array(stride(from: -180.0, through: 180, by: 2))
    for longitude in stride(from: -180.0, to: 180 - spacing / 2, by: spacing) {
      // Meridians end before the poles, where they would run together.
      line(steps.filter { abs($0) <= 90 - min(spacing, 10) }.map { Coordinate(longitude: longitude, latitude: $0) })
    }
    for latitude in stride(from: -90 + spacing, to: 90 - spacing / 2, by: spacing) {
      line(steps.map { Coordinate(longitude: $0, latitude: latitude) })
    }
    list.stroke(path.path, color, StrokeStyle(width: 0.75))
  }
}
