import Coding
import Geometry
import Graphics

#if canImport(Glibc)
  import Glibc
#endif

/// A camera over a ground plane, as map kits have it: it looks at a center from a line-of-sight distance.
///
/// ```swift
/// if let camera {
///   let onGround = Path.circle(center: .zero, radius: 50)
///   frame.drawing.fill(onGround, Color.white.opacity(0.5), transform: camera.groundToCanvas)
/// }
/// ```
public struct Camera: Hashable, Sendable, Digestible {
  /// The ground that the camera looks at.
  public var ground: WebMercatorPlane
  /// The point that the camera looks at, in meters on the ground plane; it appears at `anchor`.
  public var center: Point
  /// The distance from the eye to the center along the line of sight, in meters, above 0.
  public var distance: Double
  /// Degrees from looking straight down, 0 up to below 90.
  public var pitch: Double
  /// The compass direction that is up on the canvas, in degrees clockwise from north.
  public var heading: Double
  /// Degrees by which the camera leans to its right, clockwise about its line of sight; the picture turns the other way.
  public var roll: Double
  /// The vertical angle of view, in degrees.
  public var fieldOfView: Double
  /// The canvas, in points.
  public var canvas: Size
  /// The place on the canvas at which the center appears, in fractions of its width and height. The picture is moved
  /// there as a whole, as a shift lens does: what is level stays level.
  public var anchor: Point
  /// The buildings on the ground that hide what is behind them, as this camera sees them; with a terrain, that too.
  public var solids: Solids?
  /// The ground where it rises and falls; nil for level ground.
  public var terrain: Terrain?
  /// The height of the level plane that the center lies in and that `groundToCanvas` maps, in the terrain's heights.
  public var level = 0.0

  /// A camera that looks at `center` of the ground; distances are in meters, angles in degrees, the canvas in
  /// points.
  public init(
    ground: WebMercatorPlane, center: Point = .zero, distance: Double, pitch: Double = 0, heading: Double = 0,
    roll: Double = 0, fieldOfView: Double = 30, canvas: Size, anchor: Point = Point(0.5, 0.5)
  ) {
    self.ground = ground
    self.center = center
    self.distance = distance
    self.pitch = pitch
    self.heading = heading
    self.roll = roll
    self.fieldOfView = fieldOfView
    self.canvas = canvas
    self.anchor = anchor
  }

  /// The point on the canvas at which the center appears.
  public var middle: Point { Point(canvas.width * anchor.x, canvas.height * anchor.y) }

  /// Points on the canvas for a meter at the center, across the line of sight.
  public var pointsPerMeter: Double { focalLength / distance }

  /// Maps meters on the level ground plane to points on the canvas; its depth is the distance from the eye along the line of
  /// sight, in meters. Where there may be a terrain, `groundToCanvas(near:)` follows that.
  public var groundToCanvas: Transform {
    let (sh, ch) = sineAndCosine(degrees: heading)
    let (sp, cp) = sineAndCosine(degrees: pitch)
    let (f, middle) = (focalLength, middle)
    // Right is (ch, sh) and forward (sh, −ch) in (east, south); depth = distance + forward · sp.
    let w = Transform(
      f * ch + middle.x * sh * sp, f * sh - middle.x * ch * sp, middle.x * distance,
      -f * cp * sh + middle.y * sh * sp, f * cp * ch - middle.y * ch * sp, middle.y * distance,
      sh * sp, -ch * sp, distance)
    return rolling * w * .translation(-center.x, -center.y)
  }

  /// Maps meters on the ground plane, and above it, to points on the canvas; its depth is that of `groundToCanvas`.
  public var spaceToCanvas: SpaceTransform {
    let (sp, cp) = sineAndCosine(degrees: pitch)
    let r = rolling
    let (x, y) = (-middle.x * cp, -middle.y * cp - focalLength * sp)
    return SpaceTransform(
      groundToCanvas,
      z: SpacePoint(r.m11 * x + r.m12 * y - r.m13 * cp, r.m21 * x + r.m22 * y - r.m23 * cp, -cp))
  }

  /// The height of a point of the ground above the level plane, in meters; 0 without a terrain.
  public func height(at p: Point) -> Double { terrain.map { $0.height(at: p) - level } ?? 0 }

  /// A point of the ground, in meters, with its height above the level plane.
  public func place(_ p: Point) -> SpacePoint { SpacePoint(p, height(at: p)) }

  /// The distance of a point of the ground from the eye along the line of sight, in meters.
  public func depth(of p: Point) -> Double {
    terrain == nil ? groundToCanvas.depth(of: p) : spaceToCanvas.depth(of: place(p))
  }

