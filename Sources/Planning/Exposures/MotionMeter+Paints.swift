import StageKit

#if canImport(Glibc)
  import Glibc
#endif

extension MotionMeter {
  /// Measures the paints of outlines; `view` is that of the outlines' space.
  func needed(by paints: [Paint], of paths: [Path], _ view: View) -> Double {
    if !view.moves, paints.allSatisfy({ $0 == paints[0] }) { return 0 }
    let bounds = paths[paths.count / 2].controlBounds ?? .zero
    switch paints[0] {
    case .color: return colors(paints, view)
    case .linear: return linear(paints, view)
    case .radial: return radial(paints, view)
    case .conic: return conic(paints, bounds, view)
    case .conical: return InstantsNeeded.unsteady
    case .image: return images(paints, view)
    case .alongPath: return alongPath(paints, bounds, view)
    }
  }

  private func colors(_ paints: [Paint], _ view: View) -> Double {
    var colors: [Color] = []
    for case .color(let color) in paints { colors.append(color) }
    return colors.count == paints.count ? needed(by: colors, gain: view.gain) : InstantsNeeded.unsteady
  }

  private func linear(_ paints: [Paint], _ view: View) -> Double {
    var (ends, stops, spreads): ([(Point, Point)], [[GradientStop]], Set<Spread>) = ([], [], [])
    for case .linear(let from, let to, let own, let spread) in paints {
      ends.append((from, to))
      stops.append(own)
      spreads.insert(spread)
    }
    guard ends.count == paints.count, spreads.count == 1, let spread = spreads.first else {
      return InstantsNeeded.unsteady
    }
    let places = zip(ends, view.transforms).map { ($1.image(of: $0.0), $1.image(of: $0.1)) }
    let ways = zip(places, places.dropFirst()).map { max(($1.0 - $0.0).length, ($1.1 - $0.1).length) }
    let length = places.map { ($0.1 - $0.0).length }.min() ?? 0
    return needed(by: stops, spread, moving: ways, length: length, view)
  }

