import StageKit

/// The labels of a map in one film.
struct MapLabels: Sendable {
  private let labels: [MapLabel]
  private let color: Color
  private let halo: Color
  /// Maps the map's ground to the camera's.
  private let ground: Transform

  /// The size of names of each kind, in points, and their weight.
  private static func style(_ kind: MapName.Kind) -> TextStyle {
    switch kind {
    case .place: TextStyle(size: 17, letterSpacing: 1.2)
    case .area: TextStyle(size: 12.5)
    case .street: TextStyle(size: 11.5)
    case .point: TextStyle(size: 11.5)
    }
  }

  /// Lays out names, and decides when each is seen.
  ///
  /// - Parameters:
  ///   - cameras: The cameras of the whole film, `step` seconds apart.
  ///   - ways: The ways that names stay clear of.
  ///   - ground: The transform from the names' ground to the cameras'.
  ///   - sight: The buildings on the cameras' ground, which may hide names.
  ///   - reserved: The areas of the canvas that other text takes.
  init(
    _ names: [MapName], _ choice: LabelChoice, on palette: MapPalette, cameras: [Camera],
    ways: [[Coordinate]] = [], step: Double, reach: Double, ground: Transform, sight: SightGrid?, reserved: [Rect],
    _ context: any StageContext
  ) throws {
    color = choice.color ?? palette[.text]
    halo = choice.halo ?? palette[.background]
    self.ground = ground
    var found: [MapLabel] = []
    var foreign = ForeignNames()
    for name in names where choice.kinds.contains(name.kind) && Self.isEverSeen(name, cameras, ground) {
      var style = Self.style(name.kind)
      style.size *= choice.size
      style.weight = name.kind == .place ? 600 : 500
      guard let layout = try foreign.layout(name, style, context) else { continue }
      let size = Size(layout.size.width, layout.size.height)
      guard size.width > 0, size.height > 0 else { continue }
      let outline = layout.outline.transformed(by: .translation(-size.width / 2, -size.height / 2))
      func add(_ stand: MapLabel.Stand) {
        found.append(MapLabel(name: name, outline: outline, size: size, stand: stand))
      }
      if name.kind == .street {
        for placement in Self.placements(of: name, size, cameras, ground) { add(.lying(placement)) }
      } else {
        let mark = name.icon.map(MapLabel.Mark.icon) ?? (name.kind == .point ? .dot : nil)
        add(.facing(Self.place(of: name, ground), mark))
      }
    }
    if let warning = foreign.warning { context.warn(warning) }
    labels = LabelPlan(
      cameras: cameras, step: step, reach: reach, reserved: reserved,
      ways: cameras.first.map { camera in ways.map { $0.map(camera.groundPoint) } } ?? [], clearance: choice.clearance,
      sight: sight
    ).placed(found)
  }

  /// True if any camera sees a possible place of a name; others need no layout.
  private static func isEverSeen(_ name: MapName, _ cameras: [Camera], _ ground: Transform) -> Bool {
    let places =
      name.kind == .street
      ? name.lines.map { SpacePoint(ground.apply($0[$0.count / 2]), 0) } : [place(of: name, ground)]
    return cameras.contains { camera in
      let (canvas, view) = (
        Rect(x: 0, y: 0, width: camera.canvas.width, height: camera.canvas.height), camera.spaceToCanvas
      )
      return places.map(camera.lifted).contains { view.depth(of: $0) > 0 && canvas.contains(view.apply($0)) }
    }
  }

  /// The position in space of a name that faces the camera.
  private static func place(of name: MapName, _ ground: Transform) -> SpacePoint {
    SpacePoint(ground.apply(name.place.ground), name.place.z * ground.m11)
  }

  /// The possible placements of a street's name, read one way and the other.
  private static func placements(
    of name: MapName, _ size: Size, _ cameras: [Camera], _ ground: Transform
  ) -> [Transform] {
    var result: [Transform] = []
    for line in name.lines.map({ $0.map(ground.apply) }) {
      // The text's scale on the ground is the one at which the film's cameras typically see the street.
      guard let scale = metersPerPoint(line, cameras),
        let stretch = straightStretch(of: line, length: size.width * scale, tolerance: size.height * scale * 0.3)
      else { continue }
      for direction in [stretch.direction, stretch.direction * -1] {
        result.append(
          Transform(
            direction.x * scale, -direction.y * scale, stretch.middle.x, direction.y * scale, direction.x * scale,
            stretch.middle.y))
      }
    }
    return result
  }