  /// Maps the plane that touches the ground at a point of it to the canvas, by places on the ground plane; without a terrain it
  /// is `groundToCanvas`.
  public func groundToCanvas(near p: Point) -> Transform {
    guard let terrain else { return groundToCanvas }
    let (view, slope) = (spaceToCanvas, terrain.slope(at: p))
    let (x, y) = (view.x + view.z * slope.x, view.y + view.z * slope.y)
    let origin = view.origin + view.z * (height(at: p) - slope.dot(p))
    return Transform(x.x, y.x, origin.x, x.y, y.y, origin.y, x.z, y.z, origin.z)
  }

  /// True where no terrain lies between the eye and a point of the ground.
  public func sees(_ p: Point) -> Bool {
    guard let terrain, let eye = spaceToCanvas.sight?.eye else { return true }
    let height = terrain.height(at: p)
    return !terrain.hides(SpacePoint(p, height), from: SpacePoint(eye.ground, eye.z + level))
  }

  /// The point of the ground, in meters, that is seen at a point of the canvas; nil where that is above the horizon.
  public func groundPoint(under p: Point) -> Point? {
    if let terrain, let sight = spaceToCanvas.sight {
      let way = sight.forward + sight.byX * p.x + sight.byY * p.y
      let eye = SpacePoint(sight.eye.ground, sight.eye.z + level)
      return terrain.meets(from: eye, toward: way, within: 40 * distance)
    }
    guard let found = groundToCanvas.inverse?.apply(p), found.isFinite, project(found) != nil else { return nil }
    return found
  }

  /// Turns the picture of a camera that does not lean into this one's, around the point at which the center appears.
  public var rolling: Transform {
    roll == 0 ? .identity : .rotation(degrees: -roll, about: middle)
  }

  /// The point of a coordinate on the ground plane, in meters: in that copy of the world that is nearest to the center.
  public func groundPoint(_ c: Coordinate) -> Point {
    var point = ground.point(c)
    let width = ground.worldWidth
    if abs(point.x - center.x) > width / 2 { point.x += ((center.x - point.x) / width).rounded() * width }
    return point
  }

  /// The transforms of another plane to the camera's ground, one for each copy of the world in which the camera may see
  /// something within bounds on that plane; the nearest to the center first.
  public func transforms(from plane: WebMercatorPlane, bounds: Rect) -> [Transform] {
    let own = plane.transform(to: ground)
    let (width, reach) = (ground.worldWidth, 40 * distance)
    let (low, high) = (own.apply(bounds.origin).x, own.apply(Point(bounds.maxX, bounds.minY)).x)
    var copies: [Double] = []
    for turn in -2...2 {
      let shift = Double(turn) * width
      if high + shift >= center.x - reach, low + shift <= center.x + reach { copies.append(shift) }
    }
    let middle = (low + high) / 2 - center.x
    copies.sort { abs(middle + $0) < abs(middle + $1) }
    return copies.isEmpty ? [own] : copies.map { $0 == 0 ? own : .translation($0, 0) * own }
  }

  /// The point on the canvas at which a coordinate appears; nil behind the near plane.
  public func project(_ c: Coordinate) -> Point? { project(groundPoint(c)) }

  /// The point on the canvas at which a ground point, in meters, appears; nil behind the near plane.
  public func project(_ p: Point) -> Point? {
    if terrain != nil {
      let image = spaceToCanvas.homogeneous(place(p))
      return image.z >= distance * Self.nearPlane ? Point(image.x / image.z, image.y / image.z) : nil
    }
    let t = groundToCanvas
    return t.depth(of: p) >= distance * Self.nearPlane ? t.apply(p) : nil
  }

  /// The near plane's depth, as a fraction of the distance.
  public static let nearPlane = 0.01

  /// The canvas row of the horizon, in points, before the canvas is turned by `rolling`; nil where the camera looks
  /// straight down.
  public var horizon: Double? {
    let (sp, cp) = sineAndCosine(degrees: pitch)
    return sp > 1e-9 ? middle.y - focalLength * cp / sp : nil
  }

  public func digest(into hasher: inout DigestHasher) {
    ground.digest(into: &hasher)
    center.digest(into: &hasher)
    for value in [distance, pitch, heading, roll, fieldOfView] { hasher.combine(value) }
    canvas.digest(into: &hasher)
    anchor.digest(into: &hasher)
    hasher.combine(solids)
    if let terrain {
      terrain.digest(into: &hasher)
      hasher.combine(level)
    }
  }

  private var focalLength: Double { canvas.height / 2 / tan(fieldOfView / 2 * .pi / 180) }
}
