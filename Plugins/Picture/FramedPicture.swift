import StageKit

/// A picture in its frame, with a border and a shadow, placed on the canvas, as parameters.
struct FramedParameters: ParameterGroup {
  @Include var frame: FrameParameters
  @Parameter("A line along its inner edge.") var border: PictureBorder?
  @Include var placement: Placement
  @Parameter() var shadow: Shadow?

  let width = Output<Double>("The width of its frame, in points, before it is scaled.")
  let height = Output<Double>("The height of its frame, in points, before it is scaled.")
}

/// A picture in its frame, with a border and a shadow, placed on the canvas.
struct FramedPicture: TimeVarying {
  private let parameters: FramedParameters
  private let picture: PictureFrame

  /// A picture of `size` pixels, `pixelsPerPoint` of which are as wide as a point where no size is given.
  init(_ parameters: FramedParameters, size: Size, pixelsPerPoint: Double, _ context: any StageContext) {
    self.parameters = parameters
    picture = PictureFrame(parameters.frame, size: size, pixelsPerPoint: pixelsPerPoint, context)
  }

  var settlingTime: Double? {
    latestSettlingTime(of: picture, parameters.border, parameters.placement, parameters.shadow)
  }

  /// The frame that shows `content`; nil shows the border alone.
  func frame(_ content: PictureContent?, at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let layout = picture.layout(at: seconds, room: inputs.room)
    let placed = try parameters.placement.placed(layout.box, at: time, inputs)
    var frame = StageFrame()
    parameters.placement.publish(placed, to: &frame)
    frame.corners = layout.radii
    frame[parameters.width] = layout.box.width
    frame[parameters.height] = layout.box.height
    guard placed.isVisible else { return frame }
    var drawing = DisplayList()
    if let content { picture.draw(layout, content, onto: &drawing) }
    parameters.border?.draw(around: layout, at: seconds, onto: &drawing)
    frame.drawing = placed.layer(
      drawing, shadow: parameters.shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }
}
