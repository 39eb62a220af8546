import Geometry
import Graphics

/// Where a stage's drawing stands: at a point of the canvas, at a coordinate under a camera, or at a point or coordinate
/// that another stage publishes.
///
/// A stage lists `Anchor.parameters` and `Anchor.inputs` in its definition. A connected input counts before parameters,
/// the point before the coordinate; with neither it is the middle of the canvas.
public struct Anchor: Sendable {
  public static let at = Parameter.animatedPoint(
    "at", "Where on the canvas it stands; the middle unless told otherwise."
  ).optional
  public static let coordinate = Parameter.coordinate(
    "coordinate", "Where on the map it stands; needs the camera input."
  ).optional
  public static let camera = Input<Camera?>("camera", "The camera over the map that it stands on.")
  public static let point = Input<Point?>("anchor", "The point of the canvas where it stands, such as a line's head.")
  public static let place = Input<Coordinate?>("coordinate", "The place on the map where it stands; needs the camera.")

  public static var parameters: [any AnyParameter] { [at, coordinate] }
  public static var inputs: [any AnyInput] { [camera, point, place] }

  private let at: Animated<Point>?
  private let coordinate: Coordinate?
  private let middle: Point

  /// Throws `StageError` where the parameters name two places.
  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    at = parameters[Self.at]
    coordinate = parameters[Self.coordinate]
    middle = context.canvas.bounds.center
    if at != nil, coordinate != nil {
      throw StageError(
        "'at' and 'coordinate' exclude each other", parameter: parameters.location(of: Self.coordinate))
    }
  }

  /// Where it stands at a time; nil where that is nowhere on the canvas's plane: behind the camera, or at an input that
  /// has no value in this frame. Throws `StageError` for a coordinate without a camera.
  public func place(at time: StageTime, _ inputs: Inputs) throws -> AnchorPlace? {
    let camera = try inputs[Self.camera]
    if camera == nil, inputs.isConnected(Self.camera) { return nil }
    if inputs.isConnected(Self.point) {
      return try inputs[Self.point].flatMap { AnchorPlace(point: $0, camera: camera) }
    }
    let isPublished = inputs.isConnected(Self.place)
    if isPublished || coordinate != nil {
      guard let camera else {
        throw StageError(
          "a coordinate needs a camera", parameter: isPublished ? nil : "coordinate",
          hint: "Connect the input 'camera'.")
      }
      guard let coordinate = isPublished ? try inputs[Self.place] : coordinate else { return nil }
      return AnchorPlace(ground: camera.ground.point(coordinate), camera: camera)
    }
    return AnchorPlace(point: at?.value(at: time.seconds) ?? middle, camera: camera)
  }
}

/// An anchor in one frame.
public struct AnchorPlace: Hashable, Sendable {
  /// On the canvas.
  public let point: Point
  public let camera: Camera?
  /// In metres on the camera's ground; nil without a camera, and for points above its horizon.
  public let ground: Point?

  /// A point of the canvas; nil where it is not finite.
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

  /// A place on the ground; nil where the camera does not see it.
  public init?(ground: Point, camera: Camera) {
    guard let point = camera.project(ground), point.isFinite else { return nil }
    self.point = point
    self.camera = camera
    self.ground = ground
  }

  /// Points on the canvas for a metre at the anchor, across the line of sight; nil where `ground` is.
  public var pointsPerMetre: Double? {
    guard let camera, let ground else { return nil }
    return camera.pointsPerMetre * camera.distance / camera.groundToCanvas.depth(of: ground)
  }

  /// From a plane around the anchor to the canvas: x runs east and y south on the ground, and a unit is a point at the
  /// anchor, across the line of sight. Nil where `ground` is.
  public var groundPlane: Transform? {
    guard let camera, let ground, let scale = pointsPerMetre else { return nil }
    return camera.groundToCanvas * .translation(ground) * .scale(1 / scale)
  }
}
