/// The blend of a group's colors with those below it: W3C Compositing and Blending Level 1, source-over with the named
/// blend function.
///
/// ```swift
/// frame.drawing.group(blend: .multiply) { $0.fill(.rect(box), Color(1, 0.8, 0.2)) }
/// ```
public enum BlendMode: UInt8, Hashable, Sendable, CaseIterable {
  case normal, multiply, screen, overlay
  /// Adds premultiplied components and clamps, as light adds up; W3C calls it `plus-lighter`.
  case plus
  case darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion
  /// These four take hue, saturation and luminosity of one color and the rest of the other.
  case hue, saturation, color, luminosity
}