  private func radial(_ paints: [Paint], _ view: View) -> Double {
    var (circles, stops, spreads): ([(center: Point, radius: Double)], [[GradientStop]], Set<Spread>) = ([], [], [])
    for case .radial(let center, let radius, let own, let spread) in paints {
      circles.append((center, radius))
      stops.append(own)
      spreads.insert(spread)
    }
    guard circles.count == paints.count, spreads.count == 1, let spread = spreads.first else {
      return InstantsNeeded.unsteady
    }
    // The center, and four places of the circle.
    let marks = [Point(0, 0), Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1)]
    let places = zip(circles, view.transforms).map { (circle, view) -> [Point] in
      marks.map { (mark: Point) -> Point in view.image(of: circle.center + mark * circle.radius) }
    }
    let ways = zip(places, places.dropFirst()).map { (a, b) -> Double in
      zip(a, b).map { (a: Point, b: Point) -> Double in (b - a).length }.max() ?? 0
    }
    let lengths = places.map { (place: [Point]) -> Double in
      place.dropFirst().map { (edge: Point) -> Double in (edge - place[0]).length }.min() ?? 0
    }
    let length = lengths.min() ?? 0
    return needed(by: stops, spread, moving: ways, length: length, view)
  }

  private func conic(_ paints: [Paint], _ bounds: Rect, _ view: View) -> Double {
    var (centers, angles, stops): ([Point], [Double], [[GradientStop]]) = ([], [], [])
    for case .conic(let center, let degrees, let own) in paints {
      centers.append(center)
      angles.append(degrees)
      stops.append(own)
    }
    guard centers.count == paints.count else { return InstantsNeeded.unsteady }
    // As if it were drawn along the circle around the outline.
    let scale = view.middle.scale(near: bounds.center)
    let radius = (bounds.corners.map { $0.distance(to: centers[0]) }.max() ?? 0) * scale
    let places = zip(centers, view.transforms).map { $1.image(of: $0) }
    var ways = zip(angles, angles.dropFirst()).map { abs($1 - $0) / 180 * Double.pi * radius }
    for index in ways.indices {
      let (a, b) = (view.transforms[index], view.transforms[index + 1])
      ways[index] += (places[index + 1] - places[index]).length + (a == b ? 0 : way(ofCanvas: a, b, within: bounds))
    }
    // At the center all colors meet.
    let isTurned = places.allSatisfy { $0 == places[0] }
    return needed(by: stops, .repeat, moving: ways, length: isTurned ? 2 * Double.pi * radius : 0, view)
  }

  /// Measures a gradient's colors, which move by `ways`, in pixels; it is `length` pixels long from one end to the other.
  private func needed(
    by stops: [[GradientStop]], _ spread: Spread, moving ways: [Double], length: Double, _ view: View
  ) -> Double {
    guard let first = stops.first, stops.allSatisfy({ $0.count == first.count }) else { return InstantsNeeded.unsteady }
    var steps = Steps(ways: ways)
    var result = 0.0
    for index in first.indices {
      for step in ways.indices {
        steps.ways[step] = max(
          steps.ways[step], ways[step] + abs(stops[step + 1][index].offset - stops[step][index].offset) * length)
      }
      result = max(result, needed(by: stops.map { $0[index].color }, gain: view.gain))
    }
    let contrast = stops.map { $0.contrast(spread) }.max() ?? 0
    let slope = length > 0 ? contrast / length : contrast > 0 ? .infinity : 0
    return max(result, steps.needed(softness: view.softness, contrast: slope * view.gain))
  }

  private func images(_ paints: [Paint], _ view: View) -> Double {
    var (images, opacities, places): ([Image], [Double], [Transform]) = ([], [], [])
    for case .image(let image, let placement, _, let opacity) in paints {
      images.append(image)
      opacities.append(opacity)
      places.append(placement)
    }
    guard images.count == paints.count, images.allSatisfy({ $0 == images[0] }) else { return InstantsNeeded.unsteady }
    let transforms = view.inside(places).transforms
    let ways = zip(transforms, transforms.dropFirst()).map { $0 == $1 ? 0 : way(ofCanvas: $0, $1, within: nil) }
    return max(Steps(ways: ways).needed(softness: view.softness), InstantsNeeded.components(opacities, gain: view.gain))
  }

  private func alongPath(_ paints: [Paint], _ bounds: Rect, _ view: View) -> Double {
    var (ends, stops): ([(Double, Double)], [[GradientStop]]) = ([], [])
    for case .alongPath(let start, let end, let own) in paints {
      ends.append((start, end))
      stops.append(own)
    }
    guard ends.count == paints.count else { return InstantsNeeded.unsteady }
    let scale = view.middle.scale(near: bounds.center)
    let ways = zip(ends, ends.dropFirst()).map { max(abs($1.0 - $0.0), abs($1.1 - $0.1)) * scale }
    let length = ends.map { abs($0.1 - $0.0) }.min() ?? 0
    return needed(by: stops, .clear, moving: ways, length: length * scale, view)
  }
}

extension Transform {
  /// The image of a point; the origin where it has none.
  fileprivate func image(of point: Point) -> Point {
    guard depth(of: point) > 0 else { return .zero }
    let image = apply(point)
    return image.isFinite ? image : .zero
  }
}

extension [GradientStop] {
  /// The most that a component of the premultiplied colors changes by in the gradient's length, if it did so all along.
  fileprivate func contrast(_ spread: Spread) -> Double {
    func difference(_ a: Color, _ b: Color) -> Double {
      [
        a.alpha - b.alpha, a.red * a.alpha - b.red * b.alpha, a.green * a.alpha - b.green * b.alpha,
        a.blue * a.alpha - b.blue * b.alpha,
      ].reduce(0) { Swift.max($0, abs($1)) }
    }
    guard let first, let last else { return 0 }
    var most = 0.0
    for (a, b) in zip(self, dropFirst()) {
      let change = difference(a.color, b.color)
      if change > 1.0 / 512 { most = Swift.max(most, change / Swift.max(b.offset - a.offset, 1e-9)) }
    }
    switch spread {
    case .repeat: return difference(first.color, last.color) > 1.0 / 512 ? .infinity : most
    case .clear: return first.color.alpha > 0 || last.color.alpha > 0 ? .infinity : most
    case .pad, .mirror: return most
    }
  }
}
