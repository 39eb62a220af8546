import StageKit

/// A photograph on a map, which grows to the middle of the canvas and goes back.
struct RoutePhoto: Sendable {
  let coordinate: Coordinate
  /// The time at which it begins to grow, in seconds; infinite where its place is never passed.
  let begin: Double
  private let image: Image
  private let caption: TextLayout?

  init(
    _ photo: PhotoParameters, at coordinate: Coordinate, from begin: Double, _ parameters: RoutePhotos.Parameters,
    _ context: any StageContext
  ) throws {
    (self.coordinate, self.begin) = (coordinate, begin)
    image = try photo.$file.locating { try context.image(photo.file) }
    let sides = context.composition.size
    let width = parameters.large * min(sides.width, sides.height)
    caption = try photo.caption.flatMap { text in
      text.isEmpty ? nil : try parameters.type.layout(text, context, maximumWidth: width, balancesLines: true)
    }
  }

  /// From 0 on the map to 1 in the middle of the canvas.
  func growth(at seconds: Double, _ parameters: RoutePhotos.Parameters) -> Double {
    guard seconds >= begin else { return 0 }
    let time = seconds - begin
    let back = parameters.growth + parameters.hold
    let curve = Easing.cubicBezier(0.3, 0, 0.1, 1)
    return time < back
      ? curve.value(at: min(time / parameters.growth, 1))
      : 1 - curve.value(at: min((time - back) / parameters.growth, 1))
  }

  /// Draws it between its place on the map, or the middle of the canvas where that is not seen, and its large place. The
  /// letters of its caption are added to `letters` once it is large.
  func draw(
    _ growth: Double, from place: Point?, on canvas: Size, _ parameters: RoutePhotos.Parameters,
    into list: inout DisplayList, letters legible: inout DisplayList
  ) {
    let padding = Size(parameters.type.size * 0.7, parameters.type.size * 0.4)
    let gap = parameters.edgeWidth + parameters.type.size * 0.6
    // With its caption it is in the middle as one.
    let room = caption.map { $0.size.height + 2 * padding.height + gap } ?? 0
    let middle = Point(canvas.width * parameters.at.x, canvas.height * parameters.at.y - room / 2)
    let size = Size(Double(image.width), Double(image.height))
    let most = parameters.large * min(canvas.width, canvas.height)
    let scale = most / max(size.width, size.height)
    let side = parameters.thumbnail
    func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * growth }
    let box = Rect(
      center: (place ?? middle).interpolated(to: middle, at: growth),
      size: Size(mixed(side, size.width * scale), mixed(side, size.height * scale)))
    guard !box.isEmpty else { return }
    let edge = mixed(parameters.edgeWidth * 0.8, parameters.edgeWidth)
    let radius = min(mixed(side * 0.28, parameters.radius), min(box.width, box.height) / 2)
    // The picture covers its box.
    let fit = max(box.width / size.width, box.height / size.height)
    let placement =
      Transform.translation(box.center) * .scale(fit) * .translation(-size.width / 2, -size.height / 2)
    let outer = Rect(
      x: box.minX - edge, y: box.minY - edge, width: box.width + 2 * edge, height: box.height + 2 * edge)
    let shadow = CastShadow(color: Color(hex: 0, alpha: 0.32), offset: Point(0, mixed(3, 14)), sigma: mixed(4, 20))
    let card = DisplayList { list in
      if edge > 0 { list.fill(.roundedRect(outer, radius: radius + edge), parameters.edge) }
      list.fill(.roundedRect(box, radius: radius), .image(image, placement: placement))
    }
    list.append(shadow.under(card))
    guard growth > 0, let caption, let letters = caption.outline.bounds else { return }
    let plate = Rect(
      x: box.center.x - letters.width / 2 - padding.width, y: box.maxY + gap,
      width: letters.width + 2 * padding.width, height: caption.size.height + 2 * padding.height)
    // It comes once the picture is nearly there.
    let opacity = min(max((growth - 0.7) / 0.3, 0), 1)
    let text = DisplayList { list in
      list.fill(
        caption.outline, parameters.color,
        transform: .translation(plate.minX + padding.width - letters.minX, plate.minY + padding.height))
    }
    list.group(opacity: opacity) { list in
      list.fill(.roundedRect(plate, radius: min(plate.height / 2, parameters.type.size)), parameters.edge)
      list.append(text)
    }
    if growth == 1 { legible.append(text) }
  }
}

/// Finds the places of photographs along a recorded way.
struct PhotoClock {
  private let track: RouteTrack
  private let parts: [[RouteTrack.Place]]
  private let line: RouteLine
  private let isReversed: Bool
  private let utcOffset: Double

  init(_ track: RouteTrack, _ line: RouteLine, _ shape: RouteShape, isReversed: Bool, utcOffset: Double?) {
    (self.track, self.line, self.isReversed) = (track, line, isReversed)
    parts = shape.joined(track.parts, \.coordinate)
    self.utcOffset = utcOffset.map { $0 * 3600 } ?? track.utcOffset ?? 0
  }

  /// The distance along the way, in meters, at which a photograph comes, and its place on the map.
  func place(
    of photo: PhotoParameters, _ context: any StageContext
  ) throws -> (distance: Double, coordinate: Coordinate) {
    let origin = try photo.$file.locating {
      photo.coordinate == nil ? try context.pictureOrigin(photo.file) : PictureOrigin()
    }
    if let time = origin.time, track.hasDates, let found = distance(at: (origin.hasZone ? time : time - utcOffset)) {
      let own = line.ground.coordinate(line.point(at: found))
      return (found, origin.coordinate ?? own)
    }
    if let coordinate = photo.coordinate ?? origin.coordinate {
      return (line.distance(nearest: line.ground.continuedPoint(coordinate)), coordinate)
    }
    let name = "'\(photo.file.literal)'"
    let (message, hint) =
      origin.time == nil
      ? ("\(name) does not say where or when it was taken", "Give its 'coordinate'.")
      : track.hasDates
        ? (
          "\(name) was not taken while the way was recorded",
          "Give its 'coordinate', or the 'utcOffset' of its camera."
        ) : ("\(name) says when it was taken alone, and the route has no times of day", "Give its 'coordinate'.")
    throw StageError(message, parameter: photo.$file.location, hint: hint)
  }

  /// The distance at an instant of the recording, pauses among them; nil before and after it.
  private func distance(at instant: Double) -> Double? {
    // The times of a reversed way are below 0.
    let time = isReversed ? -instant : instant
    var gone = 0.0
    var last: Double?
    for part in parts {
      if let before = last, let next = part.first?.time, min(before, next) <= time, time <= max(before, next) {
        return line.distance(ofRecorded: gone)
      }
      for (a, b) in zip(part, part.dropFirst()) {
        let step = a.coordinate.rhumbDistance(to: b.coordinate)
        if let from = a.time, let to = b.time, min(from, to) <= time, time <= max(from, to) {
          let share = from == to ? 0 : (time - from) / (to - from)
          return line.distance(ofRecorded: gone + step * share)
        }
        gone += step
      }
      last = part.last?.time ?? last
    }
    return nil
  }
}
