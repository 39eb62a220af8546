import StageKit

/// A picture file in a frame.
public struct Picture: Stage {
  static let file = Parameter.file(
    "file", "A PNG, JPEG or WebP file.", extensions: ["png", "jpg", "jpeg", "webp"])

  public static let definition = StageDefinition(
    name: "picture", version: 1,
    summary: "A picture from a file: cropped, fitted, with round corners, a border and a shadow, set in motion.",
    parameters: [file] + FramedPicture.parameters, inputs: Placement.inputs, outputs: FramedPicture.outputs)

  private let image: Image
  private let picture: FramedPicture

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    image = try parameters.locating(Self.file) { try context.image(parameters[Self.file]) }
    picture = try FramedPicture(
      parameters, size: Size(Double(image.width), Double(image.height)), context)
  }

  public var duration: Double? { picture.settlingTime }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    try picture.frame(image, at: time, inputs)
  }
}

@_cdecl("pipeline_abi_Picture") public func pictureABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Picture") public func pictureStages() {
  StageModule.offer(Picture.self, ClipStage.self)
}
