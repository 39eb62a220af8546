/// A limit on the work that one outline takes in one pixel row, so that none takes forever.
///
/// It is counted from the left, for one outline and one row, and so depends on nothing but what is drawn.
struct WorkBudget {
  /// Clusters with fewer pieces are always resolved exactly.
  static let minBudgetedPieces = 16
  /// Clusters with at least this many pieces are never resolved exactly.
  private static let maxResolvedPieces = 1024

  /// In visits of a piece.
  var spent = 0
  private let limit: Int

  /// For a row of a surface of `width` × `height` pixels, which as a whole may take 2^27 visits, about half a second, or
  /// more if it is very large.
  init(width: Int, height: Int) { limit = max((1 << 27) / max(height, 1), width << 3) }

  var isExhausted: Bool { spent > limit }

  /// True if resolving a cluster of pieces exactly would take more than is left, crossings not counted.
  func isExceeded(by members: Scratch<Int32>, of pieces: UnsafePointer<RowPiece>) -> Bool {
    let count = members.count
    if count >= Self.maxResolvedPieces || isExhausted { return true }
    // The number of bands between the ends of pieces, and the sum of the widths of pieces.
    var bands = 1
    var width = 0
    for i in 0..<count {
      let piece = pieces + Int(members.base[i])
      if piece.pointee.yb &- piece.pointee.ya < fullCoverage { bands &+= 2 }
      width &+= Int(abs(piece.pointee.xb &- piece.pointee.xa)) >> 16
    }
    return spent &+ width &+ count &* (count / 4 &+ bands) > limit
  }
}
