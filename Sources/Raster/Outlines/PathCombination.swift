import Geometry

/// Combines two nonzero-filled outlines. The lines of the result neither cross nor overlap, and either rule fills them.
///
/// Curves become lines that are off by at most `tolerance`, in the outlines' units. Nil where the outlines are too large for
/// it, or so entangled that finding their crossings would take hundreds of megabytes.
public func combined(_ a: Path, _ b: Path, by operation: PathOperation, tolerance: Double) -> Path? {
  func simple(_ path: Path) -> Polylines? {
    var lines = Polylines()
    lines.append(path, tolerance: tolerance)
    if lines.points.isEmpty { return lines }
    guard lines.points.count <= Polylines.maxResolvedPoints else { return nil }
    return Polylines.boundary(of: [(lines, 1)], .nonzero, tolerance: tolerance)
  }
  guard let first = simple(a), let second = simple(b) else { return nil }
  if first.points.isEmpty && second.points.isEmpty { return .empty }
  // The first one counts 1 and the second one 2, so that 3 is in both.
  let inside: UInt =
    switch operation {
    case .union: 0b1110
    case .intersection: 0b1000
    case .difference: 0b0010
    case .symmetricDifference: 0b0110
    }
  guard
    let result = Polylines.boundary(of: [(first, 1), (second, 2)], .amounts(inside), tolerance: tolerance)
  else { return nil }
  return result.path
}

/// The outline of what a path fills by the nonzero rule, as lines that neither cross nor overlap; nil where its contours do not
/// overlap in the first place, and where there are too many.
///
/// Curves become lines that are off by at most `tolerance`, in the path's units.
public func united(_ path: Path, tolerance: Double) -> Path? {
  var lines = Polylines()
  lines.append(path, tolerance: tolerance)
  guard !lines.points.isEmpty, lines.points.count <= Polylines.maxResolvedPoints,
    let edge = Polylines.boundary(of: [(lines, 1)], .nonzero, tolerance: tolerance),
    let bounds = Rect(around: lines.points)
  else { return nil }
  // An area in two contours counts twice in the sum of their areas. Corners are rounded to 2^-26 of the size.
  let excess = abs(lines.area) - abs(edge.area)
  return abs(excess) > 1e-5 * bounds.width * bounds.height ? edge.path : nil
}

extension Polylines {
  /// The sum of the contours' areas, positive or negative by the way around.
  fileprivate var area: Double {
    var (sum, start) = (0.0, 0)
    for end in ends {
      var last = points[end - 1]
      for point in points[start..<end] {
        sum += last.x * point.y - point.x * last.y
        last = point
      }
      start = end
    }
    return sum / 2
  }

  fileprivate var path: Path {
    Path { builder in
      var start = 0
      for end in ends {
        builder.polyline(points[start..<end], closed: true)
        start = end
      }
    }
  }
}
