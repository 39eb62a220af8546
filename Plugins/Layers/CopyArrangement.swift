import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The places of copies: in a line, in rows, on a ring or along a path.
enum CopyArrangement: ParameterVariant, TimeVarying {
  case line(Line)
  case grid(Grid)
  case ring(Ring)
  case row(Flow)
  case column(Flow)
  case path(Way)

  /// Copies one after the other.
  struct Line: ParameterGroup {
    @Parameter("The way from each copy to the next.") var step: Animated<Point>
  }

  /// Copies in rows of equal count.
  struct Grid: ParameterGroup {
    @Parameter("The number of columns.", .range(1...1000)) var columns: Int
    @Parameter("The distance from column to column, and from row to row.") var step: Animated<Point>
  }

  /// Copies one after the other that keep their own sizes.
  struct Flow: ParameterGroup {
    @Parameter("The room from each copy to the next.", .any(.points)) var gap: Animated<Double> = 0
    @Parameter("The sides at which they are aligned: where rows start, their middles, or where rows end.")
    var align = FlowAlignment.start
  }

  enum FlowAlignment: String, CaseIterable, ParameterChoice { case start, center, end }

  /// Copies around a place.
  struct Ring: ParameterGroup {
    @Parameter("The ring's radius.", .nonnegative(.points)) var radius: Animated<Double>
    @Parameter("The direction of the first copy, clockwise from the top.", .any(.degrees)) var from: Animated<Double> =
      0
    @Parameter("The angle that all copies take; 360 is a whole ring.", .any(.degrees)) var sweep: Animated<Double> = 360
    @Parameter("Whether each copy is turned as the ring is.") var turned = true
  }

  /// Copies along a path.
  struct Way: ParameterGroup {
    @Parameter("The path, as SVG path data in points of the canvas.", replacedBy: ["path"]) var path: Path?
    @Parameter("Whether each copy is turned as the path is.") var turned = true
    @Parameter("The share of the path by which all copies are moved along it.", .any()) var shift: Animated<Double> = 0
  }

  static let alternatives: [Alternative<CopyArrangement>] = [
    .init("line", "One after the other, around the place of the first.", CopyArrangement.line),
    .init("grid", "In rows of equal count, around the place of the first.", CopyArrangement.grid),
    .init("row", "Side by side, each as wide as it is.", CopyArrangement.row),
    .init("column", "One below the other, each as high as it is.", CopyArrangement.column),
    .init("ring", "On a ring around the place of the first.", CopyArrangement.ring),
    .init("path", "Evenly along a path.", CopyArrangement.path),
  ]

  static var placeholder: CopyArrangement { .path(Way()) }

  var settlingTime: Double? {
    switch self {
    case .line(let line): line.step.settlingTime
    case .grid(let grid): grid.step.settlingTime
    case .ring(let ring): latestSettlingTime(of: ring.radius, ring.from, ring.sweep)
    case .row(let flow), .column(let flow): flow.gap.settlingTime
    case .path(let way): way.shift.settlingTime
    }
  }

  /// The place of each copy's middle on the canvas, and the angle by which it is turned, in degrees; `center` is that of the first
  /// that is copied, `boxes` are those of all, and `measure` is that of the path, if there is one.
  func places(
    of count: Int, around center: Point, boxes: [Rect], along measure: PathMeasure?, isMirrored: Bool,
    at seconds: Double
  ) -> [(point: Point, degrees: Double)] {
    switch self {
    case .row(let flow): return flow.places(boxes, around: center, isRow: true, isMirrored: isMirrored, at: seconds)
    case .column(let flow): return flow.places(boxes, around: center, isRow: false, isMirrored: isMirrored, at: seconds)
    case .line(let line):
      let step = line.step.value(at: seconds)
      return (0..<count).map { (center + step * (Double($0) - Double(count - 1) / 2), 0) }
    case .grid(let grid):
      let step = grid.step.value(at: seconds)
      let (columns, rows) = (min(grid.columns, count), (count + grid.columns - 1) / grid.columns)
      return (0..<count).map { index in
        let (column, row) = (Double(index % grid.columns), Double(index / grid.columns))
        let place = Point(
          step.x * (column - Double(columns - 1) / 2), step.y * (row - Double(rows - 1) / 2))
        return (center + place, 0)
      }
    case .ring(let ring):
      let (radius, from, sweep) = (
        ring.radius.value(at: seconds), ring.from.value(at: seconds), ring.sweep.value(at: seconds)
      )
      // A whole ring has no end, at which a copy would lie on the first one.
      let steps = abs(sweep.remainder(dividingBy: 360)) < 1e-9 ? count : max(count - 1, 1)
      return (0..<count).map { index in
        let degrees = from + sweep * Double(index) / Double(steps)
        let (s, c) = sineAndCosine(degrees: degrees)
        return (center + Point(s, -c) * radius, ring.turned ? degrees : 0)
      }
    case .path(let way):
      guard let measure else { return [] }
      let isClosed = measure.path.subpaths.allSatisfy(\.isClosed)
      let (steps, shift) = (isClosed ? count : max(count - 1, 1), way.shift.value(at: seconds))
      return (0..<count).compactMap { index in
        var share = Double(index) / Double(steps) + shift
        if isClosed { share -= share.rounded(.down) }
        guard let location = measure.location(at: min(max(share, 0), 1) * measure.length) else { return nil }
        let degrees = atan2(location.tangent.y, location.tangent.x) * 180 / .pi
        return (location.point, way.turned ? degrees : 0)
      }
    }
  }
}

extension CopyArrangement.Flow {
  /// The places at which the first copy's middle must be for each to be in its own.
  fileprivate func places(
    _ boxes: [Rect], around center: Point, isRow: Bool, isMirrored: Bool, at seconds: Double
  ) -> [(point: Point, degrees: Double)] {
    let gap = gap.value(at: seconds)
    let lengths = boxes.map { isRow ? $0.width : $0.height }
    let breadth = boxes.map { isRow ? $0.height : $0.width }.max() ?? 0
    var next = -(lengths.reduce(0, +) + gap * Double(boxes.count - 1)) / 2
    return zip(boxes, lengths).map { box, length in
      var along = next + length / 2
      next += length + gap
      if isRow, isMirrored { along = -along }
      let room = (breadth - (isRow ? box.height : box.width)) / 2
      var across: Double =
        switch align {
        case .start: -room
        case .center: 0
        case .end: room
        }
      if !isRow, isMirrored { across = -across }
      let target = center + (isRow ? Point(along, across) : Point(across, along))
      return (center + target - box.center, 0)
    }
  }
}
