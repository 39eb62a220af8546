import Geometry
import Graphics

/// A stroke as a parameter object that many stages share.
///
/// ```swift
/// // In a stage: @Parameter() var stroke: StrokeParameters?
/// stroke?.draw(path, in: box, at: time.seconds, onto: &frame.drawing)
/// ```
public struct StrokeParameters: ParameterGroup, TimeVarying {
  @Parameter("Its color or gradient.") var paint: Animated<PaintValue> = Animated(.color(.white))
  @Parameter("Its width.", .nonnegative(.points)) var width: Animated<Double> = 2
  @Parameter("The ends of lines and dashes.") var cap = LineCap.butt
  @Parameter("The shape of corners.") var join = LineJoin.miter
  @Parameter("Above this ratio of length to width a miter is cut off.", NumberSchema(minimum: 1)) var miterLimit = 4.0
  @Parameter("Lengths of dashes and gaps in turn; none make a solid line.", .nonnegative(.points))
  var dashes: [Double] = []
  @Parameter("The distance in the dashes at which the line begins; keyframes make them run.", .any(.points))
  var dashOffset: Animated<Double> = 0
  @Parameter("Whether its width stays the same while the shape is scaled.") var keepWidth = false

  /// A white line of 2 points.
  public init() {}

  public var settlingTime: Double? { latestSettlingTime(of: paint, width, dashOffset) }

  /// Draws an outline, or the part of one, whose gradient lies in a box.
  public func draw(_ path: Path, in box: Rect, at seconds: Double, onto list: inout DisplayList) {
    let width = width.value(at: seconds)
    guard width > 0, !path.isEmpty else { return }
    let dashes = dashes.contains { $0 > 0 } ? dashes : []
    let style = StrokeStyle(
      width: width, cap: cap, join: join, miterLimit: miterLimit, dashes: dashes,
      dashOffset: dashes.isEmpty ? 0 : dashOffset.value(at: seconds),
      order: keepWidth ? .transformThenOutline : .outlineThenTransform)
    let paint = paint.value(at: seconds)
    let length = paint.isAlongPath ? PathMeasure(path).length : nil
    list.stroke(path, paint.paint(in: box, along: length), style)
  }
}

extension Parameter where Value == StrokeParameters? {
  /// The parameter `stroke` of many stages.
  public init() { self.init("The line around it.") }
}
