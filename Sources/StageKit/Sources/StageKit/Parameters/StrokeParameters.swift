import Geometry
import Graphics

/// A stroke as a parameter object that many stages share.
///
/// ```swift
/// // In a stage: @Parameter() var stroke: StrokeParameters?
/// stroke?.draw(path, in: box, at: time.seconds, onto: &frame.drawing)
/// ```
///
/// A stage that fills the same outline calls `draw(_:of:filled:rule:in:at:onto:)`, so that lines inside and outside of it
/// meet the fill without a seam.
public struct StrokeParameters: ParameterGroup, TimeVarying {
  @Parameter("Its color or gradient.") var paint: Animated<PaintValue> = Animated(.color(.white))
  @Parameter("Its width.", .nonnegative(.points)) var width: Animated<Double> = 2
  @Parameter(
    "The side of the outline on which the line lies: half of it on each, or all of it inside or outside; open lines have half on each."
  )
  var align = StrokeAlignment.center
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

  /// True if it lies on the fill, so that a stage that fills the same outline draws it after that.
  public var isOnFill: Bool { align == .inside }

  /// Draws an outline whose gradient lies in a box.
  ///
  /// - `isCovered`: An opaque fill of the outline is drawn over it afterwards, so that a line outside of it needs no cut.
  public func draw(
    _ path: Path, in box: Rect, at seconds: Double, isCovered: Bool = false, onto list: inout DisplayList
  ) {
    if isCovered, align == .outside {
      line(path, in: box, at: seconds, onto: &list)
    } else {
      draw(path, of: path, filled: nil, in: box, at: seconds, onto: &list)
    }
  }

  /// Draws an outline, or the part of one, with the fill of the shape that it belongs to; without a fill the line alone.
  public func draw(
    _ path: Path, of shape: Path, filled fill: Paint?, rule: FillRule = .nonzero, in box: Rect, at seconds: Double,
    onto list: inout DisplayList
  ) {
    // Open lines have no inside.
    let align = shape.subpaths.allSatisfy(\.isClosed) ? align : .center
    switch align {
    case .center:
      if let fill { list.fill(shape, fill, rule: rule) }
      line(path, in: box, at: seconds, isWhole: true, onto: &list)
    case .inside:
      // Both are cut by one edge, so that the fill does not show through along it.
      list.group(clip: Clip(shape, rule: rule)) { list in
        if let fill, let bounds = shape.bounds { list.fill(.rect(bounds.inset(by: -1)), fill) }
        line(path, in: box, at: seconds, onto: &list)
      }
    case .outside:
      if let fill, fill.isOpaque {
        line(path, in: box, at: seconds, onto: &list)
        list.fill(shape, fill, rule: rule)
        return
      }
      var cut = Group(DisplayList { line(path, in: box, at: seconds, onto: &$0) })
      cut.mask = Mask(DisplayList { $0.fill(shape, .color(.white), rule: rule) }, isInverted: true)
      guard let fill else { return list.group(cut) }
      // Their shares of the pixels along the edge add up to one.
      cut.blend = .plus
      list.group(
        Group(
          DisplayList {
            $0.fill(shape, fill, rule: rule)
            $0.group(cut)
          }, isIsolated: true))
    }
  }

  /// The line itself, twice as wide where a half of it is cut off.
  private func line(
    _ path: Path, in box: Rect, at seconds: Double, isWhole: Bool = false, onto list: inout DisplayList
  ) {
    let width = width.value(at: seconds) * (isWhole ? 1 : 2)
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

/// The side of an outline on which a line lies.
public enum StrokeAlignment: String, ParameterChoice, Hashable, Sendable, CaseIterable {
  /// Half of its width on each side.
  case center
  case inside, outside
}

extension Parameter where Value == StrokeParameters? {
  /// The parameter `stroke` of many stages.
  public init() { self.init("The line around it.") }
}
