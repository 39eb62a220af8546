import Geometry
import Graphics

/// A stroke with a gradient along its path: pieces that lie side by side along the line, each with its own colors.
///
/// Pieces of one run of the line share borders and nothing else, so their coverages add up without seams. Where different
/// runs meet, as where the line crosses itself, the more opaque one shows.
struct PathGradientStroke {
  struct Piece {
    var edges: EdgeSet
    /// Grows along the line; neighbors in a run differ by at most 2, runs by more.
    var order: Int32
    var start: Point
    /// The vector along the piece, divided by the square of its length; zero if the color is constant.
    var along: Point
    /// Arc lengths at both ends.
    var s0: Double
    var s1: Double
    /// Depths at both ends.
    var w0: Double
    var w1: Double

    /// The arc length of the piece's point closest to `p`.
    @inline(__always)
    func arcLength(at p: Point) -> Double {
      let t = min(max((p - start).dot(along), 0), 1)
      return s0 + (s1 - s0) * (t * w0 / (w1 * (1 - t) + t * w0))
    }
  }

  let pieces: [Piece]
  let bounds: PixelRect
  let ramp: GradientRamp
  /// The arc length of the ramp's 0, and from there that of its 1.
  let start: Double
  let span: Double
  /// Maps pixels of the canvas to the space of the pieces' points.
  let toPieces: Transform
}

/// The accumulated color of a path gradient's pixel.
struct PathGradientCell: BitwiseCopyable {
  /// The most opaque color of the runs before.
  var best: Pixel
  /// The color of the current run, times its coverage.
  var sum: Pixel
  var coverage: UInt32
  var order: Int32

  static let empty = PathGradientCell(best: .zero, sum: .zero, coverage: 0, order: -100)

  /// Adds a piece's color over a part of the pixel, in 1/65536; where neighbors overlap, in a tight bend, the more
  /// opaque one shows.
  @inline(__always)
  mutating func add(_ color: Pixel, _ part: UInt32, order: Int32) {
    if order - self.order > 2 {
      best = result
      sum = .zero
      coverage = 0
    }
    self.order = order
    let room = 65_536 - coverage
    if part <= room || UInt64(color.w) * UInt64(coverage) <= UInt64(sum.w) << 16 {
      sum = sum &+ narrowed(scaled(widened(color), min(part, room)))
      coverage += min(part, room)
    } else {
      // The earlier color keeps the remaining share.
      sum = narrowed(scaled(widened(sum), ((65_536 - part) << 16) / coverage)) &+ narrowed(scaled(widened(color), part))
      coverage = 65_536
    }
  }

  @inline(__always)
  var result: Pixel { sum.w > best.w ? sum : best }
}
