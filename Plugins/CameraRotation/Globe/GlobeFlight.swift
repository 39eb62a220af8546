import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// A flight along the great circle between two places.
struct GlobeFlight: ParameterGroup, TimeVarying {
  @Parameter("The place where it starts.") var from: Coordinate
  @Parameter("The place where it ends.") var to: Coordinate
  @Parameter("The time of its start.", .nonnegative(.seconds)) var start = 0.0
  @Parameter("The time of the flight.", .positive(.seconds)) var duration = 3.0
  @Parameter("The easing along the path.") var curve: Easing = .usual
  @Parameter("The greatest height above the ground, as a fraction of the path's length.", .range(0...1)) var height =
    0.06
  @Parameter("The color of the path.") var color: Animated<Color> = Animated(Color(hex: 0xFFC24B))
  @Parameter("The width of the path.", .nonnegative(.points)) var width: Animated<Double> = 2.5
  @Parameter("The opacity of the path ahead, from 0 to 1.", .fraction) var aheadOpacity = 0.25
  @Parameter("The radius of the dot at the head; 0 for none.", .nonnegative(.points)) var headRadius = 5.0
  @Parameter("The radius of the dots at both ends; 0 for none.", .nonnegative(.points)) var endRadius = 3.5

  var settlingTime: Double? { latestSettlingTime(of: color, width).map { max($0, start + duration) } }

  func progress(at seconds: Double) -> Double {
    if seconds <= start { return 0 }
    if seconds >= start + duration { return 1 }
    return min(max(curve.value(at: (seconds - start) / duration, over: duration), 0), 1)
  }

  /// The angle from start to end, seen from the earth's center, in radians.
  var angle: Double { from.direction.angle(to: to.direction) }

  /// A place on the path, with its height in radii of the earth.
  func place(_ share: Double) -> (direction: Direction3, height: Double) {
    (from.direction.toward(to.direction, share), height * angle * 4 * share * (1 - share))
  }

  func point(_ share: Double, _ view: GlobeView) -> Point? {
    let place = place(share)
    return view.point(place.direction, height: place.height)
  }

  /// The direction of the path on the canvas, in degrees clockwise from rightward; nil where it is hidden.
  func heading(_ share: Double, _ view: GlobeView) -> Double? {
    let (a, b) = (max(share - 0.002, 0), min(share + 0.002, 1))
    guard let from = point(a, view), let to = point(b, view), from != to else { return nil }
    return atan2(to.y - from.y, to.x - from.x) * 180 / .pi
  }

  /// Draws the path: the part ahead, and over it the part that has been flown.
  func draw(_ view: GlobeView, at seconds: Double, onto list: inout DisplayList) {
    let (color, width) = (color.value(at: seconds), width.value(at: seconds))
    let progress = progress(at: seconds)
    let isBegun = seconds >= start
    if width > 0 {
      let style = StrokeStyle(width: width, cap: .round, join: .round)
      if aheadOpacity > 0 { list.stroke(line(progress, 1, view), color.opacity(aheadOpacity), style) }
      if progress > 0 { list.stroke(line(0, progress, view), color, style) }
    }
    for (share, radius) in [(0.0, endRadius), (1, endRadius), (progress, isBegun ? headRadius : 0)] where radius > 0 {
      guard let point = point(share, view) else { continue }
      list.fill(.circle(center: point, radius: radius * 2.2), color.opacity(0.25))
      list.fill(.circle(center: point, radius: radius), color)
      if share == progress, isBegun { list.fill(.circle(center: point, radius: radius * 0.5), .white) }
    }
  }

  /// The visible parts of the path between two fractions of it.
  private func line(_ from: Double, _ to: Double, _ view: GlobeView) -> Path {
    guard to > from else { return Path { _ in } }
    let count = max(2, Int((96 * (to - from)).rounded(.up)))
    return Path { path in
      var before: (share: Double, point: Point?)?
      for index in 0...count {
        let share = from + (to - from) * Double(index) / Double(count)
        let next = point(share, view)
        switch (before?.point, next) {
        case (nil, let next?):
          path.move(to: before.map { edge(seen: share, hidden: $0.share, view) } ?? next)
          path.line(to: next)
        case (_?, let next?): path.line(to: next)
        case (_?, nil): path.line(to: edge(seen: before?.share ?? share, hidden: share, view))
        case (nil, nil): break
        }
        before = (share, next)
      }
    }
  }

  /// The point between a seen and a hidden place at which the earth begins to hide the path.
  private func edge(seen: Double, hidden: Double, _ view: GlobeView) -> Point {
    var (seen, hidden) = (seen, hidden)
    for _ in 0..<20 {
      let middle = (seen + hidden) / 2
      if point(middle, view) == nil { hidden = middle } else { seen = middle }
    }
    return point(seen, view) ?? view.middleOnCanvas
  }
}
