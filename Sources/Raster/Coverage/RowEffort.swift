/// How much work a pixel row takes, so that no outline makes it take forever.
///
/// It counts for one outline and one row, from the left, and so depends on nothing but what is drawn.
struct RowEffort {
  /// Clusters with fewer pieces are resolved exactly whatever they take.
  static let leastWeighed = 16
  /// Clusters with so many pieces are not resolved exactly.
  private static let crowd = 1024

  /// In visits of a piece.
  var spent = 0
  /// From here on a row is drawn by samples.
  private let most: Int

  /// For a row of a surface of `width` × `height` pixels, which as a whole takes 2^27 visits, about half a second, or
  /// more where it is very large.
  init(width: Int, height: Int) { most = max((1 << 27) / max(height, 1), width << 3) }

  var isTooMuch: Bool { spent > most }

  /// Whether resolving a cluster of pieces, before any of them cross, is more than the row may take.
  func isTooMuch(for members: Scratch<Int32>, of pieces: UnsafePointer<RowPiece>) -> Bool {
    let count = members.count
    if count >= Self.crowd || isTooMuch { return true }
    // Where they end, and how wide they are.
    var bands = 1
    var width = 0
    for i in 0..<count {
      let piece = pieces + Int(members.base[i])
      if piece.pointee.yb &- piece.pointee.ya < fullCoverage { bands &+= 2 }
      width &+= Int(abs(piece.pointee.xb &- piece.pointee.xa)) >> 16
    }
    return spent &+ width &+ count &* (count / 4 &+ bands) > most
  }
}
