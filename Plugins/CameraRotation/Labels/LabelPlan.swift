import StageKit

/// A name with its letters, as it lies on the ground or faces the camera.
struct MapLabel: Sendable {
  enum Stand: Sendable {
    /// Upright, its middle above a place, which may have a mark.
    case facing(SpacePoint, Mark?)
    /// On the ground; takes points of the text, from its middle, to meters.
    case lying(Transform)
  }

  /// The sign at the place of a name.
  enum Mark: Sendable {
    case dot
    case icon(PlaceIcon)

    /// In points.
    var radius: Double {
      switch self {
      case .dot: 3.2
      case .icon: PlaceIcon.radius
      }
    }
  }

  var name: MapName
  var outline: Path
  /// The size of the text, in points.
  var size: Size
  var stand: Stand
  /// When it is seen: whole from the first to the last, but for fades within.
  var spans: [Span] = []

  struct Span: Hashable, Sendable {
    var begin: Double
    var end: Double
    var fadesIn: Bool
    var fadesOut: Bool

    static let fade = 0.35

    func opacity(at seconds: Double) -> Double {
      guard seconds >= begin, seconds <= end else { return 0 }
      var opacity = 1.0
      if fadesIn { opacity = min(opacity, (seconds - begin) / Self.fade) }
      if fadesOut { opacity = min(opacity, (end - seconds) / Self.fade) }
      return smoothStep(opacity)
    }
  }

  func opacity(at seconds: Double) -> Double { spans.reduce(0) { max($0, $1.opacity(at: seconds)) } }

  /// Maps the text's points, about its middle, to the canvas.
  func transform(under camera: Camera) -> Transform? {
    switch stand {
    case .facing(let place, _):
      let image = camera.spaceToCanvas.homogeneous(camera.lifted(place))
      guard image.z >= camera.distance * Camera.nearPlane else { return nil }
      return .translation(image.x / image.z, image.y / image.z - lift)
    case .lying(let placement): return camera.groundToCanvas(near: placement.apply(.zero)) * placement
    }
  }

  /// The height of a text's middle above its place.
  var lift: Double { mark.map { size.height / 2 + $0.radius + 3 } ?? 0 }

  var mark: Mark? { if case .facing(_, let mark) = stand { mark } else { nil } }

  /// The text's corners on the canvas; nil where any lies behind the camera.
  func corners(under camera: Camera) -> [Point]? {
    guard let transform = transform(under: camera) else { return nil }
    let (w, h) = (size.width / 2, size.height / 2)
    let corners = [Point(-w, -h), Point(w, -h), Point(w, h), Point(-w, h)]
    guard corners.allSatisfy({ transform.depth(of: $0) > 0 }) else { return nil }
    return corners.map(transform.apply)
  }
}

extension MapLabel {
  /// In meters: how far apart a river has its name again.
  private static let repetition = 1000.0

  /// True for another label near by that has the same name of an area.
  func isRepeated(by other: MapLabel) -> Bool {
    guard name.kind == .area, other.name.kind == .area, name.text == other.name.text,
      case .facing(let place, _) = stand, case .facing(let there, _) = other.stand
    else { return false }
    return (place - there).length < Self.repetition
  }

  /// Around its text and its mark on the canvas; nil where any corner lies behind the camera.
  func box(under camera: Camera) -> Rect? {
    guard var box = corners(under: camera).flatMap({ Rect(around: $0) }) else { return nil }
    if let mark { box.height += lift + mark.radius - size.height / 2 }
    return box
  }
}

/// Decides for all of a film which labels are seen when: none overlaps another, jumps, or is seen for a moment only.
struct LabelPlan {
  let cameras: [Camera]
  let step: Double
  /// The depth, as a multiple of the camera's distance, beyond which names are not read.
  let reach: Double
  /// The parts of the canvas that other text covers.
  var reserved: [Rect] = []
  /// On the ground: lines that names stay away from by `clearance`, in points.
  var ways: [[Point]] = []
  var clearance = 0.0
  /// The solids that may hide names on the ground.
  var sight: SightGrid?

  /// In points: how far labels stay from the canvas's edges and from each other, and the least height to be read.
  private static let margin = 8.0
  private static let gap = 5.0
  private static let minHeight = 6.0
  private static let maxHeight = 60.0
  /// In seconds.
  private static let minDuration = 1.3

  /// Labels in order of rank, of which those that are seen get their spans.
  func placed(_ labels: [MapLabel]) -> [MapLabel] {
    var taken = cameras.map { reserved + squares(under: $0) }
    var found: [MapLabel] = []
    for label in labels where !found.contains(where: { label.isRepeated(by: $0) }) {
      let boxes = cameras.map { box(of: label, under: $0) }
      var result = label
      var index = 0
      while index < cameras.count {
        guard let box = boxes[index], isFree(box, taken[index]) else {
          index += 1
          continue
        }
        let first = index
        while index < cameras.count, let box = boxes[index], isFree(box, taken[index]) { index += 1 }
        let last = index - 1
        let isWhole = first == 0 && last == cameras.count - 1
        guard isWhole || Double(last - first) * step >= Self.minDuration else { continue }
        // A name that is seen at both ends of the film stays at its seam.
        let isAtSeam = boxes[0] != nil && boxes[cameras.count - 1] != nil
        result.spans.append(
          MapLabel.Span(
            begin: Double(first) * step, end: Double(last) * step, fadesIn: first > 0 || !isAtSeam,
            fadesOut: last < cameras.count - 1 || !isAtSeam))
        for taking in first...last { if let box = boxes[taking] { taken[taking].append(box) } }
      }
      if !result.spans.isEmpty { found.append(result) }
    }
    return found
  }

