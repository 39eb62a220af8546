import Geometry
import Graphics

/// The position, scale, rotation and opacity of a stage's content: parameters, inputs and outputs that many stages share.
///
/// The content has its own coordinates and a bounding box. It is scaled and rotated about the parameter `anchor`, a point
/// of that box, which an `Anchor` moves to its position on the canvas; without one the content stays at its own
/// coordinates.
///
/// ```swift
/// // In a stage: @Include var placement: Placement
/// let placed = try placement.placed(box, at: time, inputs)
/// frame.drawing.append(placed.layer(DisplayList { $0.fill(.rect(box), .white) }))
/// placement.publish(placed, to: &frame)
/// ```
public struct Placement: ParameterGroup, TimeVarying {
  @Include private var target = Anchor(otherwise: "where its own coordinates put it")
  @Parameter("Moves it away from its position.") var offset: Animated<Point> = Animated(.zero)
  @Parameter("The point of its box, in fractions, that goes to the position and about which it turns and scales.")
  var anchor: Animated<Point> = Animated(Point(0.5, 0.5))
  @Parameter("Its size, both ways; 1 is its own.") var scale: Animated<Double> = 1
  @Parameter("Its width, on top of 'scale'; -1 mirrors it.") var scaleX: Animated<Double> = 1
  @Parameter("Its height, on top of 'scale'; -1 turns it upside down.") var scaleY: Animated<Double> = 1
  @Parameter("Turns it clockwise.", .any(.degrees)) var rotation: Animated<Double> = 0
  @Parameter("The opacity, from 0 to 1.", .fraction) var opacity: Animated<Double> = 1

  private let scaleInput = Input<Double?>("Multiplies its scale.", name: "scale")
  private let rotationInput = Input<Double?>("Turns it further, in degrees clockwise.", name: "rotation")
  private let opacityInput = Input<Double?>("Multiplies its opacity.", name: "opacity")

  private let positionOutput = Output<Point>("The place of its anchor on the canvas.", name: "position")
  private let scaleOutput = Output<Double>("Its scale, the mean of both ways.", name: "scale")
  private let rotationOutput = Output<Double>(
    "The angle by which it is turned, in degrees clockwise.", name: "rotation")
  private let opacityOutput = Output<Double>("The opacity, from 0 to 1.", name: "opacity")

  /// Content at its own coordinates.
  public init() {}

  public var settlingTime: Double? {
    latestSettlingTime(of: target, offset, anchor, scale, scaleX, scaleY, rotation, opacity)
  }

  /// The transform and opacity of content with a bounding box at an instant; invisible behind the camera, and if a
  /// connected input has no value. Throws for a coordinate without a camera.
  public func placed(_ box: Rect, at time: StageTime, _ inputs: Inputs) throws -> Placed {
    let t = time.seconds
    let fractions = anchor.value(at: t)
    let pivot = Point(box.x + box.width * fractions.x, box.y + box.height * fractions.y)
    let position = try target.resolve(at: time, inputs, otherwise: pivot)?.point
    let opacity = try opacity.value(at: t) * factor(opacityInput, inputs)
    let both = try scale.value(at: t) * factor(scaleInput, inputs)
    let moved = (position ?? pivot) - pivot
    return Placed(
      box: Rect(x: box.x + moved.x, y: box.y + moved.y, width: box.width, height: box.height), ownBox: box,
      pivot: pivot,
      position: (position ?? pivot) + offset.value(at: t),
      scale: Point(both * scaleX.value(at: t), both * scaleY.value(at: t)),
      rotation: try rotation.value(at: t) + (inputs[rotationInput] ?? 0),
      opacity: position == nil ? 0 : opacity)
  }

  /// Publishes the position, scale, rotation and opacity of placed content, and its box.
  public func publish(_ placed: Placed, to frame: inout StageFrame) {
    frame.layoutBounds = placed.box
    frame.placed = placed
    frame[positionOutput] = placed.position
    frame[scaleOutput] = placed.meanScale
    frame[rotationOutput] = placed.rotation
    frame[opacityOutput] = placed.opacity
  }

  /// True if its opacity may change with time.
  public func mayFade(_ inputs: Inputs) -> Bool { !opacity.isConstant || inputs.isConnected(opacityInput) }

  /// 1 for an input that is not connected, 0 for one without a value.
  private func factor(_ input: Input<Double?>, _ inputs: Inputs) throws -> Double {
    try inputs[input] ?? (inputs.isConnected(input) ? 0 : 1)
  }
}

/// The transform and opacity of content at one instant.
public struct Placed: Hashable, Sendable {
  /// The content's box at its position, before it is moved away from it, scaled and turned.
  public let box: Rect?
  /// The content's box in its own coordinates, which `transform` maps to the canvas.
  public let ownBox: Rect?
  /// The anchor in the content's own coordinates.
  public let pivot: Point
  /// The anchor on the canvas.
  public private(set) var position: Point
  /// Along the content's own axes.
  public let scale: Point
  /// In degrees, clockwise.
  public let rotation: Double
  /// The opacity, from 0 to 1.
  public let opacity: Double
  /// Maps the content's own coordinates to the canvas.
  public private(set) var transform: Transform

  /// An opacity beyond 0…1 is clamped.
  public init(
    box: Rect? = nil, ownBox: Rect? = nil, pivot: Point, position: Point, scale: Point, rotation: Double,
    opacity: Double
  ) {
    self.box = box
    self.ownBox = ownBox
    self.pivot = pivot
    self.position = position
    self.scale = scale
    self.rotation = rotation
    self.opacity = opacity > 0 ? min(opacity, 1) : 0
    transform =
      .translation(position) * .rotation(degrees: rotation) * .scale(scale.x, scale.y) * .translation(-pivot)
  }

  /// True if any of the content can be seen.
  public var isVisible: Bool { opacity > 0 && transform.isFinite && transform.determinant != 0 }

  /// The factor by which areas' sides grow: the geometric mean of both ways.
  public var meanScale: Double { abs(scale.x * scale.y).squareRoot() }

  /// The transform without the parts that are left out, about the same anchor.
  public func transform(position takesPosition: Bool, rotation takesRotation: Bool, scale takesScale: Bool) -> Transform
  {
    if takesPosition, takesRotation, takesScale { return transform }
    return .translation(takesPosition ? position : pivot) * .rotation(degrees: takesRotation ? rotation : 0)
      * .scale(takesScale ? scale.x : 1, takesScale ? scale.y : 1) * .translation(-pivot)
  }

  /// The same, transformed further on the canvas, such as turned in depth.
  public func then(_ next: Transform) -> Placed {
    var result = self
    result.transform = next * transform
    result.position = next.apply(position)
    return result
  }

  /// Content in its own coordinates, cut to a clip, as one layer on the canvas; nothing where it cannot be seen.
  public func layer(_ content: DisplayList, clip: Clip? = nil, shadow: CastShadow? = nil) -> DisplayList {
    guard isVisible, !content.isEmpty else { return DisplayList() }
    var placed = Group(content, transform: transform, clip: clip)
    if let shadow { return shadow.under(DisplayList([.group(placed)]), opacity: opacity) }
    placed.opacity = opacity
    return DisplayList([.group(placed)])
  }
}
