import Geography
import Geometry
import Graphics

/// The position of a stage's drawing: a position on the canvas, a coordinate under a camera, or a position or coordinate
/// that another stage publishes.
///
/// A stage lists `Anchor.parameters` and `Anchor.inputs` in its definition. A job gives one of them: a position or a coordinate,
/// as a parameter or an input.
///
/// ```swift
/// // In a definition: parameters: Anchor.parameters(otherwise: "in the middle"), inputs: Anchor.inputs
/// if let place = try Anchor(parameters).resolve(at: time, inputs, otherwise: box.center) {
///   frame.drawing.fill(.circle(center: place.point, radius: 8), .white)
/// }
/// ```
public struct Anchor: Sendable, TimeVarying {
  /// The parameter `coordinate`.
  public static let coordinate = Parameter.coordinate(
    "coordinate", "Where on the map of the input 'camera' it stands, instead of a position."
  ).optional.requiring(cameraInput).replaced(by: positionInput, coordinateInput)

  /// The input `position`.
  public static let positionInput = Input<Point?>(
    "position", "Where on the canvas it stands, such as at a line's head.")
  /// The input `coordinate`.
  public static let coordinateInput = Input<Coordinate?>(
    "coordinate", "Where on the map of the input 'camera' it stands."
  ).requiring(cameraInput)
  /// The input `camera`.
  public static let cameraInput = Input<Camera?>("camera", "The camera over the map that it stands on.")

  /// For a definition's list. `otherwise` says, in the summary of `position`, where the stage stands without one.
  public static func parameters(otherwise: String) -> [any AnyParameter] {
    [position("Where on the canvas it stands; without one, \(otherwise)."), coordinate]
  }

  /// For a definition's list.
  public static var inputs: [any AnyInput] { [positionInput, coordinateInput, cameraInput] }

  private static func position(_ summary: String) -> Parameter<Animated<Point>?> {
    Parameter.point("position", summary).animated.optional.replaced(by: positionInput, coordinateInput)
  }

  private let position: Animated<Point>?
  private let coordinate: Coordinate?

  /// Throws `StageError` if the parameters give both a position and a coordinate.
  public init(_ parameters: Parameters) throws {
    position = parameters[Self.position("")]
    coordinate = parameters[Self.coordinate]
    if position != nil, coordinate != nil {
      throw StageError(
        "'position' and 'coordinate' exclude each other", parameter: parameters.location(of: Self.coordinate))
    }
  }

  public var settlingTime: Double? { latestSettlingTime(of: position) }

  /// The position at a time; `otherwise` if neither parameters nor inputs give one. Nil behind the camera, and for an
  /// input without a value in this frame. Throws `StageError` for a coordinate without a camera.
  public func resolve(at time: StageTime, _ inputs: Inputs, otherwise: Point) throws -> AnchorPosition? {
    let camera = try inputs[Self.cameraInput]
    if camera == nil, inputs.isConnected(Self.cameraInput) { return nil }
    if inputs.isConnected(Self.positionInput) {
      return try inputs[Self.positionInput].flatMap { AnchorPosition(point: $0, camera: camera) }
    }
    let isPublished = inputs.isConnected(Self.coordinateInput)
    if isPublished || coordinate != nil {
      guard let camera else {
        throw StageError("needs the input 'camera'", parameter: isPublished ? nil : Self.coordinate.declaration.name)
      }
      guard let coordinate = isPublished ? try inputs[Self.coordinateInput] : coordinate else { return nil }
      return AnchorPosition(ground: camera.groundPoint(coordinate), camera: camera)
    }
    return AnchorPosition(point: position?.value(at: time.seconds) ?? otherwise, camera: camera)
  }
}

/// The position of an anchor in one frame.
///
/// ```swift
/// if let camera, let place = AnchorPosition(ground: Point(10, 20), camera: camera) {
///   frame.drawing.fill(.circle(center: place.point, radius: 8 * (place.relativeScale ?? 1)), .white)
/// }
/// ```
public struct AnchorPosition: Hashable, Sendable {
  /// On the canvas.
  public let point: Point
  /// The camera over the map, where there is one.
  public let camera: Camera?
  /// In meters on the camera's ground; nil without a camera, and for points above its horizon.
  public let ground: Point?

  /// A point of the canvas; nil if it is not finite.
  public init?(point: Point, camera: Camera?) {
    guard point.isFinite else { return nil }
    self.point = point
    self.camera = camera
    ground = camera.flatMap { camera in
      guard let found = camera.groundToCanvas.inverse?.apply(point), found.isFinite,
        camera.project(found) != nil
      else { return nil }
      return found
    }
  }

  /// A point of the ground, in meters; nil if the camera does not see it.
  public init?(ground: Point, camera: Camera) {
    guard let point = camera.project(ground), point.isFinite else { return nil }
    self.point = point
    self.camera = camera
    self.ground = ground
  }

  /// Points on the canvas for a meter at the anchor, across the line of sight; nil where `ground` is.
  public var pointsPerMeter: Double? {
    guard let camera, let ground else { return nil }
    return camera.pointsPerMeter * camera.distance / camera.groundToCanvas.depth(of: ground)
  }

  /// How much larger what stands here looks than at the camera's center; nil where `ground` is.
  public var relativeScale: Double? {
    guard let camera, let pointsPerMeter else { return nil }
    return pointsPerMeter / camera.pointsPerMeter
  }

  /// From a plane around the anchor to the canvas: x runs east and y south on the ground, and a unit is a point at the
  /// anchor, across the line of sight. Nil where `ground` is.
  public var groundPlane: Transform? {
    guard let camera, let ground, let scale = pointsPerMeter else { return nil }
    return camera.groundToCanvas * .translation(ground) * .scale(1 / scale)
  }
}
