import StageKit

/// Everything about a booklet that time decides.
struct Pose: Hashable, Sendable {
  /// For each leaf, the cover first, how far it is turned: 0 on the right, 180 on the left; never rising from a leaf to
  /// the next, since no leaf passes through another.
  private(set) var angles: [Double]
  var opening: OpeningProgress
  /// The color of the paper.
  var color: Color
  /// The completed share of the opening: 0 closed, 1 open, evenly in time.
  var progress: Double
  /// The leaf that moves, or moved last.
  var leaf: Int
  /// True if it rests neither closed nor open.
  var isMoving: Bool
  /// True if sheets turn one by one, and so bend; with the cover they move as one stiff block.
  var isBending: Bool

  /// Angles beyond 0…180 come back from there, as off a table.
  init(
    angles: [Double], opening: OpeningProgress, color: Color, progress: Double, leaf: Int, isMoving: Bool,
    isBending: Bool = false
  ) {
    var limit = 180.0
    self.angles = angles.map { angle in
      limit = min(Self.bounced(angle), limit)
      return limit
    }
    self.opening = opening
    self.color = color
    self.progress = progress
    self.leaf = leaf
    self.isMoving = isMoving
    self.isBending = isBending
  }

  /// The bend of a leaf; paper bends by `flexibility`, and the cover is stiff.
  func bend(ofLeaf leaf: Int, flexibility: Double) -> Bend {
    isBending && leaf > 0 ? Bend(angle: angles[leaf], flexibility: flexibility) : .flat(angles[leaf])
  }

  /// An angle reflected at 0 and 180, and held between them.
  static func bounced(_ angle: Double) -> Double {
    let reflected = angle < 0 ? -angle : angle > 180 ? 360 - angle : angle
    return min(max(reflected, 0), 180)
  }
}
