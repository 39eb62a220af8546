import StageKit

/// A picture file in a frame.
public struct Picture: Stage {
  static let file = ParameterKey.file(
    "file", "A PNG, JPEG, WebP or SVG file.", extensions: ["png", "jpg", "jpeg", "webp", "svg"])
  static let color = ParameterKey.color("color", "What an SVG file calls 'currentColor'.", default: .black)

  public static let definition = StageDefinition(
    name: "picture", version: 1,
    summary: "A picture from a file: cropped, fitted, with round corners, a border and a shadow, set in motion.",
    parameters: [file, color] + FramedPicture.parameters, inputs: Placement.inputs, outputs: FramedPicture.outputs,
    example: .init(
      at: 1,
      """
      {
        "id": "badge",
        "stage": "picture",
        "parameters": { "file": "media/badge.svg", "height": 220, "color": "#FFC24B", "shadow": {} }
      }
      """))

  private let content: PictureContent
  private let picture: FramedPicture

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    let file = parameters[Self.file]
    let (content, size) = try parameters.locating(Self.file) { () -> (PictureContent, Size) in
      if file.path.lowercased().hasSuffix(".svg") {
        let image = try context.vectorImage(file, color: parameters[Self.color])
        return (.drawing(image.drawing, bounds: image.drawing.bounds), image.size)
      }
      let image = try context.image(file)
      return (.image(image), Size(Double(image.width), Double(image.height)))
    }
    self.content = content
    // Outlines have no pixels: their sizes are in points.
    let isDrawing = if case .drawing = content { true } else { false }
    picture = try FramedPicture(
      parameters, size: size, pixelsPerPoint: isDrawing ? 1 : context.composition.scale, context)
  }

  public var duration: Double? { picture.settlingTime }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    try picture.frame(content, at: time, inputs)
  }
}

@_cdecl("pipeline_abi_Picture") public func pictureABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Picture") public func pictureStages() {
  StageModule.offer(Picture.self, ClipStage.self)
}