  /// Squares along the ways on the canvas.
  private func squares(under camera: Camera) -> [Rect] {
    let side = max(clearance / 2, 4)
    // No place on a line is farther than that from the middle of a square.
    let reach = clearance + side
    let seen = Rect(x: 0, y: 0, width: camera.canvas.width, height: camera.canvas.height).inset(by: -reach)
    var cells: Set<SIMD2<Int>> = []
    for way in ways {
      var last: Point?
      for place in way {
        let next = camera.project(place)
        defer { last = next }
        guard let next, let last, let line = Rect(around: [last, next]),
          line.inset(by: -reach).intersection(seen) != nil
        else { continue }
        // Lines that begin far outside take no more steps than the canvas is large.
        let count = min(max(Int((last.distance(to: next) / side).rounded(.up)), 1), 4096)
        for step in 0...count {
          let point = last.interpolated(to: next, at: Double(step) / Double(count))
          if seen.contains(point) {
            cells.insert(SIMD2(Int((point.x / side).rounded()), Int((point.y / side).rounded())))
          }
        }
      }
    }
    return cells.map { cell in
      Rect(
        center: Point(Double(cell.x) * side, Double(cell.y) * side), size: Size(2 * reach, 2 * reach))
    }
  }

  private func isFree(_ box: Rect, _ others: [Rect]) -> Bool {
    let wide = box.inset(by: -Self.gap)
    return !others.contains { $0.intersection(wide) != nil }
  }

  /// Around a label that can be read; nil for one that cannot.
  private func box(of label: MapLabel, under camera: Camera) -> Rect? {
    guard let corners = label.corners(under: camera), let box = label.box(under: camera), box.minX >= Self.margin,
      box.minY >= Self.margin, box.maxX <= camera.canvas.width - Self.margin,
      box.maxY <= camera.canvas.height - Self.margin
    else { return nil }
    switch label.stand {
    case .facing(let place, let mark):
      guard camera.spaceToCanvas.depth(of: camera.lifted(place)) <= reach * camera.distance,
        camera.sees(place.ground)
      else { return nil }
      // The name of a park or a river is read on its ground, not on a tower in front of it.
      if label.name.kind == .area, mark == nil, !isGroundSeen(between: corners, from: camera) { return nil }
    case .lying(let placement):
      guard camera.depth(of: placement.apply(.zero)) <= reach * camera.distance else { return nil }
      // A name runs from left to right, neither too flat nor too steep.
      let along = corners[1] - corners[0]
      let across = ((corners[3] - corners[0]).length + (corners[2] - corners[1]).length) / 2
      guard along.x > 0.3 * along.length, (Self.minHeight...Self.maxHeight).contains(across),
        isSeen(placement, label.size, from: camera)
      else { return nil }
    }
    return box
  }

  /// True where no building hides the ground behind an upright text.
  private func isGroundSeen(between corners: [Point], from camera: Camera) -> Bool {
    guard let sight, let eye = camera.eye else { return true }
    let back = camera.terrain == nil ? camera.groundToCanvas.inverse : nil
    if camera.terrain == nil, back == nil { return true }
    return (0...2).allSatisfy { row in
      (0...6).allSatisfy { column in
        let (x, y) = (Double(column) / 6, Double(row) / 2)
        let corner = corners[0].interpolated(to: corners[1], at: x).interpolated(
          to: corners[3].interpolated(to: corners[2], at: x), at: y)
        // Above the horizon there is no ground.
        guard let place = back?.apply(corner) ?? camera.groundPoint(under: corner) else { return true }
        if camera.terrain == nil, camera.groundToCanvas.depth(of: place) <= 0 { return true }
        return sight.sees(camera.absolute(place), from: eye)
      }
    }
  }

  /// True if buildings leave all of a name on the ground to be read.
  private func isSeen(_ placement: Transform, _ size: Size, from camera: Camera) -> Bool {
    guard let sight, let eye = camera.eye else { return camera.sees(placement.apply(.zero)) }
    return (0...6).allSatisfy { step in
      let x = size.width * (Double(step) / 6 - 0.5) * 0.96
      let place = placement.apply(Point(x, 0))
      return camera.sees(place) && sight.sees(camera.absolute(place), from: eye)
    }
  }
}

extension Camera {
  /// The position of the camera, with its height in the terrain's heights.
  fileprivate var eye: SpacePoint? { spaceToCanvas.sight.map { SpacePoint($0.eye.ground, $0.eye.z + level) } }

  /// A point of the ground, with its height in the terrain's heights.
  fileprivate func absolute(_ p: Point) -> SpacePoint { SpacePoint(p, terrain?.height(at: p) ?? 0) }

  /// A point above the ground, with its height above the level plane.
  func lifted(_ p: SpacePoint) -> SpacePoint { terrain == nil ? p : SpacePoint(p.ground, p.z + height(at: p.ground)) }
}
