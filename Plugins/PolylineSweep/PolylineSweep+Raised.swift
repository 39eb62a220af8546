import StageKit

extension PolylineSweep {
  /// A window on ground that rises, for each copy of the world; empty on level ground, and for lines that leave it.
  func raisedLines(of sweep: Sweep, _ window: Sweep.Window, _ camera: Camera) -> [RaisedLine] {
    guard let terrain = camera.terrain, arc == 0, !window.isEmpty else { return [] }
    return grounds(of: sweep.route, camera).map {
      RaisedLine(of: sweep.route, from: window.tail, to: window.head, under: camera, terrain, on: $0)
    }
  }

  /// The whole route on ground that rises.
  func drawTrack(
    _ track: (color: Color, pen: StrokeStyle), _ sweep: Sweep, _ camera: Camera, on ground: Transform,
    into list: inout DisplayList
  ) {
    guard let terrain = camera.terrain else { return }
    let line = RaisedLine(of: sweep.route, from: 0, to: sweep.route.length, under: camera, terrain, on: ground)
    let pen = pointPen(track.pen, camera)
    for run in line.runs {
      let own = run.isGap ? pen.overGap(width: pen.width) : pen
      draw(hidden: run.isHidden, into: &list) { $0.stroke(.polyline(run.points), track.color, own) }
    }
  }

  /// Draws what ground hides as `occludedOpacity` says.
  func draw(hidden: Bool, into list: inout DisplayList, _ draw: (inout DisplayList) -> Void) {
    if hidden { list.group(opacity: occlusion.occludedOpacity, draw) } else { draw(&list) }
  }

  /// A pen of points: meters are those at the camera's center.
  func pointPen(_ pen: StrokeStyle, _ camera: Camera) -> StrokeStyle {
    var pen = pen
    if pen.order == .outlineThenTransform { pen.width *= camera.pointsPerMeter }
    pen.order = .transformThenOutline
    return pen
  }

  func drawRaised(
    _ line: RaisedLine, _ sweep: Sweep, _ window: Sweep.Window, _ color: LineColor, pen: StrokeStyle, camera: Camera,
    into list: inout DisplayList
  ) {
    let own = pointPen(pen, camera)
    for run in line.runs {
      let drawn = zip(run.points, run.points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
      let gone = run.ways.upperBound - run.ways.lowerBound
      guard drawn > 0, gone > 0 else { continue }
      // Colors go by the way on the ground, and the paint by the line on the canvas.
      let scale = drawn / gone
      let paint = color.paint(
        of: window, on: sweep.route, fades: fades, length: line.length * scale, gone: run.ways.lowerBound * scale)
      draw(hidden: run.isHidden, into: &list) {
        $0.stroke(.polyline(run.points), paint, run.isGap ? own.overGap(width: own.width) : own)
      }
    }
  }
}
