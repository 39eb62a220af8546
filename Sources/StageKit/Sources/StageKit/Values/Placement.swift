import Geometry
import Graphics

/// The position, scale, rotation and opacity of a stage's content: parameters, inputs and outputs that many stages share.
///
/// The content has its own coordinates and a bounding box. It is scaled and rotated about the parameter `anchor`, a point
/// of that box, which an `Anchor` moves to its position on the canvas; without one the content stays at its own
/// coordinates.
///
/// ```swift
/// // In a definition: parameters: … + Placement.parameters, inputs: Placement.inputs, outputs: Placement.outputs
/// let placed = try Placement(parameters).placed(box, at: time, inputs)
/// frame.drawing.append(placed.layer(DisplayList { $0.fill(.rect(box), .white) }))
/// placed.publish(to: &frame)
/// ```
public struct Placement: Sendable, TimeVarying {
  /// The parameter `offset`.
  public static let offset = Parameter.point(
    "offset", "Moves it away from its position.", default: .zero
  ).animated
  /// The parameter `anchor`.
  public static let anchor = Parameter.point(
    "anchor", "What goes to the position and what it turns and scales about, in fractions of its box.",
    default: Point(0.5, 0.5)
  ).animated
  /// The parameter `scale`.
  public static let scale = Parameter.number("scale", "Its size, both ways; 1 is its own.", default: 1).animated
  /// The parameter `scaleX`.
  public static let scaleX = Parameter.number(
    "scaleX", "Its width, on top of 'scale'; -1 mirrors it.", default: 1
  ).animated
  /// The parameter `scaleY`.
  public static let scaleY = Parameter.number(
    "scaleY", "Its height, on top of 'scale'; -1 turns it upside down.", default: 1
  ).animated
  /// The parameter `rotation`.
  public static let rotation = Parameter.number(
    "rotation", "Turns it clockwise.", default: 0, .any(.degrees)
  ).animated
  /// The parameter `opacity`.
  public static let opacity = Parameter.number(
    "opacity", "How opaque it is, from 0 to 1.", default: 1, .fraction
  ).animated

  /// The input `scale`.
  public static let scaleInput = Input<Double?>("scale", "Multiplies its scale.")
  /// The input `rotation`.
  public static let rotationInput = Input<Double?>("rotation", "Turns it further, in degrees clockwise.")
  /// The input `opacity`.
  public static let opacityInput = Input<Double?>("opacity", "Multiplies its opacity.")

  /// The output `position`.
  public static let positionOutput = Output<Point>("position", "Where its anchor is on the canvas.")
  /// The output `scale`.
  public static let scaleOutput = Output<Double>("scale", "Its scale, the mean of both ways.")
  /// The output `rotation`.
  public static let rotationOutput = Output<Double>("rotation", "How far it is turned, in degrees clockwise.")
  /// The output `opacity`.
  public static let opacityOutput = Output<Double>("opacity", "How opaque it is, from 0 to 1.")

  /// For a definition's list.
  public static var parameters: [any AnyParameter] {
    Anchor.parameters(otherwise: "where its own coordinates put it")
      + [offset, anchor, scale, scaleX, scaleY, rotation, opacity]
  }

  /// For a definition's list.
  public static var inputs: [any AnyInput] { Anchor.inputs + [scaleInput, rotationInput, opacityInput] }

  /// For a definition's list.
  public static var outputs: [any AnyOutput] { [positionOutput, scaleOutput, rotationOutput, opacityOutput] }

  private let target: Anchor
  private let offset: Animated<Point>
  private let anchor: Animated<Point>
  private let scale: Animated<Double>
  private let scaleX: Animated<Double>
  private let scaleY: Animated<Double>
  private let rotation: Animated<Double>
  private let opacity: Animated<Double>

  /// Throws where both a position and a coordinate are given.
  public init(_ parameters: Parameters) throws {
    target = try Anchor(parameters)
    offset = parameters[Self.offset]
    anchor = parameters[Self.anchor]
    scale = parameters[Self.scale]
    scaleX = parameters[Self.scaleX]
    scaleY = parameters[Self.scaleY]
    rotation = parameters[Self.rotation]
    opacity = parameters[Self.opacity]
  }

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
    let opacity = try opacity.value(at: t) * factor(Self.opacityInput, inputs)
    let both = try scale.value(at: t) * factor(Self.scaleInput, inputs)
    let moved = (position ?? pivot) - pivot
    return Placed(
      box: Rect(x: box.x + moved.x, y: box.y + moved.y, width: box.width, height: box.height), pivot: pivot,
      position: (position ?? pivot) + offset.value(at: t),
      scale: Point(both * scaleX.value(at: t), both * scaleY.value(at: t)),
      rotation: try rotation.value(at: t) + (inputs[Self.rotationInput] ?? 0),
      opacity: position == nil ? 0 : opacity)
  }

  /// Whether its opacity may change with time.
  public func mayFade(_ inputs: Inputs) -> Bool { !opacity.isConstant || inputs.isConnected(Self.opacityInput) }

  /// 1 for an input that is not connected, 0 for one without a value.
  private func factor(_ input: Input<Double?>, _ inputs: Inputs) throws -> Double {
    try inputs[input] ?? (inputs.isConnected(input) ? 0 : 1)
  }
}

/// The transform and opacity of content at one instant.
public struct Placed: Hashable, Sendable {
  /// The content's box at its position, before it is moved away from it, scaled and turned.
  public let box: Rect?
  /// The anchor on the canvas.
  public let position: Point
  /// Along the content's own axes.
  public let scale: Point
  /// In degrees, clockwise.
  public let rotation: Double
  /// From 0 to 1.
  public let opacity: Double
  /// From the content's own coordinates to the canvas.
  public private(set) var transform: Transform

  /// An opacity beyond 0…1 is clamped.
  public init(
    box: Rect? = nil, pivot: Point, position: Point, scale: Point, rotation: Double, opacity: Double
  ) {
    self.box = box
    self.position = position
    self.scale = scale
    self.rotation = rotation
    self.opacity = opacity > 0 ? min(opacity, 1) : 0
    transform =
      .translation(position) * .rotation(degrees: rotation) * .scale(scale.x, scale.y) * .translation(-pivot)
  }

  /// Whether any of the content can be seen.
  public var isVisible: Bool { opacity > 0 && transform.isFinite && transform.determinant != 0 }

  /// The factor by which areas' sides grow: the geometric mean of both ways.
  public var meanScale: Double { abs(scale.x * scale.y).squareRoot() }

  /// The same, transformed further on the canvas, such as turned in depth.
  public func then(_ next: Transform) -> Placed {
    var result = self
    result.transform = next * transform
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

  /// Publishes what `Placement.outputs` declares, and the box.
  public func publish(to frame: inout StageFrame) {
    frame.box = box
    frame[Placement.positionOutput] = position
    frame[Placement.scaleOutput] = meanScale
    frame[Placement.rotationOutput] = rotation
    frame[Placement.opacityOutput] = opacity
  }
}
