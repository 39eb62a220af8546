import Coding
import Geometry

/// A filter over a whole group. `sigma` is the standard deviation of a Gaussian (half of what CSS calls a blur
/// radius), and `offset` a displacement, both in units of the group's own space.
///
/// ```swift
/// frame.drawing.group(effects: [.blur(sigma: 4), .dropShadow(color: .black, offset: Point(0, 6), sigma: 8)]) { card in
///   card.fill(.roundedRect(box, radius: 12), .white)
/// }
/// ```
public enum Effect: Hashable, Sendable, Digestible {
  case blur(sigma: Double)
  /// A blurred copy of the group's alpha in one color, under it.
  case dropShadow(color: Color, offset: Point, sigma: Double)
  /// A blurred copy of the group's alpha in one color, without the group itself.
  case shadow(color: Color, offset: Point, sigma: Double)
  /// The group, and on it a shadow that its own edge throws inwards: the color, where the blurred copy of the group's
  /// alpha leaves it free. Its alpha stays.
  case innerShadow(color: Color, offset: Point, sigma: Double)
  /// The group's colors, transformed; its alpha stays.
  case color(ColorMatrix)
  /// The group's colors, graded; its alpha stays.
  case grade(Grade)
  /// The bright parts of the group: all of it times k, its alpha too. With the greatest of its straight components m,
  /// k = (m − above) / (1 − above), clamped to 0…1. `above` lies from 0 up to but without 1.
  case highlights(above: Double)
  /// The picture that a filter makes of the group, within its region.
  case graph(FilterGraph)

  public func digest(into hasher: inout DigestHasher) {
    switch self {
    case .blur(let sigma):
      hasher.combine(0)
      hasher.combine(sigma)
    case .dropShadow(let color, let offset, let sigma):
      combine(1, color: color, offset: offset, sigma: sigma, into: &hasher)
    case .shadow(let color, let offset, let sigma):
      combine(2, color: color, offset: offset, sigma: sigma, into: &hasher)
    case .innerShadow(let color, let offset, let sigma):
      combine(3, color: color, offset: offset, sigma: sigma, into: &hasher)
    case .color(let matrix):
      hasher.combine(4)
      matrix.digest(into: &hasher)
    case .grade(let grade):
      hasher.combine(5)
      grade.digest(into: &hasher)
    case .highlights(let threshold):
      hasher.combine(6)
      hasher.combine(threshold)
    case .graph(let graph):
      hasher.combine(7)
      graph.digest(into: &hasher)
    }
  }

  private func combine(_ kind: Int, color: Color, offset: Point, sigma: Double, into hasher: inout DigestHasher) {
    hasher.combine(kind)
    color.digest(into: &hasher)
    offset.digest(into: &hasher)
    hasher.combine(sigma)
  }
}
