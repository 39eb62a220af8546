import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// Light on a leaf and shadow on it, by the angles of the leaves around it.
///
/// The light comes from the upper left, well in front of the canvas. Angles between leaves determine how much light a
/// corner lets in.
struct Shading: Hashable, Sendable {
  /// 0 is none, 1 the usual.
  var strength: Double
  /// The reach of the fold's shading into a page, as a share of its width.
  var fold: Double

  /// The light's direction, left for each unit of height.
  static let slant = 0.38

  /// The light on a face compared to the light on a leaf that lies flat; below 0 for one that turns away from the light.
  /// Source: Lambert's cosine law.
  static func brightness(angle: Double, isFront: Bool) -> Double {
    let (sine, cosine) = sineAndCosine(degrees: angle)
    return isFront ? cosine + slant * sine : 0 - cosine - slant * sine
  }

  /// Light and shade over a face, from a share of its width to another: dark where it keeps less of its colors than when
  /// it lies flat, white where it is turned toward the light. Offsets are shares of the leaf's width.
  ///
  /// - Parameters:
  ///   - opening: How the leaf that this face lies against when the booklet is shut is seen from it: its angles from
  ///     this face; nil where there is none, as for the outside.
  func stops(
    _ bend: Bend, isFront: Bool, opening: Bend?, from: Double = 0, to: Double = 1
  ) -> [GradientStop] {
    let shadow = opening.map { FallenShadow(of: $0, isFromLeft: !isFront) }
    let hollow = Self.hollow(bend, isFront: isFront)
    return Self.offsets.map { share in
      let offset = from + (to - from) * share
      let brightness = Self.brightness(angle: bend.angle(at: offset), isFront: isFront)
      var light = 1 - max(1 - brightness, 0) * 0.3
      light *= 1 - hollow
      if let opening, let shadow {
        light *= 1 - valley(at: offset)
        light *= 1 - Self.occlusion(at: offset, opening: opening.start)
        light *= 1 - shadow.darkness(at: offset)
      }
      let gloss = max(brightness - 1, 0) * 1.2
      // White over what is dark already would make it gray.
      let dark = 1 - light
      let color =
        dark >= gloss
        ? Self.ink.opacity(min(max((dark - gloss) * strength, 0), 1))
        : .white.opacity(min((gloss - dark) * strength, 1))
      return GradientStop(offset, color)
    }
  }

  /// The hollow side of a sheet that rolls lets in less light.
  private static func hollow(_ bend: Bend, isFront: Bool) -> Double {
    let roll = (bend.end - bend.start) * (isFront ? 1 : -1)
    return 0.1 * min(max(roll / 90, 0), 1)
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
}
