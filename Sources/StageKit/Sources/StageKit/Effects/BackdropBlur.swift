import Geometry
import Graphics

/// Frosted glass: what lies below it is blurred where it covers.
struct BackdropBlur: LayerEffect {
  @Parameter("The blur radius, as of CSS's `backdrop-filter: blur()`: the standard deviation.", .nonnegative(.points))
  var radius: Animated<Double> = 24
  @Parameter("The saturation: 0 is gray, 2 twice as colorful.", .nonnegative()) var saturation: Animated<Double> = 1
  @Parameter("Multiplies its colors: 0 is black, 2 twice as bright.", .nonnegative()) var brightness: Animated<Double> =
    1

  var settlingTime: Double? { latestSettlingTime(of: radius, saturation, brightness) }

  var isGlass: Bool { true }

  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList { drawing }

  func below(_ drawing: DisplayList, at seconds: Double) -> DisplayList {
    let color = ColorMatrix.saturation(saturation.value(at: seconds))
      .followed(by: .brightness(brightness.value(at: seconds)))
    let radius = max(0, radius.value(at: seconds))
    let isPlain = saturation.value(at: seconds) == 1 && brightness.value(at: seconds) == 1
    guard radius > 0 || !isPlain else { return DisplayList() }
    var result = DisplayList()
    result.backdrop(
      blur: radius, within: drawing.silhouette, opacity: drawing.opacityAsOne, color: isPlain ? nil : color)
    return result
  }
}

extension DisplayList {
  /// The opacity with which all of it is drawn, where it is one group, or one in another; else 1.
  fileprivate var opacityAsOne: Double {
    guard commands.count == 1, case .group(let group) = commands[0] else { return 1 }
    return group.opacity * group.content.opacityAsOne
  }
}
