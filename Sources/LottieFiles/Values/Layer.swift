import StageKit

/// The layers of an animation, or of one that others show, the topmost first.
struct LayerComposition: Sendable {
  var layers: [Layer]
  /// The cameras, the topmost first.
  var cameras: [LayerCamera] = []
}

/// A layer of a composition.
struct Layer: Sendable {
  var name: String
  /// The number by which others refer to it.
  var index: Int?
  var isHidden = false
  /// The frames of its composition from which and up to which it is shown.
  var inPoint: Double
  var outPoint: Double
  /// The frame of its composition at which its own time begins, for compositions.
  var startTime = 0.0
  /// The factor by which its time is stretched.
  var stretch = 1.0
  var transform: TransformProperties
  /// The place in its composition's list of the layer with which it moves.
  var parent: Int?
  var blend = BlendMode.normal
  var masks: [LayerMask] = []
  var matte: Matte?
  /// True if it is only a matte of others.
  var isMatte = false
  var effects: [LayerFilter] = []
  /// True for a layer in depth, which cameras show.
  var isDeep = false
  var content: Content

  /// True if an effect draws its masks, so that it shows something even without content.
  var drawsMasks: Bool { effects.contains { if case .stroke = $0 { true } else { false } } }

  /// The things that a layer shows.
  enum Content: Sendable {
    case empty
    case shapes([ShapeItem])
    case solid(Color, Size)
    case image(Image, Size)
    case composition(NestedComposition)
    case text(TextContent)
    /// Shapes that never change.
    case drawing(FixedDrawing)
  }
}

/// A composition that a layer shows.
struct NestedComposition: Sendable {
  /// Its place in the list of all compositions.
  var composition: Int
  var size: Size
  /// The instant that is shown, in seconds; nil where it plays.
  var remap: Property<Double>?
}

/// A path that cuts a layer.
struct LayerMask: Sendable {
  /// The combination of a mask with those before it.
  enum Mode: Sendable { case none, add, subtract, intersect, lighten, darken, difference }

  var mode: Mode
  var isInverted: Bool
  var path: PathSource
  /// In percent.
  var opacity: Property<Double>
  var feather: Property<Vector>
  var expansion: Property<Double>
}

/// A layer that masks another.
struct Matte: Sendable {
  /// Its place in the composition's list.
  var layer: Int
  var channel: MaskChannel
  var isInverted: Bool
}
