import StageKit

/// The shadow that a leaf throws on the face next to it.
///
/// The higher the point that throws its end, the further it reaches and the softer it is: narrow and dense where the
/// leaf nearly touches.
struct FallenShadow: Hashable, Sendable {
  /// The reach of the shadow, as a share of the face's width.
  let end: Double
  /// The width of its soft edge, likewise.
  let softness: Double
  private let darkest: Double

  private static let samples = 24

  /// - Parameters:
  ///   - leaf: Its angles are those from the face.
  ///   - isFromLeft: Whether the face opens to the left, toward the light: its shadow is short, and fainter, as only the
  ///     light around throws it.
  init(of leaf: Bend, isFromLeft: Bool) {
    let slant = isFromLeft ? Shading.slant * 0.4 : Shading.slant
    var (end, height) = (0.0, 0.0)
    for index in 0...Self.samples {
      let (x, z) = leaf.point(at: Double(index) / Double(Self.samples))
      if x + slant * z > end { (end, height) = (x + slant * z, z) }
    }
    self.end = end
    softness = 0.04 + 0.46 * height
    let reach = min(max(end / 0.5, 0), 1)
    darkest = (isFromLeft ? 0.2 : 0.26) * reach * reach * (3 - 2 * reach)
  }

  func darkness(at offset: Double) -> Double {
    guard darkest > 0 else { return 0 }
    let t = min(max((offset - end + softness / 2) / softness, 0), 1)
    return darkest * (1 - t * t * (3 - 2 * t))
  }
}
