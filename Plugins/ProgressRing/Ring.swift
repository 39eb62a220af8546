import StageKit

/// The ring at one instant: a circle as the middle of a line.
struct Ring {
  let center: Point
  let radius: Double
  /// The width of its line.
  let width: Double
  let cap: LineCap

  /// The point after a number of turns clockwise from the top.
  func point(at turns: Double) -> Point {
    let (sine, cosine) = sineAndCosine(degrees: turns * 360)
    return Point(center.x + radius * sine, center.y - radius * cosine)
  }

  func drawTrack(_ color: Color, onto list: inout DisplayList) {
    guard color.alpha > 0, width > 0, radius > 0 else { return }
    list.stroke(.circle(center: center, radius: radius), color, width: width)
  }

  /// The arc between two places in turns; a full one is closed, an empty one nothing.
  func draw(from tail: Double, to head: Double, _ paint: PaintValue, onto list: inout DisplayList) {
    let sweep = min(head - tail, 1)
    guard sweep > 0, width > 0, radius > 0 else { return }
    let arc = Path.arc(center: center, radius: radius, start: tail * 360 - 90, sweep: sweep * 360)
    let box = Rect(center: center, size: Size(radius * 2 + width, radius * 2 + width))
    let path = sweep < 1 || paint.isAlongPath ? arc : .circle(center: center, radius: radius)
    let length = 2 * .pi * radius * sweep
    list.stroke(path, paint.paint(in: box, along: length), StrokeStyle(width: width, cap: cap, join: .round))
  }
}
