import StageKit

/// An effect or a layer style of a layer.
enum LayerFilter: Sendable {
  case fill(color: Property<Vector>, opacity: Property<Double>)
  case tint(black: Property<Vector>, white: Property<Vector>, amount: Property<Double>)
  case tritone(
    bright: Property<Vector>, middle: Property<Vector>, dark: Property<Vector>, blend: Property<Double>)
  case shadow(ShadowFilter)
  case innerShadow(ShadowFilter)
  case blur(amount: Property<Double>)
  case levels([LevelsFilter])
  case hueSaturation(hue: Property<Double>, saturation: Property<Double>, lightness: Property<Double>)
  /// A stroke along masks.
  case stroke(StrokeFilter)
}

/// A shadow of a layer.
struct ShadowFilter: Sendable {
  var color: Property<Vector>
  /// From 0 to 1.
  var opacity: Property<Double>
  /// In degrees, clockwise from the top.
  var angle: Property<Double>
  var distance: Property<Double>
  /// The standard deviation of its blur.
  var sigma: Property<Double>
  /// True if the shadow takes the layer's place.
  var isAlone = false
}

/// A change of tones in one channel, or in all three.
struct LevelsFilter: Sendable {
  /// 0 for all of them, or red, green and blue from 1.
  var channel: Int
  var inBlack: Property<Double>
  var inWhite: Property<Double>
  var gamma: Property<Double>
  var outBlack: Property<Double>
  var outWhite: Property<Double>
}

/// A line along the masks of a layer.
struct StrokeFilter: Sendable {
  /// The mask's place in the layer's list; nil for all of them.
  var mask: Int?
  var color: Property<Vector>
  var width: Property<Double>
  /// In percent.
  var opacity: Property<Double>
  var start: Property<Double>
  var end: Property<Double>
  var mode: Mode

  /// The relation of the line to the layer.
  enum Mode: Int, Sendable {
    /// The line lies on the layer.
    case onLayer = 1
    /// The line takes the layer's place.
    case alone
    /// The layer shows where the line is.
    case reveal
  }
}
