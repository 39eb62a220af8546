import Coding
import Geometry

/// A view of what lies below, blurred, as through frosted glass.
///
/// It takes the place of what lies below where the alpha of an outline covers. Below is what the innermost group that is
/// a layer of its own has drawn so far; outside of such groups it is all of the canvas. Beyond the canvas its last
/// pixels go on.
///
/// ```swift
/// frame.drawing.backdrop(
///   blur: 12, within: DisplayList { $0.fill(.roundedRect(box, radius: 16), .white) }, color: .brightness(1.2))
/// ```
public struct BackdropFilter: Hashable, Sendable, Digestible {
  /// A drawing of which the alpha counts; colors do not.
  public var outline: DisplayList
  /// The standard deviation of a Gaussian, half of what CSS calls a blur radius, in units of the outline's space.
  public var sigma: Double
  /// Maps the outline's space to that of the list.
  public var transform: Transform
  /// The share of the backdrop that is replaced, from 0 to 1.
  public var opacity: Double
  /// The change of the blurred colors; nil for none.
  public var color: ColorMatrix?

  /// A blur with a standard deviation of `sigma` where `outline` covers.
  public init(
    _ outline: DisplayList, sigma: Double, transform: Transform = .identity, opacity: Double = 1,
    color: ColorMatrix? = nil
  ) {
    self.outline = outline
    self.sigma = sigma
    self.transform = transform
    self.opacity = opacity
    self.color = color
  }

  public func digest(into hasher: inout DigestHasher) {
    outline.digest(into: &hasher)
    hasher.combine(sigma)
    transform.digest(into: &hasher)
    hasher.combine(opacity)
    hasher.combine(color)
  }
}

extension DisplayList {
  /// Blurs what lies below where the alpha of `outline` covers, such as a drawing's `silhouette`; an empty one adds
  /// nothing. `sigma` is a Gaussian's standard deviation in the outline's units.
  public mutating func backdrop(
    blur sigma: Double, within outline: DisplayList, transform: Transform = .identity, opacity: Double = 1,
    color: ColorMatrix? = nil
  ) {
    guard !outline.isEmpty else { return }
    append(
      DisplayList([
        .backdrop(BackdropFilter(outline, sigma: sigma, transform: transform, opacity: opacity, color: color))
      ]))
  }
}
