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
    try frame(at: time, inputs) { layout, list in
      if let content { picture.draw(layout, content, onto: &list) }
    }
  }

  /// The frame that shows pictures of one size, their light added up by shares that make a whole.
  func frame(mixing parts: [FrameMixture.Part], at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    if parts.count == 1 { return try frame(.image(parts[0].image), at: time, inputs) }
    return try frame(at: time, inputs) { layout, list in
      let layers = parts.map { part in
        Group(
          DisplayList { picture.draw(layout, .image(part.image), onto: &$0) }, opacity: part.share, blend: .plus)
      }
      list.group(Group(DisplayList(layers.map { .group($0) }), isIsolated: true))
    }
  }

  private func frame(
    at time: StageTime, _ inputs: Inputs, draw: (PictureFrame.Layout, inout DisplayList) -> Void
  ) throws -> StageFrame {
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
    draw(layout, &drawing)
    parameters.border?.draw(around: layout, at: seconds, onto: &drawing)
    frame.drawing = placed.layer(
      drawing, shadow: parameters.shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }
}
