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
  /// The grade of what lies below, which is neither blurred nor changed by `color` then; nil for none.
  public var grade: Grade?
  /// For light instead of a view: what is brighter than this, from 0 up to but without 1, is blurred and laid onto what is
  /// there by the blend screen; nil for none. See `Effect.highlights(above:)`.
  public var highlights: Double?
  /// True for a blur that only changes what lies below it.
  private let isPlainBlur: Bool

  /// True if it only changes what lies below it, as grades and highlights always do: it has neither alpha nor bounds of its own.
  public var isAdjustment: Bool { isPlainBlur || grade != nil || highlights != nil }

  /// A blur with a standard deviation of `sigma` where `outline` covers; with `isAdjustment` it only changes what lies below it.
  public init(
    _ outline: DisplayList, sigma: Double, transform: Transform = .identity, opacity: Double = 1,
    color: ColorMatrix? = nil, grade: Grade? = nil, highlights: Double? = nil, isAdjustment: Bool = false
  ) {
    self.outline = outline
    self.sigma = sigma
    self.transform = transform
    self.opacity = opacity
    self.color = color
    self.grade = grade
    self.highlights = highlights
    isPlainBlur = isAdjustment && grade == nil && highlights == nil
  }

  public func digest(into hasher: inout DigestHasher) {
    outline.digest(into: &hasher)
    hasher.combine(sigma)
    transform.digest(into: &hasher)
    hasher.combine(opacity)
    hasher.combine(color)
    // Other filters keep the digests that they had.
    if grade != nil || highlights != nil {
      hasher.combine(grade)
      hasher.combine(highlights ?? -1)
    } else if isAdjustment {
      hasher.combine("adjustment")
    }
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

extension DisplayList {
  /// Grades what lies below where the alpha of `outline` covers, as an adjustment layer does; alpha stays. An empty outline
  /// adds nothing.
  public mutating func adjust(_ grade: Grade, within outline: DisplayList, transform: Transform = .identity) {
    guard !outline.isEmpty, !grade.isIdentity else { return }
    append(DisplayList([.backdrop(BackdropFilter(outline, sigma: 0, transform: transform, grade: grade))]))
  }

  /// Adds the light of what is brighter than a threshold below, blurred, where the alpha of `outline` covers. `sigma` is a
  /// Gaussian's standard deviation in the outline's units, `opacity` the strength.
  public mutating func bloom(_ sigma: Double, above threshold: Double, within outline: DisplayList, opacity: Double) {
    guard !outline.isEmpty, opacity > 0 else { return }
    append(DisplayList([.backdrop(BackdropFilter(outline, sigma: sigma, opacity: opacity, highlights: threshold))]))
  }

  /// The same with adjustments only where a mask lets them through.
  public func adjusting(within mask: Mask) -> DisplayList {
    DisplayList(
      commands.map { command in
        switch command {
        case .backdrop(var filter) where filter.isAdjustment:
          // The mask lies in the list's space.
          let placed = DisplayList([.group(Group(filter.outline, transform: filter.transform))])
          filter.outline = DisplayList([.group(Group(placed, mask: mask))])
          filter.transform = .identity
          return .backdrop(filter)
        case .group(var group):
          guard let inverse = group.transform.inverse else { return command }
          var own = mask
          own.content = DisplayList([.group(Group(mask.content, transform: inverse))])
          group.content = group.content.adjusting(within: own)
          return .group(group)
        default: return command
        }
      })
  }
}
