import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// Light on a leaf and shadow on it, by the angles of the leaves around it.
///
/// The light comes from the upper left, well in front of the canvas. Angles between leaves stand for how much of the
/// light a corner lets in.
struct Shading: Hashable, Sendable {
  /// 0 is none, 1 the usual.
  var strength: Double
  /// How far the fold's shading reaches into a page, as a share of its width.
  var fold: Double

  /// The light's direction, left for each unit of height.
  private static let slant = 0.38

  /// The light on a face compared to the light on a leaf that lies flat. Source: Lambert's cosine law.
  static func brightness(angle: Double, isFront: Bool) -> Double {
    let (sine, cosine) = sineAndCosine(degrees: angle)
    return max(isFront ? cosine + slant * sine : 0 - cosine - slant * sine, 0)
  }

  /// What a face keeps of its colors, from the hinge (0) to the edge (1).
  ///
  /// - Parameters:
  ///   - angle: The leaf's.
  ///   - opening: The angle between this face and the one that it lies against when the booklet is shut; nil where there
  ///     is none, as for the outside.
  func darkness(angle: Double, isFront: Bool, opening: Double?) -> [GradientStop] {
    let light = 1 - Self.brightness(angle: angle, isFront: isFront)
    let dark = max(light, 0) * 0.34
    let shadow = opening.map { Fallen(opening: $0, isFromLeft: !isFront) }
    return Self.offsets.map { offset in
      var kept = 1 - dark
      if let opening, let shadow {
        kept *= 1 - valley(at: offset)
        kept *= 1 - Self.occlusion(at: offset, opening: opening)
        kept *= 1 - shadow.darkness(at: offset)
      }
      return GradientStop(offset, Self.ink.opacity(min(max((1 - kept) * strength, 0), 1)))
    }
  }

  /// White over a face that is turned toward the light, as an opacity.
  func gloss(angle: Double, isFront: Bool) -> Double {
    max(Self.brightness(angle: angle, isFront: isFront) - 1, 0) * 1.2 * strength
  }

  /// The shadow at an edge of the leaf's thickness.
  static let ink = Color(0.09, 0.065, 0.045)

  /// Denser towards the hinge, where shading changes fastest.
  private static let offsets = (0...20).map { index in
    let t = Double(index) / 20
    return t * t * (0.4 + 0.6 * t)
  }

  /// A page curves down into the fold.
  private func valley(at offset: Double) -> Double {
    guard fold > 0 else { return 0 }
    return 0.2 * exp(-offset / (fold * 0.3)) + 0.11 * exp(-offset / (fold * 1.4))
  }

  /// A narrow corner lets little light in.
  private static func occlusion(at offset: Double, opening: Double) -> Double {
    let narrowness = (1 + sineAndCosine(degrees: opening).cosine) / 2
    return 0.3 * narrowness * exp(-offset / 0.45)
  }

  /// The shadow that the other leaf throws on a face.
  private struct Fallen {
    private let end: Double
    private let softness: Double
    private let darkest: Double

    init(opening: Double, isFromLeft: Bool) {
      let (sine, cosine) = sineAndCosine(degrees: opening)
      end = cosine + (isFromLeft ? -slant : slant) * sine
      softness = 0.12 + 0.4 * sine
      let reach = min(max(end / 0.5, 0), 1)
      darkest = 0.24 * reach * reach * (3 - 2 * reach)
    }

    func darkness(at offset: Double) -> Double {
      guard darkest > 0 else { return 0 }
      let t = min(max((offset - end + softness / 2) / softness, 0), 1)
      return darkest * (1 - t * t * (3 - 2 * t))
    }
  }
}
