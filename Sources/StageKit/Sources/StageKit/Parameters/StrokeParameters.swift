import Geometry
import Graphics

/// A stroke as a parameter object that many stages share.
///
/// ```swift
/// // In a definition: parameters: [StrokeParameters.parameter]
/// let stroke = parameters[StrokeParameters.parameter].map { StrokeParameters($0) }
/// stroke?.draw(path, in: box, at: time.seconds, onto: &frame.drawing)
/// ```
public struct StrokeParameters: Sendable, TimeVarying {
  /// For a definition's list; an absent stroke reads as nil.
  public static let parameter = Parameter.object(
    "stroke", "The line around it.",
    [paint, width, cap, join, miterLimit, dashes, dashOffset, keepsWidth]
  ).optional

  private static let paint = Parameter.paint("paint", "Its color or gradient.", default: .color(.white)).animated
  private static let width = Parameter.number("width", "Its width.", default: 2, .nonnegative(.points)).animated
  private static let cap = Parameter<LineCap>.choice(
    "cap", "How lines and dashes end.", default: .butt, among: ["butt": .butt, "round": .round, "square": .square])
  private static let join = Parameter<LineJoin>.choice(
    "join", "How corners look.", default: .miter, among: ["miter": .miter, "round": .round, "bevel": .bevel])
  private static let miterLimit = Parameter.number(
    "miterLimit", "Above this ratio of length to width a miter is cut off.", default: 4, NumberSchema(minimum: 1))
  private static let dashes = Parameter.numbers(
    "dashes", "Lengths of dashes and gaps in turn; none make a solid line.", default: [], .nonnegative(.points))
  private static let dashOffset = Parameter.number(
    "dashOffset", "Where in the dashes the line begins; keyframes make them run.", default: 0, .any(.points)
  ).animated
  private static let keepsWidth = Parameter.boolean(
    "keepWidth", "Whether its width stays the same while the shape is scaled.", default: false)

  private let paint: Animated<PaintValue>
  private let width: Animated<Double>
  private let cap: LineCap
  private let join: LineJoin
  private let miterLimit: Double
  private let dashes: [Double]
  private let dashOffset: Animated<Double>
  private let order: StrokeStyle.Order

  /// From the fields of the parameter.
  public init(_ parameters: Parameters) {
    paint = parameters[Self.paint]
    width = parameters[Self.width]
    cap = parameters[Self.cap]
    join = parameters[Self.join]
    miterLimit = parameters[Self.miterLimit]
    let lengths = parameters[Self.dashes]
    dashes = lengths.contains { $0 > 0 } ? lengths : []
    dashOffset = parameters[Self.dashOffset]
    order = parameters[Self.keepsWidth] ? .transformThenOutline : .outlineThenTransform
  }

  public var settlingTime: Double? { latestSettlingTime(of: paint, width, dashOffset) }

  /// Draws an outline, or the part of one, whose gradient lies in a box.
  public func draw(_ path: Path, in box: Rect, at seconds: Double, onto list: inout DisplayList) {
    let width = width.value(at: seconds)
    guard width > 0, !path.isEmpty else { return }
    let style = StrokeStyle(
      width: width, cap: cap, join: join, miterLimit: miterLimit, dashes: dashes,
      dashOffset: dashes.isEmpty ? 0 : dashOffset.value(at: seconds), order: order)
    let paint = paint.value(at: seconds)
    let length = paint.isAlongPath ? PathMeasure(path).length : nil
    list.stroke(path, paint.paint(in: box, along: length), style)
  }
}
