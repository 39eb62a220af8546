import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// A camera, which shows layers in depth with perspective.
struct LayerCamera: Sendable {
  /// Its place in the composition's list, for its parents.
  var layer: Int
  /// The frames of the composition from which and up to which it is used.
  var inPoint: Double
  var outPoint: Double
  /// The distance at which things have their own size.
  var distance: Property<Double>
  var position: PositionProperty
  /// The point that it looks at; nil for a camera that looks ahead.
  var interest: Property<Vector>?
  /// The rotations in degrees.
  var x: Property<Double>
  var y: Property<Double>
  var z: Property<Double>
  var orientation: Property<Vector>
  /// The middle of the picture.
  var center: Point

  /// The map of space to what the camera sees, from its middle.
  private func view(at frame: Double) -> SpaceMatrix {
    let position = position.value(at: frame)
    var result = SpaceMatrix.translation([-position.x, -position.y, position.z])
    if let interest {
      let way = position - interest.value(at: frame)
      let length = (way.x * way.x + way.y * way.y + way.z * way.z).squareRoot()
      if length > 0 {
        let look = way / length
        let turn = atan2(look.x, -look.z) * 180 / .pi
        let tilt = atan2(look.y, (look.x * look.x + look.z * look.z).squareRoot()) * 180 / .pi
        result = .rotationX(-tilt) * .rotationY(turn) * result
      }
    }
    func turned(_ x: Double, _ y: Double, _ z: Double) -> SpaceMatrix {
      SpaceMatrix(.rotation(degrees: -z)) * .rotationY(-y) * .rotationX(-x)
    }
    let orientation = orientation.value(at: frame)
    result = turned(x.value(at: frame), y.value(at: frame), z.value(at: frame)) * result
    return turned(orientation.x, orientation.y, orientation.z) * result
  }

  /// The map of a layer's plane to the picture; nil without perspective.
  func projection(of matrix: SpaceMatrix, at frame: Double) -> Transform? {
    let distance = distance.value(at: frame)
    guard distance > 0 else { return nil }
    var seen = view(at: frame) * matrix
    seen.origin.z += distance
    // The eye is in front of the picture, in the distance; depths grow toward it.
    let (wx, wy, w) = (-seen.x.z / distance, -seen.y.z / distance, 1 - seen.origin.z / distance)
    return Transform(
      seen.x.x + center.x * wx, seen.y.x + center.x * wy, seen.origin.x + center.x * w,
      seen.x.y + center.y * wx, seen.y.y + center.y * wy, seen.origin.y + center.y * w, wx, wy, w)
  }
}
