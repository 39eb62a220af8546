import StageKit

/// An outline that is filled at one of the instants.
struct MeasuredFill {
  let path: Path
  let rule: FillRule
  let paint: Paint
  let transform: Transform
}

/// An outline that is stroked at one of the instants.
struct MeasuredStroke {
  let path: Path
  let style: StrokeStyle
  let paint: Paint
  let transform: Transform
}

/// Solids at one of the instants.
struct MeasuredSolids {
  let solids: Solids
  let transform: Transform
}

extension [DrawCommand] {
  /// Nil unless all are of this kind.
  var fills: [MeasuredFill]? {
    var result: [MeasuredFill] = []
    for case .fill(let path, let rule, let paint, let transform) in self {
      result.append(MeasuredFill(path: path, rule: rule, paint: paint, transform: transform))
    }
    return result.count == count ? result : nil
  }

  var strokes: [MeasuredStroke]? {
    var result: [MeasuredStroke] = []
    for case .stroke(let path, let style, let paint, let transform) in self {
      result.append(MeasuredStroke(path: path, style: style, paint: paint, transform: transform))
    }
    return result.count == count ? result : nil
  }

  var solids: [MeasuredSolids]? {
    var result: [MeasuredSolids] = []
    for case .solids(let solids, let transform) in self {
      result.append(MeasuredSolids(solids: solids, transform: transform))
    }
    return result.count == count ? result : nil
  }
}

extension MotionMeter {
  func needed(by fills: [MeasuredFill], _ view: View) -> Double {
    let inside = view.inside(fills.map(\.transform))
    let paths = fills.map(\.path)
    let needed = max(
      steps(paths, inside.transforms, view.softness), self.needed(by: fills.map(\.paint), of: paths, inside))
    return fills.contains { $0.rule != fills[0].rule } ? max(needed, InstantsNeeded.unsteady) : needed
  }

  func needed(by strokes: [MeasuredStroke], _ view: View) -> Double {
    let inside = view.inside(strokes.map(\.transform))
    let paths = strokes.map(\.path)
    var needed = max(
      steps(paths, inside.transforms, view.softness), self.needed(by: strokes.map(\.paint), of: paths, inside))
    let styles = strokes.map(\.style)
    if styles.contains(where: { $0 != styles[0] }) {
      let middle = inside.middle.scale(near: paths[0].controlBounds?.center ?? .zero)
      let scale = styles[0].order == .transformThenOutline ? self.scale : middle
      let ways = zip(styles, styles.dropFirst()).map { a, b in
        (abs(a.width - b.width) / 2 + abs(a.dashOffset - b.dashOffset)) * scale
      }
      needed = max(needed, Steps(ways: ways).needed(softness: view.softness))
      let fixed = styles.map { style in
        var style = style
        (style.width, style.dashOffset) = (1, 0)
        return style
      }
      if fixed.contains(where: { $0 != fixed[0] }) { needed = max(needed, InstantsNeeded.unsteady) }
    }
    return needed
  }

  /// Measures solids by the ways of their middles, at the heights that they have risen to.
  func needed(by solids: [MeasuredSolids], _ view: View) -> Double {
    let all = solids.map(\.solids)
    let views = zip(view.transforms, solids).map { $0 * $1.transform * $1.solids.projection }
    let fixed = all.map { solids in
      var solids = solids
      solids.projection = all[0].projection
      return solids
    }
    var needed = fixed.contains { $0 != fixed[0] } ? InstantsNeeded.unsteady : 0
    guard all.allSatisfy({ $0.mesh == all[0].mesh }) else { return needed }
    let centers = all[0].mesh.solids.map(\.center)
    let places = zip(all, views).map { solids, view in
      let (near, rise) = (solids.near, solids.rise)
      return centers.map { center -> Point? in
        let height = center.z * (rise?.share(at: center.ground) ?? 1)
        let image = view.homogeneous(SpacePoint(center.x, center.y, height))
        return image.z >= near ? Point(image.x / image.z, image.y / image.z) : nil
      }
    }
    let steps = zip(places, places.dropFirst()).map { before, after in
      zip(before, after).reduce(0.0) { longest, pair in
        guard let from = pair.0, let to = pair.1 else { return longest }
        return max(longest, way(from, to))
      }
    }
    needed = max(needed, Steps(ways: steps).needed(softness: view.softness))
    return needed
  }

  // MARK: - Ways

  /// Measures outlines by the ways of their corners, and of places of the canvas that lie on them.
  func steps(_ paths: [Path], _ places: [Transform], _ softness: Double) -> Double {
    var steps = Steps()
    var isSteady = true
    for index in paths.indices.dropFirst() {
      let (a, b) = (paths[index - 1], paths[index])
      steps.ways.append(way(from: a, at: places[index - 1], to: b, at: places[index]))
      if a != b, a.verbs != b.verbs { isSteady = false }
    }
    let needed = steps.needed(softness: softness)
    return isSteady ? needed : max(needed, InstantsNeeded.unsteady)
  }

  private func way(from a: Path, at placeA: Transform, to b: Path, at placeB: Transform) -> Double {
    if a == b {
      guard placeA != placeB, let bounds = a.controlBounds else { return 0 }
      return max(way(of: bounds, at: placeA, to: bounds, at: placeB), way(ofCanvas: placeA, placeB, within: bounds))
    }
    if a.points.count == b.points.count {
      return zip(a.points, b.points).reduce(0) { max($0, way(from: $1.0, at: placeA, to: $1.1, at: placeB)) }
    }
    guard let boundsA = a.controlBounds, let boundsB = b.controlBounds else { return 0 }
    return way(of: boundsA, at: placeA, to: boundsB, at: placeB)
  }

  private func way(of a: Rect, at placeA: Transform, to b: Rect, at placeB: Transform) -> Double {
    zip(a.corners, b.corners).reduce(0) { max($0, way(from: $1.0, at: placeA, to: $1.1, at: placeB)) }
  }

  /// The longest way of what lies at some places of the canvas, as far as it lies within `bounds`.
  func way(ofCanvas a: Transform, _ b: Transform, within bounds: Rect?) -> Double {
    guard let inverse = a.inverse else { return 0 }
    var longest = 0.0
    for row in 0...4 {
      for column in 0...4 {
        let place = canvas.origin + Point(canvas.width * Double(column) / 4, canvas.height * Double(row) / 4)
        guard inverse.depth(of: place) > 0 else { continue }
        let own = inverse.apply(place)
        if bounds?.contains(own) ?? true { longest = max(longest, way(from: own, at: a, to: own, at: b)) }
      }
    }
    return longest
  }

  private func way(from: Point, at a: Transform, to: Point, at b: Transform) -> Double {
    guard a.depth(of: from) > 0, b.depth(of: to) > 0 else { return 0 }
    return way(a.apply(from), b.apply(to))
  }

  /// The way of a pixel that begins or ends near the canvas.
  private func way(_ start: Point, _ end: Point) -> Double {
    let near = Rect(
      x: canvas.x - canvas.width / 4, y: canvas.y - canvas.height / 4, width: canvas.width * 1.5,
      height: canvas.height * 1.5)
    guard near.contains(start) || near.contains(end) else { return 0 }
    let way = (end - start).length
    return way.isFinite ? way : 0
  }
}
