#if canImport(Glibc)
  import Glibc
#endif

/// The number of instants of a shutter that a change needs, so that their mean is within 2 of 255 of the mean of all.
///
/// Up to 1, the middle of the shutter represents all of it; 0 is for drawings that do not change.
enum InstantsNeeded {
  /// The least number for a change that is not steady.
  static let unsteady = 8.0

  /// For edges that move by a way, in pixels; `softness` is the standard deviation, in pixels, of the Gaussian that blurs them.
  ///
  /// The mean of edges of one pixel that are `h` pixels apart over a way of `d` is off by up to `h`² / 8`d`. Over short ways
  /// the pixels themselves even that out, so that fewer do: 1 up to 1/24 of a pixel, 4 up to a third.
  static func edges(moving way: Double, softness: Double = 0) -> Double {
    let hard = min(12 * way.squareRoot(), cbrt(576 * way * way))
    return softness > 0 ? min(hard, 8 * way / softness) : hard
  }

  /// For components of colors, from 0 to 1, at evenly spaced instants; `gain` is what they are multiplied by.
  static func components(_ values: [Double], gain: Double = 1) -> Double {
    guard let first = values.first, let last = values.last, let least = values.min(), let most = values.max(),
      most > least
    else { return 0 }
    let change = 8 * min((most - least) * gain, 1)
    let steps = Double(values.count - 1)
    let isSteady = values.enumerated().allSatisfy { index, value in
      abs(value - first - (last - first) * Double(index) / steps) * gain < 1.0 / 170
    }
    return isSteady ? change : max(change, unsteady)
  }
}

/// The ways that something moves between evenly spaced instants, in pixels.
struct Steps {
  var ways: [Double] = []

  /// The whole way, and whether a part of it is left out as a jump.
  ///
  /// A piece that leaves at the bottom and comes again at the top jumps, and does not move in between: a step that
  /// is more than eight times as long as those next to it counts as they do.
  var travel: (way: Double, jumps: Bool) {
    var (way, jumps) = (0.0, false)
    for step in ways.indices {
      let (before, after) = (step > 0 ? ways[step - 1] : 0, step + 1 < ways.count ? ways[step + 1] : 0)
      let near = ways.count > 1 ? max(before, after) : .infinity
      if ways[step] > 8 * max(near, 1) {
        way += near
        jumps = true
      } else {
        way += ways[step]
      }
    }
    return (way, jumps)
  }

  /// The number of instants that edges need; `contrast` is how much their colors differ within a pixel, at most 1.
  func needed(softness: Double = 0, contrast: Double = 1) -> Double {
    let (way, jumps) = travel
    let needed = min(
      InstantsNeeded.edges(moving: way, softness: softness), InstantsNeeded.edges(moving: way * min(contrast, 1)))
    return jumps ? max(needed, InstantsNeeded.unsteady) : needed
  }
}
