import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The fine interlaced lines of security paper.
enum Guilloche {
  /// Waves along a page's foot, and a rosette toward its outer side.
  static func draw(onto list: inout DisplayList, in size: Size, color: Color, isLeft: Bool) {
    let style = StrokeStyle(width: 1.5, cap: .round, join: .round)
    // Line by line: each is simple, while all of them as one outline cross themselves a thousand times.
    func stroke(_ lines: Path, _ color: Color) {
      for subpath in lines.subpaths { list.stroke(Path { $0.append(subpath) }, color, style) }
    }
    stroke(waves(in: size), color.opacity(0.088))
    let radius = min(size.width * 0.23, size.height * 0.2)
    let center = Point(size.width * (isLeft ? 0.29 : 0.71), size.height * 0.71)
    stroke(rosette(center: center, radius: radius, petals: 11), color.opacity(0.076))
  }

  private static func waves(in size: Size) -> Path {
    let inset = size.width * 0.045
    let count = 9
    return Path { path in
      for index in 0..<count {
        let share = Double(index) / Double(count - 1)
        add(to: &path, from: inset, to: size.width - inset, steps: 48) { x in
          let along = (x - inset) / (size.width - 2 * inset)
          let swell = sin(along * .pi)
          let phase = share * 2 * .pi
          return size.height * 0.93 + 26 * (0.35 + 0.65 * swell) * sin(along * 5 * .pi + phase)
        }
      }
    }
  }

  /// Closed curves whose distance from the center rises and falls, turned against each other.
  static func rosette(center: Point, radius: Double, petals: Int, turns: Int = 5, depth: Double = 0.42) -> Path {
    let samples = petals * 12
    return Path { path in
      for turn in 0..<turns {
        let shift = Double(turn) / Double(turns) * 2 * .pi
        var points: [Point] = []
        for index in 0..<samples {
          let angle = Double(index) / Double(samples) * 2 * .pi
          let distance = radius * (1 - depth * (0.5 + 0.5 * cos(Double(petals) * angle + shift)))
          points.append(center + Point(cos(angle), sin(angle)) * distance)
        }
        addSmooth(points, to: &path)
      }
    }
  }

  private static func add(
    to path: inout PathBuilder, from start: Double, to end: Double, steps: Int, _ height: (Double) -> Double
  ) {
    let step = (end - start) / Double(steps)
    func point(_ index: Int) -> Point {
      let x = start + step * Double(index)
      return Point(x, height(x))
    }
    path.move(to: point(0))
    for index in 0..<steps {
      let (a, b, c, d) = (point(index - 1), point(index), point(index + 1), point(index + 2))
      path.cubic(b + (c - a) / 6, c - (d - b) / 6, to: c)
    }
  }

  /// A closed Catmull-Rom spline.
  private static func addSmooth(_ points: [Point], to path: inout PathBuilder) {
    guard let first = points.first, points.count > 2 else { return }
    func point(_ index: Int) -> Point { points[(index + points.count) % points.count] }
    path.move(to: first)
    for index in points.indices {
      let (a, b, c, d) = (point(index - 1), point(index), point(index + 1), point(index + 2))
      path.cubic(b + (c - a) / 6, c - (d - b) / 6, to: c)
    }
    path.close()
  }
}
