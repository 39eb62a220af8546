/// Coverage where so many pieces share pixels that finding all crossings would take forever: sampled, in time linear in
/// the pieces.
///
/// The row is cut into 4 to 64 bands, fewer the more pieces there are. In each, a piece goes straight down where its
/// middle is, to the nearest 1/16 pixel. Ends are rounded to bands, all that meet in one to the same, so that outlines
/// stay closed and windings right.
final class CrowdCoverage {
  /// Clusters with fewer pieces are resolved exactly.
  static let least = 1024

  /// Changes of winding, from the left in 1/16 pixel.
  private let changes = Scratch<Int32>()

  /// Deposits the pieces that `members` index; returns the winding to their right.
  func cover(
    _ members: Scratch<Int32>, of pieces: UnsafePointer<RowPiece>, _ winding: Int, _ evenOdd: Bool, _ row: CoverageRow
  ) -> Int {
    var left = Int32.max
    var right: Int32 = 0
    for i in 0..<members.count {
      let piece = pieces[Int(members.base[i])]
      left = min(left, piece.xa, piece.xb)
      right = max(right, piece.xa, piece.xb)
    }
    let first = Int(left >> 12)
    let count = Int(right >> 12) - first + 1
    changes.reserve(count)
    var height = 1 << 10
    while height < 1 << 14, members.count * (fullCoverage / height) > 1 << 16 { height *= 2 }
    var after = winding
    for top in stride(from: 0, to: fullCoverage, by: height) {
      changes.base.update(repeating: 0, count: count)
      for i in 0..<members.count {
        let piece = pieces + Int(members.base[i])
        let (ya, yb) = (Int(piece.pointee.ya), Int(piece.pointee.yb))
        let begins = (ya + height / 2) & -height
        guard begins <= top, (yb + height / 2) & -height > top else { continue }
        let y = min(max(top + height / 2, ya), yb)
        let rise = Double(piece.pointee.xb - piece.pointee.xa) * Double(y - ya) / Double(yb - ya)
        let place = (Int(piece.pointee.xa) + nearestInteger(rise)) >> 12 - first
        changes.base[place] &+= piece.pointee.direction
      }
      after = winding
      for place in 0..<count where changes.base[place] != 0 {
        let before = ExactCoverage.isInside(after, evenOdd)
        after += Int(changes.base[place])
        let inside = ExactCoverage.isInside(after, evenOdd)
        guard inside != before else { continue }
        // In the middle of its sixteenth, but within the cluster.
        let x = min(max((first + place) << 12 + 2048, Int(left)), Int(right))
        row.deposit(x, top, x, top + height, inside ? 1 : -1)
      }
    }
    return after
  }
}
