import StageKit

/// Says what keeps scanners from reading a code.
struct CodeWarnings {
  let context: any StageContext

  /// The free margin at the sides, in modules; `needed` is the least that scanners ask for.
  func check(margin: Int, needed: Int) {
    if margin < needed { context.warn("has a margin of \(margin) modules; scanners ask for \(needed)") }
  }

  /// The size of a module in points.
  func check(module: Double) {
    let pixels = module * context.composition.scale
    guard pixels < 3 else { return }
    context.warn(
      "has modules of \((pixels * 10).rounded() / 10) pixels; compressed videos need 3: make it larger, or its text shorter"
    )
  }

  /// Colors that are opaque and stay as they are.
  func check(_ color: Animated<PaintValue>, on background: Animated<PaintValue>) {
    guard color.isConstant, background.isConstant, case .color(let dark)? = color.values.first,
      case .color(let light)? = background.values.first, dark.alpha == 1, light.alpha == 1
    else { return }
    let (ink, paper) = (dark.relativeLuminance, light.relativeLuminance)
    let contrast = (paper + 0.05) / (ink + 0.05)
    if ink > paper {
      context.warn("is light on dark, which many scanners do not read")
    } else if contrast < 3 {
      context.warn("has a contrast of \((contrast * 10).rounded(.down) / 10) : 1; scanners need 3 : 1")
    }
  }
}

extension Color {
  /// As WCAG 2.2 defines it, of the opaque color.
  fileprivate var relativeLuminance: Double {
    0.2126 * Self.linearLight(red) + 0.7152 * Self.linearLight(green) + 0.0722 * Self.linearLight(blue)
  }
}
