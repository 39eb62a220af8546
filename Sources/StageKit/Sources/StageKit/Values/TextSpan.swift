import Coding
import Geometry
import Graphics

/// A part of a text that differs from the rest of it in its font or its size.
public struct TextSpan: Hashable, Sendable, Digestible {
  /// The Unicode scalars of the text that it has.
  public var range: Range<Int>
  /// The font; nil values are those of the rest.
  public var families: [String]?
  public var file: FileReference?
  public var weight: Int?
  public var isItalic: Bool?
  /// The size of its letters, as a multiple of those of the rest.
  public var scale: Double
  /// Further features, positions on axes and lines.
  public var features: [FontFeature]
  public var variations: [FontVariation]
  public var decoration: TextDecoration

  /// Looks like the rest of the text unless other values are given.
  public init(
    _ range: Range<Int>, families: [String]? = nil, file: FileReference? = nil, weight: Int? = nil,
    isItalic: Bool? = nil, scale: Double = 1, features: [FontFeature] = [], variations: [FontVariation] = [],
    decoration: TextDecoration = []
  ) {
    self.features = features
    self.variations = variations
    self.decoration = decoration
    self.range = range
    self.families = families
    self.file = file
    self.weight = weight
    self.isItalic = isItalic
    self.scale = scale
  }

  /// The style of its letters in a text of a style; the size is the text's.
  public func style(in style: TextStyle) -> TextStyle {
    var own = style
    own.families = families ?? style.families
    // A family of its own comes before the text's file.
    own.file = file ?? (families == nil ? style.file : nil)
    own.weight = weight ?? style.weight
    own.isItalic = isItalic ?? style.isItalic
    own.features += features
    // A weight of its own comes before the text's position on the axis of weights.
    if weight != nil { own.variations.removeAll { $0.tag == "wght" } }
    own.variations += variations
    own.decoration.formUnion(decoration)
    return own
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(range.lowerBound)
    hasher.combine(range.upperBound)
    hasher.combine(families?.count ?? -1)
    for family in families ?? [] { hasher.combine(family) }
    hasher.combine(file)
    hasher.combine(weight ?? -1)
    hasher.combine(isItalic.map { $0 ? 1 : 0 } ?? -1)
    hasher.combine(scale)
    hasher.combine(features)
    hasher.combine(variations)
    hasher.combine(decoration.rawValue)
  }
}
