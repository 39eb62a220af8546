import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// A position, as one value or by its axes.
enum PositionProperty: Sendable {
  case joined(Property<Vector>)
  case separate(x: Property<Double>, y: Property<Double>, z: Property<Double>)

  var isConstant: Bool {
    switch self {
    case .joined(let position): position.isConstant
    case .separate(let x, let y, let z): x.isConstant && y.isConstant && z.isConstant
    }
  }

  func value(at frame: Double) -> Vector {
    switch self {
    case .joined(let position): position.value(at: frame)
    case .separate(let x, let y, let z): Vector(x.value(at: frame), y.value(at: frame), z.value(at: frame), 0)
    }
  }

  /// The times between which it moves.
  var span: ClosedRange<Double>? {
    let times =
      switch self {
      case .joined(let position): position.times
      case .separate(let x, let y, _): x.times + y.times
      }
    guard let low = times.min(), let high = times.max() else { return nil }
    return low...high
  }
}

/// The transform and the opacity of a layer, a group of shapes or the copies of a repeater.
struct TransformProperties: Sendable {
  var anchor = Property(Vector.zero)
  var position = PositionProperty.joined(Property(Vector.zero))
  /// In percent.
  var scale = Property(Vector(100, 100, 100, 100))
  /// In degrees.
  var rotation = Property(0.0)
  var skew = Property(0.0)
  var skewAxis = Property(0.0)
  /// In percent.
  var opacity = Property(100.0)
  /// The parts of a layer that is turned in depth; nil for a flat one.
  var depth: Depth?
  /// True if it turns with the direction in which its position moves.
  var followsPath = false
  /// The map where it never changes.
  private(set) var constant: Transform?

  /// The rotations of a layer in depth, in degrees.
  struct Depth: Sendable {
    var x = Property(0.0)
    var y = Property(0.0)
    var orientation = Property(Vector.zero)

    var isConstant: Bool { x.isConstant && y.isConstant && orientation.isConstant }
  }

  /// Leaves everything where it is.
  static let identity: TransformProperties = {
    var result = TransformProperties()
    result.constant = .identity
    return result
  }()

  /// Keeps the map where it never changes.
  mutating func prepare() {
    let isConstant =
      anchor.isConstant && position.isConstant && scale.isConstant && rotation.isConstant && skew.isConstant
      && skewAxis.isConstant && !followsPath && depth == nil
    constant = isConstant ? map(at: 0) : nil
  }

  /// The opacity from 0 to 1.
  func opacity(at frame: Double) -> Double {
    let value = opacity.value(at: frame) / 100
    return value > 0 ? min(value, 1) : 0
  }

  /// The map of the plane at a frame.
  func transform(at frame: Double) -> Transform {
    if let constant { return constant }
    return depth == nil ? map(at: frame) : spaceMatrix(at: frame).flattened
  }

  /// The map of space at a frame.
  func spaceMatrix(at frame: Double) -> SpaceMatrix {
    let depth = depth ?? Depth()
    let (anchor, position) = (anchor.value(at: frame), position.value(at: frame))
    let scale = scale.value(at: frame) / 100
    let turn = depth.orientation.value(at: frame)
    var result = SpaceMatrix.translation([-anchor.x, -anchor.y, anchor.z])
    var scaled = SpaceMatrix(.scale(scale.x, scale.y))
    scaled.z = [0, 0, scale.z]
    result = SpaceMatrix(skewing(at: frame)) * scaled * result
    result = SpaceMatrix(.rotation(degrees: rotation.value(at: frame))) * result
    result = .rotationX(depth.x.value(at: frame)) * .rotationY(depth.y.value(at: frame)) * result
    result =
      .rotationX(turn.x) * .rotationY(turn.y) * SpaceMatrix(.rotation(degrees: turn.z)) * result
    if followsPath { result = SpaceMatrix(.rotation(degrees: direction(at: frame))) * result }
    return .translation([position.x, position.y, -position.z]) * result
  }

  private func map(at frame: Double) -> Transform {
    let (anchor, position) = (anchor.value(at: frame), position.value(at: frame))
    let scale = scale.value(at: frame)
    let rotation = rotation.value(at: frame) + (followsPath ? direction(at: frame) : 0)
    var linear = Transform.scale(scale.x / 100, scale.y / 100)
    if !skew.isConstant || skew.value(at: 0) != 0 { linear = skewing(at: frame) * linear }
    if rotation != 0 { linear = .rotation(degrees: rotation) * linear }
    let origin = Point(position.x, position.y) - linear.applyLinear(Point(anchor.x, anchor.y))
    (linear.m13, linear.m23) = (origin.x, origin.y)
    return linear
  }

  /// The shear along the skew's axis.
  private func skewing(at frame: Double) -> Transform {
    let skew = skew.value(at: frame)
    guard skew != 0 else { return .identity }
    let axis = skewAxis.value(at: frame)
    let shear = Transform(1, tan(-min(max(skew, -89.9), 89.9) * .pi / 180), 0, 0, 1, 0)
    return .rotation(degrees: -axis) * shear * .rotation(degrees: axis)
  }

  /// The direction in which the position moves, in degrees.
  private func direction(at frame: Double) -> Double {
    guard let span = position.span else { return 0 }
    let step = 0.01
    var (from, to) = (frame - step, frame)
    if frame <= span.lowerBound { (from, to) = (span.lowerBound, span.lowerBound + step) }
    if frame >= span.upperBound { (from, to) = (span.upperBound - 0.05, span.upperBound) }
    let way = position.value(at: to) - position.value(at: from)
    return way.x == 0 && way.y == 0 ? 0 : atan2(way.y, way.x) * 180 / .pi
  }
}
