import Geography
import Geometry
import Graphics

/// The position of a stage's drawing: a position on the canvas, a coordinate under a camera, or a position or coordinate
/// that another stage publishes.
///
/// A job gives one of them: a position or a coordinate, as a parameter or an input.
///
/// ```swift
/// // In a stage: @Include var anchor = Anchor(otherwise: "in the middle")
/// if let place = try anchor.resolve(at: time, inputs, otherwise: box.center) {
///   frame.drawing.fill(.circle(center: place.point, radius: 8), .white)
/// }
/// ```
public struct Anchor: ParameterGroup, TimeVarying {
  @Parameter var position: Animated<Point>?
  @Parameter(
    "Its place on the map of the input 'camera', instead of a position.", requires: "camera",
    replacedBy: ["position", "coordinate"])
  var coordinate: Coordinate?

  let positionInput = Input<Point?>("Its place on the canvas, such as a line's head.", name: "position")
  let coordinateInput = Input<Coordinate?>(
    "Its place on the map of the input 'camera'.", name: "coordinate", requires: "camera")
  let cameraInput = Input<Camera?>("The camera over its map.", name: "camera")

  /// An anchor of a stage that is in the middle without a position.
  public init() { self.init(otherwise: "in the middle") }

  /// An anchor; `otherwise` says, in the help of `position`, the stage's place without one.
  public init(otherwise: String) {
    _position = Parameter(
      "Its place on the canvas; without one, \(otherwise).", replacedBy: ["position", "coordinate"])
  }

  /// Throws `StageError` if the parameters give both a position and a coordinate.
  public func prepare() throws {
    if position != nil, coordinate != nil {
      throw StageError("'position' and 'coordinate' exclude each other", parameter: $coordinate.location)
    }
  }

  public var settlingTime: Double? { latestSettlingTime(of: position) }

  /// The position at a time; `otherwise` if neither parameters nor inputs give one. Nil behind the camera, and for an
  /// input without a value in this frame. Throws `StageError` for a coordinate without a camera.
  public func resolve(at time: StageTime, _ inputs: Inputs, otherwise: Point) throws -> AnchorPosition? {
    let camera = try inputs[cameraInput]
    if camera == nil, inputs.isConnected(cameraInput) { return nil }
    if inputs.isConnected(positionInput) {
      return try inputs[positionInput].flatMap { AnchorPosition(point: $0, camera: camera) }
    }
    let isPublished = inputs.isConnected(coordinateInput)
    if isPublished || coordinate != nil {
      guard let camera else {
        throw StageError("needs the input 'camera'", parameter: isPublished ? nil : $coordinate.location)
      }
      guard let coordinate = isPublished ? try inputs[coordinateInput] : coordinate else { return nil }
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
    ground = camera.flatMap { $0.groundPoint(under: point) }
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
    return camera.pointsPerMeter * camera.distance / camera.depth(of: ground)
  }

  /// The size of things at this anchor relative to those at the camera's center; nil if `ground` is.
  public var relativeScale: Double? {
    guard let camera, let pointsPerMeter else { return nil }
    return pointsPerMeter / camera.pointsPerMeter
  }

  /// Maps a plane around the anchor to the canvas: x runs east and y south on the ground, and a unit is a point at the
  /// anchor, across the line of sight. Nil if `ground` is.
  public var groundPlane: Transform? {
    guard let camera, let ground, let scale = pointsPerMeter else { return nil }
    return camera.groundToCanvas(near: ground) * .translation(ground) * .scale(1 / scale)
  }
}
