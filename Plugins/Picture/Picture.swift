import StageKit

/// A picture file in a frame.
public struct Picture: Stage {
  static let width = Output<Double>("width", "How wide its frame is, in points, before it is scaled.")
  static let height = Output<Double>("height", "How high its frame is, in points, before it is scaled.")

  public static let definition = StageDefinition(
    name: "picture", version: 1,
    summary: "A picture from a file: cropped, fitted, with round corners, a border and a shadow, set in motion.",
    parameters: PictureFrame.parameters + [PictureBorder.parameter] + Placement.parameters
      + [Shadow.parameter],
    inputs: Placement.inputs, outputs: Placement.outputs + [width, height])

  private let image: Image
  private let picture: PictureFrame
  private let border: PictureBorder?
  private let placement: Placement
  private let shadow: Shadow?

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    let image = try parameters.locating(PictureFrame.file) { try context.image(parameters[PictureFrame.file]) }
    self.image = image
    picture = try PictureFrame(
      parameters, size: Size(Double(image.width), Double(image.height)), context)
    border = try parameters[PictureBorder.parameter].map { try PictureBorder($0) }
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter].map { Shadow($0) }
  }

  public var duration: Double? { latestSettlingTime(of: picture, border, placement, shadow) }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let seconds = time.seconds
    let layout = picture.layout(at: seconds)
    let placed = try placement.placed(layout.box, at: time, inputs)
    var frame = StageFrame()
    placed.publish(to: &frame)
    frame[Self.width] = layout.box.width
    frame[Self.height] = layout.box.height
    guard placed.isVisible else { return frame }
    var content = DisplayList()
    picture.draw(layout, image, onto: &content)
    border?.draw(around: layout, at: seconds, onto: &content)
    frame.drawing = placed.layer(
      content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }
}

@_cdecl("pipeline_abi_Picture") public func pictureABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Picture") public func pictureStages() { StageModule.offer(Picture.self, ClipStage.self) }
