import Coding
import Geometry

/// The flattened outlines of small filled paths, such as letters and the copies of a drawing, which come back again and again
/// within a frame and from frame to frame.
///
/// A path's digest tells its place, so that finding one costs a comparison; another path there takes its memory.
final class SmallOutlines {
  /// Larger paths are not flattened here.
  static let maxPoints = 63
  private static let count = 1024
  /// Outlines with more lines are not kept.
  private static let maxKeptLines = 1024

  struct Outline {
    fileprivate var path: Digest?
    fileprivate var tolerance = FlatteningTolerance(scale: 1)
    private(set) var lines = Polylines()
    private(set) var isSimple = false

    fileprivate mutating func flatten(_ path: Path, _ tolerance: FlatteningTolerance) {
      self.path = path.digest
      self.tolerance = tolerance
      lines.removeAll()
      lines.append(path, tolerance: tolerance.value)
      isSimple = lines.isSimple
    }
  }

  private var outlines = [Outline](repeating: Outline(), count: count)

  /// A path's outline, flattened to within `tolerance`.
  func outline(of path: Path, _ tolerance: FlatteningTolerance) -> Outline {
    let place = Int(path.digest.low % UInt64(Self.count))
    if outlines[place].path != path.digest || outlines[place].tolerance != tolerance {
      outlines[place].flatten(path, tolerance)
    }
    let outline = outlines[place]
    if outline.lines.points.count > Self.maxKeptLines { outlines[place] = Outline() }
    return outline
  }
}
