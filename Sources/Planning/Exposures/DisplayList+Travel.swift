import StageKit

extension DisplayList {
  /// How far each outline moves from this drawing to another, in points: the longest way of its corners, and of places of the
  /// canvas that lie on it in both.
  ///
  /// Commands are compared in order. Colors and opacities do not count.
  func ways(to other: DisplayList, on canvas: Rect) -> [Double] {
    var measure = TravelMeasure(canvas: canvas)
    measure.add(self, .identity, other, .identity)
    return measure.ways
  }
}

/// How far what is seen moves in steps, of which each has the ways of all outlines.
struct Travel {
  private var steps: [[Double]] = []

  mutating func add(_ ways: [Double]) { steps.append(ways) }

  /// The longest way of any outline through all steps.
  ///
  /// What jumps, such as a piece that leaves at the bottom and comes again at the top, does not move in between: a step that
  /// is more than eight times as long as those beside it counts as they do.
  var longest: Double {
    guard let count = steps.first?.count, steps.allSatisfy({ $0.count == count }) else {
      return steps.reduce(0) { $0 + ($1.max() ?? 0) }
    }
    return (0..<count).map { outline in
      steps.indices.reduce(0) { sum, step in
        let beside = [step - 1, step + 1].filter(steps.indices.contains).map { steps[$0][outline] }.max() ?? .infinity
        return sum + (steps[step][outline] > 8 * max(beside, 1) ? beside : steps[step][outline])
      }
    }.max() ?? 0
  }
}

private struct TravelMeasure {
  let canvas: Rect
  private(set) var ways: [Double] = []

  init(canvas: Rect) { self.canvas = canvas }

  mutating func add(_ a: DisplayList, _ outerA: Transform, _ b: DisplayList, _ outerB: Transform) {
    for (before, after) in zip(a.commands, b.commands) { add(before, outerA, after, outerB) }
  }

  private mutating func add(_ a: DrawCommand, _ outerA: Transform, _ b: DrawCommand, _ outerB: Transform) {
    ways.append(0)
    switch (a, b) {
    case (.fill(let pathA, _, let paintA, let ownA), .fill(let pathB, _, let paintB, let ownB)):
      add(pathA, outerA * ownA, pathB, outerB * ownB)
      if case (.image(_, let placeA, _, _), .image(_, let placeB, _, _)) = (paintA, paintB) {
        add(canvasPlaces: outerA * ownA * placeA, outerB * ownB * placeB, within: nil)
      }
    case (.stroke(let pathA, _, _, let ownA), .stroke(let pathB, _, _, let ownB)):
      add(pathA, outerA * ownA, pathB, outerB * ownB)
    case (.group(let groupA), .group(let groupB)):
      let (wholeA, wholeB) = (outerA * groupA.transform, outerB * groupB.transform)
      add(groupA.content, wholeA, groupB.content, wholeB)
      if let clipA = groupA.clip, let clipB = groupB.clip {
        add(clipA.path, wholeA * clipA.transform, clipB.path, wholeB * clipB.transform)
      }
      if let maskA = groupA.mask, let maskB = groupB.mask { add(maskA.content, wholeA, maskB.content, wholeB) }
    case (.backdrop(let filterA), .backdrop(let filterB)):
      add(filterA.outline, outerA * filterA.transform, filterB.outline, outerB * filterB.transform)
    case (.solids(let solidsA, let ownA), .solids(let solidsB, let ownB)):
      guard solidsA.mesh == solidsB.mesh else { break }
      let (viewA, viewB) = (outerA * ownA * solidsA.projection, outerB * ownB * solidsB.projection)
      if solidsA.rise == solidsB.rise, viewA == viewB { break }
      for solid in solidsA.mesh.solids { add(solid, solidsA, viewA, solidsB, viewB) }
    default: break
    }
  }

  /// Adds the way of a solid's middle, at the height that it has risen to.
  private mutating func add(
    _ solid: Mesh.Solid, _ a: Solids, _ viewA: SpaceTransform, _ b: Solids, _ viewB: SpaceTransform
  ) {
    func place(_ solids: Solids, _ view: SpaceTransform) -> Point? {
      var center = solid.center
      center.z *= solids.rise?.share(at: center.ground) ?? 1
      let image = view.homogeneous(center)
      return image.z >= solids.near ? Point(image.x / image.z, image.y / image.z) : nil
    }
    if let from = place(a, viewA), let to = place(b, viewB) { add(way: from, to) }
  }

  private mutating func add(_ a: Path, _ transformA: Transform, _ b: Path, _ transformB: Transform) {
    if a == b {
      if transformA == transformB { return }
      guard let bounds = a.controlBounds else { return }
      for corner in bounds.corners { add(corner, transformA, corner, transformB) }
      add(canvasPlaces: transformA, transformB, within: bounds)
    } else if a.points.count == b.points.count {
      for (from, to) in zip(a.points, b.points) { add(from, transformA, to, transformB) }
    } else if let boundsA = a.controlBounds, let boundsB = b.controlBounds {
      for (from, to) in zip(boundsA.corners, boundsB.corners) { add(from, transformA, to, transformB) }
    }
  }

  /// Adds the ways of what lies at some places of the canvas, as far as it lies within `bounds`.
  private mutating func add(canvasPlaces a: Transform, _ b: Transform, within bounds: Rect?) {
    guard let inverse = a.inverse else { return }
    for row in 0...4 {
      for column in 0...4 {
        let place = canvas.origin + Point(canvas.width * Double(column) / 4, canvas.height * Double(row) / 4)
        guard inverse.depth(of: place) > 0 else { continue }
        let own = inverse.apply(place)
        if bounds?.contains(own) ?? true { add(own, a, own, b) }
      }
    }
  }

  /// Adds the way of a point, where it begins or ends near the canvas.
  private mutating func add(_ from: Point, _ a: Transform, _ to: Point, _ b: Transform) {
    guard a.depth(of: from) > 0, b.depth(of: to) > 0 else { return }
    add(way: a.apply(from), b.apply(to))
  }

  private mutating func add(way start: Point, _ end: Point) {
    let near = Rect(
      x: canvas.x - canvas.width / 4, y: canvas.y - canvas.height / 4, width: canvas.width * 1.5,
      height: canvas.height * 1.5)
    guard near.contains(start) || near.contains(end) else { return }
    let way = (end - start).length
    if way > ways[ways.count - 1], way.isFinite { ways[ways.count - 1] = way }
  }
}