  /// The median over the cameras that see the line's middle.
  private static func metersPerPoint(_ line: [Point], _ cameras: [Camera]) -> Double? {
    let middle = line[line.count / 2]
    let seen = cameras.compactMap { camera -> Double? in
      let depth = camera.depth(of: middle)
      guard let image = camera.project(middle),
        Rect(x: 0, y: 0, width: camera.canvas.width, height: camera.canvas.height).contains(image)
      else { return nil }
      return depth / (camera.pointsPerMeter * camera.distance)
    }.sorted()
    return seen.isEmpty ? nil : seen[seen.count / 2]
  }

  /// The straightest part of a line of a length, if any strays from its chord by less than a tolerance.
  private static func straightStretch(
    of line: [Point], length: Double, tolerance: Double
  ) -> (middle: Point, direction: Point)? {
    var marks = [0.0]
    for (a, b) in zip(line, line.dropFirst()) { marks.append(marks[marks.count - 1] + a.distance(to: b)) }
    guard let total = marks.last, total >= length * 1.1, length > 0 else { return nil }
    func point(_ distance: Double) -> Point {
      let next = max(marks.firstIndex { $0 >= distance } ?? marks.count - 1, 1)
      let span = marks[next] - marks[next - 1]
      return line[next - 1].interpolated(to: line[next], at: span > 0 ? (distance - marks[next - 1]) / span : 0)
    }
    var best: (stray: Double, middle: Point, direction: Point)?
    let room = total - length
    let steps = Int(min(max(room / length * 6, 1), 60))
    // Tries places from the middle outward, so that equal stretches prefer the middle.
    for order in 0...steps {
      let shift = (order.isMultiple(of: 2) ? 1.0 : -1) * Double((order + 1) / 2) / Double(steps)
      let start = room * min(max(0.5 + shift, 0), 1)
      let (a, b) = (point(start), point(start + length))
      guard a.distance(to: b) > length * 0.97 else { continue }
      let along = (b - a).normalized
      var stray = 0.0
      for (mark, corner) in zip(marks, line) where mark > start && mark < start + length {
        stray = max(stray, abs(along.cross(corner - a)))
      }
      if stray <= tolerance, stray < (best?.stray ?? .infinity) - tolerance * 0.1 { best = (stray, (a + b) / 2, along) }
    }
    return best.map { ($0.middle, $0.direction) }
  }

  /// Draws names that lie on the ground.
  func drawLying(at seconds: Double, from camera: Camera, into list: inout DisplayList) {
    draw(at: seconds, from: camera, into: &list) { if case .lying = $0.stand { true } else { false } }
  }

  /// Draws names that face the camera, above the objects at their places.
  func drawFacing(at seconds: Double, from camera: Camera, into list: inout DisplayList) {
    draw(at: seconds, from: camera, into: &list) { if case .facing = $0.stand { true } else { false } }
  }

  private func draw(
    at seconds: Double, from camera: Camera, into list: inout DisplayList, where isMeant: (MapLabel) -> Bool
  ) {
    for label in labels where isMeant(label) {
      let opacity = label.opacity(at: seconds)
      guard opacity > 0, let transform = label.transform(under: camera) else { continue }
      list.group(opacity: opacity) { list in
        let pen = StrokeStyle(width: 3, cap: .round, join: .round)
        list.stroke(label.outline, halo.opacity(0.8), pen, transform: transform)
        let place = Point(0, label.lift)
        switch label.mark {
        case .icon(let icon): icon.draw(at: place, color, on: halo, transform, into: &list)
        case .dot:
          let dot = Path.circle(center: place, radius: MapLabel.Mark.dot.radius)
          list.fill(dot, color, transform: transform)
          list.stroke(dot, halo.opacity(0.9), StrokeStyle(width: 1.4), transform: transform)
        case nil: break
        }
        list.fill(label.outline, color, transform: transform)
      }
    }
  }
}

/// The names that a job wants, and their style.
struct LabelChoice: Sendable {
  var kinds: Set<MapName.Kind>
  /// A multiple of the usual size.
  var size: Double
  var color: Color?
  var halo: Color?
  /// The ways that they stay clear of, and how far, in points.
  var clearOf: Parameter<[RouteSource]>
  var clearance: Double
}
