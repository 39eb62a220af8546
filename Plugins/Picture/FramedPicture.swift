import StageKit

/// A picture in its frame, with a border and a shadow, placed on the canvas.
struct FramedPicture: TimeVarying {
  static let width = Output<Double>("width", "How wide its frame is, in points, before it is scaled.")
  static let height = Output<Double>("height", "How high its frame is, in points, before it is scaled.")

  /// For a definition's list.
  static var parameters: [any AnyParameter] {
    PictureFrame.parameters + [PictureBorder.parameter] + Placement.parameters + [Shadow.parameter]
  }
  /// For a definition's list.
  static var outputs: [any AnyOutput] { Placement.outputs + [width, height] }

  private let picture: PictureFrame
  private let border: PictureBorder?
  private let placement: Placement
  private let shadow: Shadow?

  /// Of a picture of `size` pixels, so many of which are as wide as a point where no size is given.
  init(_ parameters: ParameterValues, size: Size, pixelsPerPoint: Double, _ context: any StageContext) throws {
    picture = try PictureFrame(parameters, size: size, pixelsPerPoint: pixelsPerPoint, context)
    border = try parameters[PictureBorder.parameter].map { try PictureBorder($0) }
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter]
  }

  var settlingTime: Double? { latestSettlingTime(of: picture, border, placement, shadow) }

  /// The frame that shows `content`; nil shows the border alone.
  func frame(_ content: PictureContent?, at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let layout = picture.layout(at: seconds)
    let placed = try placement.placed(layout.box, at: time, inputs)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    frame[Self.width] = layout.box.width
    frame[Self.height] = layout.box.height
    guard placed.isVisible else { return frame }
    var drawing = DisplayList()
    if let content { picture.draw(layout, content, onto: &drawing) }
    border?.draw(around: layout, at: seconds, onto: &drawing)
    frame.drawing = placed.layer(
      drawing, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }
}
